"""How many follow each table in this process, told beside the log, so that a list of tables counts all processes."""

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Final

from api.live.broadcast import Broadcast
from events.log.errors import LogError
from events.log.presence import BELIEVED, tell_here
from events.log.stream import Log

EVERY: Final = 5.0
"""Seconds after which a changed count is told."""

_AGAIN: Final = BELIEVED / 3
"""Seconds after which a count that has not changed is told again, so that it goes on being believed."""

_TO_LEAVE: Final = 1.0


class Presence:
    """Tells it while the service runs, and that nobody is here any more in the end."""

    def __init__(self, log: Log, live: Broadcast) -> None:
        self._log, self._live = log, live
        self._told: dict[str, tuple[int, float]] = {}
        self._telling: asyncio.Task[None] | None = None

    async def tell(self) -> None:
        """Tell what has changed, or was told too long ago. Where the server does not answer it is told next time."""
        counts, now = self._live.clients(), monotonic()
        for table in sorted(counts.keys() | self._told.keys()):
            count, (before, at) = counts.get(table, 0), self._told.get(table, (0, 0.0))
            if count == before and now - at < _AGAIN:
                continue
            with suppress(LogError):
                await tell_here(self._log, table, self._live.process, count)
                self._told[table] = (count, now)
                if not count:
                    del self._told[table]

    async def _go_on(self) -> None:
        while True:
            await self.tell()
            await asyncio.sleep(EVERY)

    async def __aenter__(self) -> "Presence":
        self._telling = asyncio.create_task(self._go_on())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._telling is not None
        self._telling.cancel()
        with suppress(asyncio.CancelledError):
            await self._telling
        with suppress(TimeoutError):
            async with asyncio.timeout(_TO_LEAVE):
                await self.tell()
