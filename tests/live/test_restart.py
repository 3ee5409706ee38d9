"""A whole convention of clients, and the service killed under them: after its start everybody is current again."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.api.people import Seat, open_table
from tests.api.processes import Service
from tests.clients.python import fracas_client
from tests.reps import repetitions

__all__ = ["fracas_client"]

TABLES = repetitions(4, 40)
EACH = 6


class Follower:
    """One client: the newest number it was told."""

    def __init__(self, table: Any) -> None:
        self.table = table
        self.news = asyncio.Event()
        self.task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        async for _ in self.table.follow():
            self.news.set()

    @property
    def held(self) -> tuple[int, str]:
        seen: dict[str, Any] = next(iter(self.table.seen.values()), {"number": 0, "chain": ""})
        return seen["number"], seen["chain"]

    async def current(self, number: int, chain: str) -> None:
        """Return when it holds just this."""
        while self.held != (number, chain):
            assert not self.task.done(), self.task.result()
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), 60)


async def _tell(gms: list[Seat], text: str) -> None:
    await asyncio.gather(*(gm.give("note", text=text) for gm in gms))


async def _all_current(walls: list[Seat], followers: dict[str, list[Follower]]) -> None:
    for wall in walls:
        seen = await wall.look()
        await asyncio.gather(*(one.current(seen["number"], seen["chain"]) for one in followers[wall.table]))


@pytest.mark.slow
async def test_all_are_current_again_after_the_service_was_killed_and_started(
    tmp_path: Path, fracas_client: Any
) -> None:
    async with AsyncExitStack() as stack:
        service = stack.enter_context(Service(tmp_path))
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=service.url, timeout=60))
        gms = [await open_table(http) for _ in range(TABLES)]
        walls = [await gm.seat("wall", "spectator") for gm in gms]
        followers: dict[str, list[Follower]] = {}
        for wall in walls:
            for number in range(EACH):
                way = ("socket", "sse", "poll")[number % 3]
                table = fracas_client.Table(service.url, table=wall.table, token=wall.token, ways=(way,))
                one = Follower(await stack.enter_async_context(table))
                followers.setdefault(wall.table, []).append(one)
        await _tell(gms, "before")
        await _all_current(walls, followers)
        await asyncio.to_thread(service.kill)
        await asyncio.to_thread(service.start)
        await _tell(gms, "after")
        await _all_current(walls, followers)
        everybody = [one for many in followers.values() for one in many]
        for one in everybody:
            one.task.cancel()
        await asyncio.gather(*(one.task for one in everybody), return_exceptions=True)
