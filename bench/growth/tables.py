"""Cost over the number of open tables of one process: its memory, and commands spread over all of them."""

import asyncio
import secrets
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Final

import httpx

from bench.curves import Curve, Picture
from bench.feed import OURS, note
from bench.figures import Row, at_least
from bench.load import Load, post, total
from bench.processes import measured, resident
from events.log import EmbeddedValkey

OVER: Final = "open tables"
SIZES: Final = (1, 10, 100, 500, 1_000, 2_000)
CONNECTIONS: Final = 8
COMMANDS: Final = 400

_Tables = list[tuple[str, str]]


def run() -> tuple[list[Row], list[Picture]]:
    """Open ever more tables in one process, and give commands at all of them in turn."""
    with tempfile.TemporaryDirectory() as folder:
        valkey = EmbeddedValkey(Path(folder) / "data")
        settings = {
            "FRACAS_REDIS_URL": valkey.start(), "FRACAS_CONFIG": f"{folder}/config", "FRACAS_DATA": f"{folder}/data",
            "FRACAS_SERVER_KEY": secrets.token_hex(32), "FRACAS_OPEN_TABLES": str(2 * SIZES[-1]),
        }  # fmt: skip
        try:
            with measured(OURS, settings) as (port, pid):
                found = list(_grown(port, pid))
        finally:
            valkey.stop()
    rates = [(size, load.rate) for size, load, _ in found]
    p99 = [(size, load.percentile(0.99)) for size, load, _ in found]
    memory = [(size, megabytes) for size, _, megabytes in found]
    row = at_least(
        f"commands over HTTP at {SIZES[-1]:,} open tables, against {SIZES[0]}",
        rates[-1][1],
        rates[0][1],
        0.5,
        "commands/s",
        f"one process, {CONNECTIONS} connections; at one table commands that wait together are appended together, at "
        "many each is appended for itself",
    )
    return [row], [
        Picture(
            "tables",
            "One process, over its open tables",
            "open tables",
            "commands a second, milliseconds, megabytes",
            (
                Curve("commands a second", tuple(rates)),
                Curve("99 of 100 commands are done after so many ms", tuple(p99)),
                Curve("megabytes of memory", tuple(memory)),
            ),
            f"{CONNECTIONS} connections give notes at all tables in turn, each durable before it is answered. A table "
            "that is just opened is small: one that is played at holds its people and its newest 512 entries.",
        )
    ]


def _grown(port: int, pid: int) -> Iterator[tuple[int, Load, float]]:
    tables: _Tables = []
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        for size in SIZES:
            while len(tables) < size:
                tables.append(_opened(client))
            load = asyncio.run(_commands(port, tables, f"s{size}"))
            yield size, load, resident(pid) / 1024


def _opened(client: httpx.Client) -> tuple[str, str]:
    opened = client.post("/v1/tables", json={"title": "Bench", "ruleset": "unisystem"}).raise_for_status().json()
    seat = client.post("/seats/token", json={"table": opened["table"], "link": opened["links"]["gm"]})
    return opened["table"], seat.raise_for_status().json()["token"]


async def _commands(port: int, tables: _Tables, named: str) -> Load:
    """So many commands on a few connections, each at the next table."""
    began = perf_counter()
    runs = await asyncio.gather(*(_some(port, tables, first, named) for first in range(CONNECTIONS)))
    whole = total(runs)
    return Load(whole.requests, perf_counter() - began, whole.latencies)


async def _some(port: int, tables: _Tables, first: int, named: str) -> Load:
    """One connection's part; each table is asked on a connection that stays open."""
    runs = []
    each = COMMANDS // CONNECTIONS
    mine = [tables[(first + CONNECTIONS * number) % len(tables)] for number in range(each)]
    for number, (table, token) in enumerate(mine):
        body = note(number, f"{named}-{first}")
        headers = {"Authorization": f"Bearer {token}"}
        runs.append(await post(port, f"/v1/tables/{table}/commands", headers, lambda c, n, b=body: b, 1, 1))  # type: ignore[misc]
    return total(runs)
