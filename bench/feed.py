"""The live feed: from a command to the last of many clients, beside a bare fan-out of the same bytes."""

import asyncio
import resource
import tempfile
import time
from pathlib import Path
from typing import Final

import httpx
import msgspec

from bench.crowd import Crowd, stalled
from bench.figures import Row, at_most
from bench.served import serving, table_at
from events.log import EmbeddedValkey

CLIENTS: Final = (10, 200, 500, 1000)
ROUNDS: Final = 60
EVERYBODY: Final = 2000
MANY: Final = 100
BARE: Final = (
    "uvicorn", "bench.bare_fanout:app", "--log-level", "warning", "--no-access-log",
    "--ws-per-message-deflate", "false", "--port",
)  # fmt: skip
OURS: Final = ("bench.ours",)


class Times(msgspec.Struct, frozen=True):
    """What some rounds took, in milliseconds, in order of length."""

    sorted: tuple[float, ...]

    def part(self, part: float) -> float:
        """What this part of them did not exceed."""
        return self.sorted[min(len(self.sorted) - 1, int(part * len(self.sorted)))]


def run() -> list[Row]:
    """Measure; servers are started here and ended here."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        valkey = EmbeddedValkey(Path(folder) / "data")
        url = valkey.start()
        settings = {"FRACAS_REDIS_URL": url, "FRACAS_CONFIG": f"{folder}/config", "FRACAS_DATA": f"{folder}/data"}
        try:
            with serving(OURS, settings) as ours, serving(BARE, {}) as bare:
                return asyncio.run(_rows(ours, bare))
        finally:
            valkey.stop()


async def _rows(ours: int, bare: int) -> list[Row]:
    rows: list[Row] = []
    alone = await _alone(ours)
    for clients in CLIENTS:
        told, beside = await _side_by_side(ours, bare, clients)
        rows.append(
            at_most(
                f"command to the last of {clients} clients, p50, against a bare fan-out",
                told.part(0.5),
                beside.part(0.5),
                2,
                "ms",
                "from sending the command, so with deciding and the durable append, which a bare one has not "
                f"({alone:.1f} ms with the answer where nobody follows); p99 {told.part(0.99):.1f} ms, "
                f"bare p99 {beside.part(0.99):.1f} ms; both take turns, the clients are on the same two cores",
            )
        )
    told, beside = await _many_tables(ours, bare)
    rows.append(
        at_most(
            f"{EVERYBODY} clients at {MANY} tables, one of them stalled: command to the last at its table, p50",
            told.part(0.5),
            beside.part(0.5),
            2,
            "ms",
            f"against a bare fan-out to as many of as many; p99 {told.part(0.99):.1f} ms, bare p99 "
            f"{beside.part(0.99):.1f} ms; each table in turn",
        )
    )
    with_one, without = await _with_one_stalled(ours, 500)
    rows.append(
        at_most(
            "the same with 500 clients and one more that takes nothing, p50, against a table without it",
            with_one.part(0.5),
            without.part(0.5),
            1.2,
            "ms",
            f"p99 {with_one.part(0.99):.1f} ms against {without.part(0.99):.1f} ms; the two tables take turns",
        )
    )
    return rows


async def _alone(ours: int) -> float:
    """Milliseconds that a command takes with its answer where nobody follows, p50."""
    table, _, headers, _ = await spectators(ours)
    times: list[float] = []
    async with httpx.AsyncClient(timeout=60) as client:
        for number in range(ROUNDS):
            began = time.perf_counter()
            said = {**headers, "content-type": "application/json"}
            (
                await client.post(f"http://127.0.0.1:{ours}{table}", content=note(number), headers=said)
            ).raise_for_status()
            times.append(1000 * (time.perf_counter() - began))
    return Times(tuple(sorted(times))).part(0.5)


async def _side_by_side(ours: int, bare: int, clients: int) -> tuple[Times, Times]:
    """Round by round in turn, so that both feel the same disturbances."""
    table, path, headers, watching = await spectators(ours)
    crowd = Crowd(ours, path, watching, b'"batch"')
    other = Crowd(bare, "/", {}, b'"batch"')
    told: list[float] = []
    beside: list[float] = []
    async with httpx.AsyncClient(timeout=60) as client:
        await crowd.grow(clients)
        await other.grow(clients)
        for number in range(-10, ROUNDS):
            took = await _one(client, f"http://127.0.0.1:{ours}{table}", headers, note(number), crowd)
            same = await _one(client, f"http://127.0.0.1:{bare}/", {}, crowd.sample, other)
            if number >= 0:
                told.append(took)
                beside.append(same)
    crowd.go()
    other.go()
    return Times(tuple(sorted(told))), Times(tuple(sorted(beside)))


async def _many_tables(ours: int, bare: int) -> tuple[Times, Times]:
    """One table after the other, ours and bare in turn; at the first somebody takes nothing."""
    seats = [await spectators(ours) for _ in range(MANY)]
    told: list[float] = []
    beside: list[float] = []
    async with httpx.AsyncClient(timeout=60) as client:
        crowds = [Crowd(ours, path, watching, b'"batch"') for _, path, _, watching in seats]
        others = [Crowd(bare, f"/{number}", {}, b'"batch"') for number in range(MANY)]
        for crowd in (*crowds, *others):
            await crowd.grow(EVERYBODY // MANY)
        with stalled(ours, seats[0][1], seats[0][3]):
            for number in (-1, 0):
                for place, ((table, _, headers, _), crowd, other) in enumerate(zip(seats, crowds, others, strict=True)):
                    took = await _one(client, f"http://127.0.0.1:{ours}{table}", headers, note(number), crowd)
                    same = await _one(client, f"http://127.0.0.1:{bare}/{place}", {}, crowd.sample, other)
                    if number >= 0:
                        told.append(took)
                        beside.append(same)
    for crowd in (*crowds, *others):
        crowd.go()
    return Times(tuple(sorted(told))), Times(tuple(sorted(beside)))


async def _with_one_stalled(ours: int, clients: int) -> tuple[Times, Times]:
    """At a table where one more takes nothing, and at one where nobody stalls."""
    hindered, free = await spectators(ours), await spectators(ours)
    times: tuple[list[float], list[float]] = ([], [])
    async with httpx.AsyncClient(timeout=60) as client:
        crowds = [Crowd(ours, path, watching, b'"batch"') for _, path, _, watching in (hindered, free)]
        for crowd in crowds:
            await crowd.grow(clients)
        with stalled(ours, hindered[1], hindered[3]):
            for number in range(-10, ROUNDS):
                for (table, _, headers, _), crowd, taken in zip((hindered, free), crowds, times, strict=True):
                    took = await _one(client, f"http://127.0.0.1:{ours}{table}", headers, note(number), crowd)
                    taken.extend([took] if number >= 0 else [])
    for crowd in crowds:
        crowd.go()
    return Times(tuple(sorted(times[0]))), Times(tuple(sorted(times[1])))


async def _one(client: httpx.AsyncClient, address: str, headers: dict[str, str], body: bytes, crowd: Crowd) -> float:
    """Milliseconds from sending to the last client."""
    last = crowd.expect()
    began = time.perf_counter()
    posting = asyncio.create_task(
        client.post(address, content=body, headers={**headers, "content-type": "application/json"})
    )
    ended = await asyncio.wait_for(last, 60)
    (await posting).raise_for_status()
    return 1000 * (ended - began)


def note(number: int, run_: str = "n") -> bytes:
    """A long note."""
    return msgspec.json.encode(
        {"id": f"{run_}-{number + 100}", "command": {"type": "note", "text": "The lights go out. " * 100}}
    )


async def spectators(port: int) -> tuple[str, str, dict[str, str], dict[str, str]]:
    """A table: where commands go, where it is followed, the GM's headers, those of a spectators' seat."""
    table, token = table_at(port)
    headers, commands = {"authorization": f"Bearer {token}"}, f"/v1/tables/{table}/commands"
    offer = {"id": "wall", "command": {"type": "offer_seat", "seat": "wall", "kind": "spectator", "name": "Wall"}}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        offered = (await client.post(commands, json=offer, headers=headers)).raise_for_status().json()
        taken = await client.post("/seats/token", json={"table": table, "link": offered["link"]})
    watching = {"authorization": f"Bearer {taken.raise_for_status().json()['token']}"}
    return commands, f"/v1/tables/{table}/live", headers, watching
