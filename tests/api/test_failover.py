"""A server of the cluster is killed with people at the table: what was acknowledged stays, nobody keeps the rest."""

import asyncio
import signal
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from api.clock import now
from api.keys import Keys
from api.proof.backups import back_up, bring_back
from api.proof.capsules import Receiver, Taken
from api.proof.verify import verify
from engine.rulesets import RULESETS
from events.log.stream import open_log
from tests.api.people import KEY, Seat, open_table
from tests.live.ears import Ear, by_poll, by_socket, by_sse
from tests.live.serving import Served, served
from tests.log.clusters import Member, Members, cluster, fall_behind, promoted
from tests.reps import repetitions

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cluster")]

KILLS = repetitions(3, 20)
WRITERS = 4


@pytest.fixture(scope="module")
def members(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Members]:
    with cluster(tmp_path_factory.mktemp("cluster")) as one:
        yield one


@pytest.fixture
async def both(
    members: Members, tmp_path: Path, request: pytest.FixtureRequest
) -> AsyncIterator[tuple[Served, Served]]:
    """Two services on the cluster, which wait for as many replicas as the test says."""
    await asyncio.to_thread(members.until_whole)
    replicas: int = request.param
    async with AsyncExitStack() as stack:
        one, other = [
            await stack.enter_async_context(served(members.url, tmp_path / name, patience=20.0, replicas=replicas))
            for name in ("one", "other")
        ]
        yield one, other


@pytest.mark.parametrize("both", [1], indirect=True)
async def test_what_a_host_does_it_does_at_every_server(
    both: tuple[Served, Served], members: Members, tmp_path: Path
) -> None:
    client = both[0].client
    tables = [await open_table(client) for _ in range(8)]
    while len({members.pair_of(one.table)[0].port for one in tables}) < 3:
        tables.append(await open_table(client))
    names = {one.table for one in tables}
    for one in tables:
        await one.give("note", text="kept")
    listed = (await client.get("/v1/tables")).json()["tables"]
    assert names <= {one["table"] for one in listed}
    assert all(one["bytes"] > 1000 and "trouble" not in one for one in listed)
    assert (await client.get("/readyz")).json()["log"]["servers"] == 3
    assert "fracas_append_seconds_count" in (await client.get("/metrics")).text
    async with open_log(members.url, replicas=1) as log:
        contents = await back_up(log, tmp_path / "backup", now)
        assert names <= {one.table for one in contents.tables}
        for one in tables:
            for what in ("link", "archive", "restore", "archive"):
                done = await client.post(f"/v1/tables/{one.table}/{what}")
                assert done.status_code in (200, 204), done.text
            assert (await both[1].client.delete(f"/v1/tables/{one.table}")).status_code == 204
        assert not names & set(await log.tables())
        brought = await bring_back(Receiver(log, Keys(KEY), RULESETS, now), tmp_path / "backup", frozenset(names))
        assert all(isinstance(one, Taken) for one in brought), brought
        assert names <= set(await log.tables())
    for one in tables:
        assert "kept" in await _notes(one)


class Writer:
    """Gives one command after the other, each until it is answered; keeps the answers."""

    def __init__(self, seats: list[Seat], name: str) -> None:
        self.seats, self.name = seats, name
        self.answers: dict[str, dict[str, Any]] = {}
        self.over = False

    async def go_on(self) -> None:
        number = 0
        while not self.over:
            text = f"{self.name}-{number}"
            body = self.seats[0].body("note", text=text, named=f"c-{text}")
            for turn in range(100_000):
                reply = await self.seats[turn % 2].send(body)
                if reply.status_code == 200:
                    self.answers[text] = reply.json()
                    break
                assert reply.status_code in (409, 503) and "code" in reply.json(), reply.text
                assert reply.json()["code"] in ("log-unavailable", "forked"), reply.text
            number += 1


class Reader:
    """Follows a table whatever happens, and holds only what it was told: number, chain, texts of the notes."""

    def __init__(self, seat: Seat, way: Any) -> None:
        self.seat, self.way = seat, way
        self.at: tuple[int, str] | None = None
        self.notes: list[str] = []
        self.forked = 0

    async def follow(self) -> None:
        while True:
            start = (f"gm:{self.at[0]}:{self.at[1]}",) if self.at else ()
            async with self.way(self.seat, start=start) as ear:
                await self._hear(ear)

    async def _hear(self, ear: Ear) -> None:
        while True:
            try:
                said = await ear.hear()
            except (StopAsyncIteration, httpx.TransportError, TimeoutError):
                return
            if said["type"] == "snapshot":
                self.forked += said.get("forked", False)
                frames = (await self.seat.look("/events", limit=500))["frames"]
                self.notes = [text for frame in frames if (text := _note(frame)) and frame["number"] <= said["number"]]
                self.at = said["number"], said["chain"]
            elif said["type"] == "batch":
                assert self.at is not None and said["after"] == self.at[0], "a gap or a double"
                self.notes += [text for frame in said["frames"] if (text := _note(frame))]
                self.at = said["number"], said["chain"]
            elif said["type"] == "goodbye":
                return


def _note(frame: dict[str, Any]) -> str:
    fact = frame["fact"]["entry"]["fact"]
    return str(fact["text"]) if fact["type"] == "note-added" else ""


async def seats_of(both: tuple[Served, Served]) -> list[Seat]:
    gm = await open_table(both[0].client)
    return [gm, Seat(both[1].client, gm.table, gm.token)]


@pytest.mark.parametrize("both", [1], indirect=True)
async def test_with_one_replica_waited_for_nothing_acknowledged_is_lost_and_nobody_keeps_what_is_not_there(
    both: tuple[Served, Served], members: Members
) -> None:
    chance = Random(5)
    seats = await seats_of(both)
    writers = [Writer(seats[n % 2 :] + seats[: n % 2], f"w{n}") for n in range(WRITERS)]
    readers = [Reader(seats[n % 2], way) for n, way in enumerate((by_socket, by_sse, by_poll, by_socket))]
    reading = [asyncio.create_task(reader.follow()) for reader in readers]
    writing = [asyncio.create_task(writer.go_on()) for writer in writers]
    for _ in range(KILLS):
        await _more(writers, writing, 10)
        await asyncio.sleep(chance.random() * 0.05)  # anywhere within a command
        master, replica = await asyncio.to_thread(members.pair_of, seats[0].table)
        await asyncio.to_thread(master.kill)
        await asyncio.to_thread(promoted, replica)
        await asyncio.to_thread(master.start)
        await asyncio.to_thread(members.until_whole)
        await _more(writers, writing, 5)
    for writer in writers:
        writer.over = True
    await asyncio.gather(*writing)
    answers = {text: answer for writer in writers for text, answer in writer.answers.items()}
    assert {answer["acked"] for answer in answers.values()} == {1}
    await _holds(seats, Counter(answers.keys()), answers)
    await _all_told(seats[0], readers, reading)
    assert not any(reader.forked for reader in readers), "something was told that was taken back"
    await _leave(reading)


async def _more(writers: list[Writer], writing: "list[asyncio.Task[None]]", more: int) -> None:
    goal = sum(len(one.answers) for one in writers) + more
    while True:
        for task in writing:
            assert not task.done(), task.result()
        if sum(len(one.answers) for one in writers) >= goal:
            return
        await asyncio.sleep(0.01)


async def _holds(seats: list[Seat], acknowledged: Counter[str], answers: dict[str, dict[str, Any]]) -> None:
    export = await seats[1].client.get(f"/v1/tables/{seats[1].table}/export", headers=seats[1].headers)
    report = verify(export.content.splitlines(keepends=True))
    assert report.whole, report.faults
    assert Counter(await _notes(seats[1])) == acknowledged
    for text, answer in answers.items():
        again = await seats[0].send(seats[0].body("note", text=text, named=f"c-{text}"))
        assert again.json() == answer


async def _notes(seat: Seat) -> list[str]:
    notes, after = list[str](), 0
    while True:
        page = await seat.look("/events", after=after, limit=500)
        notes += [text for frame in page["frames"] if (text := _note(frame))]
        after = page["number"]
        if not page.get("more"):
            return notes


async def _leave(reading: "list[asyncio.Task[None]]") -> None:
    for task in reading:
        task.cancel()
    await asyncio.gather(*reading, return_exceptions=True)


async def _all_told(seat: Seat, readers: list[Reader], reading: "list[asyncio.Task[None]]") -> None:
    view, notes = await seat.look(), await _notes(seat)
    async with asyncio.timeout(60):
        for reader, task in zip(readers, reading, strict=True):
            while True:
                assert not task.done(), task.result()
                if reader.at == (view["number"], view["chain"]):
                    break
                await asyncio.sleep(0.01)
            assert reader.notes == notes


@pytest.mark.parametrize("both", [0], indirect=True)
async def test_who_was_told_what_a_failover_took_back_is_told_so_and_gets_the_table_as_it_is(
    both: tuple[Served, Served], members: Members
) -> None:
    seats = await seats_of(both)
    await seats[0].give("note", text="stays")
    master, replica = await asyncio.to_thread(members.pair_of, seats[0].table)
    readers = [Reader(seats[n % 2], way) for n, way in enumerate((by_socket, by_sse, by_poll))]
    reading = [asyncio.create_task(reader.follow()) for reader in readers]
    await asyncio.to_thread(fall_behind, replica, master)
    lost = await seats[0].send(seats[0].body("note", text="lost", named="c-lost"))
    assert lost.status_code == 200
    await _all_told(seats[0], readers, reading)
    await asyncio.to_thread(_fail_over, replica, master)
    await asyncio.to_thread(master.start)
    await asyncio.to_thread(members.until_whole)
    again = Writer(seats, "after")
    writing = asyncio.create_task(again.go_on())
    await _more([again], [writing], 5)
    again.over = True
    await writing
    assert "lost" not in await _notes(seats[1])
    await _all_told(seats[0], readers, reading)
    assert all(reader.forked for reader in readers)
    await _leave(reading)
    # The very same command, sent again by who does not know: it lands now.
    assert (await seats[1].send(seats[1].body("note", text="lost", named="c-lost"))).status_code == 200
    assert (await _notes(seats[0])).count("lost") == 1


def _fail_over(replica: Member, master: Member) -> None:
    master.kill()
    replica.signal(signal.SIGCONT)
    promoted(replica)
