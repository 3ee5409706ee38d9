"""The hash chain over a table's log: whoever keeps the last hash can tell if something before it changed."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Final, Literal

import msgspec

GENESIS: Final = bytes(32)
"""The hash before the first entry."""


class Sealed(msgspec.Struct, frozen=True, gc=False):
    """One entry of a log as it is stored: its JSON bytes, its salt (16 bytes), the chain's hash up to it."""

    version: int
    body: bytes
    salt: bytes
    hash: bytes


class Break(msgspec.Struct, frozen=True):
    """The first version at which a log cannot be believed, and why.

    `hole`: another version stands where this one belongs.
    `hash`: its body, its salt, its hash or something before it was changed.
    """

    version: int
    why: Literal["hole", "hash"]


def leaf(salt: bytes, body: bytes) -> bytes:
    """What stands for one entry in the chain. The salt keeps a short body from being guessed by its hash."""
    return sha256(salt + body).digest()


def link(previous: bytes, leaf: bytes) -> bytes:
    """The chain's next hash after `previous`."""
    return sha256(previous + leaf).digest()


def seal(previous_hash: bytes, version: int, body: bytes, salt: bytes) -> Sealed:
    """The entry that follows a log whose last hash is `previous_hash` (GENESIS when it is empty)."""
    return Sealed(version, body, salt, link(previous_hash, leaf(salt, body)))


def first_break(previous_hash: bytes, previous_version: int, entries: Iterable[Sealed]) -> Break | None:
    """Where `entries` first fail to follow a log that ends at `previous_version` with `previous_hash`."""
    held, version = previous_hash, previous_version
    for entry in entries:
        version += 1
        if entry.version != version:
            return Break(version, "hole")
        # leaf() and link() written out: this line runs once for every entry a server ever loads.
        held = sha256(held + sha256(entry.salt + entry.body).digest()).digest()
        if entry.hash != held:
            return Break(version, "hash")
    return None
