"""Snapshots: a folded state kept beside the log so that a table opens quickly. A cache that is never believed
without proof: what does not fit is ignored and the log is folded from the start.
"""

import hmac
from hashlib import sha256
from typing import Final

import msgspec

from events.log import keys
from events.log.answers import Head
from events.log.errors import LogStranger
from events.log.scripts import script
from events.log.stream import Log

KEPT: Final = 30 * 24 * 3600
"""Seconds a snapshot stays after it was last written, so that those of older software go away."""


class Snapshot(msgspec.Struct, frozen=True):
    """The state of a table as it was when `version` was the head.

    `hash` is the chain's at that version, `fingerprint` names the software whose fold made it, `digest` is
    the payload's SHA-256.
    """

    version: int
    hash: bytes
    fingerprint: str
    digest: bytes
    payload: bytes

    @property
    def head(self) -> Head:
        """Where the log goes on after this state."""
        return Head(self.version, self.hash)


def snapshot(head: Head, fingerprint: str, payload: bytes) -> Snapshot:
    """A snapshot of the state at `head`, with the digest of its payload."""
    return Snapshot(head.version, head.hash, fingerprint, sha256(payload).digest(), payload)


async def save_snapshot(log: Log, table: str, taken: Snapshot, mac_key: bytes) -> None:
    """Keep a snapshot in place of an older one of the same fingerprint.

    `mac_key` is the server's secret: who can write to Redis but does not know it cannot make a state up.
    """
    key = keys.snapshot_key(table, taken.fingerprint)
    fields: list[str | bytes] = [
        "version", str(taken.version), "hash", taken.hash, "digest", taken.digest,
        "mac", _mac(mac_key, table, taken), "payload", taken.payload,
    ]  # fmt: skip
    await log.wire.run(script("keep", writes=True), [key], [KEPT, *fields])


async def load_snapshot(log: Log, table: str, fingerprint: str, mac_key: bytes) -> Snapshot | None:
    """The table's snapshot, if this software made it, nobody changed it, and the log bears it out.

    One that is spoilt, forged, of another table, or of a log that has since been replaced is as good as none.
    """
    found = await stored(log, table, fingerprint, mac_key)
    if found is None:
        return None
    there = await log.entry(table, found.version)
    return found if there is not None and there.hash == found.hash else None


async def stored(log: Log, table: str, fingerprint: str, mac_key: bytes) -> Snapshot | None:
    """A whole and genuine snapshot, not yet held against the log."""
    key = keys.snapshot_key(table, fingerprint)
    try:
        flat = await log.wire.call(key, "HGETALL", key)
    except LogStranger:
        return None
    fields: dict[bytes, bytes] = dict(zip(flat[::2], flat[1::2], strict=True))
    try:
        found = Snapshot(int(fields[b"version"]), fields[b"hash"], fingerprint, fields[b"digest"], fields[b"payload"])
        genuine = hmac.compare_digest(fields[b"mac"], _mac(mac_key, table, found))
    except (KeyError, ValueError, OverflowError):
        return None
    whole = sha256(found.payload).digest() == found.digest
    return found if genuine and whole and found.version > 0 else None


def _mac(mac_key: bytes, table: str, taken: Snapshot) -> bytes:
    said = msgspec.json.encode([table, taken.fingerprint, taken.version, taken.hash.hex(), taken.digest.hex()])
    return hmac.digest(mac_key, b"fracas snapshot " + said, "sha256")
