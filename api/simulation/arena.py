"""Fights for whoever asks over HTTP: a few processes, begun when they are first needed, given up with the question."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from api.simulation.many import Fights, cores, pool, portions, read, start
from projections.simulating import Fought

GLANCE: Final = 0.5
"""Seconds after which it is looked whether anybody still waits for the answer."""

Gone = Callable[[], Awaitable[bool]]


class Arena:
    """Where fights are played for a service; one question at a time."""

    def __init__(self) -> None:
        self._processes: ProcessPoolExecutor | None = None
        self._turn = asyncio.Lock()

    async def fought(self, fights: Fights, runs: int, gone: Gone) -> list[Fought] | None:
        """So many fights in the order of their numbers; None: whoever asked is gone, and what was not begun is not."""
        async with self._turn:
            if self._processes is None:
                self._processes = pool()
            shares = portions(runs, cores())
            begun = [asyncio.wrap_future(start(self._processes, fights, share)) for share in shares]
            waiting: set[asyncio.Future[bytes]] = set(begun)
            try:
                while waiting:
                    _, waiting = await asyncio.wait(waiting, timeout=GLANCE, return_when=asyncio.FIRST_EXCEPTION)
                    if waiting and await gone():
                        return None
            finally:
                for one in waiting:
                    one.cancel()
            return [fought for one in begun for fought in read(one.result())]

    async def close(self) -> None:
        """End the processes."""
        if self._processes is not None:
            await asyncio.to_thread(self._processes.shutdown, wait=True, cancel_futures=True)
            self._processes = None
