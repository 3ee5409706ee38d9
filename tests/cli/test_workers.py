"""`fracas serve --workers N` with real processes: all serve, one that dies is replaced, all end in good order."""

import asyncio
import json
import os
import signal
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest

from tests.api.people import Seat, open_table
from tests.cli.running import Serving

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("workers")]

PATIENCE = 180.0


@asynccontextmanager
async def at_work(home: Path, *arguments: str) -> AsyncIterator[Serving]:
    """Two processes that serve; ended at the end."""
    serving = await asyncio.to_thread(Serving, home, "--workers", "2", *arguments)
    try:
        yield serving
    finally:
        await asyncio.to_thread(serving.__exit__)


async def pids(serving: Serving, enough: Callable[[set[int]], bool]) -> set[int]:
    """The processes that answer, asked over new connections until they are enough."""
    found: set[int] = set()
    async with asyncio.timeout(PATIENCE):
        while not enough(found):
            async with httpx.AsyncClient(base_url=serving.address, timeout=PATIENCE) as client:
                with_answer = await asyncio.gather(
                    *(client.get("/healthz", headers={"connection": "close"}) for _ in range(8)), return_exceptions=True
                )
                found |= {one.json()["process"] for one in with_answer if isinstance(one, httpx.Response)}
    return found


def lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


async def test_all_of_them_serve_and_a_signal_ends_all_and_their_log(tmp_path: Path) -> None:
    async with at_work(tmp_path, "--sample") as serving:
        serving.invitations()
        both = await pids(serving, lambda found: len(found) == 2)
        assert serving.process.pid not in both
        assert await asyncio.to_thread(serving.stop) == 0
        assert not any(map(lives, both))
    assert not (tmp_path / "data" / "server.pid").exists()
    assert "Traceback" not in (tmp_path / "errors").read_text()


async def test_all_of_them_count_together(tmp_path: Path) -> None:
    async with at_work(tmp_path) as serving:
        both = await pids(serving, lambda found: len(found) == 2)
        async with httpx.AsyncClient(base_url=serving.address, timeout=PATIENCE) as client:
            gm = await open_table(client)
        for n in range(10):
            async with httpx.AsyncClient(base_url=serving.address, timeout=PATIENCE) as client:
                await Seat(client, gm.table, gm.token).give("note", text=str(n))
                assert f'fracas_commands_total{{outcome="done"}} {n + 1}.0' in (await client.get("/metrics")).text
        os.kill(both.pop(), signal.SIGKILL)
        await pids(serving, lambda found: len(found - both) > 0)
        async with httpx.AsyncClient(base_url=serving.address, timeout=PATIENCE) as client:
            assert 'fracas_commands_total{outcome="done"} 10.0' in (await client.get("/metrics")).text


async def test_a_command_given_to_one_is_seen_at_once_at_the_other(tmp_path: Path) -> None:
    async with at_work(tmp_path) as serving, httpx.AsyncClient(base_url=serving.address, timeout=PATIENCE) as client:
        await pids(serving, lambda found: len(found) == 2)
        gm = await open_table(client)
        for n in range(40):
            told = await gm.give("note", text=str(n))
            # A connection of its own: whichever process is free takes it.
            async with httpx.AsyncClient(base_url=serving.address, timeout=PATIENCE) as other:
                assert (await Seat(other, gm.table, gm.token).look())["number"] == told["version"]


async def test_one_that_is_killed_is_replaced_while_the_other_goes_on(tmp_path: Path) -> None:
    async with at_work(tmp_path) as serving, httpx.AsyncClient(base_url=serving.address, timeout=PATIENCE) as client:
        both = await pids(serving, lambda found: len(found) == 2)
        gm = await open_table(client)
        for victim in both:
            os.kill(victim, signal.SIGKILL)
            body = gm.body("note", text="still here")
            replies = [await insist(serving, gm, body) for _ in range(2)]
            assert replies[0] == replies[1]
        after = await pids(serving, lambda found: len(found - both) == 2)
        assert len(after - both) == 2
        texts = [frame["fact"]["entry"]["fact"].get("text") for frame in (await insist_look(serving, gm))["frames"]]
        assert texts.count("still here") == 2
    lines = [json.loads(line) for line in (tmp_path / "errors").read_text().splitlines()]
    ended = [line for line in lines if line["event"] == "worker ended"]
    assert {line["pid"] for line in ended} >= both
    assert {line.get("worker") for line in lines if line["event"] == "landed"} <= {1, 2}


async def insist(serving: Serving, seat: Seat, body: object) -> bytes:
    """Send a command until it is answered, as a client does."""
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                async with httpx.AsyncClient(base_url=serving.address, timeout=PATIENCE) as client:
                    response = await Seat(client, seat.table, seat.token).send(body)
            except httpx.TransportError:
                continue
            assert response.status_code == 200, response.text
            return response.content


async def insist_look(serving: Serving, seat: Seat) -> dict[str, list[dict[str, dict[str, dict[str, dict[str, str]]]]]]:
    async with httpx.AsyncClient(base_url=serving.address, timeout=PATIENCE) as client:
        seen: dict[str, list[dict[str, dict[str, dict[str, dict[str, str]]]]]] = await Seat(
            client, seat.table, seat.token
        ).look("/events")
        return seen


async def test_they_end_when_the_one_that_started_them_is_killed(tmp_path: Path) -> None:
    async with at_work(tmp_path) as serving:
        both = await pids(serving, lambda found: len(found) == 2)
        serving.process.kill()
        await asyncio.to_thread(until, lambda: not any(map(lives, both)))
        await asyncio.to_thread(until, lambda: not (tmp_path / "data" / "server.pid").exists())


@pytest.mark.parametrize("workers", ["1", "2"])
async def test_polls_that_wait_when_the_service_stops_are_answered(tmp_path: Path, workers: str) -> None:
    async with (
        at_work(tmp_path, "--workers", workers) as serving,
        httpx.AsyncClient(base_url=serving.address, timeout=PATIENCE) as client,
    ):
        gm = await open_table(client)
        number = (await gm.look())["number"]
        polls = [asyncio.create_task(waiting(serving, gm, f"/events?after={number}&wait=25")) for _ in range(3)]
        polls += [asyncio.create_task(waiting(serving, gm, "/live?wait=25")) for _ in range(3)]
        async with asyncio.timeout(PATIENCE):
            while "\nfracas_listeners 6.0\n" not in (await client.get("/metrics")).text:
                pass
        assert await asyncio.to_thread(serving.stop) == 0
        for answer in await asyncio.gather(*polls):
            assert answer.status_code == 200, answer.text
            assert "stopping" in answer.text
    assert "Traceback" not in (tmp_path / "errors").read_text()


async def waiting(serving: Serving, seat: Seat, path: str) -> httpx.Response:
    async with httpx.AsyncClient(base_url=serving.address, timeout=PATIENCE) as client:
        at = f"/v1/tables/{seat.table}{path}"
        if "live" in path:  # the first answer brings the snapshot; from there it waits
            first = (await client.get(at, headers=seat.headers)).json()["messages"][1]
            at += f"&from=gm:{first['number']}:{first['chain']}"
        while True:  # on a busy machine the first polls may be over before the last have begun
            answer = await client.get(at, headers=seat.headers)
            if answer.status_code != 200 or "stopping" in answer.text:
                return answer
