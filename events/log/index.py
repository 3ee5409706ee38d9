"""The index of accepted commands: a function of the log, kept beside it, made anew when they do not fit."""

from collections.abc import Awaitable, Callable
from secrets import token_hex
from typing import Final

import msgspec

from events.chain import Sealed
from events.log import keys
from events.log.answers import Head, Landed
from events.log.errors import LogBroken
from events.log.fitness import envelope
from events.log.scripts import script
from events.log.wire import Wire

_AT_ONCE: Final = 500
_LEFT_BEHIND: Final = 600
"""Seconds after which a half-made index disappears, if whoever made it was killed."""

Read = Callable[[int], Awaitable[tuple[Sealed, ...]]]


def parse(value: bytes) -> Landed:
    """What stands in the index for one command: `first:count:digest`."""
    first, count, digest = value.decode().split(":", 2)
    return Landed(digest, int(first), int(count))


def pairs(flat: list[bytes]) -> dict[str, Landed]:
    """Keys and values in turn, as the append script answers them."""
    return {key.decode(): parse(value) for key, value in zip(flat[::2], flat[1::2], strict=True)}


def tally(table: str, entries: tuple[Sealed, ...], landed: dict[str, Landed]) -> None:
    """Count further entries into what has landed.

    Raises:
        LogBroken: an entry without a readable envelope.
    """
    for entry in entries:
        try:
            said = envelope(entry)
        except msgspec.DecodeError as problem:
            raise LogBroken(table, entry.version, f"its envelope cannot be read ({problem})") from problem
        before = landed.get(said.key)
        if before is None:
            landed[said.key] = Landed(said.digest, entry.version, 1)
        elif before.first + before.count == entry.version:
            landed[said.key] = Landed(before.digest, before.first, before.count + 1)


async def rebuild(wire: Wire, table: str, read: Read) -> None:
    """Make the index beside the old one and put it in its place when it covers the log as it then stands.

    Several processes may do so at once: each makes its own, all of them are equal.
    """
    names = [keys.log_key(table), keys.ids_key(table), f"{keys.ids_key(table)}:{token_hex(8)}"]
    landed: dict[str, Landed] = {}
    head, adopted = Head(0, b""), 0
    while not adopted:
        while page := await read(head.version):
            tally(table, page, landed)
            head = Head(page[-1].version, page[-1].hash)
        await _store(wire, names[2], landed, head)
        adopted = await wire.run(script("adopt", writes=True), names, [_covers(head)])


async def _store(wire: Wire, key: str, landed: dict[str, Landed], head: Head) -> None:
    fields: list[str | bytes] = []
    for name, one in landed.items():
        fields += (name, f"{one.first}:{one.count}:{one.digest}")
    fields += ("covers", _covers(head))
    for start in range(0, len(fields), 2 * _AT_ONCE):
        await wire.call(key, "HSET", key, *fields[start : start + 2 * _AT_ONCE])
        await wire.call(key, "EXPIRE", key, _LEFT_BEHIND)


def _covers(head: Head) -> bytes:
    return f"{head.version}:".encode() + head.hash
