"""What is sent to the log and what it answers."""

from typing import TypeAlias

import msgspec

from events.chain import GENESIS, Sealed


class Head(msgspec.Struct, frozen=True):
    """How far a log goes: the newest version and the chain's hash there. A receipt, when kept elsewhere."""

    version: int
    hash: bytes


EMPTY = Head(0, GENESIS)
"""The head of a table that has no entry yet, which is to say of one that does not exist."""


class Landing(msgspec.Struct, frozen=True):
    """One command on its way into the log, with all that it made happen.

    `key` is `seat/command-id`, `digest` that of the command's body; every entry's envelope says both too.
    """

    key: str
    digest: str
    entries: tuple[Sealed, ...]


class Landed(msgspec.Struct, frozen=True):
    """Where an accepted command stands: its digest, its first version, how many entries it has."""

    digest: str
    first: int
    count: int


class Appended(msgspec.Struct, frozen=True):
    """All of the group is in the log and durable as the server is set up. `head` is the end of this group."""

    head: Head


class Known(msgspec.Struct, frozen=True):
    """Nothing was added: some of these commands are in the log already, by their keys.

    `missed` is the first page of what came after the expected version; while it ends before `head`, read on.
    """

    head: Head
    landed: dict[str, Landed]
    missed: tuple[Sealed, ...]


class Moved(msgspec.Struct, frozen=True):
    """Nothing was added: the log has gone on since the expected version. `missed` as in Known."""

    head: Head
    missed: tuple[Sealed, ...]


Answer: TypeAlias = Appended | Known | Moved
