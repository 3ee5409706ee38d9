"""A table that is put away leaves the memory at once: nothing of it waits for the garbage collector."""

import asyncio
import gc
import weakref
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.live.feeds import feed_of
from events.log.stream import open_log
from tests.api.people import Seat, make_app, open_table, running


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def used(client: httpx.AsyncClient, house: Any) -> tuple[Seat, "weakref.ref[Any]"]:
    """A table at which somebody played, looked and followed; and whether it is still there."""
    gm = await open_table(client)
    await gm.enter("bob")
    await gm.look()
    await gm.look("/events")
    table = await house.table(gm.table)
    feed_of(table, await table.streams.of("gm")).snapshot(False)
    await table.catch_up()
    return gm, weakref.ref(table)


@pytest.mark.usefixtures("no_collector")
async def test_what_is_put_away_is_gone_at_once_and_comes_back_when_asked_for(valkey_url: str, tmp_path: Path) -> None:
    async with open_log(valkey_url) as log:
        app = make_app(log, tmp_path, open_tables=1)
        async with running(app) as client:
            house = app.state.service.house
            gm, table = await used(client, house)
            view = await gm.look()
            _, newest = await used(client, house)
            for _ in range(3):
                await asyncio.sleep(0)  # what was under way when it was put away comes to its end
            assert table() is None
            assert newest() is not None
            assert await gm.look() == view
            assert len(house._places) == 1


@pytest.mark.usefixtures("no_collector")
async def test_what_nobody_uses_for_a_while_is_put_away(valkey_url: str, tmp_path: Path) -> None:
    async with open_log(valkey_url) as log:
        app = make_app(log, tmp_path, idle_seconds=1)
        async with running(app) as client:
            house = app.state.service.house
            gm, table = await used(client, house)
            async with asyncio.timeout(20):
                while True:
                    if not house._places:
                        break
                    await asyncio.sleep(0.05)
            assert table() is None
            assert (await gm.look())["number"] > 1


async def test_a_house_full_of_guests_still_keeps_the_table_that_somebody_asks_for(
    valkey_url: str, tmp_path: Path
) -> None:
    async with open_log(valkey_url) as log:
        app = make_app(log, tmp_path, open_tables=1)
        async with running(app) as client:
            house = app.state.service.house
            first, second = await open_table(client), await open_table(client)
            house.guest(await house.table(first.table), 1)
            table = await house.table(second.table)
            assert not table.lost
            assert await house.table(second.table) is table, "it is not read again and again"
            assert not (await house.table(first.table)).lost
