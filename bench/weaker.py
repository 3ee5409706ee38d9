"""What weaker settings lose: acknowledged commands that are gone after the log's server was killed, by setting.

`always` on one server, and one replica waited for in a cluster, are what Fracas promises; the others stand beside them.
A kill leaves what the server has handed to the system. A power cut takes that too, with `everysec` the last second or
more; that is not measured here: there is no cutting the power, and the server's own word for it may come too early.
"""

import asyncio
import signal
import tempfile
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Final

from bench.figures import Row
from events.log.errors import LogForked
from events.log.stream import Log, open_log
from tests.log.clusters import Members, cluster, fall_behind, promoted
from tests.log.writing import insist
from tests.servers import server

KILLS: Final = 5
FAILOVERS: Final = 3
EACH: Final = 200
"""Commands between two kills, by each writer."""

BEHIND: Final = 0.3
"""Seconds that the replica takes nothing before its server is killed."""


def run() -> list[Row]:
    """Measure; servers are started here and ended here."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        always = _killed(folder / "always", {"appendfsync": "always"})
        everysec = _killed(folder / "everysec", {"appendfsync": "everysec"})
        nothing = _killed(folder / "nothing", {"appendonly": "no"})
        waited, not_waited = asyncio.run(_failed_over(folder / "cluster"))
    behind = f"no replica waited for, and the one there is {BEHIND} s behind; with one waited for, commands wait too"
    return [
        _row(f"{KILLS} kills of one server", always, everysec, "appendfsync everysec"),
        _row(f"{KILLS} kills of one server", always, nothing, "appendonly no"),
        _row(f"{FAILOVERS} kills of a cluster's server", waited, not_waited, behind),
    ]


class Counted:
    """Commands that were acknowledged, and those of them that are gone."""

    def __init__(self) -> None:
        self.acknowledged: list[str] = []
        self.lost = 0

    def __str__(self) -> str:
        return f"{self.lost:,} of {len(self.acknowledged):,}"


def _row(what: str, ours: Counted, beside: Counted, setting: str) -> Row:
    return Row(
        f"acknowledged and lost over {what}", str(ours), str(beside), float(ours.lost), "0", not ours.lost, setting
    )


def _killed(folder: Path, setting: dict[str, str]) -> Counted:
    return asyncio.run(_one_server(folder, setting))


async def _one_server(folder: Path, setting: dict[str, str]) -> Counted:
    counted = Counted()
    with server("valkey", folder) as running:
        async with open_log(running.url, patience=60) as log:
            for number in range(KILLS):
                for name, value in setting.items():
                    await log.wire.client.config_set(name, value)
                for n in range(EACH):
                    await _acknowledged(log, "t1", f"gm/{number}-{n}", counted)
                await asyncio.to_thread(running.kill)
                await asyncio.to_thread(running.start)
            counted.lost = await _gone(log, "t1", counted.acknowledged)
    return counted


async def _acknowledged(log: Log, table: str, key: str, counted: Counted) -> None:
    landed = False
    while not landed:
        with suppress(LogForked):  # a failover took back what was read just now
            await insist(log, table, key)
            landed = True
    counted.acknowledged.append(key)


async def _gone(log: Log, table: str, names: list[str]) -> int:
    return sum([await log.landed(table, key) is None for key in names])


async def _failed_over(folder: Path) -> tuple[Counted, Counted]:
    """Two tables at one server of a cluster: at one a replica is waited for, at the other none."""
    waited, not_waited = Counted(), Counted()
    with cluster(folder) as members:
        safe, careless = _two_together(members)
        async with AsyncExitStack() as stack:
            one = await stack.enter_async_context(open_log(members.url, patience=60, replicas=1))
            other = await stack.enter_async_context(open_log(members.url, patience=60))
            for number in range(FAILOVERS):
                writing = [
                    asyncio.create_task(_write(one, safe, number, waited)),
                    asyncio.create_task(_write(other, careless, number, not_waited)),
                ]
                master, replica = await asyncio.to_thread(members.pair_of, safe)
                await asyncio.sleep(0.2)
                await asyncio.to_thread(fall_behind, replica, master)
                await asyncio.sleep(BEHIND)
                await asyncio.to_thread(master.kill)
                replica.signal(signal.SIGCONT)
                await asyncio.to_thread(promoted, replica)
                await asyncio.to_thread(master.start)
                await asyncio.gather(*writing)
                await asyncio.to_thread(members.until_whole)
            waited.lost = await _gone(one, safe, waited.acknowledged)
            not_waited.lost = await _gone(other, careless, not_waited.acknowledged)
    return waited, not_waited


def _two_together(members: Members) -> tuple[str, str]:
    first = members.pair_of("t0")[0]
    return "t0", next(name for name in (f"t{n}" for n in range(1, 200)) if members.pair_of(name)[0] is first)


async def _write(log: Log, table: str, number: int, counted: Counted) -> None:
    for n in range(EACH):
        await _acknowledged(log, table, f"gm/{number}-{n}", counted)
