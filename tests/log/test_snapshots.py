"""Snapshots: quick to open, never believed without proof."""

from hashlib import sha256
from typing import Any

import msgspec
import pytest

from events.log.answers import EMPTY, Head
from events.log.errors import LogBroken
from events.log.keys import log_key, snapshot_key
from events.log.opening import Opened, open_table
from events.log.snapshots import KEPT, Snapshot, load_snapshot, save_snapshot, snapshot
from events.log.stream import PAGE, Log
from tests.log.writing import landing, write, write_many

MAC_KEY = b"the server's secret"
FOLD = "fold-1"


async def kept(log: Log, table: str, head: Head, payload: bytes = b'{"bob":22}') -> Snapshot:
    taken = snapshot(head, FOLD, payload)
    await save_snapshot(log, table, taken, MAC_KEY)
    return taken


async def test_a_snapshot_comes_back_whole_and_goes_away_in_time(log: Log, table: str) -> None:
    taken = await kept(log, table, await write(log, table, ["gm/a", "gm/b"]))
    assert await load_snapshot(log, table, FOLD, MAC_KEY) == taken
    assert 0 < await log.wire.client.ttl(snapshot_key(table, FOLD)) <= KEPT


async def test_a_later_snapshot_takes_the_place_of_an_earlier_one(log: Log, table: str) -> None:
    first = await write(log, table, ["gm/a"])
    await kept(log, table, first, b"first")
    second = await kept(log, table, await write(log, table, ["gm/b"], after=first), b"second")
    assert await load_snapshot(log, table, FOLD, MAC_KEY) == second


async def test_a_table_opens_at_its_snapshot_with_what_came_after(log: Log, table: str) -> None:
    head = await write(log, table, ["gm/a", "gm/b"])
    taken = await kept(log, table, head)
    assert await open_table(log, table, FOLD, MAC_KEY) == Opened(taken, ())
    end = await write_many(log, table, PAGE + 20, head)
    opened = await open_table(log, table, FOLD, MAC_KEY)
    assert opened == Opened(taken, await log.read(table, 2, 10 * PAGE))
    assert opened.head == end


async def test_a_table_without_a_snapshot_opens_from_its_first_entry(log: Log, table: str) -> None:
    assert await open_table(log, table, FOLD, MAC_KEY) == Opened(None, ())
    head = await write(log, table, ["gm/a", "gm/b"])
    opened = await open_table(log, table, FOLD, MAC_KEY)
    assert (opened, opened.head) == (Opened(None, await log.read(table)), head)


async def test_a_snapshot_of_other_software_or_under_another_secret_is_none(log: Log, table: str) -> None:
    await kept(log, table, await write(log, table, ["gm/a"]))
    assert await load_snapshot(log, table, "fold-2", MAC_KEY) is None
    assert await load_snapshot(log, table, FOLD, b"another secret") is None


@pytest.mark.parametrize(
    "forgery",
    [
        {"payload": b'{"bob":99}'},
        {"payload": b'{"bob":99}', "digest": sha256(b'{"bob":99}').digest()},
        {"version": b"1"},
        {"version": b"0"},
        {"version": b"many"},
        {"hash": bytes(32)},
        {"digest": bytes(32)},
        {"mac": bytes(32)},
        {"mac": b""},
    ],
    ids=" and ".join,
)
async def test_a_forged_snapshot_is_ignored(log: Log, table: str, forgery: dict[Any, Any]) -> None:
    await kept(log, table, await write(log, table, ["gm/a", "gm/b"]))
    await log.wire.client.hset(snapshot_key(table, FOLD), mapping=forgery)
    assert await load_snapshot(log, table, FOLD, MAC_KEY) is None
    assert await open_table(log, table, FOLD, MAC_KEY) == Opened(None, await log.read(table))


@pytest.mark.parametrize("lost", ["version", "hash", "digest", "mac", "payload"])
async def test_half_a_snapshot_is_none(log: Log, table: str, lost: str) -> None:
    await kept(log, table, await write(log, table, ["gm/a"]))
    await log.wire.client.hdel(snapshot_key(table, FOLD), lost)
    assert await load_snapshot(log, table, FOLD, MAC_KEY) is None


async def test_another_table_s_genuine_snapshot_is_ignored(log: Log, table: str) -> None:
    other = f"{table[:30]}-2"
    made = landing(table, EMPTY, "gm/a", 1)
    await log.append(table, 0, [made])
    await kept(log, table, Head(1, made.entries[0].hash))
    await write(log, other, ["gm/a"])
    stolen: Any = await log.wire.client.hgetall(snapshot_key(table, FOLD))
    await log.wire.client.hset(snapshot_key(other, FOLD), mapping=stolen)
    assert await load_snapshot(log, other, FOLD, MAC_KEY) is None


async def test_a_snapshot_of_a_log_that_was_replaced_is_ignored(log: Log, table: str) -> None:
    await kept(log, table, await write(log, table, ["gm/a", "gm/b"]))
    await log.wire.client.delete(log_key(table))
    await write(log, table, ["gm/x"])  # shorter than the snapshot's version
    assert await load_snapshot(log, table, FOLD, MAC_KEY) is None
    assert await open_table(log, table, FOLD, MAC_KEY) == Opened(None, await log.read(table))
    await write(log, table, ["gm/y"], after=await log.head(table))  # as long, with another hash
    assert await load_snapshot(log, table, FOLD, MAC_KEY) is None
    assert await open_table(log, table, FOLD, MAC_KEY) == Opened(None, await log.read(table))


@pytest.mark.parametrize("with_snapshot", [True, False])
async def test_a_tail_that_does_not_follow_is_named_not_opened(log: Log, table: str, with_snapshot: bool) -> None:
    head = await write(log, table, ["gm/a", "gm/b"])
    if with_snapshot:
        await kept(log, table, head)
    wrong = landing(table, head, "gm/c", 1).entries[0]
    wrong = msgspec.structs.replace(wrong, body=wrong.body.replace(b"noted", b"noteD"))
    fields: dict[Any, Any] = {"e": wrong.body, "s": wrong.salt, "h": wrong.hash}
    await log.wire.client.xadd(log_key(table), fields, "3-0")
    with pytest.raises(LogBroken, match="from version 3 on"):
        await open_table(log, table, FOLD, MAC_KEY)


async def test_a_snapshot_whose_own_entry_is_gone_is_no_way_around_the_hole(log: Log, table: str) -> None:
    head = await write(log, table, ["gm/a", "gm/b"])
    await kept(log, table, head)
    await write(log, table, ["gm/c"], after=head)
    await log.wire.client.xdel(log_key(table), "2-0")
    with pytest.raises(LogBroken, match="from version 2 on"):
        await open_table(log, table, FOLD, MAC_KEY)
