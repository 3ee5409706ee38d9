"""Following tables of a cluster: one question cannot name tables of several servers, so each table has its own."""

import asyncio
from collections.abc import AsyncIterator
from typing import Final, Self

from events.log.answers import Head
from events.log.cluster import Cluster
from events.log.errors import LogError
from events.log.follow import Follower, News
from events.log.stream import Log

_AT_MOST: Final = 100
"""News that wait to be handed out; then nothing more is read."""

_BEFORE_NEXT_TRY: Final = 1.0


class Followers:
    """A follower for each table, told as one: it works as `Follower` does, at the cost of a connection per table."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self._each: dict[str, tuple[Follower, asyncio.Task[None]]] = {}
        self._news: asyncio.Queue[tuple[Follower, News] | None] = asyncio.Queue(_AT_MOST)
        self._ending: set[asyncio.Task[None]] = set()
        self._closed = False

    def watch(self, table: str, after: Head) -> None:
        """Bring everything of a table after `after`, which is how far the caller has read."""
        self.unwatch(table)
        follower = Follower(self._log)
        follower.watch(table, after)
        self._each[table] = (follower, asyncio.create_task(self._pass_on(follower)))

    def unwatch(self, table: str) -> None:
        """Bring nothing more of a table, not even what is already here."""
        found = self._each.pop(table, None)
        if found is not None:
            ending = asyncio.create_task(_end(*found))
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)

    def has_read(self, table: str, head: Head) -> None:
        """Bring nothing of a table up to `head`: the caller has appended or read that itself."""
        if table in self._each:
            self._each[table][0].has_read(table, head)

    async def __aiter__(self) -> AsyncIterator[News]:
        """News, until this is closed."""
        while not self._closed and (said := await self._news.get()) is not None:
            follower, news = said
            found = self._each.get(news.table)
            if found is not None and found[0] is follower:
                yield news

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """End the iteration and close the connections."""
        self._closed = True
        for table in tuple(self._each):
            self.unwatch(table)
        await asyncio.gather(*self._ending)
        if self._news.empty():
            self._news.put_nowait(None)

    async def _pass_on(self, follower: Follower) -> None:
        while True:
            try:
                async for news in follower:
                    await self._news.put((follower, news))
                return
            except LogError:
                await asyncio.sleep(_BEFORE_NEXT_TRY)


async def _end(follower: Follower, task: "asyncio.Task[None]") -> None:
    task.cancel()
    await follower.aclose()
    await asyncio.gather(task, return_exceptions=True)


def follower_of(log: Log) -> Follower | Followers:
    """What follows the tables of a log."""
    return Followers(log) if isinstance(log.wire, Cluster) else Follower(log)
