"""The Python client and the bot of docs/clients against a real service."""

import asyncio
import json
import sys
from contextlib import aclosing
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.live.listening import Listener
from tests.api.fights import two_in_actions
from tests.api.people import Seat, open_table
from tests.clients.conftest import Crowd
from tests.clients.python import BOT, fracas_client
from tests.live.serving import Served, served

__all__ = ["fracas_client"]

ways = pytest.mark.parametrize("way", ["socket", "sse", "poll"])


async def up_to(table: Any, number: int, audience: str = "gm") -> Any:
    """Follow until the audience has been told so far."""
    async with aclosing(table.follow()) as messages:
        async for _ in messages:
            if table.seen.get(audience, {}).get("number", 0) >= number:
                return table.seen[audience]


@ways
async def test_it_sees_what_a_fresh_look_sees_whatever_way_it_follows(gm: Seat, fracas_client: Any, way: str) -> None:
    base = str(gm.client.base_url)
    async with fracas_client.Table(base, table=gm.table, token=gm.token, ways=(way,)) as table:
        await up_to(table, 1)
        await gm.enter("vera")
        reply = await table.give("set_condition", combatant="vera", condition="prone")
        assert reply["status"] == "done"
        held = await up_to(table, (await gm.look())["number"])
        assert held["view"] == await gm.look()
        assert held["lines"][-1]["text"] == "Vera is prone."


async def test_where_one_way_is_closed_it_takes_the_next(
    gm: Seat, fracas_client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(*_: Any, **more: Any) -> Any:
        raise OSError("no such way here")

    monkeypatch.setattr(fracas_client, "connect", closed)
    async with fracas_client.Table(str(gm.client.base_url), table=gm.table, token=gm.token) as table:
        assert (await up_to(table, 1))["view"] == await gm.look()


async def test_a_refusal_and_a_void_token_are_told_and_not_tried_again(gm: Seat, fracas_client: Any) -> None:
    base = str(gm.client.base_url)
    async with fracas_client.Table(base, table=gm.table, token=gm.token) as table:
        with pytest.raises(fracas_client.Refused) as refused:
            await table.give("set_condition", combatant="nobody", condition="prone")
        assert refused.value.code == "unknown-id"
        assert table.outbox.bodies == []
    for way in ("socket", "sse", "poll"):
        async with fracas_client.Table(base, table=gm.table, token="nonsense", ways=(way,)) as table:
            with pytest.raises(fracas_client.Refused) as refused:
                await up_to(table, 1)
            assert refused.value.code == "unauthorized"


async def test_what_was_not_answered_is_given_again_by_the_next_program_and_lands_once(
    valkey_url: str, tmp_path: Path, fracas_client: Any
) -> None:
    outbox = tmp_path / "outbox.json"
    async with served(valkey_url, tmp_path) as service:
        gm = await open_table(service.client)
        base = str(gm.client.base_url)
        await service.stop()
        async with fracas_client.Table(base, table=gm.table, token=gm.token, outbox=outbox) as table:
            giving = asyncio.create_task(table.give("note", text="kept"))
            await asyncio.sleep(0.1)
            giving.cancel()
    async with served(valkey_url, tmp_path) as again:
        base = str(again.client.base_url)
        for answers in (1, 0):
            async with fracas_client.Table(base, table=gm.table, token=gm.token, outbox=outbox) as table:
                assert len(await table.resend()) == answers
        told = (await Seat(again.client, gm.table, gm.token).look("/events"))["frames"]
        facts = [frame["fact"]["entry"]["fact"] for frame in told]
        assert [fact["text"] for fact in facts if fact["type"] == "note-added"] == ["kept"]


@pytest.mark.parametrize("door", [(200, "<html>please sign in</html>"), (302, ""), (511, "<html>sign in</html>")])
async def test_a_page_of_the_networks_door_is_no_answer_and_loses_nothing(
    gm: Seat, tmp_path: Path, fracas_client: Any, door: tuple[int, str]
) -> None:
    status, page = door
    base, asked, twice = str(gm.client.base_url), 0, asyncio.Event()

    async def in_between(request: httpx.Request) -> httpx.Response:
        nonlocal asked
        asked += 1
        if asked == 2:
            twice.set()
        if asked <= 2:
            return httpx.Response(status, text=page, headers={"location": "http://door.example/"})
        return await gm.client._transport.handle_async_request(request)

    async with fracas_client.Table(
        base, table=gm.table, token=gm.token, outbox=tmp_path / "outbox.json", ways=("poll",)
    ) as table:
        await table._http.aclose()
        table._http = httpx.AsyncClient(
            base_url=base, headers=gm.headers, transport=httpx.MockTransport(in_between), timeout=30
        )
        giving = asyncio.create_task(table.give("note", text="kept"))
        await twice.wait()
        assert [body["command"]["text"] for body in table.outbox.bodies] == ["kept"]
        assert (await giving)["status"] == "done"
        assert table.outbox.bodies == []
        asked = 0
        assert (await up_to(table, 1))["view"] == await gm.look()


async def test_a_command_at_which_the_service_fails_is_refused_in_the_end_and_keeps_no_other_waiting(
    fracas_client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fracas_client, "FIRST", 0.0)
    tries = {"bad": 0, "busy": 0}

    async def fails(request: httpx.Request) -> httpx.Response:
        text = json.loads(request.content)["command"]["text"]
        tries[text] = tries.get(text, 0) + 1
        if text == "bad":
            return httpx.Response(500, json={"code": "internal", "detail": "a fault"})
        return httpx.Response(503, json={"code": "busy"}) if tries["busy"] < 20 else httpx.Response(200, json={})

    async with fracas_client.Table("http://nowhere", table="t", token="k") as table:
        await table._http.aclose()
        table._http = httpx.AsyncClient(base_url="http://nowhere", transport=httpx.MockTransport(fails))
        both = (table.give("note", text="bad"), table.give("note", text="busy"))
        bad, busy = tuple[Any, Any](await asyncio.gather(*both, return_exceptions=True))
        assert (type(bad), bad.code, tries["bad"]) == (fracas_client.Refused, "internal", 5)
        assert (busy, tries["busy"], table.outbox.bodies) == ({}, 20, [])


async def test_what_is_given_and_resent_at_once_lands_once_and_is_told_to_both(gm: Seat, fracas_client: Any) -> None:
    async with fracas_client.Table(str(gm.client.base_url), table=gm.table, token=gm.token) as table:
        giving = asyncio.create_task(table.give("note", text="once"))
        await asyncio.sleep(0)
        [(body, reply)] = await table.resend()
        assert (await giving, body["command"]["text"]) == (reply, "once")
        assert table.outbox.bodies == []


async def test_a_service_that_takes_its_time_to_greet_is_given_more_of_it(
    gm: Seat, fracas_client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrive, tries = Listener._arrive, 0

    async def slowly(listener: Listener) -> None:
        nonlocal tries
        tries += 1
        await asyncio.sleep(0.5)
        await arrive(listener)

    monkeypatch.setattr(Listener, "_arrive", slowly)
    monkeypatch.setattr(fracas_client, "GREETING", 0.3)
    async with fracas_client.Table(str(gm.client.base_url), table=gm.table, token=gm.token, ways=("socket",)) as table:
        assert (await up_to(table, 1))["view"] == await gm.look()
    assert tries > 1


async def test_who_meets_a_crowd_at_the_door_waits_and_sits_down_once(
    gm: Seat, crowd: Crowd, fracas_client: Any
) -> None:
    base, link = str(gm.client.base_url), (await gm.give("offer_seat", seat="ana", kind="player", name="Ana"))["link"]
    crowd.ahead = 2
    assert (await fracas_client.sit_down(base, gm.table, link))["seat"] == "ana"
    assert [frame["fact"]["entry"]["fact"]["type"] for frame in (await gm.look("/events"))["frames"]].count(
        "seat-taken"
    ) == 2, "the GM, and Ana once"
    with pytest.raises(fracas_client.Refused) as refused:
        await fracas_client.sit_down(base, gm.table, "nonsense")
    assert refused.value.code == "unauthorized"
    crowd.ahead = 10**9
    with pytest.raises(fracas_client.Refused) as refused:
        await fracas_client.sit_down(base, gm.table, link, patience=0.05)
    assert refused.value.code == "too-many"


async def test_the_bot_says_whose_turn_it_is_and_takes_its_attack(gm: Seat, service: Served) -> None:
    link = (await gm.give("offer_seat", seat="ana", kind="player", name="Ana"))["link"]
    program = await asyncio.create_subprocess_exec(
        sys.executable, BOT, str(gm.client.base_url), gm.table, link, stdout=asyncio.subprocess.PIPE
    )
    assert program.stdout is not None
    try:
        await two_in_actions(gm)
        assert (await asyncio.wait_for(program.stdout.readline(), 30)).decode() == "Turn 1: Ann is up.\n"
        await gm.give("give_control", combatant="bob", seat="ana")
        await gm.give("done", combatant="ann")
        assert (await asyncio.wait_for(program.stdout.readline(), 30)).decode() == "Turn 1: Bob is up.\n"
        line = (await asyncio.wait_for(program.stdout.readline(), 30)).decode()
        assert line.startswith("Bob fires the pistol at Ann"), line
    finally:
        program.kill()
        await program.wait()


def test_the_bot_has_at_most_sixty_lines() -> None:
    assert len(BOT.read_text().splitlines()) <= 60
