"""Backups: every table of a log in one file, made while people play, verified when made and when brought back."""

import asyncio
import shutil
import tempfile
from pathlib import Path
from typing import BinaryIO, Final, cast
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

import msgspec

from api.clock import Clock
from api.private import private_file
from api.proof.capsules import NotTaken, Receiver, Taken, capsule, ruleset_of
from api.proof.verify import Report, lines_of, verify
from events.log.answers import Head
from events.log.stream import Log

FORMAT: Final = 1
CONTENTS: Final = "contents.json"
_MEMORY: Final = 16 * 1024 * 1024


class NotWhole(Exception):
    """A backup that cannot be believed, and why; nothing was brought back."""


class Kept(msgspec.Struct, frozen=True):
    """One table in a backup: how far its log went, and the chain's hash there."""

    table: str
    version: int
    head: str


class Contents(msgspec.Struct, frozen=True):
    """What is in a backup: the number of its format, when it was begun, its tables."""

    fracas: int
    began: int
    tables: tuple[Kept, ...]


async def back_up(log: Log, place: Path, clock: Clock) -> Contents:
    """Write every table as it stands when its turn comes. The file is there when it is whole, or not at all.

    Raises:
        LogError: the log does not answer, or a table cannot be believed.
    """
    began, kept = clock(), list[Kept]()
    aside = place.with_name(f"{place.name}.part")
    try:
        with private_file(aside) as plain, ZipFile(plain, "w", ZIP_DEFLATED) as file:
            for table in await log.tables():
                head = await log.head(table)
                if head.version:  # else it was deleted before its turn came
                    kept.append(await _write(log, table, head, file))
            contents = Contents(FORMAT, began, tuple(kept))
            file.writestr(CONTENTS, msgspec.json.encode(contents))
        await asyncio.to_thread(check, aside)
        aside.replace(place)
    finally:
        aside.unlink(missing_ok=True)
    return contents


async def _write(log: Log, table: str, head: Head, file: ZipFile) -> Kept:
    with file.open(_name(table), "w", force_zip64=True) as member:
        async for part in capsule(log, table, await ruleset_of(log, table), head.version):
            await asyncio.to_thread(member.write, part)
    return Kept(table, head.version, head.hash.hex())


def check(place: Path) -> Contents:
    """What is in a backup, after each of its tables was verified from its first entry to its last.

    Raises:
        NotWhole: it is no backup, or not as it was made.
    """
    try:
        with ZipFile(place) as file:
            contents = msgspec.json.decode(file.read(CONTENTS), type=Contents)
            if contents.fracas != FORMAT:
                raise NotWhole(f"{place} is of format {contents.fracas}; this Fracas reads format {FORMAT}")
            for one in contents.tables:
                _must_be(one, _report(file, one))
            return contents
    except (BadZipFile, KeyError, msgspec.MsgspecError, EOFError) as wrong:
        raise NotWhole(f"{place} is no whole backup: {wrong}") from wrong


async def bring_back(receiver: Receiver, place: Path, only: frozenset[str]) -> list[Taken | NotTaken]:
    """Bring the tables of a backup back, or only some; what became of each. Nothing is touched unless all is whole.

    Raises:
        NotWhole: it is no whole backup, or a table that is wanted is not in it.
        LogError: the log does not answer.
    """
    contents = await asyncio.to_thread(check, place)
    there = {one.table for one in contents.tables}
    if missing := sorted(only - there):
        raise NotWhole(f"{place} does not hold {', '.join(missing)}")
    with ZipFile(place) as file:
        wanted = [one.table for one in contents.tables if not only or one.table in only]
        return [await _take(receiver, file, table) for table in wanted]


async def _take(receiver: Receiver, file: ZipFile, table: str) -> Taken | NotTaken:
    with tempfile.SpooledTemporaryFile(_MEMORY) as copy:
        with file.open(_name(table)) as member:
            await asyncio.to_thread(shutil.copyfileobj, member, copy)
        copy.seek(0)
        try:
            return await receiver.take_in(cast(BinaryIO, copy))
        except NotTaken as why:
            return why


def _report(file: ZipFile, one: Kept) -> Report:
    with file.open(_name(one.table)) as member:
        return verify(lines_of(cast(BinaryIO, member)))


def _must_be(one: Kept, found: Report) -> None:
    if not found.whole:
        first = found.faults[0]
        raise NotWhole(f"table {one.table}, version {first.version} ({first.kind}): {first.sentence}")
    if (found.table, found.count, found.head) != (one.table, one.version, one.head):
        raise NotWhole(f"table {one.table} is not the one that the contents name")


def _name(table: str) -> str:
    return f"{table}.fracas.jsonl"
