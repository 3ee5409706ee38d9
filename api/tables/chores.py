"""What a change of a table brings with it: defaults when time is over, what was queued, snapshots now and then."""

import asyncio
from contextlib import suppress
from typing import Final

from api.clock import Clock
from api.lines import say
from api.metrics import DEFAULTS, SNAPSHOTS
from api.tables.deadlines import due, have_deadlines
from api.tables.opening import Opener
from api.tables.orders import Order, Passed, TurnedAway, Unit
from api.tables.place import Jobs, Place
from api.tables.queued import of_the_queue
from api.tables.table import Table
from api.web.problems import Problem
from engine.beforehand import due_now
from engine.history import History
from engine.ledger import Queued
from events.log.errors import LogError

_SPARSER: Final = 16
"""A table that is opened folds at most this part of its log behind its snapshot."""

_AGAIN: Final = 1.0
"""Seconds until what failed for want of the log is tried again."""


class Chores:
    """What is done for the open tables of a process, unasked. A snapshot is kept every `keep_every` versions."""

    def __init__(self, opener: Opener, clock: Clock, keep_every: int, jobs: Jobs) -> None:
        self._opener, self._clock, self._keep_every, self._jobs = opener, clock, keep_every, jobs

    def after_a_change(self, place: Place) -> None:
        """Set the clock anew, carry out what was queued for whoever is up, keep a snapshot where one is due."""
        history = place.table.history
        place.stop_the_clock()
        if have_deadlines(history):
            self._jobs.begin(self._set_the_clock(place))
        queued = due_now(history.ledger, history.state)
        if queued is not None and place.carried_out_at < history.head:
            place.carried_out_at = history.head  # once on what stands: if it is refused, nothing has changed
            self._jobs.begin(self._carry_out(place, queued))
        # A snapshot grows with its log, so the more there is, the rarer it is written.
        grown = max(self._keep_every, history.head // _SPARSER)
        if history.head - place.kept_at >= grown and place.keeping is None:
            place.keeping = self._jobs.begin(self._keep(place, history))

    async def _keep(self, place: Place, history: History) -> None:
        """Whatever goes wrong with a snapshot costs time and nothing else."""
        try:
            await self._opener.keep(place.table.name, history)
            place.kept_at = history.head
            SNAPSHOTS.labels("kept").inc()
        except LogError as problem:
            SNAPSHOTS.labels("failed").inc()
            say("no snapshot", 30, table=place.table.name, why=str(problem))
        finally:
            place.keeping = None

    async def _set_the_clock(self, place: Place, at_least: float = 0.0) -> None:
        """For the next default that falls due."""
        history = place.table.history
        try:
            coming = await due(history, place.table.past)
        except LogError as problem:
            say("deadlines not known yet", 30, table=place.table.name, why=str(problem))
            self._ring(place, history, _AGAIN)
            return
        if coming:
            self._ring(place, history, max((coming[0].when - self._clock()) / 1000, at_least))

    def _ring(self, place: Place, history: History, seconds: float) -> None:
        """Give defaults after so many seconds, unless the table goes on before."""
        if place.table.history is not history or place.table.lost:
            return
        place.stop_the_clock()
        ring = self.give_defaults
        place.timer = asyncio.get_running_loop().call_later(seconds, lambda: self._jobs.begin(ring(place)))

    async def give_defaults(self, place: Place) -> None:
        """Give the default for every question whose deadline is over. The command's id makes it one for all."""
        table, history = place.table, place.table.history
        if table.lost:
            return
        place.stop_the_clock()
        try:
            over = [one for one in await due(history, table.past) if one.when <= self._clock()]
        except LogError as problem:
            say("deadlines not known yet", 30, table=table.name, why=str(problem))
            over = []
        for one in over:
            await self._give_default(table, one.order)
        if table.history is history and have_deadlines(history):
            await self._set_the_clock(place, at_least=_AGAIN)

    async def _carry_out(self, place: Place, queued: Queued) -> None:
        """What was queued for whoever is up. The command's id makes it one for all processes."""
        order, table = of_the_queue(queued), place.table
        with suppress(TurnedAway, Passed, Problem):  # it was done or taken back meanwhile
            try:
                await table.give(Unit(queued.seat, (order,)))
                say("queued action carried out", table=table.name, command=order.id)
            except LogError as problem:
                say("queued action not carried out yet", 30, table=table.name, command=order.id, why=str(problem))
                place.carried_out_at = 0
                self._jobs.begin(self._again(place))

    async def _again(self, place: Place) -> None:
        """Look once more what there is to do, now that the log may answer."""
        await asyncio.sleep(_AGAIN)
        if not place.table.lost:
            self.after_a_change(place)

    async def _give_default(self, table: Table, order: Order) -> None:
        with suppress(TurnedAway, Passed):  # somebody answered after all
            try:
                await table.give(Unit(table.history.ledger.first_gm.id, (order,)))
                DEFAULTS.inc()
                say("deadline over", table=table.name, command=order.id)
            except (LogError, Problem) as problem:
                say("default not given yet", 30, table=table.name, command=order.id, why=str(problem))
