"""Past entries and past states: from memory where they are recent, else read again and held against the chain."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Final

from engine.evolve import evolve
from engine.history import CHECKPOINT_EVERY, History, fold
from engine.state import State
from events.base import Version
from events.chain import Sealed, first_break
from events.codec import decode
from events.correction import IN_PLACE, Retracted
from events.envelope import Entry
from events.log.errors import LogBroken, LogForked
from events.log.stream import PAGE, Log

KEEP: Final = 512
_NEAR: Final = 64
"""Versions on a line that lie so close together are read in one go."""

LONG: Final = 500
"""From so many facts on, folding and deciding are left to a thread: others have their turn meanwhile."""


def entry_of(table: str, sealed: Sealed) -> Entry:
    """What an entry of a table's log says. The chain may fit and it be none: who can write a log can seal anything.

    Raises:
        LogBroken: it cannot be read, or is one of another table or version.
    """
    try:
        entry = decode(sealed.body)
    except (ValueError, RecursionError) as problem:
        raise LogBroken(table, sealed.version, f"its entry cannot be read ({problem})") from problem
    if (entry.table, entry.version) != (table, sealed.version):
        raise LogBroken(table, sealed.version, f"it holds version {entry.version} of table {entry.table}")
    return entry


class Recent:
    """The newest entries of a table, as they were folded."""

    def __init__(self) -> None:
        self._entries: dict[Version, Entry] = {}

    def add(self, entry: Entry) -> None:
        """One more; the oldest goes."""
        self._entries[entry.version] = entry
        self._entries.pop(entry.version - KEEP, None)

    def get(self, version: Version) -> Entry | None:
        """An entry, if it is recent."""
        return self._entries.get(version)


class Past:
    """Reads a table's past for whoever stands at its present."""

    def __init__(self, log: Log, table: str, recent: Recent) -> None:
        self._log, self._table, self._recent = log, table, recent

    async def entries(self, first: Version, last: Version) -> tuple[Entry, ...]:
        """The entries from `first` to `last`, both included; fewer where the log ends before."""
        known = [self._recent.get(version) for version in range(first, last + 1)]
        if all(entry is not None for entry in known):
            return tuple(entry for entry in known if entry is not None)
        return await self._read(first, last)

    async def entry(self, version: Version) -> Entry | None:
        """One entry, or None where there is none."""
        found = await self.entries(version, version) if version > 0 else ()
        return found[0] if found else None

    async def state(self, history: History, at: Version, pending: Mapping[Version, Entry] | None = None) -> State:
        """The state of the table when it stood at `at`; `pending` are entries that are not in the log yet.

        Raises:
            LogBroken: what is stored does not fit the chain.
        """
        if at == history.at:
            return history.state
        state, versions = history.line(at)
        corrected = max((version for version in history.corrections if version <= at), default=0)
        entries = await self.read(versions, pending)
        for version in versions:
            state = evolve(state, entries[version])
            if version % CHECKPOINT_EVERY == 0 and corrected < version <= history.head:
                history.checkpoints.setdefault(version, state)
        return state

    async def led_to(
        self, history: History, entry: Entry, fact: Retracted, pending: Mapping[Version, Entry] | None = None
    ) -> State:
        """The state that a retraction leads to; a long way is folded off the event loop.

        Raises:
            LogBroken: what is stored does not fit the chain.
        """
        if fact.how not in IN_PLACE:
            return await self.state(history, fact.stands_at, pending)
        state, versions = history.way_to(entry, fact)
        entries = await self.read(versions, pending)
        line = [entries[version] for version in versions]
        return await asyncio.to_thread(fold, state, line) if len(line) > LONG else fold(state, line)

    async def shown(self, history: History, version: Version) -> State:
        """The state that the table showed when `version` was the head."""
        return await self.state(history, history.stands[version])

    async def read(
        self, versions: Iterable[Version], pending: Mapping[Version, Entry] | None = None
    ) -> dict[Version, Entry]:
        """These entries by version, from memory, from what is not in the log yet, or from the log.

        Raises:
            LogBroken: what is stored does not fit the chain. LogForked: the log ends before, and did not.
        """
        found: dict[Version, Entry] = {}
        missing: list[Version] = []
        pending = pending or {}
        for version in sorted(versions):
            entry = pending.get(version) or self._recent.get(version)
            if entry is None:
                missing.append(version)
            else:
                found[version] = entry
        for first, last in _runs(missing):
            found.update({entry.version: entry for entry in await self._read(first, last)})
        gap = next((version for version in missing if version not in found), None)
        if gap is not None:
            await self._log.read(self._table, gap - 1, 1)  # names what stands there instead
            raise LogForked(self._table, gap - 1)
        return found

    async def _read(self, first: Version, last: Version) -> tuple[Entry, ...]:
        """Read with the entry before them, from whose hash they must go on."""
        lead = 1 if first > 1 else 0
        sealed = await self._log.read(self._table, first - 1 - lead, last - first + 1 + lead)
        if not sealed:
            return ()
        held = sealed[0].hash if lead else bytes(32)
        broken = first_break(held, first - 1, sealed[lead:])
        if broken:
            raise LogBroken(self._table, broken.version, f"the chain shows a {broken.why} that does not fit")
        return tuple(entry_of(self._table, one) for one in sealed[lead:])


def _runs(versions: Iterable[Version]) -> list[tuple[Version, Version]]:
    """Few readings that cover all versions, given in order."""
    runs: list[tuple[Version, Version]] = []
    for version in versions:
        if runs and version - runs[-1][1] <= _NEAR and version - runs[-1][0] < PAGE:
            runs[-1] = (runs[-1][0], version)
        else:
            runs.append((version, version))
    return runs
