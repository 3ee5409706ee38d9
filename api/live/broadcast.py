"""Everybody who follows a table through this process: how many there may be, who is too slow, and the end for all."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Final

from api.keys import random_id
from api.limits import JOINING, POLLS, WATCHERS
from api.metrics import DROPPED, LISTENERS
from api.tables.table import Table
from api.web.problems import problem
from engine.ledger import Seat

_AGAIN: Final = {"Retry-After": "1"}


class Guest:
    """Somebody who waits at a table: a poll, or a live connection, which may be too slow."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def wake(self) -> None:
        """Look again, whether there is news or not."""
        self.table.wake()

    def too_slow(self, now: float, longest: float) -> bool:
        """Whether it has taken nothing of what it was sent for `longest` seconds."""
        return False

    def drop(self) -> None:
        """End it: it takes nothing."""


class Broadcast:
    """The live side of one process.

    `heartbeat`: seconds after which something is said though nothing is new. `patience`: seconds that a connection may
    take nothing. `stopping`: everybody is sent away, and nobody else let in. `dropped`: how many were too slow so far.
    `process` tells this process from others that serve the same tables.
    """

    def __init__(self, heartbeat: float = 15.0, patience: float = 15.0) -> None:
        self.heartbeat, self.patience = heartbeat, patience
        self.process = random_id()
        self.stopping = False
        self.dropped = 0
        self._guests: set[Guest] = set()
        self._of_seat: dict[str, int] = {}
        self._ticking: asyncio.Task[None] | None = None
        self._joining = 0
        self._empty = asyncio.Event()
        self._empty.set()

    @property
    def guests(self) -> int:
        """How many wait or listen now."""
        return len(self._guests)

    def clients_of(self, table: str) -> int:
        """How many polls and live connections wait at a table in this process."""
        return self.clients().get(table, 0)

    def clients(self) -> dict[str, int]:
        """The same of every table where somebody waits."""
        counts: dict[str, int] = {}
        for name, count in self._of_seat.items():
            table = name.partition("/")[0]
            counts[table] = counts.get(table, 0) + count
        return counts

    @contextmanager
    def place_for(self, table: Table, seat: Seat) -> Iterator[None]:
        """One of the places that a seat has; a spectators' link may hang on a wall, so it opens many.

        Raises:
            Problem: the seat has no place left.
        """
        name, most = f"{table.name}/{seat.id}", WATCHERS if seat.kind == "spectator" else POLLS
        if self._of_seat.get(name, 0) >= most:
            raise problem("too-many", f"{most} polls and live connections of this seat wait already", headers=_AGAIN)
        self._of_seat[name] = self._of_seat.get(name, 0) + 1
        try:
            yield
        finally:
            self._of_seat[name] -= 1
            if not self._of_seat[name]:
                del self._of_seat[name]

    @contextmanager
    def place_to_join(self) -> Iterator[None]:
        """One of the places for connections that have not said yet whose they are.

        Raises:
            Problem: there is none left.
        """
        if self._joining >= JOINING:
            raise problem("too-many", f"{JOINING} connections are joining already", headers=_AGAIN)
        self._joining += 1
        try:
            yield
        finally:
            self._joining -= 1

    @contextmanager
    def with_guest(self, guest: Guest) -> Iterator[None]:
        """While it waits it is woken now and then, dropped when it is too slow, and sent away at the end."""
        self._guests.add(guest)
        LISTENERS.inc()
        self._empty.clear()
        if self._ticking is None and not self.stopping:
            self._ticking = asyncio.create_task(self._tick())
        try:
            yield
        finally:
            self._guests.discard(guest)
            LISTENERS.dec()
            if not self._guests:
                self._empty.set()

    async def stop(self, seconds: float = 2.0) -> None:
        """Send everybody away, and wait a little until they are gone."""
        self.stopping = True
        if self._ticking is not None:
            self._ticking.cancel()
            self._ticking = None
        self._each(lambda guest: guest.wake())
        with suppress(TimeoutError):
            await asyncio.wait_for(self.empty(), seconds)

    async def empty(self) -> None:
        """Return when nobody waits or listens."""
        await self._empty.wait()

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(min(self.heartbeat, self.patience) / 3)
            now = monotonic()
            slow = [guest for guest in self._guests if guest.too_slow(now, self.patience)]
            for guest in slow:
                guest.drop()
            self.dropped += len(slow)
            DROPPED.inc(len(slow))
            self._each(lambda guest: guest.wake())

    def _each(self, do: Callable[[Guest], None]) -> None:
        for guest in tuple(self._guests):
            do(guest)
