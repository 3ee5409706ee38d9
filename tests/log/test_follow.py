"""Following: everything new, in order, once, through anything that happens to the connection."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

from events.chain import Sealed
from events.log.answers import EMPTY, Appended, Head
from events.log.errors import LogRefused
from events.log.follow import Came, Follower, Strayed
from events.log.keys import ids_key, log_key
from events.log.stream import Log, open_log
from tests.log.writing import end, insist, landing, write, write_many
from tests.servers import Server

WITHIN = 20.0


@pytest.fixture
async def follower(log: Log) -> AsyncIterator[Follower]:
    async with Follower(log) as following:
        yield following


async def until(follower: Follower, versions: dict[str, int]) -> dict[str, list[Sealed]]:
    """All that came until each table stands at its version."""
    came: dict[str, list[Sealed]] = {table: [] for table in versions}
    async with asyncio.timeout(WITHIN):
        async for news in follower:
            assert isinstance(news, Came), news
            came[news.table] += news.entries
            if all(entries and entries[-1].version >= versions[t] for t, entries in came.items()):
                return came
    raise AssertionError("the follower ended")


async def strayed(follower: Follower) -> Strayed:
    async with asyncio.timeout(WITHIN):
        async for news in follower:
            if isinstance(news, Strayed):
                return news
    raise AssertionError("the follower ended")


async def test_what_is_there_and_what_comes_later_arrives_once_in_order(
    log: Log, follower: Follower, table: str
) -> None:
    head = await write_many(log, table, 450)
    follower.watch(table, EMPTY)
    reading = asyncio.create_task(until(follower, {table: 460}))
    await write(log, table, (f"gm/{n}" for n in range(10)), after=head)
    assert (await reading)[table] == list(await log.read(table))


async def test_following_goes_on_from_the_given_place(log: Log, follower: Follower, table: str) -> None:
    head = await write(log, table, ["gm/a", "gm/b"])
    await write(log, table, ["gm/c"], after=head)
    follower.watch(table, head)
    assert [entry.version for entry in (await until(follower, {table: 3}))[table]] == [3]


async def test_a_table_watched_during_the_wait_is_heard_long_before_the_wait_is_over(log: Log, table: str) -> None:
    async with Follower(log, wait=3600.0) as follower:
        follower.watch(table, EMPTY)
        second = f"{table[:30]}-2"
        reading = asyncio.create_task(until(follower, {table: 1, second: 1}))
        await write(log, table, ["gm/a"])
        follower.watch(second, EMPTY)
        await write(log, second, ["gm/a"])
        assert {t: len(entries) for t, entries in (await reading).items()} == {table: 1, second: 1}


async def test_a_table_no_longer_watched_is_silent(log: Log, follower: Follower, table: str) -> None:
    others = [f"{table[:30]}-{n}" for n in range(2)]
    for name in (table, *others):
        await write(log, name, ["gm/a"])
        follower.watch(name, EMPTY)
    async with asyncio.timeout(WITHIN):
        first = await anext(aiter(follower))  # by now all three are here
    for name in (table, *others):
        if name != first.table:
            follower.unwatch(name)
    await write(log, first.table, ["gm/b"], after=await log.head(first.table))
    assert [entry.version for entry in (await until(follower, {first.table: 2}))[first.table]] == [2]


async def test_watching_anew_from_an_earlier_place_tells_it_again(log: Log, follower: Follower, table: str) -> None:
    await write(log, table, ["gm/a", "gm/b"])
    follower.watch(table, EMPTY)
    first = await until(follower, {table: 2})
    follower.watch(table, EMPTY)
    assert await until(follower, {table: 2}) == first


async def test_many_tables_are_followed_at_once(log: Log, follower: Follower, table: str) -> None:
    names = [f"{table[:30]}-{n}" for n in range(100)]
    for name in names:
        follower.watch(name, EMPTY)
    reading = asyncio.create_task(until(follower, dict.fromkeys(names, 3)))
    await asyncio.gather(*(write(log, name, ["gm/a", "gm/b", "gm/c"]) for name in names))
    assert all([entry.version for entry in entries] == [1, 2, 3] for entries in (await reading).values())


async def test_cut_again_and_again_nothing_is_missed_or_told_twice(log: Log, follower: Follower, table: str) -> None:
    follower.watch(table, EMPTY)
    reading = asyncio.create_task(until(follower, {table: 60}))
    for n in range(30):
        await insist(log, table, f"gm/{n}")
        if n % 5 == 0:
            for other in await log.wire.client.client_list():
                if other["cmd"] in ("xread", "client|id"):
                    await log.wire.client.client_kill_filter(_id=other["id"])
    assert (await reading)[table] == list(await log.read(table))


async def test_a_restart_of_the_server_is_followed_through(own_log: Log, log_server: Server, table: str) -> None:
    async with Follower(own_log) as follower:
        follower.watch(table, EMPTY)
        reading = asyncio.create_task(until(follower, {table: 4}))
        head = await write(own_log, table, ["gm/a", "gm/b"])
        log_server.kill()
        log_server.start()
        await write(own_log, table, ["gm/c", "gm/d"], after=head)
        assert (await reading)[table] == list(await own_log.read(table))


async def test_a_log_replaced_during_an_absence_is_noticed(own_log: Log, log_server: Server, table: str) -> None:
    # A backup is put back: the same numbers, other contents.
    async with Follower(own_log) as follower:
        head = await write(own_log, table, ["gm/a", "gm/b"])
        follower.watch(table, head)
        told = asyncio.create_task(strayed(follower))
        await own_log.wire.client.delete(log_key(table), ids_key(table))
        await write(own_log, table, ["gm/x", "gm/y"])
        log_server.kill()
        log_server.start()
        assert await told == Strayed(table, head, "it is another log now")


@pytest.mark.parametrize(
    ("name", "why"), [("3-0", "version 3.*hash"), ("4-0", "version 3.*hole"), ("2-7", "version 3.*foreign")]
)
async def test_an_entry_that_does_not_follow_ends_the_following_of_its_table(
    log: Log, follower: Follower, table: str, name: str, why: str
) -> None:
    head = await write(log, table, ["gm/a", "gm/b"])
    follower.watch(table, head)
    wrong = landing(table, Head(2, bytes(32)), "gm/c", 1).entries[0]
    fields: dict[Any, Any] = {"e": wrong.body, "s": wrong.salt, "h": wrong.hash}
    await log.wire.client.xadd(log_key(table), fields, name)
    told = await strayed(follower)
    assert (told.table, told.after) == (table, head)
    assert re.search(why, told.why)


async def test_a_closed_follower_ends_its_iteration(log: Log, table: str) -> None:
    async with Follower(log) as follower:
        follower.watch(table, EMPTY)
        reading = asyncio.create_task(until(follower, {table: 1}))
        await write(log, table, ["gm/a"])
        await reading
        ending = asyncio.create_task(until(follower, {table: 2}))
        await asyncio.sleep(0)
    with pytest.raises(AssertionError, match="the follower ended"):
        await ending


async def test_a_follower_with_nothing_to_follow_waits_for_the_first_table(
    log: Log, follower: Follower, table: str
) -> None:
    reading = asyncio.create_task(until(follower, {table: 1}))
    await asyncio.sleep(0)
    follower.watch(table, EMPTY)
    await write(log, table, ["gm/a"])
    assert len((await reading)[table]) == 1


async def test_a_server_that_does_not_permit_reading_is_said_aloud(own_log: Log, log_server: Server) -> None:
    await own_log.wire.client.acl_setuser(
        "poor", enabled=True, passwords=["+p"], keys=["*"], commands=["+client", "+ping"]
    )
    socket = log_server.url.removeprefix("unix://")
    async with open_log(f"unix://poor:p@{socket}") as poor, Follower(poor) as follower:
        follower.watch("t", EMPTY)
        with pytest.raises(LogRefused, match="does not permit"):
            async with asyncio.timeout(WITHIN):
                await anext(aiter(follower))


async def test_what_the_caller_has_appended_itself_is_not_told_and_what_comes_after_it_is(
    log: Log, follower: Follower, table: str
) -> None:
    head = await write(log, table, ["gm/a"])
    follower.watch(table, head)
    reading = asyncio.create_task(until(follower, {table: head.version + 3}))
    for key in ("gm/b", "gm/c"):
        own = [landing(table, head, key, count=1)]
        head = end(own)
        follower.has_read(table, head)
        assert isinstance(await log.append(table, head.version - 1, own), Appended)
    others = await write(log, table, ["gm/d"], after=head)
    assert [one.version for one in (await reading)[table]] == [others.version]


async def test_what_was_read_is_never_forgotten_again(log: Log, follower: Follower, table: str) -> None:
    first = await write(log, table, ["gm/a"])
    head = await write(log, table, ["gm/b"], after=first)
    follower.watch(table, head)
    follower.has_read(table, first)
    reading = asyncio.create_task(until(follower, {table: head.version + 1}))
    await write(log, table, ["gm/c"], after=head)
    assert [one.version for one in (await reading)[table]] == [head.version + 1]


class Confirming(Log):
    """A log whose replicas take their time."""

    def __init__(self, log: Log) -> None:
        super().__init__(log.wire)
        self.asked, self.there = asyncio.Event(), asyncio.Event()

    async def confirm(self, table: str, version: int) -> None:
        self.asked.set()
        await self.there.wait()


async def test_a_table_that_is_let_go_while_replicas_are_waited_for_is_told_no_more(log: Log, table: str) -> None:
    slow = Confirming(log)
    second = f"{table[:30]}-2"
    async with Follower(slow) as follower:
        follower.watch(table, EMPTY)
        reading = asyncio.create_task(until(follower, {second: 1}))
        await write(log, table, ["gm/a"])
        await slow.asked.wait()
        follower.unwatch(table)
        follower.watch(second, EMPTY)
        slow.there.set()
        await write(log, second, ["gm/a"])
        assert list(await reading) == [second]
        assert list(follower._heads) == [second]
