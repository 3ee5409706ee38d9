"""What somebody with a way into the log's server, or a bad disk, does to what is stored of a table; and back again."""

import random
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

from events.log import keys
from tests.verifiers.tampering import sealed

Entry: TypeAlias = tuple[bytes, dict[bytes, bytes]]
Redis: TypeAlias = Any
"""The client, whose types know nothing of bytes."""

Spoil = Callable[[random.Random, Redis, str, list[Entry]], Awaitable[None]]

JUNK: Final = (b"", b"\x00", b"\xff\xfe", b"9" * 5000, b"-1", b"1e9", b"null", b"{}", b"[" * 9999, "\u0663".encode())


async def kept_of(server: Redis, table: str) -> dict[bytes, bytes]:
    """All keys of a table as they are."""
    return {key: await server.dump(key) async for key in server.scan_iter(match=keys.all_of(table))}


async def put_back(server: Redis, table: str, kept: dict[bytes, bytes]) -> None:
    """The keys as they were, and no others."""
    async for key in server.scan_iter(match=keys.all_of(table)):
        await server.delete(key)
    for key, value in kept.items():
        await server.restore(key, 0, value)


async def entries_of(server: Redis, table: str) -> list[Entry]:
    """The entries of a table's stream."""
    found: list[Entry] = await server.xrange(keys.log_key(table))
    return found


async def rewritten(server: Redis, table: str, entries: list[Entry]) -> None:
    """Another stream in the place of a table's."""
    key = keys.log_key(table)
    await server.delete(key)
    for name, fields in entries:
        await server.xadd(key, fields, id=name)


def flipped(rng: random.Random, there: bytes) -> bytes:
    """One bit is another one."""
    spoilt = bytearray(there or b"\x00")
    spoilt[rng.randrange(len(spoilt))] ^= 1 << rng.randrange(8)
    return bytes(spoilt)


def spoilt(rng: random.Random, there: bytes) -> bytes:
    """Flipped, cut, longer, or something else."""
    ways: list[Callable[[], bytes]] = [
        lambda: flipped(rng, there),
        lambda: there[: rng.randrange(len(there) + 1)],
        lambda: there + rng.randbytes(3),
        lambda: rng.choice(JUNK),
    ]
    return rng.choice(ways)()


async def a_field(rng: random.Random, server: Redis, table: str, entries: list[Entry]) -> None:
    place = rng.randrange(len(entries))
    name, fields = entries[place]
    field = rng.choice([b"e", b"s", b"h"])
    entries[place] = (name, {**fields, field: spoilt(rng, fields[field])})
    await rewritten(server, table, entries)


async def the_fields(rng: random.Random, server: Redis, table: str, entries: list[Entry]) -> None:
    place = rng.randrange(len(entries))
    name, fields = entries[place]
    others: list[dict[bytes, bytes]] = [
        {b"x": b"y"},
        {**fields, b"more": b"1"},
        {b"e": fields[b"e"]},
        dict(reversed(fields.items())),
    ]
    entries[place] = (name, rng.choice(others))
    await rewritten(server, table, entries)


async def a_hole(rng: random.Random, server: Redis, table: str, entries: list[Entry]) -> None:
    await server.xdel(keys.log_key(table), rng.choice(entries)[0])


async def two_swapped(rng: random.Random, server: Redis, table: str, entries: list[Entry]) -> None:
    one, other = rng.sample(range(len(entries)), 2)
    fields = entries[one][1]
    entries[one] = (entries[one][0], entries[other][1])
    entries[other] = (entries[other][0], fields)
    await rewritten(server, table, entries)


async def the_end_cut(rng: random.Random, server: Redis, table: str, entries: list[Entry]) -> None:
    await rewritten(server, table, entries[: rng.randrange(1, len(entries))])


async def a_foreign_entry(rng: random.Random, server: Redis, table: str, entries: list[Entry]) -> None:
    last = int(entries[-1][0].partition(b"-")[0])
    name = rng.choice([f"{last}-1", f"{last + 1}-0", f"{last + 7}-3", "9007199254740993-0", f"{2**64 - 1}-{2**64 - 1}"])
    await server.xadd(keys.log_key(table), {"e": rng.choice(JUNK), "s": bytes(16), "h": bytes(32)}, id=name)


async def sealed_junk(rng: random.Random, server: Redis, table: str, entries: list[Entry]) -> None:
    """The chain fits and the entry is none: only somebody who writes the log anew from there on can do so."""
    bodies = [fields[b"e"] for _, fields in entries]
    place = rng.randrange(len(bodies))
    bodies[place] = spoilt(rng, bodies[place])
    await _sealed_anew(server, table, bodies, entries)


async def another_table(rng: random.Random, server: Redis, table: str, entries: list[Entry]) -> None:
    """A whole log of another table, under this one's name."""
    bodies = [fields[b"e"].replace(table.encode(), b"another-table") for _, fields in entries]
    await _sealed_anew(server, table, bodies, entries)


async def _sealed_anew(server: Redis, table: str, bodies: list[bytes], entries: list[Entry]) -> None:
    lines = sealed(b"", bodies, [fields[b"s"] for _, fields in entries])[1:-1]
    anew = []
    for (name, fields), body, line in zip(entries, bodies, lines, strict=True):
        start = line.index(b'"hash":"') + 8
        anew.append((name, {**fields, b"e": body, b"h": bytes.fromhex(line[start : start + 64].decode())}))
    await rewritten(server, table, anew)


async def another_type(rng: random.Random, server: Redis, table: str, entries: list[Entry]) -> None:
    await _of_another_type(rng, server, keys.log_key(table))


async def snapshot_field(rng: random.Random, server: Redis, table: str, entries: list[Entry]) -> None:
    async for key in server.scan_iter(match=f"{keys.all_of(table)[:-1]}snapshot:*"):
        there: dict[bytes, bytes] = await server.hgetall(key)
        field = rng.choice(sorted(there))
        more = [b"%d" % 10**30, b"-%d" % 10**30, spoilt(rng, there[field])]
        await server.hset(key, field, rng.choice(more))


async def snapshot_gone(rng: random.Random, server: Redis, table: str, entries: list[Entry]) -> None:
    async for key in server.scan_iter(match=f"{keys.all_of(table)[:-1]}snapshot:*"):
        there = await server.hkeys(key)
        await server.hdel(key, *rng.sample(there, rng.randint(1, len(there))))


async def snapshot_of_another_type(rng: random.Random, server: Redis, table: str, entries: list[Entry]) -> None:
    async for key in server.scan_iter(match=f"{keys.all_of(table)[:-1]}snapshot:*"):
        await _of_another_type(rng, server, key.decode())


async def index_value(rng: random.Random, server: Redis, table: str, entries: list[Entry]) -> None:
    key = keys.ids_key(table)
    there: dict[bytes, bytes] = await server.hgetall(key)
    field = rng.choice(sorted(there))
    await server.hset(key, field, spoilt(rng, there[field]))


async def index_gone(rng: random.Random, server: Redis, table: str, entries: list[Entry]) -> None:
    key = keys.ids_key(table)
    there = await server.hkeys(key)
    await server.hdel(key, *rng.sample(there, rng.randint(1, len(there))))


async def index_of_another_type(rng: random.Random, server: Redis, table: str, entries: list[Entry]) -> None:
    await _of_another_type(rng, server, keys.ids_key(table))


async def _of_another_type(rng: random.Random, server: Redis, key: str) -> None:
    await server.delete(key)
    others: list[Callable[[], Any]] = [lambda: server.set(key, b"x"), lambda: server.rpush(key, "x")]
    await rng.choice(others)()


LOG: Final[dict[str, Spoil]] = {
    "a field": a_field,
    "the fields": the_fields,
    "a hole": a_hole,
    "two swapped": two_swapped,
    "the end cut": the_end_cut,
    "a foreign entry": a_foreign_entry,
    "sealed junk": sealed_junk,
    "another table": another_table,
    "another type": another_type,
    "an index of another type": index_of_another_type,
}
"""What is done to the stream, or in its way: a key that is somebody else's is left alone."""

CACHES: Final[dict[str, Spoil]] = {
    "a snapshot's field": snapshot_field,
    "a snapshot's fields gone": snapshot_gone,
    "a snapshot of another type": snapshot_of_another_type,
    "an index's value": index_value,
    "an index's values gone": index_gone,
}
"""What is done to what can be made anew from the stream."""
