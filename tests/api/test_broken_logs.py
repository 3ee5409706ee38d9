"""A log that was changed, cut or replaced behind the service's back: found, told, and read anew where it can be."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import redis.asyncio

from events.log.stream import open_log
from tests.api.people import Seat, make_app, open_table, problem_of, running


async def rewrite(url: str, table: str, change: Callable[[list[bytes]], list[bytes]]) -> None:
    """Put another log in the place of a table's."""
    async with redis.asyncio.from_url(url) as server:
        key = f"fracas:{{{table}}}:log"
        entries: Any = await server.xrange(key)
        await server.delete(key)
        bodies = change([fields[b"e"] for _, fields in entries])
        for (name, fields), body in zip(entries, bodies, strict=False):
            await server.xadd(key, {**fields, b"e": body}, id=name)


async def test_a_flipped_bit_is_found_when_the_table_is_opened(valkey_url: str, tmp_path: Path) -> None:
    async with open_log(valkey_url) as log, running(make_app(log, tmp_path)) as client:
        gm = await open_table(client)
        await gm.enter("bob")
        await gm.give("note", text="after it")
    await rewrite(valkey_url, gm.table, lambda bodies: [body.replace(b'"Bob"', b'"Rob"') for body in bodies])
    async with open_log(valkey_url) as log, running(make_app(log, tmp_path)) as client:
        response = await client.get(f"/v1/tables/{gm.table}", headers=gm.headers)
        problem = problem_of(response)
        assert (problem["status"], problem["code"]) == (500, "log-broken")
        assert "version 5" in problem["detail"]


async def test_a_log_that_lost_its_newest_entry_is_read_anew(valkey_url: str, tmp_path: Path) -> None:
    async with open_log(valkey_url) as log, running(make_app(log, tmp_path)) as client:
        gm = await open_table(client)
        await gm.enter("bob")
        await gm.give("note", text="lost in a failover")
        before = await gm.look("/events")
        await rewrite(valkey_url, gm.table, lambda bodies: bodies[:-1])
        response = await gm.send(gm.body("note", text="on top of it"))
        assert problem_of(response)["code"] == "forked"
        after = await gm.look("/events", after=before["number"], chain=before["chain"])
        assert after["forked"]
        assert after["newest"] == before["newest"] - 1
        await gm.give("note", text="and on it goes")


async def test_a_table_that_was_put_away_goes_on_under_the_same_chain(valkey_url: str, tmp_path: Path) -> None:
    async with open_log(valkey_url) as log:
        app = make_app(log, tmp_path)
        async with running(app) as client:
            gm: Seat = await open_table(client)
            before = await gm.look("/events")
            app.state.service.house.forget(gm.table)
            again = await gm.look("/events", after=before["number"], chain=before["chain"], wait=0.01)
            assert again["number"] == before["number"]
            assert not again.get("forked")
