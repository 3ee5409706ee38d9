"""One open table: its history, its queue, and everybody who waits for news of it."""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from time import perf_counter
from typing import Any

from api.limits import GROUP, QUEUE
from api.lines import LOGGER, say
from api.metrics import APPEND_SECONDS, GROUP_SIZE, MOVED
from api.tables.deciding import Decider
from api.tables.once import Once
from api.tables.orders import Drafted, Landed, Passed, TurnedAway, Unit
from api.tables.past import Past, Recent, entry_of
from api.tables.streams import Streams
from api.web.problems import Problem, problem
from engine.history import History
from engine.ruleset import RuleSet
from events.base import Version
from events.chain import Sealed, first_break
from events.envelope import Entry
from events.log import answers
from events.log.errors import LogBroken, LogError, LogForked
from events.log.stream import Log


class Table:
    """A table as this process knows it.

    Commands are decided in the order in which they came and appended in groups. Whatever lands, ours or another
    process's, is folded exactly once, under one lock. `beside` is what others make of it and share while it is open.
    """

    def __init__(self, name: str, log: Log, ruleset: RuleSet, decider: Decider, past: Past, recent: Recent) -> None:
        self.name, self.ruleset, self.past = name, ruleset, past
        self.history = History.empty()
        self.on_change: Callable[[Table], None] = lambda table: None
        self.streams = Streams(name, log, ruleset, decider)
        self.beside: dict[Any, Any] = {}
        self.lost = False
        self._log, self._decider, self._recent = log, decider, recent
        self._queue: deque[Unit] = deque()
        self._flying: dict[str, Unit] = {}
        self._pumping: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        self._news = asyncio.Event()
        self._catching_up = Once()

    @property
    def nearly_full(self) -> int:
        """From this version on the GM is warned that the log comes to its end."""
        return self._decider.longest * 8 // 10

    @property
    def busy(self) -> bool:
        """Whether commands are on their way."""
        return bool(self._queue) or self._pumping is not None

    async def idle(self) -> None:
        """Return when every command on its way has its answer."""
        while self._pumping is not None:
            await asyncio.wait([self._pumping])

    async def begin_with(self, history: History, tail: Iterable[Sealed], breath: int) -> None:
        """Fold what was read from the log; others have their turn after every `breath` entries."""
        self.history = self.streams.present = history
        for sealed in tail:
            await self._fold(sealed)
            if sealed.version % breath == 0:
                await asyncio.sleep(0)

    # commands

    async def give(self, unit: Unit) -> tuple[Landed, ...]:
        """Have a unit decided and appended; where it stands in the log.

        A command that is on its way already is not given twice: both callers get the one answer.

        Raises:
            TurnedAway: it was not accepted. Passed: the table has gone on.
            Problem: an id was used for something else, or too much waits. LogError: the log does not answer.
        """
        while (other := self._in_flight(unit)) is not None:
            alike = self._alike(unit, other)
            try:
                landed = await asyncio.shield(other.answer)
            except (TurnedAway, Passed, Problem, LogError):
                if alike:
                    raise
                continue  # a refused id is free again
            if alike:
                return landed
        if len(self._queue) >= QUEUE:
            raise problem("busy", "more commands wait at this table than it can take", headers={"Retry-After": "1"})
        self._queue.append(unit)
        self._flying.update(dict.fromkeys(unit.keys, unit))
        if self._pumping is None:
            self._pumping = asyncio.create_task(self._pump())
        return await asyncio.shield(unit.answer)

    def _in_flight(self, unit: Unit) -> Unit | None:
        """Another unit that uses one of these ids and has no answer yet."""
        others = (self._flying[key] for key in unit.keys if key in self._flying)
        return next((other for other in others if not other.answer.done()), None)

    def _alike(self, unit: Unit, other: Unit) -> bool:
        """Whether it is the very same, sent twice."""
        digests = [[order.digest for order in one.orders] for one in (unit, other)]
        return unit.keys == other.keys and digests[0] == digests[1] and unit.expect == other.expect

    async def _pump(self) -> None:
        try:
            while self._queue:
                units = self._next_group()
                try:
                    async with self._turn:
                        await self._land(units)
                except Exception as fault:
                    self._give_up(units, fault)
                finally:
                    self._land_ids(units)
                self.on_change(self)
        finally:
            self._pumping = None

    def _land_ids(self, units: list[Unit]) -> None:
        for unit in units:
            for key in unit.keys:
                if self._flying.get(key) is unit:
                    del self._flying[key]

    def _next_group(self) -> list[Unit]:
        """What has queued up. A unit that expects a number begins a group: its number is that of what has landed."""
        group = [self._queue.popleft()]
        while self._queue and len(group) < GROUP and self._queue[0].expect is None:
            group.append(self._queue.popleft())
        return group

    def _give_up(self, units: list[Unit], fault: Exception) -> None:
        """Nobody knows what is in the log now; whoever asks again with the same ids finds out."""
        self.history = self.history.rebased()
        if isinstance(fault, LogForked | LogBroken):
            self.lost = True
        if not isinstance(fault, LogError):
            LOGGER.error("a group failed", exc_info=fault, extra={"fields": {"table": self.name}})
            fault = problem("internal", "the command met a fault of the service; send it again with the same id")
        for unit in units:
            unit.fail(fault)

    async def _land(self, units: list[Unit]) -> None:
        """Decide a group and append it, as often as it takes until each of its units has an answer."""
        while units:
            units = await self._without_known(units)
            drafts, refusals = await self._drafts(units)
            if not drafts:
                missed = await self._log.read(self.name, self.history.head)
                if not missed:
                    _refuse(refusals)
                    return
                units = await self._after_others(units, missed)
                continue
            landings = [landing for draft in drafts for landing in draft.landings]
            began = perf_counter()
            answer = await self._log.append(self.name, self.history.head, landings, expected_hash=self.history.hash)
            match answer:
                case answers.Appended():
                    APPEND_SECONDS.observe(perf_counter() - began)
                    GROUP_SIZE.observe(len(landings))
                    self._landed(drafts)
                    _refuse(refusals)
                    return
                case answers.Moved(missed=missed) | answers.Known(missed=missed):
                    MOVED.inc()
                    self.history.prune()
                    units = await self._after_others(units, missed)

    async def _drafts(self, units: list[Unit]) -> tuple[list[Drafted], list[tuple[Unit, Exception]]]:
        drafts: list[Drafted] = []
        refusals: list[tuple[Unit, Exception]] = []
        pending: dict[Version, Entry] = {}
        history = self.history
        for unit in units:
            if unit.expect is not None and unit.expect != self.streams.number(unit.speaker):
                refusals.append((unit, Passed()))
                continue
            coming = dict(pending)
            try:
                draft = await self._decider.draft(history, unit, coming)
            except (TurnedAway, Problem) as why:
                if len(unit.orders) > 1:
                    history.prune()  # it may be refused half way
                refusals.append((unit, why))
                continue
            pending, history = coming, draft.after
            drafts.append(draft)
        return drafts, refusals

    async def _without_known(self, units: list[Unit]) -> list[Unit]:
        """Answer the units whose commands are in the log already; the rest is still to be decided."""
        left = []
        for unit in units:
            firsts = [self.history.commands.get(key) for key in unit.keys]
            if all(first is None for first in firsts):
                left.append(unit)
                continue
            try:
                unit.settle(await self._again(unit, firsts))
            except Problem as used:
                unit.fail(used)
        return left

    async def _again(self, unit: Unit, firsts: list[Version | None]) -> tuple[Landed, ...]:
        landed = []
        for order, first in zip(unit.orders, firsts, strict=True):
            entry = await self.past.entry(first) if first is not None else None
            if first is None or entry is None or entry.digest != order.digest:
                used = [one.id for one, at in zip(unit.orders, firsts, strict=True) if at is not None]
                raise problem("id-used", f"used before, for another command: {', '.join(used)}", command=used[0])
            landed.append(Landed(first, self._last_of(first)))
        return tuple(landed)

    def _last_of(self, first: Version) -> Version:
        begins, last = self.history.begins, first
        while last < self.history.head and begins[last + 1] == first:
            last += 1
        return last

    # what lands

    async def _after_others(self, units: list[Unit], missed: Iterable[Sealed]) -> list[Unit]:
        """Fold what others have appended; who must not be decided again on that is told what was missed."""
        before = self.history.head
        await self._fold_others(missed)
        while page := await self._log.read(self.name, self.history.head):
            await self._fold_others(page)
        self.on_change(self)
        units = await self._without_known(units)
        left = []
        for unit in units:
            if unit.again or unit.expect is not None or self.history.head == before:
                left.append(unit)
            else:
                unit.fail(Passed())
        return left

    async def take(self, entries: Iterable[Sealed]) -> None:
        """Fold what the log has told, as far as it is not known yet.

        Raises:
            LogForked: it does not go on from what this process has read.
        """
        async with self._turn:
            await self._fold_others(entries)
        self.on_change(self)

    async def catch_up(self) -> None:
        """Return when everything is known here that was acknowledged anywhere before this was asked.

        Raises:
            LogForked: the log no longer holds what this process has read. LogUnavailable: the log does not answer.
        """
        await self._catching_up.done(self._catch_up)

    async def _catch_up(self) -> None:
        head, held = self.history.head, self.history.hash
        # The newest known entry is read along, to see that this is still the log it stood in.
        page = await self._log.read(self.name, head - 1)
        if not page or page[0].hash != held:
            raise LogForked(self.name, head - 1 + len(page))
        while page and page[-1].version > self.history.head:
            await self.take(page)
            page = await self._log.read(self.name, self.history.head)

    async def _fold_others(self, entries: Iterable[Sealed]) -> None:
        new = [sealed for sealed in entries if sealed.version > self.history.head]
        if first_break(self.history.hash, self.history.head, new):
            raise LogForked(self.name, new[-1].version)
        for sealed in new:
            await self._fold(sealed)
        self.wake()

    async def _fold(self, sealed: Sealed) -> None:
        entry = entry_of(self.name, sealed)
        try:
            after = await self._decider.fold(self.history, entry, sealed.hash)
        except LogError:
            raise
        except Exception as fault:
            LOGGER.exception("an entry cannot be folded", extra={"fields": {"table": self.name}})
            raise LogBroken(self.name, entry.version, "what it says does not go on from there") from fault
        self._step(entry, after)

    def _landed(self, drafts: list[Drafted]) -> None:
        for draft in drafts:
            for landed in draft.landed:
                for entry, after in landed.steps:
                    self._step(entry, after)
        self.wake()
        for draft in drafts:
            draft.unit.settle(draft.landed)
        keys = [key for draft in drafts for key in draft.unit.keys]
        # The line is written when those who wait have been told.
        tell = partial(say, "landed", table=self.name, commands=keys, version=self.history.head)
        asyncio.get_running_loop().call_soon(tell)

    def _step(self, entry: Entry, after: History) -> None:
        before, self.history = self.history, after
        self._recent.add(entry)
        self.streams.take(entry, before, after)

    # news

    def wake(self) -> None:
        """Tell everybody who waits for news to look again."""
        self._news.set()
        self._news = asyncio.Event()

    async def news(self) -> None:
        """Return when something new has been folded."""
        await self._news.wait()


def _refuse(refusals: list[tuple[Unit, Exception]]) -> None:
    for unit, why in refusals:
        unit.fail(why)
