"""Events and the long poll: own numbers without a gap, a chain to hold them to, and news as soon as there are some."""

import asyncio
from hashlib import sha256
from pathlib import Path

import httpx
import msgspec

from events.log.stream import open_log
from tests.api.people import Seat, make_app, open_table, problem_of, running, somebody_waits


class Raws(msgspec.Struct):
    """Frames as the bytes they were sent as."""

    frames: tuple[msgspec.Raw, ...]


async def test_frames_are_numbered_without_a_gap_and_chained(gm: Seat) -> None:
    ana = await gm.seat("ana")
    await gm.enter("sniper", hidden=True)
    await gm.enter("vera", controller="ana")
    await gm.enter("bob")
    for seat in (gm, ana):
        events = await seat.look("/events")
        numbers = [frame["number"] for frame in events["frames"]]
        assert numbers == list(range(1, events["newest"] + 1))
        assert events["chain"] == (await seat.look())["chain"]
    assert (await ana.look())["number"] < (await gm.look())["number"]


async def test_a_client_can_work_the_chain_out_for_itself(gm: Seat) -> None:
    ana = await gm.seat("ana")
    await gm.enter("bob")
    before = await ana.look("/events")
    await gm.give("set_condition", combatant="bob", condition="prone")
    response = await gm.client.get(
        f"/v1/tables/{gm.table}/events",
        params={"after": before["number"], "chain": before["chain"]},
        headers=ana.headers,
    )
    after = response.json()
    assert len(after["frames"]) == 1
    frame = bytes(msgspec.json.decode(response.content, type=Raws).frames[0])
    chain = sha256(bytes.fromhex(before["chain"]) + sha256(frame).digest()).hexdigest()
    assert chain == after["chain"]


async def test_pages_lead_from_one_to_the_next(gm: Seat) -> None:
    await asyncio.gather(*(gm.give("note", text=str(n)) for n in range(10)))
    whole, after, frames = await gm.look("/events"), 0, []
    while True:
        page = await gm.look("/events", after=after, limit=4)
        frames += page["frames"]
        after = page["number"]
        if not page.get("more"):
            break
    assert frames == whole["frames"]
    assert page["chain"] == whole["chain"]


async def test_a_chain_that_does_not_fit_is_said_to_be_forked(gm: Seat) -> None:
    assert (await gm.look("/events", after=2, chain="ab" * 32))["forked"]
    assert (await gm.look("/events", after=99))["forked"]


async def test_a_poll_is_answered_as_soon_as_something_happens(gm: Seat) -> None:
    number = (await gm.look())["number"]
    poll = asyncio.create_task(gm.look("/events", after=number, wait=20))
    await somebody_waits(gm.client)
    await gm.give("note", text="now")
    frames = (await asyncio.wait_for(poll, 5))["frames"]
    assert [frame["fact"]["entry"]["fact"]["text"] for frame in frames] == ["now"]


async def test_a_poll_is_not_woken_by_what_its_seat_does_not_see(gm: Seat) -> None:
    ana = await gm.seat("ana")
    number = (await ana.look())["number"]
    poll = asyncio.create_task(ana.look("/events", after=number, wait=20))
    await somebody_waits(gm.client)
    await gm.enter("sniper", hidden=True)
    await gm.give("note", text="mine", gm_only=True)
    assert not poll.done()
    await gm.give("note", text="for all")
    frames = (await asyncio.wait_for(poll, 5))["frames"]
    assert [frame["fact"]["text"] for frame in frames] == ["for all"]


async def test_a_poll_is_answered_empty_when_its_time_is_over(gm: Seat) -> None:
    number = (await gm.look())["number"]
    answer = await gm.look("/events", after=number, wait=0.05)
    assert (answer["number"], answer["frames"]) == (number, [])


async def test_a_poll_ends_with_its_seat(gm: Seat) -> None:
    ana = await gm.seat("ana")
    number = (await ana.look())["number"]
    path = f"/v1/tables/{gm.table}/events"
    poll = asyncio.create_task(gm.client.get(path, params={"after": number, "wait": 20}, headers=ana.headers))
    await asyncio.sleep(0.01)
    await gm.give("close_seat", seat="ana")
    assert problem_of(await asyncio.wait_for(poll, 5))["code"] == "unauthorized"


async def test_a_seat_has_only_so_many_polls_in_flight(gm: Seat) -> None:
    number = (await gm.look())["number"]
    path = f"/v1/tables/{gm.table}/events"
    polls = [
        asyncio.create_task(gm.client.get(path, params={"after": number, "wait": 20}, headers=gm.headers))
        for _ in range(9)
    ]
    done, _ = await asyncio.wait(polls, return_when=asyncio.FIRST_COMPLETED)
    problem = problem_of(done.pop().result())
    assert (problem["status"], problem["code"]) == (429, "too-many")
    await gm.give("note", text="now")
    assert sorted(one.result().status_code for one in (await asyncio.wait(polls))[0]) == [200] * 8 + [429]


async def test_news_from_another_process_wake_a_poll(valkey_url: str, tmp_path: Path) -> None:
    async with (
        open_log(valkey_url) as log,
        open_log(valkey_url) as other_log,
        running(make_app(log, tmp_path)) as client,
        running(make_app(other_log, tmp_path)) as other,
    ):
        gm = await open_table(client)
        elsewhere = Seat(other, gm.table, gm.token)
        number = (await elsewhere.look())["number"]
        poll = asyncio.create_task(elsewhere.look("/events", after=number, wait=20))
        await asyncio.sleep(0.01)
        await gm.give("note", text="from afar")
        frames = (await asyncio.wait_for(poll, 10))["frames"]
        assert [frame["fact"]["entry"]["fact"]["text"] for frame in frames] == ["from afar"]


async def test_control_that_changes_hands_begins_a_new_chain(gm: Seat) -> None:
    ana = await gm.seat("ana")
    await gm.enter("vera")
    before = await ana.look("/events")
    assert "pools" not in str(await ana.look("/wounds"))
    await gm.give("give_control", combatant="vera", seat="ana")
    after = await ana.look("/events", after=before["number"])
    assert [frame["fact"]["type"] for frame in after["frames"]] == ["seen-anew"]
    assert (await ana.look())["combatants"][0]["pools"]["life"] == {"now": 30, "full": 30}


async def test_nothing_of_a_seat_is_kept_by_anybody_in_between(client: httpx.AsyncClient, gm: Seat) -> None:
    response = await client.get(f"/v1/tables/{gm.table}", headers=gm.headers)
    assert response.headers["cache-control"] == "no-store"
