"""Whatever the line does, and whichever of two processes is killed: everybody ends with the view of a fresh look,
nothing comes twice or out of order, every command that was answered has landed once. What breaks that is found."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, aclosing
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from api.live.feeds import Feed
from tests.api.people import Seat, open_table
from tests.api.processes import Service
from tests.clients.python import fracas_client
from tests.live.ears import WAYS
from tests.live.serving import Served
from tests.live.weather import Weather, weather
from tests.reps import repetitions

__all__ = ["fracas_client"]

CLIENTS = repetitions(6, 30)
COMMANDS = repetitions(12, 60)
KILLS = repetitions(2, 6)
SEEDS = range(repetitions(1, 10))


def unreliable(fracas_client: Any, chance: Random) -> Any:
    """A client whose messages are lost, doubled and swapped before it sees them, until `calm` is set."""

    class Unreliable(fracas_client.Table):  # type: ignore[misc]
        calm = False

        async def _patiently(self, way: str) -> AsyncIterator[Any]:
            held: list[Any] = []
            async with aclosing(super()._patiently(way)) as messages:
                async for said in messages:
                    event = 1.0 if self.calm or said["type"] in ("hello", "goodbye") else chance.random()
                    if event < 0.1:
                        continue  # lost
                    if event < 0.2:
                        held.append(said)  # told after the next one
                        continue
                    for one in (said, *([said] if event < 0.3 else []), *held):
                        yield one
                    held.clear()

    return Unreliable


class Client:
    """Somebody who follows and gives commands; what was told is held to be in order, and each answer is kept."""

    def __init__(self, table: Any, twin: Any, name: str, refused: type[Exception]) -> None:
        """`twin` is the same seat in another window, from which some commands are given at the same time."""
        self.table, self.twin, self.name, self._refused = table, twin, name, refused
        self.audience = "gm" if name == "gm" else f"seat:{name}"
        self.numbers: list[int] = []
        self.answered: Counter[str] = Counter()
        self.moved = 0
        self.following = asyncio.create_task(self._follow())
        self._news = asyncio.Event()

    @property
    def held(self) -> dict[str, Any]:
        found: dict[str, Any] = self.table.seen.get(self.audience, {"number": 0})
        return found

    async def _follow(self) -> None:
        async for said in self.table.follow():
            number, before = self.held["number"], self.numbers[-1] if self.numbers else 0
            if number != before:
                assert number > before, "told backwards"
                if said["type"] == "batch":
                    told = [frame["number"] for frame in said["frames"]]
                    assert told == list(range(before + 1, number + 1)), "a number twice or out of order"
                self.numbers.append(number)
            self._news.set()

    async def play(self, chance: Random) -> None:
        """Notes, some given at once from two windows, some that expect a number which may be past by now."""
        for n in range(COMMANDS):
            text, around = f"{self.name}-{n}", {"id": f"c-{n}"}
            if chance.random() < 0.3 and self.held["number"]:
                around["expect"] = self.held["number"]
            windows = (self.table, self.twin) if chance.random() < 0.3 else (self.table,)
            replies = await asyncio.gather(*(self._give(one, text, around) for one in windows))
            assert all(reply == replies[0] for reply in replies), "one command, two answers"
            if replies[0] is not None:
                self.answered[text] += 1
            await asyncio.sleep(chance.random() * 0.05)

    async def _give(self, window: Any, text: str, around: dict[str, Any]) -> Any:
        try:
            return await window.give("note", text=text, around=around)
        except self._refused as refused:
            if getattr(refused, "code", "") != "moved":
                raise
            self.moved += 1
            return None

    async def up_to(self, number: int) -> None:
        """Wait until it has been told so far."""
        while self.held["number"] < number:
            self._news.clear()
            following = asyncio.create_task(self._news.wait())
            await asyncio.wait((following, self.following), timeout=60, return_when=asyncio.FIRST_COMPLETED)
            assert following.done(), f"{self.name} stays at {self.held['number']} of {number}"


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
async def test_in_any_weather_everybody_ends_with_the_same_table(tmp_path: Path, fracas_client: Any, seed: int) -> None:
    chance = Random(seed)
    async with AsyncExitStack() as stack:
        service = stack.enter_context(Service(tmp_path / "one"))
        both = (service, stack.enter_context(Service(tmp_path / "other", **service.places)))
        # Each new connection comes to either of the two, so that everybody goes on now here, now there.
        line, port = await stack.enter_async_context(weather(tuple(one.port for one in both), chance))
        http = await stack.enter_async_context(httpx.AsyncClient(base_url=service.url, timeout=60))
        gm = await open_table(http)
        names = [f"p{n}" for n in range(CLIENTS - 1)]
        seats = {"gm": gm, **await _seats(fracas_client, gm, names, f"http://127.0.0.1:{port}")}
        await gm.enter("vera", controller="p0")
        kind = unreliable(fracas_client, chance)
        clients = []
        for place, (name, seat) in enumerate(seats.items()):
            way = ("socket", "sse", "poll")[place % 3]
            one, twin = (
                kind(f"http://127.0.0.1:{port}", table=gm.table, token=seat.token, ways=(way,)) for _ in range(2)
            )
            for window in (one, twin):
                await stack.enter_async_context(window)
            clients.append(Client(one, twin, name, fracas_client.Refused))
        playing = [asyncio.create_task(client.play(Random(f"{seed} {client.name}"))) for client in clients]
        for kill in range(KILLS):
            await asyncio.sleep(0.5)
            await asyncio.to_thread(both[kill % 2].kill)
            await asyncio.to_thread(both[kill % 2].start)
        await asyncio.gather(*playing)
        line.clear_up()
        for client in clients:
            client.table.calm = True
        await _all_settled(seats, clients, line)


async def _seats(fracas_client: Any, gm: Seat, names: list[str], base: str) -> dict[str, Seat]:
    """Everybody sits down at once, by the bad line."""
    links = {name: (await gm.give("offer_seat", seat=name, kind="player", name=name.title()))["link"] for name in names}
    taken = await asyncio.gather(*(fracas_client.sit_down(base, gm.table, link) for link in links.values()))
    return {one["seat"]: Seat(gm.client, gm.table, one["token"]) for one in taken}


async def _all_settled(seats: dict[str, Seat], clients: list[Client], line: Weather) -> None:
    await seats["gm"].give("note", text="the end")
    for client in clients:
        view = await seats[client.name].look()
        await client.up_to(view["number"])
        assert client.held["view"] == view
        assert client.held["chain"] == view["chain"]
        client.following.cancel()
        await asyncio.wait([client.following], timeout=60)
        assert client.following.cancelled(), f"{client.name} goes on following"
    landed = await _landed(seats["gm"])
    answered = Counter[str]()
    for client in clients:
        answered += client.answered
    assert landed == answered, "answered and landed are not the same"
    assert set(landed.values()) == {1}
    assert line.breaks, "the weather was fair"
    assert sum(client.moved for client in clients), "no command met a table that had gone on"


async def _landed(gm: Seat) -> Counter[str]:
    """How often each note stands in the log."""
    landed, after = Counter[str](), 0
    while True:
        page = await gm.look("/events", after=after, limit=500)
        facts = [frame["fact"]["entry"]["fact"] for frame in page["frames"]]
        landed.update(fact["text"] for fact in facts if fact["type"] == "note-added" and fact["text"] != "the end")
        after = page["number"]
        if not page.get("more"):
            return landed


_made = Feed._made


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
@pytest.mark.parametrize("fault", ["gap", "double"])
async def test_a_gap_and_a_double_are_found_where_they_are_planted(
    gm: Seat, service: Served, monkeypatch: pytest.MonkeyPatch, way: Any, fault: str
) -> None:
    """The feed leaves a frame out, or tells one twice; whoever holds the messages to the protocol finds it."""

    def planted(feed: Feed, after: int) -> Any:
        return _made(feed, after - 1 if fault == "double" else min(after + 1, feed.stream.newest - 1))

    async with way(gm) as ear:
        await ear.until("waiting")
        monkeypatch.setattr(Feed, "_made", planted)
        await gm.send({"commands": [gm.body("note", text=str(n)) for n in range(3)]})
        with pytest.raises(AssertionError, match="a gap or a double"):
            await ear.up_to((await gm.look())["number"])
