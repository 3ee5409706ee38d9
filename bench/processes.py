"""Commands over one and two processes, memory of idle clients and tables, a restart under a crowd."""

import asyncio
import os
import resource
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import httpx

from bench.crowd import Crowd
from bench.feed import BARE, OURS, note, spectators
from bench.figures import Row, at_least, at_most
from bench.load import Load, post, total
from bench.served import free_port, serving, table_at, wait_for
from events.log import EmbeddedValkey

TABLES: Final = 8
EACH: Final = 40
TURNS: Final = 2
IDLE: Final = 200
PEOPLE: Final = 6
CROWDED: Final = 40


def run() -> list[Row]:
    """Measure; servers are started here and ended here."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        valkey = EmbeddedValkey(Path(folder) / "data")
        settings = {
            "FRACAS_REDIS_URL": valkey.start(), "FRACAS_CONFIG": f"{folder}/config", "FRACAS_DATA": f"{folder}/data",
            "FRACAS_SERVER_KEY": secrets.token_hex(32),
        }  # fmt: skip
        try:
            return [_commands(settings), *_memory(settings), _restart(settings)]
        finally:
            valkey.stop()


def _commands(settings: dict[str, str]) -> Row:
    """One connection per table; with two processes each serves half of them. The two ways take turns."""
    with serving(OURS, settings) as one, serving(OURS, settings) as other:
        tables = [table_at(one) for _ in range(TABLES)]
        alone: list[Load] = []
        shared: list[Load] = []
        for turn in range(TURNS + 1):
            alone.append(asyncio.run(_load([one], tables, f"a{turn}")))
            shared.append(asyncio.run(_load([one, other], tables, f"s{turn}")))
    ours, beside = total(shared[1:]), total(alone[1:])
    return at_least(
        f"commands over HTTP at {TABLES} tables, two processes against one",
        ours.rate,
        beside.rate,
        1,
        "commands/s",
        f"p50 {ours.percentile(0.5):.1f} ms against {beside.percentile(0.5):.1f} ms; the load and the log's server "
        "take their part of the same cores, so two processes cannot be twice as quick on two",
    )


async def _load(ports: list[int], tables: list[tuple[str, str]], run_: str) -> Load:
    def body(connection: int, number: int) -> bytes:
        return note(number, f"{run_}-{connection}")

    began = time.perf_counter()
    runs = await asyncio.gather(
        *(
            post(ports[n % len(ports)], f"/v1/tables/{table}/commands", _bearer(token), body, 1, EACH)
            for n, (table, token) in enumerate(tables)
        )
    )
    whole = total(runs)
    return Load(whole.requests, time.perf_counter() - began, whole.latencies)


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def _memory(settings: dict[str, str]) -> list[Row]:
    with measured(OURS, settings) as (ours, pid), measured(BARE, {}) as (bare, other):
        client, beside = asyncio.run(_per_client(ours, pid, bare, other))
    with measured(OURS, {**settings, "FRACAS_OPEN_TABLES": "4096"}) as (port, pid):
        kept = _per_table(port, pid)
    with measured(OURS, {**settings, "FRACAS_OPEN_TABLES": "8"}) as (port, pid):
        put_away = _per_table(port, pid)
    return [
        at_most(
            "memory of an idle client, against a bare server's",
            client,
            beside,
            1.5,
            "kB",
            f"resident memory before and after {IDLE} WebSockets that are told nothing, shared among them",
        ),
        at_most(
            "memory of an idle table that was put away, against one that is kept",
            put_away,
            kept,
            0.25,
            "kB",
            f"resident memory before and after {IDLE} tables were opened and looked at, with 8 and with all kept; what "
            "is left is what the memory's own book-keeping holds back",
        ),
    ]


async def _per_client(ours: int, pid: int, bare: int, other: int) -> tuple[float, float]:
    _, path, _, watching = await spectators(ours)
    crowds = Crowd(ours, path, watching, b'"batch"'), Crowd(bare, "/", {}, b'"batch"')
    for crowd in crowds:
        await crowd.grow(20)  # what the first few bring with them is nobody's share
    before = resident(pid), resident(other)
    for crowd in crowds:
        await crowd.grow(20 + IDLE)
    await asyncio.sleep(1)
    after = resident(pid), resident(other)
    for crowd in crowds:
        crowd.go()
    return (after[0] - before[0]) / IDLE, (after[1] - before[1]) / IDLE


def _per_table(port: int, pid: int) -> float:
    for _ in range(20):
        _look_at(port)
    before = resident(pid)
    for _ in range(IDLE):
        _look_at(port)
    return max(0.0, resident(pid) - before) / IDLE


def _look_at(port: int) -> None:
    table, token = table_at(port)
    address = f"http://127.0.0.1:{port}/v1/tables/{table}"
    httpx.get(address, headers=_bearer(token)).raise_for_status()


def resident(pid: int) -> float:
    """Kilobytes of memory that a process holds."""
    said = Path(f"/proc/{pid}/status").read_text()
    return float(next(line for line in said.splitlines() if line.startswith("VmRSS")).split()[1])


@contextmanager
def measured(module: tuple[str, ...], settings: dict[str, str]) -> Iterator[tuple[int, int]]:
    """A server at a port, and its process."""
    with ExitStack() as stack:
        one = _Process(module, settings)
        stack.callback(one.stop)
        one.start()
        yield one.port, one.pid


class _Process:
    """A server that may be killed and started again at the same port."""

    def __init__(self, module: tuple[str, ...], settings: dict[str, str]) -> None:
        self.port = free_port()
        self._command = [sys.executable, "-m", *module, str(self.port)]
        self._environment = {**os.environ, **settings}
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start it, and return when it listens."""
        quiet = subprocess.DEVNULL
        self._process = subprocess.Popen(self._command, env=self._environment, stdout=quiet, stderr=quiet)
        wait_for(self.port, self._process)

    def stop(self) -> None:
        """kill -9."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()


def _restart(settings: dict[str, str]) -> Row:
    ours, bare = _Process(OURS, settings), _Process(BARE, {})
    try:
        ours.start()
        bare.start()
        took, beside = asyncio.run(_under_a_crowd(ours, bare))
    finally:
        ours.stop()
        bare.stop()
    return at_most(
        f"{PEOPLE * CROWDED} clients at {CROWDED} tables, from the start of a killed server until all are current",
        took,
        beside,
        10,
        "s",
        "kill -9 and a start, with all that Python loads; ours reads its tables anew and tells each of them, the bare "
        "server takes the connections and tells one message; everybody comes back at once",
    )


async def _under_a_crowd(ours: _Process, bare: _Process) -> tuple[float, float]:
    seats = [await spectators(ours.port) for _ in range(CROWDED)]

    def people() -> list[Crowd]:
        return [Crowd(ours.port, path, watching, b'"snapshot"') for _, path, _, watching in seats]

    before = people()
    await asyncio.gather(*(crowd.grow(PEOPLE) for crowd in before))
    await asyncio.to_thread(ours.stop)
    began = time.perf_counter()
    await asyncio.to_thread(ours.start)
    again = people()
    told = [crowd.expect(PEOPLE) for crowd in again]
    await asyncio.gather(*(crowd.grow(PEOPLE) for crowd in again))
    await asyncio.wait_for(asyncio.gather(*told), 60)
    took = time.perf_counter() - began
    for crowd in (*before, *again):
        crowd.go()
    return took, await _bare_crowd(bare)


async def _bare_crowd(bare: _Process) -> float:
    await asyncio.to_thread(bare.stop)
    began = time.perf_counter()
    await asyncio.to_thread(bare.start)
    crowd = Crowd(bare.port, "/", {}, b'"batch"')
    await crowd.grow(PEOPLE * CROWDED)
    last = crowd.expect()
    async with httpx.AsyncClient(timeout=60) as client:
        await client.post(f"http://127.0.0.1:{bare.port}/", content=b'{"type":"batch"}')
    await asyncio.wait_for(last, 60)
    crowd.go()
    return time.perf_counter() - began
