"""Where commands that look at a whole log find its entries: a file that was exported, or a table here."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

from api.cli.reach import existing, log_of, settings_of
from api.cli.saying import give_up
from api.proof.verify import lines_of, sealed_of
from api.proof.verify import verify as verified
from api.settings import Settings
from engine.ruleset import RuleSet
from engine.rulesets import RULESETS
from events.chain import Sealed
from events.codec import UnreadableEntry, decode
from events.envelope import Entry
from events.log.errors import LogBroken
from events.table import TableOpened


def entries_of(what: str, data: Path | None, redis: str | None) -> tuple[Entry, ...]:
    """The entries of an export or of a table, checked before they are believed."""
    file = Path(what)
    if file.is_file():
        return tuple(_from_the_file(file))
    with existing(settings_of(data, redis)) as settings:
        try:
            return asyncio.run(_from_the_log(settings, what))
        except (LogBroken, UnreadableEntry) as problem:
            give_up(f"{what}: {problem}")


def ruleset_of(what: str, entries: tuple[Entry, ...]) -> RuleSet:
    """The rule set that a table is played under, if it is here."""
    opened = entries[0].fact
    assert isinstance(opened, TableOpened), "every log begins with the opening"
    if opened.ruleset not in RULESETS:
        give_up(f"{what} is played under {opened.ruleset}, which is not here")
    return RULESETS[opened.ruleset]


def tables_here(data: Path | None, redis: str | None) -> tuple[str, ...]:
    """The ids of all tables here."""

    async def go(settings: Settings) -> tuple[str, ...]:
        async with log_of(settings) as log:
            return tuple(await log.tables())

    with existing(settings_of(data, redis)) as settings:
        return asyncio.run(go(settings))


def _from_the_file(file: Path) -> Iterator[Entry]:
    with file.open("rb") as opened:
        report = verified(lines_of(opened))
        if report.faults:
            first = report.faults[0]
            give_up(f"{file} is no whole export: version {first.version} ({first.kind}): {first.sentence}")
        opened.seek(0)
        for line in lines_of(opened):
            found = sealed_of(line.removesuffix(b"\n"))
            if found is not None:
                yield decode(found.body)


async def _from_the_log(settings: Settings, table: str) -> tuple[Entry, ...]:
    async with log_of(settings) as log:
        found: list[Sealed] = [one async for page in log.walk(table) for one in page]
    if not found:
        give_up(f"there is no table {table!r} here, nor a file of this name; `fracas tables` lists those there are")
    return tuple(decode(one.body) for one in found)
