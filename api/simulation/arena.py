"""Fights for whoever asks over HTTP: a few processes, begun when they are first needed, given up with the question."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from time import monotonic
from typing import Final

from api.limits import FIGHTING, MOST_FIGHTS_WAITING
from api.simulation.many import Fights, cores, nothing_given_up, pool, portions, read, start
from api.web.problems import problem
from projections.simulating import Fought

GLANCE: Final = 0.5
"""Seconds after which it is looked whether anybody still waits for the answer."""

Gone = Callable[[], Awaitable[bool]]
_Portions = list["asyncio.Future[bytes]"]


class Arena:
    """Where fights are played for a service; one question at a time, and each for `longest` seconds at the most."""

    def __init__(self, longest: float = FIGHTING) -> None:
        self._longest = longest
        self._processes: ProcessPoolExecutor | None = None
        self._given_up = nothing_given_up()
        self._question = self._waiting = 0
        self._turn = asyncio.Lock()

    async def fought(self, fights: Fights, runs: int, gone: Gone) -> list[Fought] | None:
        """So many fights in the order of their numbers; where the time is over, those before the first that was not:
        were all others told that were over by then, the long ones would be missing. None: whoever asked is gone, and
        what was not begun is not.

        Raises:
            Problem: too many wait already; or the processes that play them die, and those that take their place too.
        """
        if self._waiting >= MOST_FIGHTS_WAITING:
            raise problem("busy", "others wait for their fights already", headers={"Retry-After": "60"})
        self._waiting += 1
        try:
            if not await self._has_the_turn(gone):
                return None
        finally:
            self._waiting -= 1
        try:
            return await self._once(fights, runs, gone)
        except BrokenProcessPool:
            self._processes = None  # a process has died, now or while nothing was asked: new ones take its place
            return await self._once_more(fights, runs, gone)
        finally:
            self._turn.release()

    async def _once_more(self, fights: Fights, runs: int, gone: Gone) -> list[Fought] | None:
        try:
            return await self._once(fights, runs, gone)
        except BrokenProcessPool as broken:
            self._processes = None
            raise problem("internal", "the processes that play fights die of this; ask for less") from broken

    async def _once(self, fights: Fights, runs: int, gone: Gone) -> list[Fought] | None:
        self._question += 1
        begun = self._begin(fights, runs)
        try:
            if not await self._played(begun, gone):
                return None
        finally:
            self._given_up.value = self._question
            await _ended(begun)
        return list(before_the_first_gap(portions(runs, cores()), (read(one.result()) for one in begun)))

    async def _has_the_turn(self, gone: Gone) -> bool:
        """Wait for one's turn, for as long as anybody waits for the answer. It is in the order of asking."""
        if await gone():
            return False
        turn, waits = asyncio.create_task(self._turn.acquire()), True
        try:
            while not (await asyncio.wait((turn,), timeout=GLANCE))[0]:
                if await gone():
                    return False
            waits = False
            return True
        finally:
            if waits and turn.done():
                self._turn.release()  # it came just when nobody waited any more
            elif waits:
                turn.cancel()

    def _begin(self, fights: Fights, runs: int) -> _Portions:
        if self._processes is None:
            self._processes = pool(self._given_up)
        shares = portions(runs, cores())
        return [asyncio.wrap_future(start(self._processes, fights, share, self._question)) for share in shares]

    async def _played(self, begun: _Portions, gone: Gone) -> bool:
        """Wait until all are played or the time is over; whether anybody still waits for them."""
        until = monotonic() + self._longest
        waiting: set[asyncio.Future[bytes]] = set(begun)
        while waiting and monotonic() < until:
            done, waiting = await asyncio.wait(waiting, timeout=GLANCE, return_when=asyncio.FIRST_EXCEPTION)
            for one in done:
                one.result()
            if waiting and await gone():
                return False
        return True

    async def close(self) -> None:
        """End the processes, and what they play."""
        self._given_up.value = 2**62
        if self._processes is not None:
            await asyncio.to_thread(self._processes.shutdown, wait=True, cancel_futures=True)
            self._processes = None


def before_the_first_gap(shares: Iterable[range], played: Iterable[list[Fought]]) -> Iterator[Fought]:
    """What was played of the numbers in these shares, up to the first that was not."""
    for share, found in zip(shares, played, strict=True):
        yield from found
        if len(found) < len(share):
            return


async def _ended(begun: _Portions) -> None:
    """Return when none of these is played any more.

    None is cancelled: the library loses its processes when one of them dies while others are.
    """
    await asyncio.wait(begun)
    for one in begun:
        if not one.cancelled():
            one.exception()  # it is told elsewhere
