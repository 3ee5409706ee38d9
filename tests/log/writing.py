"""Commands and their entries as tests need them: real JSON envelopes, real chains, made-up facts."""

import json
import os
from collections.abc import Iterable

from events.chain import Sealed, seal
from events.log.answers import EMPTY, Appended, Head, Known, Landing, Moved
from events.log.stream import Log


def body(table: str, version: int, key: str, digest: str = "d1", fact: str = "noted") -> bytes:
    seat, command = key.split("/")
    entry = {"table": table, "version": version, "time": 1, "schema": 1, "seat": seat, "command": command}
    return json.dumps(entry | {"digest": digest, "fact": {"type": fact}}, separators=(",", ":")).encode()


def landing(table: str, after: Head, key: str, count: int = 3, digest: str = "d1") -> Landing:
    """A command that makes `count` things happen after `after`."""
    entries: list[Sealed] = []
    for version in range(after.version + 1, after.version + 1 + count):
        held = entries[-1].hash if entries else after.hash
        entries.append(seal(held, version, body(table, version, key, digest), os.urandom(16)))
    return Landing(key, digest, tuple(entries))


def group(table: str, after: Head, keys: Iterable[str], count: int = 1) -> list[Landing]:
    """Several commands in a row."""
    made: list[Landing] = []
    for key in keys:
        made.append(landing(table, end(made) if made else after, key, count))
    return made


def end(commands: list[Landing]) -> Head:
    last = commands[-1].entries[-1]
    return Head(last.version, last.hash)


async def write(log: Log, table: str, keys: Iterable[str], count: int = 1, after: Head = EMPTY) -> Head:
    """Append each command by itself."""
    for key in keys:
        answer = await log.append(table, after.version, [landing(table, after, key, count)])
        assert isinstance(answer, Appended), answer
        after = answer.head
    return after


async def write_many(log: Log, table: str, count: int, after: Head = EMPTY) -> Head:
    """Append `count` entries in a few large groups."""
    for start in range(0, count, 500):
        made = group(table, after, (f"gm/{after.version}-{n}" for n in range(start, min(start + 500, count))))
        assert isinstance(await log.append(table, after.version, made), Appended)
        after = end(made)
    return after


async def insist(log: Log, table: str, key: str, count: int = 2) -> int:
    """Decide a command again and again until it has landed; the version it landed at."""
    head = await log.head(table)
    while True:
        answer = await log.append(table, head.version, [landing(table, head, key, count)])
        match answer:
            case Appended():
                return head.version + 1
            case Known(landed=landed):
                return landed[key].first
            case Moved():
                head = await log.head(table)
