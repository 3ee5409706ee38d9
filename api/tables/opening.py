"""Tables out of the log and into it: opened anew, read with what was kept of them, kept for the next time."""

import asyncio
from collections.abc import Mapping
from typing import Final

from api.clock import Clock
from api.keys import Keys
from api.lines import say
from api.tables.deciding import Decider, Salt
from api.tables.past import Past, Recent, entry_of
from api.tables.table import Table
from api.tables.template import Prepared, landings
from engine.commands import Given
from engine.dice import DiceBox, KeyedDice
from engine.history import History
from engine.ruleset import RuleSet
from engine.snapshot import UnreadableSnapshot, fingerprint, from_bytes, to_bytes
from events.chain import Sealed
from events.log.answers import Appended, Head
from events.log.errors import LogBroken
from events.log.opening import open_table as read_table
from events.log.snapshots import save_snapshot, snapshot
from events.log.stream import Log
from events.table import TableOpened

_BREATH: Final = 500
"""Entries that are folded before others have their turn."""


class Opener:
    """Opens tables on one log, with the dice that follow from one server key; `fold` names the fold of snapshots."""

    def __init__(
        self, log: Log, keys: Keys, rulesets: Mapping[str, RuleSet], clock: Clock, salt: Salt, longest: int
    ) -> None:
        self._log, self._keys, self._rulesets = log, keys, rulesets
        self._clock, self._salt, self._longest = clock, salt, longest
        self.fold = fingerprint({one.id: one.version for one in rulesets.values()})

    def dice(self, table: str) -> DiceBox:
        """The dice of a table."""
        return KeyedDice(self._keys.dice, table)

    async def open(self, name: str, what: Prepared, given: Given, gm_link: str) -> None:
        """Write the first entries of a table; the same opening again changes nothing.

        Raises:
            Refused: an option or preset that the rule set does not have, or something of the template.
            LogError: the log does not answer.
        """
        ruleset = self._rulesets[what.opening.ruleset]
        landed = landings(what, ruleset, given, gm_link, self.dice(name), self._salt)
        said = await self._log.append(name, 0, landed)
        say("table opened", table=name, anew=isinstance(said, Appended))

    async def load(self, name: str) -> Table | None:
        """A table as the log has it, from the newest snapshot on; None where there is none of this name.

        Raises:
            LogError: the log does not answer, or cannot be believed.
        """
        opened = await read_table(self._log, name, self.fold, self._keys.snapshots)
        if opened.head.version == 0:
            return None
        history, tail = History.empty(), opened.tail
        if opened.snapshot is not None:
            try:
                history = from_bytes(opened.snapshot.payload)
            except UnreadableSnapshot as problem:
                say("snapshot ignored", 30, table=name, why=str(problem))
                tail = await self._whole(name)
        table = self._table(name, history.state.ruleset or _ruleset_of(name, tail[0]))
        await table.begin_with(history, tail, _BREATH)
        return table

    async def keep(self, name: str, history: History) -> None:
        """Write a snapshot of a table.

        Raises:
            LogError: the log does not take it.
        """
        payload = await asyncio.to_thread(to_bytes, history.rebased())
        taken = snapshot(Head(history.head, history.hash), self.fold, payload)
        await save_snapshot(self._log, name, taken, self._keys.snapshots)

    async def _whole(self, name: str) -> tuple[Sealed, ...]:
        return tuple([entry async for page in self._log.walk(name) for entry in page])

    def _table(self, name: str, ruleset: str) -> Table:
        if ruleset not in self._rulesets:
            raise LogBroken(name, 1, f"it is played by the rule set `{ruleset}`, which this service does not have")
        recent = Recent()
        past = Past(self._log, name, recent)
        playing = self._rulesets[ruleset]
        decider = Decider(name, playing, self.dice(name), past, self._clock, self._salt, self._longest)
        return Table(name, self._log, playing, decider, past, recent)


def _ruleset_of(name: str, first: Sealed) -> str:
    fact = entry_of(name, first).fact
    if not isinstance(fact, TableOpened):
        raise LogBroken(name, 1, "it does not begin with the opening of a table")
    return fact.ruleset
