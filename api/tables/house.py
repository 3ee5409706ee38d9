"""All tables that this process has open: loaded when asked for, followed, kept on time, put away when unused."""

import asyncio
import re
from collections import OrderedDict
from time import monotonic
from typing import Final

from api.clock import Clock
from api.lines import LOGGER, say
from api.metrics import FORKED, LOADED, OPEN
from api.tables.chores import Chores
from api.tables.opening import Opener
from api.tables.place import Jobs, Place
from api.tables.table import Table
from api.tables.template import Prepared
from engine.commands import Given
from events.chain import Sealed
from events.log.answers import Head
from events.log.errors import LogBroken, LogError, LogForked, LogFull, LogUnavailable
from events.log.follow import Came, News, Strayed
from events.log.followers import follower_of
from events.log.stream import Log

_NAME: Final = re.compile("[A-Za-z0-9-]{1,40}")

_AGAIN: Final = 1.0
"""Seconds until what failed for want of the log is tried again."""

_SOON: Final = 2.0
"""Seconds that somebody who only looks waits for a log that does not answer, before being shown what is known."""

_LOOK_ROUND: Final = 60.0
"""Seconds between two looks for tables that nobody uses any more."""


class House:
    """The tables of one process.

    At most `most` of them stay open, unless somebody waits at all of these, and none that nobody has used for `idle`
    seconds, unless somebody waits there. A snapshot is kept every `keep_every` versions, or more rarely where the log
    is long.
    """

    def __init__(
        self, log: Log, opener: Opener, clock: Clock, *, most: int = 256, keep_every: int = 500, idle: float = 1800.0
    ) -> None:
        self.log = log
        self._opener = opener
        self._most, self._idle = most, idle
        self._places: OrderedDict[str, Place] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Table | None]] = {}
        self._jobs = Jobs()
        self._chores = Chores(opener, clock, keep_every, self._jobs)
        self._follower = follower_of(log)

    async def start(self) -> None:
        """Begin to follow the log."""
        await self._follower.__aenter__()
        self._jobs.begin(self._follow())
        self._jobs.begin(self._look_round())

    async def close(self) -> None:
        """Let what is on its way land, then stop following."""
        for place in tuple(self._places.values()):
            place.stop_the_clock()
            await place.table.idle()
        # First the follower: the client library sometimes swallows a cancelling, and then it ends by itself.
        await self._follower.aclose()
        await self._jobs.close()
        OPEN.dec(len(self._places))

    # tables

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
            place.used = monotonic()
            return place.table
        self.forget(name)
        if name not in self._loading:
            self._loading[name] = asyncio.create_task(self._load(name))
            self._loading[name].add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(self._loading[name])

    async def up_to_date(self, name: str) -> Table | None:
        """An open table as whatever process has left it; None where there is none of this name.

        While the log does not answer it is what is known here: looking at a table goes on, playing does not.

        Raises:
            LogError: the table is not open yet and the log does not answer, or cannot be believed.
        """
        known = self._places.get(name)
        table = await self.table(name)
        if table is None or known is None or known.table is not table:
            return table  # it was read from the log just now
        try:
            async with asyncio.timeout(_SOON):
                await table.catch_up()
        except (TimeoutError, LogUnavailable, LogFull):
            return table
        except (LogForked, LogBroken) as problem:
            self._read_anew(name, str(problem))
            return await self.table(name)
        return table

    async def looked_at(self, name: str) -> Table | None:
        """A table as it stands, without keeping it open for that; None where there is none of this name.

        Raises:
            LogError: the log does not answer, or cannot be believed.
        """
        place = self._places.get(name)
        if place is not None and not place.table.lost:
            return place.table
        return await self._opener.load(name) if _NAME.fullmatch(name) else None

    async def open(self, name: str, what: Prepared, given: Given, gm_link: str) -> Table:
        """Open a new table; the same opening again finds the one there is.

        Raises:
            Refused: an option or preset that the rule set does not have, or something of the template.
            LogError: the log does not answer.
        """
        await self._opener.open(name, what, given, gm_link)
        table = await self.table(name)
        assert table is not None, "it was opened just now"
        return table

    def forget(self, name: str) -> None:
        """Put a table away; it is read from the log again when somebody asks for it."""
        place = self._places.pop(name, None)
        if place is not None:
            OPEN.dec()
            self._follower.unwatch(name)
            place.stop_the_clock()
            place.table.lost = True
            place.table.wake()
            place.table.beside.clear()  # they know their table: without this it would wait for the garbage collector

    async def delete(self, name: str) -> None:
        """Take a closed table off the server. Who looks at it meanwhile finds it whole, or not at all.

        Raises:
            LogError: the log does not answer; the table is there as before.
        """
        place = self._places.get(name)
        if place is not None:
            await still(place)
        await self.log.delete(name)
        self.forget(name)

    def guest(self, table: Table, more: int) -> None:
        """Somebody waits at a table (1), or does so no longer (-1); meanwhile it is not put away."""
        place = self._place_of(table)
        if place is not None:
            place.guests += more

    async def _load(self, name: str) -> Table | None:
        table = await self._opener.load(name)
        if table is None:
            return None
        self._places[name] = Place(table, monotonic(), kept_at=table.history.head)
        LOADED.inc()
        OPEN.inc()
        self._follower.watch(name, Head(table.history.head, table.history.hash))
        table.on_change = self._changed
        self._changed(table)
        self._put_away(but=name)
        return table

    def _put_away(self, but: str) -> None:
        """Close the tables that were used longest ago, as many as are too many, but none that is in use, nor the one
        that is about to be: then there are more."""
        for name, place in list(self._places.items()):
            if len(self._places) <= self._most:
                return
            if name != but and not place.in_use:
                self.forget(name)

    async def _look_round(self) -> None:
        while True:
            await asyncio.sleep(min(_LOOK_ROUND, self._idle))
            self._put_away_unused(monotonic() - self._idle)

    def _put_away_unused(self, since: float) -> None:
        for name, place in list(self._places.items()):
            if place.used <= since and not place.in_use:
                self.forget(name)

    def _place_of(self, table: Table) -> Place | None:
        place = self._places.get(table.name)
        return place if place is not None and place.table is table else None

    # what others append

    async def _follow(self) -> None:
        while True:
            try:
                async for news in self._follower:
                    self._hear(news)
                return
            except LogError as problem:
                say("the log cannot be followed", 40, why=str(problem))
            except Exception:
                LOGGER.exception("the log cannot be followed")
            await asyncio.sleep(_AGAIN)

    def _hear(self, news: News) -> None:
        place = self._places.get(news.table)
        match news:
            case Came(entries=entries):
                if place is not None and entries[-1].version > place.table.history.head:
                    # Beside the others: a table whose turn takes long holds up no news but its own, which keep order.
                    self._jobs.begin(self._take(place.table, entries))
            case Strayed(why=why):
                self._read_anew(news.table, why)

    def _read_anew(self, name: str, why: str) -> None:
        FORKED.inc()
        say("table read anew", 30, table=name, why=why)
        self.forget(name)

    async def _take(self, table: Table, entries: tuple[Sealed, ...]) -> None:
        try:
            await table.take(entries)
        except (LogForked, LogBroken) as problem:
            if self._place_of(table) is not None:  # else it was put away while the news waited for its turn
                self._read_anew(table.name, str(problem))
        except Exception:
            LOGGER.exception("a table could not be followed", extra={"fields": {"table": table.name}})
            if self._place_of(table) is not None:
                self.forget(table.name)

    # what a change brings with it

    def _changed(self, table: Table) -> None:
        place = self._place_of(table)
        if place is not None:
            self._follower.has_read(table.name, Head(table.history.head, table.history.hash))
            self._chores.after_a_change(place)

    async def give_defaults(self, table: Table) -> None:
        """Give the default for every question of a table whose deadline is over."""
        place = self._place_of(table)
        if place is not None:
            await self._chores.give_defaults(place)


async def still(place: Place) -> None:
    """Return when nothing of a table is being written: no command, and no snapshot."""
    await place.table.idle()
    if place.keeping is not None:
        await asyncio.wait([place.keeping])
