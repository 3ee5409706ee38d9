"""Two real processes at one log, as clients meet them: whichever answers, it is one table."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import httpx
import pytest

from tests.api.people import Seat, open_table, sit_down
from tests.api.processes import Service
from tests.live.ears import WAYS, by_socket, held

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("many processes")]


@pytest.fixture(scope="module")
def processes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Service, Service]]:
    """Two on one data folder, and so on one Valkey that comes along."""
    one, other = (tmp_path_factory.mktemp(name) for name in ("one", "other"))
    with Service(one) as first, Service(other, **first.places) as second:
        yield first, second


@pytest.fixture
async def both(processes: tuple[Service, Service]) -> AsyncIterator[tuple[Seat, Seat]]:
    """The GM of a new table at either process."""
    async with (
        httpx.AsyncClient(base_url=processes[0].url, timeout=30) as here,
        httpx.AsyncClient(base_url=processes[1].url, timeout=30) as there,
    ):
        gm = await open_table(here)
        yield gm, Seat(there, gm.table, gm.token)


async def test_what_one_has_acknowledged_the_other_shows_at_once(both: tuple[Seat, Seat]) -> None:
    for n in range(30):
        writer, reader = both[n % 2], both[1 - n % 2]
        done = await writer.give("note", text=str(n))
        assert (await reader.look())["number"] == done["version"]
        assert not (await reader.look("/events", after=done["version"])).get("forked")


async def test_what_one_has_acknowledged_the_other_reckons_with_at_once(both: tuple[Seat, Seat]) -> None:
    for n in range(30):
        writer, reader = both[n % 2], both[1 - n % 2]
        await writer.enter(f"n{n}")
        tried = await reader.send({**reader.body("remove_combatant", combatant=f"n{n}"), "dry_run": True})
        assert tried.json().get("refused") is None
        act = {"combatant": f"n{n}", "action": {"kind": "shoot", "weapon": "pistol", "target": f"n{n}"}}
        asked = await reader.client.post(f"/v1/tables/{reader.table}/odds", json=act, headers=reader.headers)
        assert asked.json().get("code") != "unknown-id", asked.text


async def test_an_undo_of_what_the_other_has_acknowledged_goes_through_with_its_number(both: tuple[Seat, Seat]) -> None:
    for n in range(30):
        writer, other = both[n % 2], both[1 - n % 2]
        done = await writer.enter(f"n{n}")
        undone = await other.send(other.body("undo", expect=done["version"]))
        assert undone.status_code == 200, undone.text


async def test_a_seat_that_was_offered_through_one_is_taken_and_used_through_the_other(both: tuple[Seat, Seat]) -> None:
    here, there = both
    await there.look()
    for n in range(10):
        offered = await here.give("offer_seat", seat=f"s{n}", kind="player", name="Somebody")
        seat = await sit_down(there.client, here.table, offered["link"])
        await Seat(here.client, here.table, seat.token).give("note", text="in")
        await here.give("close_seat", seat=f"s{n}")
        response = await there.client.get(f"/v1/tables/{here.table}", headers=seat.headers)
        assert response.status_code == 401


async def test_the_same_command_sent_to_both_at_once_lands_once_and_has_one_answer(both: tuple[Seat, Seat]) -> None:
    bodies = [both[0].body("note", text=str(n)) for n in range(30)]
    replies = await asyncio.gather(*(seat.send(body) for body in bodies for seat in both))
    assert {reply.status_code for reply in replies} == {200}
    for first, second in zip(replies[::2], replies[1::2], strict=True):
        assert first.content == second.content
    frames = (await both[1].look("/events"))["frames"]
    notes = [one["fact"]["entry"]["fact"]["text"] for one in frames if "text" in one["fact"]["entry"]["fact"]]
    assert sorted(notes, key=int) == [str(n) for n in range(30)]


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
async def test_whoever_follows_one_hears_what_is_done_through_either(both: tuple[Seat, Seat], way: object) -> None:
    assert callable(way)
    async with way(both[0]) as near, way(both[1]) as far:
        await near.until("waiting")
        await far.until("waiting")
        told = [(await both[n % 2].give("note", text=str(n)))["version"] for n in range(10)]
        kept = [await ear.up_to(told[-1]) for ear in (near, far)]
        assert kept[0].view == kept[1].view == await both[1].look()
        assert kept[0].chain == kept[1].chain


async def test_whoever_is_ahead_of_a_process_goes_on_there_without_a_gap(both: tuple[Seat, Seat]) -> None:
    here, there = both
    await there.look()
    async with by_socket(here) as ear:
        await ear.until("waiting")
        for n in range(10):
            done = await here.give("note", text=str(n))
            kept = await ear.up_to(done["version"])
            async with by_socket(there, start=(held(kept, "gm"),)) as other:
                hello = await other.until("hello")
                assert hello["following"][0]["resumed"]


async def test_whoever_followed_a_process_that_is_killed_goes_on_at_the_other(
    both: tuple[Seat, Seat], processes: tuple[Service, Service]
) -> None:
    here, there = both
    async with by_socket(there) as ear:
        await ear.until("waiting")
        kept = await ear.up_to((await there.give("note", text="before"))["version"])
        await asyncio.to_thread(processes[1].kill)
        body = here.body("note", text="meanwhile")
        first = await here.send(body)
        async with by_socket(here, start=(held(kept, "gm"),)) as other:
            assert (await other.until("hello"))["following"][0]["resumed"]
            assert (await other.until("batch"))["after"] == kept.number
    await asyncio.to_thread(processes[1].start)
    async with httpx.AsyncClient(base_url=processes[1].url, timeout=30) as client:
        again = Seat(client, here.table, here.token)
        assert (await again.send(body)).content == first.content
        assert await again.look() == await here.look()
