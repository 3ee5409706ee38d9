"""An open table with what goes on around it, and the jobs of all of them."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec

from api.lines import LOGGER
from api.tables.table import Table


class Place(msgspec.Struct):
    """An open table and what goes on around it.

    `used` is when somebody last asked for it, `guests` how many wait there. `kept_at` is the version of the newest
    snapshot, `carried_out_at` the one at which what was queued was last carried out. `timer` rings for the next
    default; `keeping` is the snapshot that is being written.
    """

    table: Table
    used: float = 0.0
    guests: int = 0
    kept_at: int = 0
    carried_out_at: int = 0
    timer: asyncio.TimerHandle | None = None
    keeping: asyncio.Task[None] | None = None

    @property
    def in_use(self) -> bool:
        """Whether somebody waits here, or time runs."""
        return bool(self.guests or self.table.busy or self.timer or self.keeping)

    def stop_the_clock(self) -> None:
        """No default is given until the clock is set again."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Jobs:
    """What is done beside the tables. One that fails is told in the log and takes no other along."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Have something done."""
        job = asyncio.create_task(work)
        self._running.add(job)
        job.add_done_callback(self._done)
        return job

    async def close(self) -> None:
        """End them all."""
        jobs = tuple(self._running)
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)

    def _done(self, job: asyncio.Task[None]) -> None:
        self._running.discard(job)
        if not job.cancelled() and job.exception() is not None:
            LOGGER.error("a job of a table failed", exc_info=job.exception())
