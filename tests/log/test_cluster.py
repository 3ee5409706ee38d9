"""The log on a Redis Cluster: tables at several servers, failovers, slots that move, replicas that are waited for."""

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from uuid import uuid4

import pytest
from redis.crc import key_slot

from events.chain import GENESIS, first_break
from events.log import keys
from events.log.answers import EMPTY, Appended, Head, Known, Landed, Moved
from events.log.cluster import Cluster
from events.log.errors import LogForked, LogRefused, LogUnavailable
from events.log.follow import Came, Follower, News, Strayed
from events.log.followers import Followers, follower_of
from events.log.presence import followed_elsewhere, tell_here
from events.log.snapshots import load_snapshot, save_snapshot, snapshot
from events.log.stream import Log, open_log
from tests.log.clusters import PATIENCE, Members, cluster, fall_behind, promoted
from tests.log.writing import insist, landing, write
from tests.reps import repetitions

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("cluster")]

KILLS = repetitions(3, 20)


@pytest.fixture(scope="module")
def members(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Members]:
    with cluster(tmp_path_factory.mktemp("cluster")) as one:
        yield one


@pytest.fixture
async def log(members: Members) -> AsyncIterator[Log]:
    members.until_whole()
    async with open_log(members.url, patience=30, replicas=1) as opened:
        yield opened


@pytest.fixture
async def careless(members: Members) -> AsyncIterator[Log]:
    """One that waits for no replica."""
    members.until_whole()
    async with open_log(members.url, patience=30) as opened:
        yield opened


@pytest.fixture
def table() -> str:
    return f"t-{uuid4()}"


async def _first(follower: Follower | Followers) -> News:
    async for news in follower:
        return news
    raise AssertionError("it was closed")


def at_all(members: Members, each: int) -> list[str]:
    """Names of so many tables at each of the three servers."""
    found: dict[int, list[str]] = {}
    while len(found) < 3 or min(map(len, found.values())) < each:
        name = f"t-{uuid4()}"
        found.setdefault(members.pair_of(name)[0].port, []).append(name)
    return [name for names in found.values() for name in names[:each]]


def test_all_keys_of_a_table_are_in_one_slot(table: str) -> None:
    names = [keys.log_key(table), keys.ids_key(table), f"{keys.ids_key(table)}:ab12", keys.snapshot_key(table, "f"),
             keys.acked_key(table), keys.asked_key(table), keys.here_key(table)]  # fmt: skip
    assert len({key_slot(name.encode()) for name in names}) == 1


async def test_tables_at_all_servers_keep_to_the_contract_of_the_log(log: Log, members: Members) -> None:
    names = at_all(members, 4)
    for name in names:
        head = await write(log, name, ["gm/a", "gm/b"], 3)
        assert await log.head(name) == head
        known = await log.append(name, 0, [landing(name, EMPTY, "gm/b")])
        assert isinstance(known, Known)
        assert known.landed["gm/b"] == Landed("d1", 4, 3)
        moved = await log.append(name, 0, [landing(name, EMPTY, "gm/c")])
        assert isinstance(moved, Moved)
        assert [entry.version for entry in moved.missed] == [1, 2, 3, 4, 5, 6]
        await log.wire.call(keys.ids_key(name), "DEL", keys.ids_key(name))
        assert await log.landed(name, "gm/a") == Landed("d1", 1, 3)
        kept = snapshot(head, "fold", b"state")
        await save_snapshot(log, name, kept, b"key")
        assert await load_snapshot(log, name, "fold", b"key") == kept
    assert set(names) <= set(await log.tables())
    server = await log.ready()
    assert (server.servers, server.durable) == (3, True)


async def test_tables_at_all_servers_are_measured_counted_and_deleted(log: Log, members: Members) -> None:
    names = at_all(members, 4)
    for name in names:
        head = await write(log, name, ["gm/a", "gm/b"], 3)
        assert 0 < await log.size(name) < 100_000
        await save_snapshot(log, name, snapshot(head, "fold", b"state"), b"key")
        await tell_here(log, name, "one", 2)
        await tell_here(log, name, "other", 3)
        assert (await followed_elsewhere(log, name), await followed_elsewhere(log, name, "other")) == (5, 2)
        await tell_here(log, name, "one", 0)
        assert await followed_elsewhere(log, name) == 3
    await log._acked.aclose()
    for name in names:
        assert await log.delete(name) >= 4  # log, index, snapshot, who follows; and the mark of the replicas
        assert await log.delete(name) == 0
        for member in (one for one in members.all if one.is_master):
            assert list(member.client.scan_iter(match=f"*{name}*")) == []
        assert (await log.head(name), await log.size(name)) == (EMPTY, 0)
    assert not set(names) & set(await log.tables())


async def test_one_loop_follows_tables_of_all_servers(log: Log) -> None:
    names = [f"t-{uuid4()}" for _ in range(6)]
    heads = {name: await write(log, name, ["gm/a"]) for name in names}
    follower = follower_of(log)
    assert isinstance(follower, Followers)
    async with follower:
        for name, head in heads.items():
            follower.watch(name, head)
        follower.unwatch(names[0])
        for name, head in heads.items():
            await write(log, name, ["gm/b"], 2, head)
        heard: dict[str, int] = dict.fromkeys(names, 0)
        async for news in follower:
            assert isinstance(news, Came)
            heard[news.table] += len(news.entries)
            if sum(heard.values()) == 10:
                break
        assert heard == {name: 0 if name == names[0] else 2 for name in names}


async def test_the_mark_for_outside_readers_follows_what_replicas_have(log: Log, table: str) -> None:
    await write(log, table, ["gm/a", "gm/b"], 3)
    mark = keys.acked_key(table)
    await log._acked.aclose()  # when what is left to be marked has been
    assert await log.wire.call(mark, "GET", mark) == b"6"


async def test_an_address_of_one_server_of_a_cluster_is_told_apart(members: Members) -> None:
    elsewhere = next(name for name in map(str, range(100)) if members.pair_of(name)[0] is not members.all[0])
    async with open_log(f"redis://127.0.0.1:{members.all[0].port}", patience=2) as alone:
        with pytest.raises(LogRefused, match=r"redis\+cluster"):
            await alone.head(elsewhere)


async def test_a_slot_that_moves_is_written_all_the_while(log: Log, table: str, members: Members) -> None:
    source, _ = members.pair_of(table)
    target = next(one for one in members.all if one.is_master and one is not source)
    slot = key_slot(keys.log_key(table).encode())
    await write(log, table, ["gm/a"], 2)
    going_on = True
    landed = 0

    async def writer() -> None:
        nonlocal landed
        while going_on:
            await insist(log, table, f"gm/w{landed}")
            landed += 1

    writing = asyncio.create_task(writer())

    def move() -> None:
        target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", source.id)
        source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", target.id)
        while names := source.ask("CLUSTER", "GETKEYSINSLOT", slot, 100):
            source.ask("MIGRATE", "127.0.0.1", target.port, "", 0, 5000, "KEYS", *names)
        for one in (target, source):
            one.ask("CLUSTER", "SETSLOT", slot, "NODE", target.id)

    await asyncio.to_thread(move)
    so_far = landed
    while landed < so_far + 5:
        assert not writing.done()
        await asyncio.sleep(0.01)
    going_on = False
    await writing
    entries = await log.read(table, 0, 100_000)
    assert first_break(GENESIS, 0, entries) is None
    assert len(entries) == 2 + 2 * landed
    assert members.pair_of(table)[0] is target


async def test_what_no_replica_has_is_neither_acknowledged_nor_told_and_lands_after_a_failover(
    log: Log, table: str, members: Members
) -> None:
    master, replica = members.pair_of(table)
    head = await write(log, table, ["gm/a"], 2)
    async with follower_of(log) as follower, open_log(members.url, patience=1.5, replicas=1) as hasty:
        follower.watch(table, head)
        following = asyncio.create_task(_first(follower))
        command = landing(table, head, "gm/b")
        fall_behind(replica, master)
        try:
            with pytest.raises(LogUnavailable, match="replicas"):
                await hasty.append(table, head.version, [command])
            with pytest.raises(LogUnavailable, match="replicas"):
                await hasty.read(table, head.version)
            assert master.ask("XLEN", keys.log_key(table)) == 5, "the master has it, and nobody else"
            assert not following.done()
            await asyncio.to_thread(master.kill)
        finally:
            replica.signal(signal.SIGCONT)
        again = asyncio.create_task(log.append(table, head.version, [command]))  # sent again, it waits for the failover
        await asyncio.to_thread(promoted, replica)
        await asyncio.to_thread(master.start)  # and for a replica
        answer = await again
        assert answer == Appended(Head(5, command.entries[-1].hash))
        news = await asyncio.wait_for(following, 30)
        assert isinstance(news, Came)
        assert news.entries == command.entries
    await asyncio.to_thread(members.until_whole)


async def test_where_no_replica_is_waited_for_a_failover_may_take_back_what_was_told_and_that_is_noticed(
    careless: Log, table: str, members: Members
) -> None:
    master, replica = members.pair_of(table)
    head = await write(careless, table, ["gm/a"], 2)
    async with follower_of(careless) as follower:
        fall_behind(replica, master)
        try:
            lost = await write(careless, table, ["gm/b"], 3, head)
            follower.watch(table, lost)
            following = asyncio.create_task(_first(follower))
            await asyncio.to_thread(master.kill)
        finally:
            replica.signal(signal.SIGCONT)
        news = await asyncio.wait_for(following, 60)
        assert isinstance(news, Strayed)
    with pytest.raises(LogForked):
        await careless.append(table, lost.version, [landing(table, lost, "gm/c")], expected_hash=lost.hash)
    assert await careless.head(table) == head
    await asyncio.to_thread(master.start)
    await asyncio.to_thread(members.until_whole)


async def test_everything_acknowledged_outlives_every_kill_of_a_server_once(members: Members) -> None:
    """kill -9 of the server that holds a table, under load; who reads keeps nothing that the log does not have."""
    table = f"t-{uuid4()}"
    acknowledged: dict[str, int] = {}
    told: list[bytes] = []
    async with (
        open_log(members.url, patience=PATIENCE, replicas=1) as one,
        open_log(members.url, patience=PATIENCE, replicas=1) as other,
        follower_of(other) as follower,
    ):
        head = await write(one, table, ["gm/first"])

        async def read() -> None:
            follower.watch(table, head)
            async for news in follower:
                assert isinstance(news, Came), news
                told.extend(entry.hash for entry in news.entries)

        reading = asyncio.create_task(read())
        for number in range(KILLS):
            doomed = asyncio.Event()

            async def writer(log: Log, seat: str, round_: int = number, doomed: asyncio.Event = doomed) -> None:
                for n in range(30):
                    key = f"{seat}/{round_}-{n}"
                    acknowledged[key] = await insist(log, table, key)
                    if n == 10:
                        doomed.set()

            async def killer(doomed: asyncio.Event = doomed) -> None:
                master, replica = members.pair_of(table)
                await doomed.wait()
                await asyncio.to_thread(master.kill)
                await asyncio.to_thread(promoted, replica)
                await asyncio.to_thread(master.start)

            await asyncio.gather(writer(one, "ana"), writer(other, "bob"), killer())
            await asyncio.to_thread(members.until_whole)
        entries = await one.read(table, 0, 1_000_000)
        assert first_break(GENESIS, 0, entries) is None
        assert len(entries) == 1 + 2 * len(acknowledged)
        assert sorted(acknowledged.values()) == list(range(2, len(entries) + 1, 2))
        async with asyncio.timeout(30):
            while len(told) < len(entries) - 1:
                assert not reading.done()
                await asyncio.sleep(0.01)
        assert told == [entry.hash for entry in entries[1:]]
        reading.cancel()


class Rotating(Cluster):
    """A cluster whose servers are replaced, as its servers would say it; none of them is asked."""

    pods: tuple[str, ...] = ()

    async def _ask_somebody(self) -> list[tuple[int, int, tuple[str, int]]]:
        for pod in self.pods:
            self._at((pod, 6379))
        return [(0, 16383, (self.pods[-1], 6379))]


async def test_servers_that_have_nothing_any_more_are_let_go() -> None:
    rotating = Rotating("redis+cluster://first")
    for number in range(10):
        rotating.pods = (*rotating.pods[-1:], f"10.0.0.{number}")
        rotating._slots = []
        await rotating._learn_once()
        assert list(rotating._nodes) == [(f"10.0.0.{number}", 6379)]
    await rotating.aclose()


async def test_what_replicas_had_of_a_deleted_table_counts_for_none_that_comes_after(log: Log, table: str) -> None:
    await write(log, table, ["gm/a", "gm/b"])
    assert log._acked._upto[table] == 2
    await log.delete(table)
    assert table not in log._acked._upto
