"""One live connection, whichever way it comes: what it follows, how far it has been told, when it has to go."""

import asyncio
import re
from collections.abc import AsyncGenerator, Iterator
from contextlib import suppress
from time import monotonic
from typing import Final

import msgspec

from api.live.broadcast import Broadcast, Guest
from api.live.feeds import Feed, feed_of
from api.live.messages import PROTOCOL, Following, Heartbeat, Hello, Reason, Said, goodbye, said
from api.seats import Present, still_seated
from api.tables.house import House
from api.web.problems import invalid
from engine.ledger import Ledger
from events.log.errors import LogError
from projections.audience import viewer_of
from projections.frames import OwnNumber

GRACE: Final = 5.0
"""Seconds in which a connection that is dropped may still take its goodbye."""

MOST_FOLLOWED: Final = 20
"""Audiences on one connection."""


class Position(msgspec.Struct, frozen=True):
    """What a client holds of an audience: a number and the chain after it."""

    audience: str
    number: OwnNumber
    chain: str


class Place(msgspec.Struct):
    """One audience that is followed, and how far it has been told."""

    feed: Feed
    seats: tuple[str, ...]
    number: OwnNumber
    fits: bool
    forked: bool = False
    waiting: Said | None = None


POSITION: Final = "^[A-Za-z0-9:-]{1,50}:[0-9]{1,11}:[0-9a-f]{64}$"
"""How a place to go on from is written."""


def position(text: str) -> Position:
    """`AUDIENCE:NUMBER:CHAIN`, as it stands in `from`.

    Raises:
        Problem: it does not read so.
    """
    if re.fullmatch(POSITION, text) is None:
        raise invalid("from: AUDIENCE:NUMBER:CHAIN, as they came with the last message")
    audience, number, chain = text.rsplit(":", 2)
    return Position(audience, int(number), chain)


class _Leaving(Exception):
    """The connection ends."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


class Listener(Guest):
    """Follows one or several audiences of a table and says what is new of them, in order, once.

    There is no queue: a connection that takes its time is told later, from its own place in the streams, which are
    there anyway. Where it takes nothing at all its `transport` is ended, if there is one to be had.
    """

    def __init__(
        self, broadcast: Broadcast, house: House, seated: tuple[Present, ...], held: tuple[Position, ...]
    ) -> None:
        super().__init__(seated[0].table)
        self.seat = seated[0].seat
        self.transport: asyncio.Transport | None = None
        self.left: Reason | None = None
        self._told_to_leave: Reason | None = None
        self._broadcast, self._house, self._seated = broadcast, house, seated
        self._held = {one.audience: one for one in held}
        self._places: list[Place] = []
        self._ledger: Ledger | None = None
        self._said_at = 0.0
        self._sending = False

    def too_slow(self, now: float, longest: float) -> bool:
        """Whether what was handed over last has not been taken for so long."""
        return self._sending and self._told_to_leave is None and now - self._said_at > longest

    def leave(self, reason: Reason) -> None:
        """Say goodbye next."""
        self._told_to_leave = reason
        self.table.wake()

    def drop(self) -> None:
        """Say goodbye, should it begin to take what it is sent; end it, if it does not."""
        self.leave("too-slow")
        if self.transport is not None:
            asyncio.get_running_loop().call_later(GRACE, self.transport.abort)

    @property
    def positions(self) -> tuple[Position, ...]:
        """How far everything has been told: what a client sends to go on from here."""
        return tuple(Position(one.feed.name, one.number, one.feed.stream.chain_at(one.number)) for one in self._places)

    async def messages(self) -> AsyncGenerator[Said, None]:
        """Everything that there is to say, until the goodbye. Take the next one when the last has been sent."""
        with self._broadcast.with_guest(self):
            try:
                await self._arrive()
                yield self._hand(self._hello())
                while True:
                    quiet = True
                    for one in self._news():
                        quiet = False
                        yield self._hand(one)
                    self._sending = False
                    if quiet:
                        await self._rest()
                        if monotonic() - self._said_at >= self._broadcast.heartbeat * 0.9:
                            yield self._hand(self._heartbeat())
            except (_Leaving, LogError) as why:
                self.left = why.reason if isinstance(why, _Leaving) else await self._unreadable()
                yield self._hand(goodbye(self.left))
            finally:
                self._sending = False
                self._house.guest(self.table, -1)

    async def answer(self, seconds: float) -> list[Said]:
        """All that is new by now, else what is as soon as something is; what a poll is answered with."""
        told: list[Said] = []
        with self._broadcast.with_guest(self):
            try:
                await self._arrive()
                told.append(self._hello())
                before = [one.number if one.fits else -1 for one in self._places]
                told += self._news()
                with suppress(TimeoutError):
                    async with asyncio.timeout(seconds):
                        while before == [one.number for one in self._places]:
                            await self._rest()
                            told += self._news()
            except _Leaving as leaving:
                told.append(goodbye(leaving.reason))
            except LogError:
                told.append(goodbye(await self._unreadable()))
            finally:
                self._house.guest(self.table, -1)
        return told

    def _hand(self, one: Said) -> Said:
        self._sending, self._said_at = True, monotonic()
        return one

    async def _rest(self) -> None:
        """Until there may be something new."""
        if not (self._broadcast.stopping or self.table.lost):
            await self.table.news()
        if self._broadcast.stopping:
            raise _Leaving("stopping")
        if self.table.lost:
            await self._come_back()

    # where everything begins

    async def _arrive(self) -> None:
        self._house.guest(self.table, 1)
        self._must_be_seated()
        self._places = await self._found(self._held)

    async def _come_back(self) -> None:
        """The table was put away, or its log replaced: read it anew, and see what still fits."""
        held = {one.audience: one for one in self.positions}
        table = await self._house.table(self.table.name)
        if table is None:
            raise _Leaving("table-gone")
        self._house.guest(self.table, -1)
        self._house.guest(table, 1)
        self.table, self._ledger = table, None
        self._seated = tuple(Present(table, one.seat, one.speaker) for one in self._seated)
        self._must_be_seated()
        self._places = await self._found(held)

    async def _unreadable(self) -> Reason:
        """Why a log could not be read: the table may have been deleted meanwhile."""
        with suppress(LogError):
            if await self._house.up_to_date(self.table.name) is None:
                return "table-gone"
        return "log-unavailable"

    async def _found(self, held: dict[str, Position]) -> list[Place]:
        """The places, each where the client says it is, if that fits; seats with the same eyes share one."""
        places: dict[str, Place] = {}
        for one in self._seated:
            feed = feed_of(self.table, await self.table.streams.of(one.speaker.id))
            if feed.name in places:
                places[feed.name].seats += (one.speaker.id,)
                continue
            at = held.get(feed.name)
            fits = at is not None and feed.stream.fits(at.number, at.chain)
            number = at.number if at is not None and fits else 0
            places[feed.name] = Place(feed, (one.speaker.id,), number, fits, forked=at is not None and not fits)
        return list(places.values())

    def _must_be_seated(self) -> None:
        """Every seat is still open by the link it came with; looked at again whenever the ledger is another one.

        Raises:
            _Leaving: one is not, or the connection is to end anyway.
        """
        if self._told_to_leave is not None:
            raise _Leaving(self._told_to_leave)
        ledger = self.table.history.ledger
        if ledger is self._ledger:
            return
        self._ledger = ledger
        for one in self._seated:
            if not still_seated(one):
                raise _Leaving(_why(one, ledger))
            eyes = viewer_of(ledger, one.speaker.id)
            if self._places and all(place.feed.stream.viewer != eyes for place in self._places):
                raise _Leaving("handed-over")

    # what is said

    def _news(self) -> Iterator[Said]:
        """All that is new just now. A new one is made only after the last has been sent."""
        self._must_be_seated()
        for place in self._places:
            if not place.fits:
                snapshot, place.number = place.feed.snapshot(place.forked)
                place.fits, place.forked = True, False
                yield snapshot
            while place.number < place.feed.newest:
                self._must_be_seated()
                batch, place.number = place.feed.batch(place.number)
                yield batch
            if place.waiting is not place.feed.waiting:
                place.waiting = place.feed.waiting
                yield place.waiting

    def _hello(self) -> Said:
        following = [
            Following(
                audience=place.feed.name,
                seats=place.seats,
                number=place.number,
                chain=place.feed.stream.chain_at(place.number),
                resumed=place.fits,
            )
            for place in self._places
        ]
        return said(
            Hello(
                protocol=PROTOCOL,
                table=self.table.name,
                seat=self._seated[0].seat.id,
                heartbeat=self._broadcast.heartbeat,
                following=tuple(following),
            )
        )

    def _heartbeat(self) -> Said:
        return said(Heartbeat(numbers={place.feed.name: place.number for place in self._places}))


def _why(who: Present, ledger: Ledger) -> Reason:
    """Why a seat is no longer one's own."""
    seat = ledger.seats.get(who.seat.id)
    if seat is None or seat.closed:
        return "seat-closed"
    return "handed-over" if seat.link_digest != who.seat.link_digest else "not-spoken-for"
