"""All tables that this process has open: loaded when asked for, followed, kept on time, put away when unused."""

import asyncio
import re
from collections import OrderedDict
from collections.abc import Coroutine, Mapping
from contextlib import suppress

import msgspec

from api.clock import Clock
from api.keys import Keys
from api.lines import LOGGER, say
from api.tables.deadlines import due, gm_seat, have_deadlines
from api.tables.deciding import Decider, Salt, random_salt
from api.tables.orders import Order, Passed, TurnedAway, Unit
from api.tables.past import Past, Recent
from api.tables.table import Table
from engine.commands import Given, OpenTable
from engine.decide import open_table as decide_opening
from engine.dice import DiceBox, KeyedDice
from engine.history import History
from engine.refusals import Refusal, Refused
from engine.ruleset import RuleSet
from engine.snapshot import UnreadableSnapshot, fingerprint, from_bytes, to_bytes
from events.chain import Sealed, seal
from events.codec import decode, encode
from events.envelope import Entry
from events.log.answers import Appended, Head, Landing
from events.log.errors import LogError
from events.log.follow import Came, Follower, Strayed
from events.log.opening import open_table as read_table
from events.log.snapshots import save_snapshot, snapshot
from events.log.stream import Log
from events.table import TableOpened

_NAME = re.compile("[A-Za-z0-9-]{1,40}")

_BREATH = 500
"""Entries that are folded before others have their turn."""

_AGAIN = 1.0
"""Seconds until a default that could not be given is tried again."""


class Place(msgspec.Struct):
    """An open table and what goes on around it."""

    table: Table
    guests: int = 0
    kept_at: int = 0
    timer: asyncio.TimerHandle | None = None
    keeping: asyncio.Task[None] | None = None


class House:
    """The tables of one process.

    `dice` makes the box of a table; `salt` and `clock` are the edge's, so that tests can hold them still.
    """

    def __init__(
        self,
        log: Log,
        keys: Keys,
        rulesets: Mapping[str, RuleSet],
        clock: Clock,
        *,
        salt: Salt = random_salt,
        most: int = 256,
        keep_every: int = 500,
    ) -> None:
        self.log, self.rulesets = log, rulesets
        self._keys, self._clock, self._salt = keys, clock, salt
        self._most, self._keep_every = most, keep_every
        self._fold = fingerprint({one.id: one.version for one in rulesets.values()})
        self._places: OrderedDict[str, Place] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._jobs: set[asyncio.Task[None]] = set()
        self._follower = Follower(log)
        self._following: asyncio.Task[None] | None = None

    def dice(self, table: str) -> DiceBox:
        """The dice of a table."""
        return KeyedDice(self._keys.dice, table)

    # doors

    async def start(self) -> None:
        """Begin to follow the log."""
        await self._follower.__aenter__()
        self._following = asyncio.create_task(self._follow())

    async def close(self) -> None:
        """Let what is on its way land, then stop following."""
        for place in self._places.values():
            if place.timer is not None:
                place.timer.cancel()
        for place in tuple(self._places.values()):
            await place.table.idle()
        for job in (*self._jobs, self._following):
            if job is not None:
                job.cancel()
                with suppress(asyncio.CancelledError):
                    await job
        await self._follower.aclose()

    async def table(self, name: str) -> Table | None:
        """An open table; None where there is none of this name.

        Raises:
            LogError: the log does not answer, or cannot be believed.
        """
        if not _NAME.fullmatch(name):
            return None
        place = self._places.get(name)
        if place is not None and not place.table.lost:
            self._places.move_to_end(name)
            return place.table
        if place is not None:
            self.forget(name)
        if name not in self._loading:
            self._loading[name] = asyncio.create_task(self._load(name))
            self._loading[name].add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    def forget(self, name: str) -> None:
        """Put a table away; it is read from the log again when somebody asks for it."""
        place = self._places.pop(name, None)
        if place is not None:
            self._follower.unwatch(name)
            if place.timer is not None:
                place.timer.cancel()
            place.table.lost = True
            place.table.wake()

    async def open(self, name: str, opening: OpenTable, given: Given, gm_link: str) -> Table:
        """Open a new table; the same opening again finds the one there is.

        Raises:
            Refused: an option or preset that the rule set does not have.
            LogError: the log does not answer.
        """
        ruleset = self.rulesets[opening.ruleset]
        answer = decide_opening(History.empty(), ruleset, opening, given, gm_link, self.dice(name))
        if isinstance(answer, Refusal):
            raise Refused(answer)
        held, sealed = History.empty().hash, []
        for entry in answer.entries:
            sealed.append(seal(held, entry.version, encode(entry), self._salt()))
            held = sealed[-1].hash
        landing = Landing(f"{given.seat}/{given.command}", given.digest, tuple(sealed))
        said = await self.log.append(name, 0, [landing])
        say("table opened", table=name, anew=isinstance(said, Appended))
        table = await self.table(name)
        assert table is not None
        return table

    # loading

    async def _load(self, name: str) -> Table | None:
        opened = await read_table(self.log, name, self._fold, self._keys.snapshots)
        if opened.head.version == 0:
            return None
        history = History.empty()
        tail = opened.tail
        if opened.snapshot is not None:
            try:
                history = from_bytes(opened.snapshot.payload)
            except UnreadableSnapshot as problem:
                say("snapshot ignored", 30, table=name, why=str(problem))
                tail = await self._whole(name)
        table = self._set_up(name, history, tail)
        await table.begin_with(history, tail, _BREATH)
        self._places[name] = Place(table, kept_at=history.head)
        self._follower.watch(name, Head(table.history.head, table.history.hash))
        table.on_change = self._changed
        self._changed(table)
        self._put_away()
        return table

    async def _whole(self, name: str) -> tuple[Sealed, ...]:
        return tuple([entry async for page in self.log.walk(name) for entry in page])

    def _set_up(self, name: str, history: History, tail: tuple[Sealed, ...]) -> Table:
        ruleset = self.rulesets[history.state.ruleset or _ruleset_of(decode(tail[0].body))]
        recent = Recent()
        past = Past(self.log, name, recent)
        decider = Decider(name, ruleset, self.dice(name), past, self._clock, self._salt)
        return Table(name, self.log, ruleset, decider, past, recent)

    def _put_away(self) -> None:
        """Close the tables that were used longest ago, but none where somebody waits or time runs."""
        spare = len(self._places) - self._most
        for name, place in list(self._places.items())[: max(0, spare)]:
            if not (place.guests or place.table.busy or place.timer or place.keeping):
                self.forget(name)

    def guest(self, table: Table, more: int) -> None:
        """Somebody waits at a table (1), or does so no longer (-1); meanwhile it is not put away."""
        place = self._places.get(table.name)
        if place is not None and place.table is table:
            place.guests += more

    # following

    async def _follow(self) -> None:
        async for news in self._follower:
            place = self._places.get(news.table)
            if place is None:
                continue
            match news:
                case Came(entries=entries):
                    if entries[-1].version > place.table.history.head:
                        await self._take(place.table, entries)
                case Strayed(why=why):
                    say("table read anew", 30, table=news.table, why=why)
                    self.forget(news.table)

    async def _take(self, table: Table, entries: tuple[Sealed, ...]) -> None:
        try:
            await table.take(entries)
        except Exception:
            LOGGER.exception("a table could not be followed", extra={"fields": {"table": table.name}})
            self.forget(table.name)

    # what a change brings with it

    def _changed(self, table: Table) -> None:
        place = self._places.get(table.name)
        if place is None or place.table is not table:
            return
        if place.timer is not None:
            place.timer.cancel()
            place.timer = None
        if have_deadlines(table.history):
            self._job(self._arm(place))
        if table.history.head - place.kept_at >= self._keep_every and place.keeping is None:
            place.keeping = self._job(self._keep(place, table.history))

    def _job(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        job = asyncio.create_task(work)
        self._jobs.add(job)
        job.add_done_callback(self._jobs.discard)
        return job

    async def _keep(self, place: Place, history: History) -> None:
        """Write a snapshot; whatever goes wrong with it costs time and nothing else."""
        name = place.table.name
        try:
            payload = await asyncio.to_thread(to_bytes, history.rebased())
            taken = snapshot(Head(history.head, history.hash), self._fold, payload)
            await save_snapshot(self.log, name, taken, self._keys.snapshots)
            place.kept_at = history.head
        except LogError as problem:
            say("no snapshot", 30, table=name, why=str(problem))
        finally:
            place.keeping = None

    async def _arm(self, place: Place, at_least: float = 0.0) -> None:
        """Set the clock for the next default that falls due."""
        history = place.table.history
        coming = await due(history, place.table.past)
        if not coming or place.table.history is not history:
            return
        seconds = max((coming[0].when - self._clock()) / 1000, at_least, 0.0)
        loop = asyncio.get_running_loop()
        if place.timer is not None:
            place.timer.cancel()
        place.timer = loop.call_later(seconds, lambda: self._job(self.give_defaults(place.table)))

    async def give_defaults(self, table: Table) -> None:
        """Give the default for every question whose deadline is over. The command's id makes it one for all."""
        place = self._places.get(table.name)
        if place is None or place.table is not table:
            return
        place.timer = None
        history = table.history
        for one in await due(history, table.past):
            if one.when <= self._clock():
                with suppress(TurnedAway, Passed):  # somebody answered after all
                    await self._give_default(table, gm_seat(table.history.ledger), one.order)
        if table.history is history and have_deadlines(history):
            await self._arm(place, _AGAIN)

    async def _give_default(self, table: Table, seat: str, order: Order) -> None:
        try:
            await table.give(Unit(seat, (order,)))
            say("deadline over", table=table.name, command=order.id)
        except LogError as problem:
            say("default not given yet", 30, table=table.name, command=order.id, why=str(problem))


def _ruleset_of(first: Entry) -> str:
    assert isinstance(first.fact, TableOpened), "the engine begins every log with the opening"
    return first.fact.ruleset
