"""kill -9, a cut file, a flipped bit: what was acknowledged is there, once; what cannot be believed is not."""

import asyncio
import random
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from events.chain import GENESIS, first_break
from events.log.answers import Head, Landed
from events.log.errors import EmbeddedFailed, LogBroken
from events.log.stream import Log, open_log
from tests.log.writing import insist, write
from tests.reps import repetitions
from tests.servers import Kind, Server, server

KILLS = repetitions(ci=10, soak=100)
"""Of each of the two kinds of server: 20 and 200 in all."""

CUTS = repetitions(ci=15, soak=300)
FLIPS = repetitions(ci=25, soak=1000)


@asynccontextmanager
async def healing(running: Server) -> AsyncIterator[Log]:
    async def revive() -> None:
        await asyncio.to_thread(running.start)

    async with open_log(running.url, patience=30.0, revive=revive) as log:
        yield log


async def test_every_acknowledged_command_outlives_every_kill_once(log_server: Server, table: str) -> None:
    chance = random.Random(7)
    acknowledged: dict[str, int] = {}
    async with healing(log_server) as one, healing(log_server) as other:
        for number in range(KILLS):
            doomed = asyncio.Event()
            after = chance.randrange(1, 30)

            async def writer(
                log: Log, seat: str, round_: int = number, after: int = after, doomed: asyncio.Event = doomed
            ) -> None:
                for n in range(20):
                    key = f"{seat}/{round_}-{n}"
                    acknowledged[key] = await insist(log, table, key)
                    if len(acknowledged) >= 40 * round_ + after:
                        doomed.set()

            async def killer(doomed: asyncio.Event = doomed) -> None:
                await doomed.wait()
                await asyncio.to_thread(log_server.kill)

            await asyncio.gather(writer(one, "ana"), writer(other, "bob"), killer())
        entries = await one.read(table, 0, 1_000_000)
        assert first_break(GENESIS, 0, entries) is None
        assert len(entries) == 2 * len(acknowledged) == 80 * KILLS
        assert sorted(acknowledged.values()) == list(range(1, len(entries), 2))
        for key, first in acknowledged.items():
            assert await other.landed(table, key) == Landed("d1", first, 2)


async def prepared(kind: Kind, folder: Path) -> tuple[Head, Head]:
    """A stopped server's folder with a table in it; the heads before and after its last command."""
    with server(kind, folder) as running:
        async with open_log(running.url) as log:
            before = await write(log, "t", ["gm/a", "gm/b"], 3)
            return before, await write(log, "t", ["gm/c"], 3, before)


def appended(folder: Path) -> Path:
    (found,) = (folder / "appendonlydir").glob("*.incr.aof")
    return found


async def test_a_file_cut_within_a_command_holds_all_of_it_or_nothing(kind: Kind, tmp_path: Path) -> None:
    before, after = await prepared(kind, tmp_path / "whole")
    whole = appended(tmp_path / "whole").read_bytes()
    group = whole.rindex(b"MULTI")
    heads = set()
    for number, at in enumerate([*random.Random(3).sample(range(group, len(whole)), CUTS), len(whole)]):
        folder = tmp_path / f"cut-{number}"
        shutil.copytree(tmp_path / "whole" / "appendonlydir", folder / "appendonlydir")
        appended(folder).write_bytes(whole[:at])
        with server(kind, folder) as running:
            async with open_log(running.url) as log:
                head = await log.head("t")
                heads.add(head)
                there = await log.landed("t", "gm/c")
                assert there == (Landed("d1", 7, 3) if head == after else None)
                assert len(await log.read("t")) == head.version
        shutil.rmtree(folder)
    assert heads == {before, after}


async def test_no_flipped_bit_in_the_file_goes_unnoticed_against_a_kept_head(kind: Kind, tmp_path: Path) -> None:
    _, kept = await prepared(kind, tmp_path / "whole")
    whole = appended(tmp_path / "whole").read_bytes()
    chance = random.Random(5)
    noticed = 0
    for number in range(FLIPS):
        folder = tmp_path / f"flip-{number}"
        shutil.copytree(tmp_path / "whole" / "appendonlydir", folder / "appendonlydir")
        flipped = bytearray(whole)
        flipped[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        appended(folder).write_bytes(flipped)
        noticed += not await as_it_was(kind, folder, kept)
        shutil.rmtree(folder)
    assert noticed > FLIPS // 2  # the rest hit the index, which is made anew


async def as_it_was(kind: Kind, folder: Path, kept: Head) -> bool:
    """Whether the server starts and shows the whole log; if it shows all of it, every answer must be right."""
    running = server(kind, folder)
    with suppress(EmbeddedFailed, LogBroken), running:
        async with open_log(running.url) as log:
            pages = [page async for page in log.walk("t")]
            if await log.head("t") != kept:
                return False
            assert sum(map(len, pages)) == kept.version
            await log.reindex("t")
            places = [await log.landed("t", f"gm/{name}") for name in "abc"]
            assert places == [Landed("d1", 1, 3), Landed("d1", 4, 3), Landed("d1", 7, 3)]
            return True
    return False
