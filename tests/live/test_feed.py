"""The live feed: the same messages by each way, without a gap, without a double, and a reason at the end."""

import asyncio
import json
from contextlib import AsyncExitStack
from socket import create_connection
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin, Subprotocol

from tests.api.fights import shoot, two_in_actions
from tests.api.people import Seat, problem_of
from tests.live.ears import WAYS, by_poll, by_socket, by_sse, held, live_path, messages_of, socket
from tests.live.serving import Served

JOIN = Subprotocol("fracas.v1.join")
PAGE = Origin("https://else.example")

ways = pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)


@ways
async def test_whoever_follows_is_greeted_shown_the_table_and_told_whom_it_waits_for(gm: Seat, way: Any) -> None:
    await gm.enter("vera")
    async with way(gm) as ear:
        hello, snapshot, waiting = [await ear.hear() for _ in range(3)]
    assert (hello["type"], hello["table"], hello["seat"]) == ("hello", gm.table, "gm")
    assert hello["following"][0]["resumed"] is False
    assert snapshot["view"] == await gm.look()
    assert (snapshot["type"], snapshot["number"]) == ("snapshot", (await gm.look())["number"])
    assert waiting == {"type": "waiting", "audience": "gm", "number": snapshot["number"], "waiting": []}


@ways
async def test_everything_that_happens_comes_in_order_with_its_story_and_keeps_the_view_right(
    gm: Seat, way: Any
) -> None:
    ana = await gm.seat("ana")
    async with way(gm) as ear, way(ana) as other:
        await ear.until("waiting")
        await other.until("waiting")
        await two_in_actions(gm, reaction="ask", controller="ana")
        await gm.enter("sniper", hidden=True)
        await shoot(gm)
        await gm.give("answer", combatant="bob", choice="dodge")
        await gm.give("undo")
        for seat, one, name in ((gm, ear, "gm"), (ana, other, "seat:ana")):
            kept = await one.up_to((await seat.look())["number"], name)
            await one.until("waiting", number=kept.number) if kept.view != await seat.look() else None
            assert kept.view == await seat.look()
            assert kept.numbers == list(range(kept.numbers[0], kept.number + 1))
            told = (await seat.look("/story", after=kept.numbers[0] - 1))["lines"]
            assert kept.lines == [line["text"] for line in told]
            assert kept.frames == (await seat.look("/events", after=kept.numbers[0] - 1))["frames"]


@ways
async def test_whoever_comes_back_goes_on_from_its_number_and_chain(gm: Seat, way: Any) -> None:
    async with way(gm) as ear:
        await ear.until("waiting")
        kept = ear.kept["gm"]
        start = held(kept, "gm")
    for n in range(3):
        await gm.give("note", text=str(n))
    async with way(gm, start=(start,)) as again:
        hello = await again.hear()
        assert hello["following"] == [
            {"audience": "gm", "seats": ["gm"], "number": kept.number, "chain": kept.chain, "resumed": True}
        ]
        again.kept["gm"] = kept
        batch = await again.hear()
        assert (batch["type"], batch["after"], len(batch["frames"])) == ("batch", kept.number - 3, 3)
        assert kept.view == await gm.look()


@ways
async def test_whoever_holds_what_does_not_fit_is_told_so_and_shown_the_table_anew(gm: Seat, way: Any) -> None:
    for wrong in (f"gm:2:{'ab' * 32}", f"gm:999:{'ab' * 32}"):
        async with way(gm, start=(wrong,)) as ear:
            assert not (await ear.hear())["following"][0]["resumed"]
            snapshot = await ear.hear()
            assert snapshot["forked"]
            assert snapshot["view"] == await gm.look()


@ways
async def test_a_service_follows_all_that_it_speaks_for_on_one_connection(gm: Seat, way: Any) -> None:
    for name in ("ana", "ben"):
        await gm.seat(name)
    bot = await gm.seat("bot", "service", speaks_for=["ana", "ben"])
    async with way(bot, "ana", "ben") as ear:
        await ear.hear()
        await gm.enter("vera", controller="ana")
        for name in ("ana", "ben"):
            number = (await bot.look(**{"as": name}))["number"]
            kept = await ear.up_to(number, f"seat:{name}")
            assert kept.view == await bot.look(**{"as": name})
        assert ear.kept["seat:ana"].view != ear.kept["seat:ben"].view


async def test_a_seat_that_does_not_speak_for_another_cannot_follow_it(gm: Seat) -> None:
    ana = await gm.seat("ana")
    await gm.seat("ben")
    for name in ("ben", "nobody"):
        response = await ana.client.get(live_path(ana, (name,)), headers=ana.headers)
        assert problem_of(response)["status"] == 403
        with pytest.raises(InvalidStatus) as refused:
            async with by_socket(ana, name):
                pass
        assert refused.value.response.status_code == 403


@ways
async def test_a_seat_that_is_closed_is_told_goodbye(gm: Seat, way: Any) -> None:
    ana = await gm.seat("ana")
    async with way(ana) as ear:
        await ear.until("waiting")
        if way is by_poll:
            coming = asyncio.create_task(ear.until("goodbye"))
            await asyncio.sleep(0.05)
            await gm.give("close_seat", seat="ana")
            goodbye = await coming
        else:
            await gm.give("close_seat", seat="ana")
            goodbye = await ear.until("goodbye")
        assert goodbye["reason"] == "seat-closed"
        assert "again" not in goodbye
        assert await ear.rest() == []


async def test_a_seat_that_is_handed_over_ends_its_old_connections(gm: Seat) -> None:
    ana = await gm.seat("ana")
    async with by_socket(ana) as ear, by_sse(ana) as other:
        await ear.until("waiting")
        await other.until("waiting")
        await gm.seat("ana")
        assert (await ear.until("goodbye"))["reason"] == "handed-over"
        assert (await other.until("goodbye"))["reason"] == "handed-over"


async def test_a_service_that_may_speak_for_a_seat_no_longer_is_told_goodbye(gm: Seat) -> None:
    await gm.seat("ana")
    bot = await gm.seat("bot", "service", speaks_for=["ana"])
    async with by_socket(bot, "ana") as ear:
        await ear.until("waiting")
        await gm.give("close_seat", seat="ana")
        assert (await ear.until("goodbye"))["reason"] == "not-spoken-for"


@pytest.mark.parametrize("way", [by_socket, by_sse], ids=["websocket", "sse"])
async def test_whoever_follows_a_table_that_is_deleted_is_told_that_it_is_gone(gm: Seat, way: Any) -> None:
    address = f"/v1/tables/{gm.table}"
    async with way(gm) as ear:
        await ear.until("waiting")
        coming = asyncio.create_task(ear.until("goodbye"))
        await gm.client.post(f"{address}/archive")
        assert (await gm.client.delete(address)).status_code == 204
        goodbye = await coming
    assert goodbye["reason"] == "table-gone"
    assert "again" not in goodbye


@ways
async def test_whoever_follows_while_the_service_stops_is_told_goodbye(gm: Seat, service: Served, way: Any) -> None:
    async with way(gm) as ear:
        await ear.until("waiting")
        coming = asyncio.create_task(ear.until("goodbye"))
        await asyncio.sleep(0.05)
        await service.stop()
        goodbye = await coming
    assert (goodbye["reason"], goodbye["again"]) == ("stopping", 1.0)


async def test_a_poll_of_the_events_that_waits_while_the_service_stops_is_answered(gm: Seat, service: Served) -> None:
    number = (await gm.look())["number"]
    poll = asyncio.create_task(gm.look("/events", after=number, wait=20))
    await asyncio.sleep(0.05)
    await service.stop()
    answer = await poll
    assert (answer["frames"], answer["stopping"]) == ([], True)


async def test_when_nothing_happens_a_heartbeat_says_where_everybody_is(gm: Seat, service: Served) -> None:
    service.live.heartbeat = 0.05
    async with by_socket(gm) as ear, by_sse(gm) as other:
        for one in (ear, other):
            heartbeat = await one.until("heartbeat")
            assert heartbeat["numbers"] == {"gm": (await gm.look())["number"]}


async def test_a_table_that_was_put_away_meanwhile_is_followed_on(gm: Seat, service: Served) -> None:
    async with by_socket(gm) as ear:
        await ear.until("waiting")
        service.app.state.service.house.forget(gm.table)
        await gm.enter("vera")
        kept = await ear.up_to((await gm.look())["number"])
        assert kept.view == await gm.look()
        assert [said["type"] for said in ear.heard].count("snapshot") == 1


async def test_a_seat_has_only_so_many_connections(gm: Seat) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(8):
            await (await stack.enter_async_context(by_socket(gm))).hear()
        assert problem_of(await gm.client.get(live_path(gm), headers=gm.headers))["code"] == "too-many"
        with pytest.raises(InvalidStatus) as refused:
            await stack.enter_async_context(by_socket(gm))
        assert refused.value.response.status_code == 429
    async with by_socket(gm) as ear:
        assert (await ear.hear())["type"] == "hello"


async def test_whoever_goes_away_makes_room_whichever_way_it_came(gm: Seat, service: Served) -> None:
    for way in WAYS.values():
        for _ in range(10):  # more than there are places
            async with way(gm) as ear:
                await ear.hear()
            await service.live.empty()
    async with by_socket(gm) as ear:
        assert (await ear.hear())["type"] == "hello"


async def test_a_socket_without_a_token_is_refused_in_words(gm: Seat) -> None:
    nobody = Seat(gm.client, gm.table, "fs1.nonsense")
    with pytest.raises(InvalidStatus) as refused:
        async with by_socket(nobody):
            pass
    response = refused.value.response
    assert response.status_code == 401
    assert json.loads(response.body)["code"] == "unauthorized"


def address(gm: Seat) -> str:
    return str(gm.client.base_url.join(live_path(gm))).replace("http", "ws", 1)


async def test_a_cookie_speaks_for_our_own_pages_and_for_no_other(gm: Seat) -> None:
    cookie = {"cookie": f"fracas_seat={gm.token}"}
    own = str(gm.client.base_url).rstrip("/")
    async with connect(address(gm), origin=Origin(own), additional_headers=cookie, proxy=None) as one:
        assert json.loads(await one.recv())["type"] == "hello"
    with pytest.raises(InvalidStatus) as refused:
        async with connect(address(gm), origin=Origin("https://evil.example"), additional_headers=cookie, proxy=None):
            pass
    assert refused.value.response.status_code == 401


async def test_a_page_of_elsewhere_brings_its_token_with_its_first_message(gm: Seat) -> None:
    number = (await gm.look())["number"]
    chain = (await gm.look())["chain"]
    async with connect(address(gm), subprotocols=[JOIN], origin=PAGE, proxy=None) as one:
        assert one.subprotocol == JOIN
        await one.send(json.dumps({"type": "join", "token": gm.token, "from": [f"gm:{number}:{chain}"]}))
        assert json.loads(await one.recv())["following"][0]["resumed"]


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        ('{"type":"join","token":"fs1.nonsense"}', "no-token"),
        ('{"type":"join","token":"x","from":["nonsense"]}', "no-token"),
        ('{"type":"shout"}', "not-understood"),
        ("nonsense", "not-understood"),
    ],
)
async def test_whoever_joins_with_something_else_is_told_goodbye(gm: Seat, first: str, reason: str) -> None:
    async with connect(address(gm), subprotocols=[JOIN], proxy=None) as one:
        await one.send(first)
        assert json.loads(await one.recv())["reason"] == reason
        with pytest.raises(ConnectionClosed) as closed:
            await one.recv()
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, reason)


async def test_whoever_says_something_on_the_way_is_told_goodbye(gm: Seat) -> None:
    async with socket(gm, live_path(gm)) as one:
        await one.send("hello?")
        told = [said async for said in messages_of(one)]
        assert told[-1]["reason"] == "not-understood"


async def much(gm: Seat) -> None:
    """A lot to be told at once."""
    body = {"commands": [gm.body("note", text="x" * 2000) for _ in range(50)]}
    assert (await gm.send(body)).status_code == 200


async def test_a_connection_that_takes_nothing_costs_the_others_nothing_and_is_dropped(
    gm: Seat, service: Served
) -> None:
    service.live.patience = 0.2
    head = f"GET {live_path(gm)} HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\n"
    with create_connection(("127.0.0.1", service.port)) as stalled:
        stalled.sendall(f"{head}authorization: Bearer {gm.token}\r\n\r\n".encode())
        async with by_socket(gm) as ear:
            await ear.until("waiting")
            while service.live.guests == 2:
                await much(gm)
                await ear.up_to((await gm.look())["number"])
            kept = ear.kept["gm"]
            assert kept.view == await gm.look()


async def test_a_connection_that_is_slow_is_told_why_it_is_dropped_and_goes_on_where_it_was(
    gm: Seat, service: Served
) -> None:
    service.live.patience = 0.2
    async with socket(gm, live_path(gm), max_queue=1) as one:
        while service.live.dropped == 0:
            await much(gm)
        told = [said async for said in messages_of(one)]
    assert told[-1] == {**told[-1], "type": "goodbye", "reason": "too-slow", "again": 0.0}
    service.live.patience = 60.0
    last = next(said for said in reversed(told) if said["type"] == "batch")
    async with by_socket(gm, start=(f"gm:{last['number']}:{last['chain']}",)) as again:
        assert (await again.hear())["following"][0]["resumed"]
        numbers = [frame["number"] for said in told if said["type"] == "batch" for frame in said["frames"]]
        kept = await again.up_to((await gm.look())["number"])
        assert numbers + kept.numbers == list(range(numbers[0], kept.number + 1))


async def test_a_contested_roll_stands_in_the_view_that_is_kept_until_it_is_ruled_on(gm: Seat) -> None:
    way = next(iter(WAYS.values()))
    async with way(gm) as ear:
        await ear.until("waiting")
        await two_in_actions(gm)
        reply = await shoot(gm)
        rolls = [one["number"] for one in reply["events"] if one["fact"].get("entry", {})["fact"]["type"] == "rolled"]
        contested = await gm.give("dispute", roll=rolls[0], text="It lay on the floor")
        kept = await ear.up_to(contested["version"], "gm")
        assert kept.view == await gm.look()
        assert [one["roll"] for one in kept.view["contested"]] == rolls[:1]
        ruled = await gm.give("rule", dispute=contested["version"], reason="It did not")
        kept = await ear.up_to(ruled["version"], "gm")
        assert kept.view == await gm.look()
        assert "contested" not in kept.view
