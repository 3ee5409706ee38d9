"""The index of accepted commands is a cache: whatever happens to it, the log decides."""

import asyncio

import pytest

from events.log.answers import EMPTY, Known, Landed
from events.log.errors import LogBroken
from events.log.keys import ids_key, log_key
from events.log.stream import Log, open_log
from tests.log.writing import end, group, insist, landing, write
from tests.servers import Server


async def index(log: Log, table: str) -> dict[bytes, bytes]:
    return await log.wire.client.hgetall(ids_key(table))  # type: ignore[return-value]


async def test_a_deleted_index_is_made_again_and_is_the_same(log: Log, table: str) -> None:
    made = group(table, EMPTY, ["gm/a", "ana/a", "gm/b"], 2)
    await log.append(table, 0, made)
    head = await write(log, table, ["ana/b"], 3, end(made))
    before = await index(log, table)
    await log.wire.client.delete(ids_key(table))
    answer = await log.append(table, head.version, [landing(table, head, "ana/a")])
    assert isinstance(answer, Known)
    assert answer.landed == {"ana/a": Landed("d1", 3, 2)}
    assert await index(log, table) == before


async def test_looking_up_a_command_makes_a_deleted_index_again(log: Log, table: str) -> None:
    await write(log, table, ["gm/a", "gm/b"], 2)
    await log.wire.client.delete(ids_key(table))
    assert await log.landed(table, "gm/b") == Landed("d1", 3, 2)


@pytest.mark.parametrize("covers", [b"1:", b"999:x", b"", b"nonsense"])
async def test_an_index_that_covers_something_else_is_not_believed(log: Log, table: str, covers: bytes) -> None:
    head = await write(log, table, ["gm/a", "gm/b"])
    before = await index(log, table)
    await log.wire.client.hset(ids_key(table), mapping={"covers": covers, "gm/c": "1:1:d1"})
    await log.wire.client.hdel(ids_key(table), "gm/a")
    answer = await log.append(table, head.version, group(table, head, ["gm/a", "gm/c"]))
    assert isinstance(answer, Known)
    assert answer.landed == {"gm/a": Landed("d1", 1, 1)}
    assert await index(log, table) == before


async def test_an_index_left_without_its_log_is_thrown_away(log: Log, table: str) -> None:
    await write(log, table, ["gm/a"])
    await log.wire.client.delete(log_key(table))
    await write(log, table, ["gm/a"])
    assert await log.landed(table, "gm/a") == Landed("d1", 1, 1)


async def test_an_index_lost_again_and_again_while_others_write_costs_nothing(
    shared_server: Server, table: str
) -> None:
    async with open_log(shared_server.url) as one, open_log(shared_server.url) as other:

        async def writer(log: Log) -> list[int]:
            places = []
            for n in range(30):
                places.append(await insist(log, table, f"gm/{n}", 1))
                await log.wire.client.delete(ids_key(table))
            return places

        places = await asyncio.gather(writer(one), writer(other))
        assert places[0] == places[1] == list(range(1, 31))
        assert len(await one.read(table)) == 30


async def test_an_entry_that_is_no_entry_is_named_when_the_index_is_made(log: Log, table: str) -> None:
    head = await write(log, table, ["gm/a"])
    stray = {"e": b"no json", "s": bytes(16), "h": bytes(32)}
    await log.wire.client.xadd(log_key(table), stray, f"{head.version + 1}-0")  # type: ignore[arg-type]
    with pytest.raises(LogBroken, match="version 2 on: its envelope cannot be read"):
        await log.reindex(table)


async def test_a_half_made_index_goes_away_by_itself_and_the_whole_one_stays(log: Log, table: str) -> None:
    await write(log, table, ["gm/a"])
    await log.reindex(table)
    assert await log.wire.client.ttl(ids_key(table)) == -1
    assert await log.wire.client.keys(f"{ids_key(table)}:*") == []
