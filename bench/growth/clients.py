"""Cost over the number of clients at one table: when the last of them has been told."""

import asyncio
import tempfile
from pathlib import Path
from typing import Final

import httpx

from bench.crowd import Crowd
from bench.curves import Curve, Picture
from bench.feed import BARE, OURS, Times, note, spectators
from bench.figures import Row
from bench.served import serving
from events.log import EmbeddedValkey

OVER: Final = "clients at one table"
SIZES: Final = (1, 10, 100, 500, 1_000, 2_000)
A_LINK: Final = 1_000
"""So many may follow by one spectators' link; the others take a second one."""
ROUNDS: Final = 25


def run() -> tuple[list[Row], list[Picture]]:
    """Let ever more clients follow one table, ours and a bare fan-out's in turn."""
    with tempfile.TemporaryDirectory() as folder:
        valkey = EmbeddedValkey(Path(folder) / "data")
        settings = {
            "FRACAS_REDIS_URL": valkey.start(), "FRACAS_CONFIG": f"{folder}/config", "FRACAS_DATA": f"{folder}/data",
        }  # fmt: skip
        try:
            with serving(OURS, settings) as ours, serving(BARE, {}) as bare:
                curves = asyncio.run(_curves(ours, bare))
        finally:
            valkey.stop()
    return [], [
        Picture(
            "clients",
            "From a command to the last of so many clients",
            "clients at one table",
            "milliseconds",
            curves,
            "Ours holds the deciding and the durable append, which the bare fan-out of the same bytes has not. The "
            "clients are on the same two cores. The rows against the bare fan-out are those of the live feed.",
        )
    ]


async def _curves(ours: int, bare: int) -> tuple[Curve, ...]:
    table, path, headers, watching = await spectators(ours)
    crowds = [Crowd(ours, path, watching, b'"batch"')]
    others = [Crowd(bare, "/", {}, b'"batch"')]
    points: dict[str, list[tuple[int, float]]] = {}
    async with httpx.AsyncClient(timeout=60) as client:
        for size in SIZES:
            if size > A_LINK * len(crowds):
                crowds.append(Crowd(ours, path, await _another_seat(ours, table, headers), b'"batch"'))
                others.append(Crowd(bare, "/", {}, b'"batch"'))
            for crowd, other in zip(crowds, others, strict=True):
                await crowd.grow(min(A_LINK, size))
                await other.grow(min(A_LINK, size))
            told = await _rounds(client, f"http://127.0.0.1:{ours}{table}", headers, crowds, f"c{size}", None)
            beside = await _rounds(client, f"http://127.0.0.1:{bare}/", {}, others, f"c{size}", crowds[0].sample)
            for what, times in (("ours", told), ("a bare fan-out", beside)):
                points.setdefault(f"{what}, half of the rounds", []).append((size, times.part(0.5)))
                points.setdefault(f"{what}, 95 of 100 rounds", []).append((size, times.part(0.95)))
    for crowd in (*crowds, *others):
        crowd.go()
    return tuple(Curve(what, tuple(found), beside="bare" in what) for what, found in points.items())


async def _another_seat(port: int, commands: str, headers: dict[str, str]) -> dict[str, str]:
    table = commands.split("/")[3]
    offer = {"id": "wall-2", "command": {"type": "offer_seat", "seat": "wall2", "kind": "spectator", "name": "Wall 2"}}
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client:
        offered = (await client.post(commands, json=offer, headers=headers)).raise_for_status().json()
        taken = await client.post("/seats/token", json={"table": table, "link": offered["link"]})
    return {"authorization": f"Bearer {taken.raise_for_status().json()['token']}"}


async def _rounds(
    client: httpx.AsyncClient, address: str, headers: dict[str, str], crowds: list[Crowd], run_: str, body: bytes | None
) -> Times:
    """Milliseconds until the last of all crowds was told."""
    took: list[float] = []
    for number in range(-3, ROUNDS):
        last = [crowd.expect() for crowd in crowds]
        began = asyncio.get_running_loop().time()
        said = {**headers, "content-type": "application/json"}
        posting = asyncio.create_task(client.post(address, content=body or note(number, run_), headers=said))
        await asyncio.wait_for(asyncio.gather(*last), 60)
        if number >= 0:
            took.append(1000 * (asyncio.get_running_loop().time() - began))
        (await posting).raise_for_status()
    return Times(tuple(sorted(took)))
