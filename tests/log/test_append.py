"""What one append may and may not do, on every kind of server."""

import asyncio

import msgspec
import pytest

from events.chain import GENESIS, Sealed, first_break
from events.log.answers import EMPTY, Appended, Head, Known, Landed, Landing, Moved
from events.log.errors import LogForked, LogRefused, UnfitGroup
from events.log.keys import ids_key, log_key
from events.log.stream import PAGE, Log, open_log
from tests.log.writing import end, group, insist, landing, write, write_many
from tests.servers import Server


async def whole(log: Log, table: str) -> tuple[Sealed, ...]:
    entries = await log.read(table, 0, 100_000)
    assert first_break(GENESIS, 0, entries) is None
    return entries


async def test_the_first_append_makes_the_table(log: Log, table: str) -> None:
    assert (await log.head(table), await log.exists(table)) == (EMPTY, False)
    made = landing(table, EMPTY, "gm/open", 2)
    answer = await log.append(table, 0, [made], expected_hash=GENESIS)
    assert answer == Appended(Head(2, made.entries[-1].hash))
    assert (await log.head(table), await log.exists(table)) == (answer.head, True)
    assert await log.read(table) == made.entries
    assert table in await log.tables()


async def test_a_group_of_commands_lands_as_one(log: Log, table: str) -> None:
    made = group(table, EMPTY, ["gm/a", "ana/a", "gm/b"], 2)
    assert await log.append(table, 0, made) == Appended(end(made))
    assert await whole(log, table) == tuple(entry for command in made for entry in command.entries)
    assert await log.landed(table, "ana/a") == Landed("d1", 3, 2)
    assert await log.landed(table, "ana/b") is None


async def test_of_a_group_with_one_known_command_nothing_lands(log: Log, table: str) -> None:
    head = await write(log, table, ["gm/a"], 2)
    before = await whole(log, table)
    answer = await log.append(table, head.version, group(table, head, ["gm/new", "gm/a", "gm/newer"]))
    assert answer == Known(head, {"gm/a": Landed("d1", 1, 2)}, ())
    assert await whole(log, table) == before
    assert await log.landed(table, "gm/new") is None


async def test_of_a_group_for_an_older_version_nothing_lands(log: Log, table: str) -> None:
    first = await write(log, table, ["gm/a"])
    head = await write(log, table, ["gm/b", "gm/c"], after=first)
    answer = await log.append(table, first.version, group(table, first, ["gm/x", "gm/y"]))
    assert answer == Moved(head, await log.read(table, first.version))
    assert (await log.head(table), await log.landed(table, "gm/x")) == (head, None)


async def test_an_id_sent_twice_lands_once_wherever_the_second_was_decided(log: Log, table: str) -> None:
    head = await write(log, table, ["gm/a", "gm/b"], 2)
    for expected in (EMPTY, head):
        answer = await log.append(table, expected.version, [landing(table, expected, "gm/a", 5)])
        assert isinstance(answer, Known)
        assert (answer.head, answer.landed) == (head, {"gm/a": Landed("d1", 1, 2)})
        assert answer.missed == await log.read(table, expected.version)


async def test_an_id_with_another_body_is_answered_with_the_digest_of_the_first(log: Log, table: str) -> None:
    head = await write(log, table, ["gm/a"])
    answer = await log.append(table, head.version, [landing(table, head, "gm/a", digest="d2")])
    assert isinstance(answer, Known)
    assert answer.landed["gm/a"].digest == "d1"
    assert await log.head(table) == head


async def test_the_very_same_call_has_the_very_same_answer_however_late(log: Log, table: str) -> None:
    made = group(table, EMPTY, ["gm/a", "gm/b"], 2)
    answer = await log.append(table, 0, made)
    await write(log, table, ["gm/c"], after=end(made))
    assert await log.append(table, 0, made) == answer
    assert len(await whole(log, table)) == 5


async def test_the_same_command_decided_by_two_is_known_to_the_second(log: Log, table: str) -> None:
    # Same id, same version, other salt: the second must not believe that its own entries are in the log.
    await log.append(table, 0, [landing(table, EMPTY, "gm/a")])
    assert isinstance(await log.append(table, 0, [landing(table, EMPTY, "gm/a")]), Known)


async def test_a_server_that_forgot_its_scripts_is_told_again(own_log: Log, table: str) -> None:
    head = await write(own_log, table, ["gm/a"])
    await own_log.wire.client.script_flush()
    head = await write(own_log, table, ["gm/b"], after=head)
    assert await own_log.head(table) == head


async def test_an_append_goes_on_after_a_restart_of_the_server(own_log: Log, log_server: Server, table: str) -> None:
    head = await write(own_log, table, ["gm/a"])
    log_server.kill()
    log_server.start()
    head = await write(own_log, table, ["gm/b"], after=head)
    assert [entry.version for entry in await whole(own_log, table)] == [1, 2, 3][: head.version]


async def test_two_writers_who_race_land_every_command_once(shared_server: Server, table: str) -> None:
    async with open_log(shared_server.url) as one, open_log(shared_server.url) as other:

        async def writer(log: Log, seat: str) -> list[int]:
            return [await insist(log, table, f"{seat}/{n}") for n in range(100)]

        places = await asyncio.gather(writer(one, "ana"), writer(other, "bob"))
        assert sorted(places[0] + places[1]) == list(range(1, 401, 2))
        assert len(await whole(one, table)) == 400


async def test_fifty_commands_sent_four_times_by_two_processes_land_fifty_times(
    shared_server: Server, table: str
) -> None:
    async with open_log(shared_server.url) as one, open_log(shared_server.url) as other:
        sent = [(log, f"s{n}/roll") for n in range(50) for log in (one, other, one, other)]
        places = await asyncio.gather(*(insist(log, table, key) for log, key in sent))
        assert len(await whole(one, table)) == 100
        assert all(len(set(places[n : n + 4])) == 1 for n in range(0, 200, 4))


async def test_a_very_stale_writer_is_told_what_it_missed_page_by_page(log: Log, table: str) -> None:
    head = await write_many(log, table, 2 * PAGE + 10)
    answer = await log.append(table, 0, [landing(table, EMPTY, "ana/late")])
    assert isinstance(answer, Moved)
    assert (answer.head, len(answer.missed)) == (head, PAGE)
    missed = answer.missed
    while missed[-1].version < answer.head.version:
        missed += await log.read(table, missed[-1].version)
    assert missed == await whole(log, table)
    again = await log.append(table, 0, [landing(table, EMPTY, "gm/0-0")])
    assert isinstance(again, Known)
    assert again.missed == missed[:PAGE]


async def test_a_large_group_lands_whole(log: Log, table: str) -> None:
    made = group(table, EMPTY, (f"gm/{n}" for n in range(1000)))
    assert await log.append(table, 0, made) == Appended(end(made))
    assert await log.landed(table, "gm/999") == Landed("d1", 1000, 1)


async def test_a_log_that_is_another_one_than_was_read_is_noticed(log: Log, table: str) -> None:
    head = await write(log, table, ["gm/a", "gm/b"])
    other = Head(head.version, bytes(range(32)))
    with pytest.raises(LogForked, match="Open the table anew"):
        await log.append(table, other.version, [landing(table, other, "gm/c")], expected_hash=other.hash)
    older = Head(1, other.hash)
    with pytest.raises(LogForked):
        await log.append(table, 1, [landing(table, older, "gm/c")], expected_hash=older.hash)
    with pytest.raises(LogForked):  # the log was longer when it was read
        await log.append(table, 9, [landing(table, Head(9, head.hash), "gm/c")])
    assert await log.head(table) == head


async def test_a_server_without_memory_adds_nothing_of_a_group(own_log: Log, table: str) -> None:
    head = await write(own_log, table, ["gm/a"])
    await own_log.wire.client.config_set("maxmemory", 1)
    with pytest.raises(LogRefused, match="Raise its maxmemory"):
        await own_log.append(table, head.version, group(table, head, ["gm/b", "gm/c"], 20))
    await own_log.wire.client.config_set("maxmemory", 0)
    assert (await own_log.head(table), await own_log.landed(table, "gm/b")) == (head, None)
    await write(own_log, table, ["gm/b", "gm/c"], 20, head)


async def test_over_a_tail_that_somebody_removed_nothing_lands(log: Log, table: str) -> None:
    head = await write(log, table, ["gm/a", "gm/b"])
    await log.wire.client.xdel(log_key(table), f"{head.version}-0")
    left = await log.head(table)
    with pytest.raises(LogRefused, match="removed"):
        await log.append(table, left.version, group(table, left, ["gm/c", "gm/d"], 3))
    assert await log.head(table) == left
    assert await log.landed(table, "gm/c") is None


@pytest.mark.parametrize("spoilt", [log_key, ids_key])
async def test_a_key_that_holds_something_else_is_named_and_left_alone(log: Log, table: str, spoilt: object) -> None:
    key = log_key(table) if spoilt is log_key else ids_key(table)
    await log.wire.client.set(key, "mine")
    with pytest.raises(LogRefused, match="database of its own"):
        await log.append(table, 0, [landing(table, EMPTY, "gm/a")])
    assert await log.wire.client.get(key) == b"mine"
    await log.wire.client.delete(key)
    assert await log.head(table) == EMPTY


async def test_a_cancelled_append_leaves_no_answer_for_somebody_else(log: Log, table: str) -> None:
    head = await write(log, table, ["gm/a"])
    tasks = [asyncio.create_task(log.append(table, head.version, [landing(table, head, "gm/b")]))]
    await asyncio.sleep(0)
    tasks[0].cancel()
    with pytest.raises(asyncio.CancelledError):
        await tasks[0]
    assert [entry.version for entry in await log.read(table, 0, 1)] == [1]
    assert await log.landed(table, "gm/a") == Landed("d1", 1, 1)


def unfit() -> dict[str, tuple[int, list[Landing]]]:
    """Groups that would do lasting harm, by what is wrong with them."""
    table, replace = "t", msgspec.structs.replace
    good = landing(table, EMPTY, "gm/a", 2)
    first, second = good.entries

    def changed(**fields: object) -> list[Landing]:
        return [replace(good, entries=(first, replace(second, **fields)))]

    return {
        "no command": (0, []),
        "no entry": (0, [Landing("gm/a", "d1", ())]),
        "the same command twice": (0, [good, landing(table, end([good]), "gm/a")]),
        "does not begin at the next version": (1, [good]),
        "before the beginning": (-1, [good]),
        "a hole": (0, changed(version=3)),
        "a hash that does not follow": (0, changed(hash=bytes(32))),
        "a short salt": (0, changed(salt=b"short")),
        "an empty body": (0, changed(body=b"")),
        "no JSON": (0, changed(body=b"{")),
        "a body beyond the limit": (0, changed(body=b" " * (1 << 20) + second.body)),
        "another command's envelope": (0, [replace(good, key="gm/b")]),
        "another digest than its envelope's": (0, [replace(good, digest="d2")]),
        "another table's envelope": (0, [landing("u", EMPTY, "gm/a")]),
        "no digest": (0, [landing(table, EMPTY, "gm/a", digest="")]),
        "too many commands": (0, group(table, EMPTY, (f"gm/{n}" for n in range(1001)))),
    }


@pytest.mark.parametrize("wrong", unfit())
async def test_a_group_that_would_spoil_the_log_is_never_sent(log: Log, wrong: str) -> None:
    expected, commands = unfit()[wrong]
    with pytest.raises(UnfitGroup):
        await log.append("t", expected, commands)
    assert not await log.exists("t")


async def test_the_first_hash_must_follow_the_one_expected(log: Log, table: str) -> None:
    with pytest.raises(UnfitGroup, match="does not follow"):
        await log.append(table, 0, [landing(table, Head(0, bytes(31) + b"x"), "gm/a")], expected_hash=GENESIS)


@pytest.mark.parametrize("name", ["", "a b", "a}", "a" * 41, "ä", "a:b"])
async def test_a_table_s_name_cannot_reach_another_key(log: Log, name: str) -> None:
    with pytest.raises(ValueError, match="no name of a table"):
        await log.head(name)


async def test_only_whole_logs_count_as_tables(log: Log, table: str) -> None:
    await log.wire.client.xadd(f"fracas:{{{table}}}:other:log", {"x": "y"})
    await log.wire.client.set(f"fracas:{{{table}}}:log", "a string")
    assert table not in await log.tables()
