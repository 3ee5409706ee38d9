"""Durable appends beside the disk's own fdatasync, and commands over HTTP beside a bare append over HTTP."""

import asyncio
import os
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import httpx
import msgspec

from bench.figures import Row, at_least, at_most
from bench.load import Load, post, total
from events.chain import GENESIS, Sealed, seal
from events.log import Appended, EmbeddedValkey, Landing, open_log

CONNECTIONS = 8
EACH = 100
TURNS = 4
APPENDS = 1500
PATIENCE = 30.0
_BARE = ("uvicorn", "bench.bare:app", "--log-level", "warning", "--no-access-log", "--port")
_OURS = ("bench.ours",)


def run() -> list[Row]:
    """Measure appends and commands; servers are started here and ended here."""
    with tempfile.TemporaryDirectory() as folder:
        valkey = EmbeddedValkey(Path(folder) / "data")
        url = valkey.start()
        try:
            ours, disk = asyncio.run(_appends(url, Path(folder)))
            served, bare = _commands(url, Path(folder))
        finally:
            valkey.stop()
    return [
        at_most(
            "durable append of three entries, p50, against fdatasync",
            ours,
            disk,
            3,
            "ms",
            "one connection, fsync always; the two take turns in one loop, so both feel the same disturbances",
        ),
        at_least(
            "commands over HTTP, 8 connections, against a bare append over HTTP",
            served.rate,
            bare.rate,
            1 / 3,
            "commands/s",
            f"each command is three durable entries; ours p50 {served.percentile(0.5):.2f} ms, "
            f"p99 {served.percentile(0.99):.2f} ms, bare p50 {bare.percentile(0.5):.2f} ms, "
            f"p99 {bare.percentile(0.99):.2f} ms; the load comes from the same two cores",
        ),
    ]


async def _appends(url: str, folder: Path) -> tuple[float, float]:
    """Medians in milliseconds of an append through the log and of an fdatasync of as many bytes."""
    ours: list[float] = []
    disk: list[float] = []
    body = b"x" * 330
    file = os.open(folder / "synced", os.O_WRONLY | os.O_CREAT)
    async with open_log(url) as log:
        held, version = GENESIS, 0
        for number in range(APPENDS):
            sealed: list[Sealed] = []
            for _ in range(3):
                version += 1
                sealed.append(seal(held, version, _envelope(version, number), bytes(16)))
                held = sealed[-1].hash
            began = time.perf_counter()
            answer = await log.append("bench", version - 3, [Landing(f"gm/c{number}", "d", tuple(sealed))])
            ours.append(time.perf_counter() - began)
            assert isinstance(answer, Appended), answer
            began = time.perf_counter()
            os.write(file, body * 3)
            os.fdatasync(file)
            disk.append(time.perf_counter() - began)
    os.close(file)
    return 1000 * statistics.median(ours), 1000 * statistics.median(disk)


def _envelope(version: int, number: int) -> bytes:
    fields = {"table": "bench", "version": version, "seat": "gm", "command": f"c{number}", "digest": "d"}
    return msgspec.json.encode({**fields, "filling": "x" * 230})


def _commands(url: str, folder: Path) -> tuple[Load, Load]:
    """Ours and bare, in turns: what disturbs the machine disturbs both."""
    settings = {"FRACAS_REDIS_URL": url, "FRACAS_CONFIG": str(folder / "config"), "FRACAS_DATA": str(folder / "data")}
    ours: list[Load] = []
    bare: list[Load] = []
    with serving(_BARE, {"FRACAS_REDIS_URL": url}) as plain, serving(_OURS, settings) as port:
        table, token = table_at(port)
        path, headers = f"/v1/tables/{table}/commands", {"Authorization": f"Bearer {token}"}
        for turn in range(TURNS + 1):
            bare.append(asyncio.run(post(plain, "/", {}, lambda c, n: _roll(0, 0), CONNECTIONS, EACH)))
            rolls = partial(_roll, run=f"m{turn}")
            ours.append(asyncio.run(post(port, path, headers, rolls, CONNECTIONS, EACH)))
    return total(ours[1:]), total(bare[1:])


def _roll(connection: int, number: int, run: str = "") -> bytes:
    """A free roll: what its procedure leaves are three entries, begun, rolled, ended."""
    return msgspec.json.encode({"id": f"{run}-{connection}-{number}", "command": {"type": "roll", "dice": "2d6+1"}})


def table_at(port: int) -> tuple[str, str]:
    """A new table, and its GM's token."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
        opened = client.post("/v1/tables", json={"title": "Bench", "ruleset": "unisystem"}).raise_for_status().json()
        seat = client.post("/seats/token", json={"table": opened["table"], "link": opened["links"]["gm"]})
        return opened["table"], seat.raise_for_status().json()["token"]


@contextmanager
def serving(module: tuple[str, ...], settings: dict[str, str]) -> Iterator[int]:
    """One server process on a free port, ended afterwards."""
    port = free_port()
    command = [sys.executable, "-m", *module, str(port)]
    environment = {**os.environ, "FRACAS_SERVER_KEY": secrets.token_hex(32), **settings}
    with subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        try:
            wait_for(port, server)
            yield port
        finally:
            server.terminate()
            server.wait(PATIENCE)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


def wait_for(port: int, server: subprocess.Popen[bytes]) -> None:
    """Return when somebody listens at a port."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        assert server.poll() is None, "the server ended before it was up"
        try:
            socket.create_connection(("127.0.0.1", port), 0.2).close()
            return
        except OSError:
            time.sleep(0.05)
    raise TimeoutError(f"nothing listens at port {port}")
