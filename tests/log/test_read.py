"""Reading: in order, page by page, and never past what cannot be believed."""

import json
import os
from typing import Any

import msgspec
import pytest

from events.chain import GENESIS, Sealed, leaf, link
from events.log.answers import EMPTY, Head
from events.log.errors import LogBroken
from events.log.keys import log_key
from events.log.stream import PAGE, Log
from tests.log.writing import body, landing, write, write_many

replace = msgspec.structs.replace


async def plant(log: Log, table: str, entries: list[Sealed]) -> None:
    """Write entries past the append, as somebody with redis-cli could."""
    for entry in entries:
        fields: dict[Any, Any] = {"e": entry.body, "s": entry.salt, "h": entry.hash}
        await log.wire.client.xadd(log_key(table), fields, f"{entry.version}-0")


async def walked(log: Log, table: str, after: Head = EMPTY) -> list[Sealed]:
    return [entry async for page in log.walk(table, after) for entry in page]


async def test_a_log_is_read_in_pages_of_any_size(log: Log, table: str) -> None:
    head = await write_many(log, table, 2 * PAGE + 3)
    everything = await log.read(table, 0, 10 * PAGE)
    assert [entry.version for entry in everything] == list(range(1, head.version + 1))
    for limit in (1, 7, PAGE, PAGE + 1, 2 * PAGE + 3):
        assert await log.read(table, 5, limit) == everything[5 : 5 + limit]
    assert await log.read(table, head.version) == ()
    assert await walked(log, table) == list(everything)
    middle = everything[PAGE]
    assert await walked(log, table, Head(middle.version, middle.hash)) == list(everything[PAGE + 1 :])


async def test_single_entries_are_found_by_version(log: Log, table: str) -> None:
    made = landing(table, EMPTY, "gm/a")
    await log.append(table, 0, [made])
    assert [await log.entry(table, version) for version in (1, 3, 4)] == [*made.entries[::2], None]


async def test_bodies_of_any_length_come_back_byte_for_byte(log: Log, table: str) -> None:
    held, entries = EMPTY, []
    for size in (0, 1, 70_000, 900_000, 900_000, 900_000, 900_000, 900_000, 3):
        envelope = json.loads(body(table, held.version + 1, f"gm/{held.version}"))
        text = json.dumps(envelope | {"fact": "ü\r\n\0" + "x" * size}, ensure_ascii=False).encode()
        made = landing(table, held, f"gm/{held.version}", 1)
        salt = os.urandom(16)
        sealed = Sealed(held.version + 1, text, salt, link(held.hash, leaf(salt, text)))
        answer = await log.append(table, held.version, [replace(made, entries=(sealed,))])
        entries.append(sealed)
        held = Head(sealed.version, sealed.hash)
        assert answer.head == held
    assert await walked(log, table) == entries
    assert list(await log.read(table)) == entries


def flips(entry: Sealed) -> list[Sealed]:
    """The entry with each of its bits flipped once (every seventh of the body's)."""
    found = []
    for field, step in (("body", 7), ("salt", 1), ("hash", 1)):
        whole: bytes = getattr(entry, field)
        for bit in range(0, 8 * len(whole), step):
            changed = bytearray(whole)
            changed[bit // 8] ^= 1 << bit % 8
            found.append(replace(entry, **{field: bytes(changed)}))
    return found


async def test_every_flipped_bit_is_found_and_named(log: Log, table: str) -> None:
    entries = landing(table, EMPTY, "gm/a", 3).entries
    for number, wrong in enumerate(flips(entries[1])):
        planted = f"{table[:30]}-{number}"
        await plant(log, planted, [entries[0], wrong, entries[2]])
        with pytest.raises(LogBroken, match=r"from version 2 on.*hash"):
            await walked(log, planted)


async def test_a_chain_written_anew_from_the_middle_is_found_by_a_kept_head(log: Log, table: str) -> None:
    kept = await write(log, table, ["gm/a", "gm/b", "gm/c"])
    entries = list(await log.read(table))
    previous = entries[0].hash
    for at in (1, 2):
        text = entries[at].body.replace(b"noted", b"forged")
        previous = link(previous, leaf(entries[at].salt, text))
        entries[at] = replace(entries[at], body=text, hash=previous)
    await log.wire.client.delete(log_key(table))
    await plant(log, table, entries)
    assert await walked(log, table) == entries  # by itself it is a good chain
    assert await log.head(table) != kept
    await write(log, table, ["gm/d"], after=await log.head(table))
    with pytest.raises(LogBroken, match="from version 4 on"):
        await walked(log, table, kept)


async def test_a_hole_is_found_and_what_stands_before_it_is_still_read(log: Log, table: str) -> None:
    head = await write(log, table, ["gm/a"], 5)
    await log.wire.client.xdel(log_key(table), "3-0")
    assert [entry.version for entry in await log.read(table)] == [1, 2]
    with pytest.raises(LogBroken, match="from version 3 on: entry 4-0 stands where it belongs"):
        await log.read(table, 2)
    with pytest.raises(LogBroken, match="version 3"):
        await walked(log, table)
    assert await log.head(table) == head


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("3-0", {"e": b"{}", "s": bytes(15), "h": bytes(32)}),
        ("3-0", {"e": b"{}", "s": bytes(16), "h": bytes(31)}),
        ("3-0", {"e": b"{}", "s": bytes(16)}),
        ("3-0", {"s": bytes(16), "e": b"{}", "h": bytes(32)}),
        ("2-5", {"e": b"{}", "s": bytes(16), "h": bytes(32)}),
        ("4-0", {"e": b"{}", "s": bytes(16), "h": bytes(32)}),
    ],
)
async def test_an_entry_of_somebody_else_is_named(log: Log, table: str, name: str, fields: dict[Any, Any]) -> None:
    await write(log, table, ["gm/a"], 2)
    await log.wire.client.xadd(log_key(table), fields, name)
    with pytest.raises(LogBroken, match="from version 3 on"):
        await walked(log, table)
    with pytest.raises(LogBroken, match="from version 3 on"):
        await log.append(table, 2, [landing(table, Head(2, GENESIS), "gm/b")])


async def test_breaking_off_a_walk_leaves_the_log_usable(log: Log, table: str) -> None:
    await write_many(log, table, PAGE + 1)
    pages = log.walk(table)
    assert len(await anext(pages)) == PAGE
    await pages.aclose()  # type: ignore[attr-defined]
    assert len(await walked(log, table)) == PAGE + 1


async def test_the_server_says_what_it_is_and_that_it_is_durable(log: Log, kind: str) -> None:
    await log.ping()
    said = await log.ready()
    assert (said.kind, said.durable) == ({"valkey": "valkey", "redis-server": "redis"}[kind], True)
    assert int(said.version.partition(".")[0]) >= 7
