"""docs/stream.md is held to the code: its program runs, its table is what is stored, its list is what is needed."""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from events.log.answers import Appended, Head
from events.log.follow import Came, Follower
from events.log.keys import here_key, ids_key, log_key, snapshot_key
from events.log.opening import open_table
from events.log.presence import followed_elsewhere, tell_here
from events.log.snapshots import save_snapshot, snapshot
from events.log.stream import Log, open_log
from tests.log.writing import landing, write
from tests.servers import Server

PAGE = (Path(__file__).parents[2] / "docs" / "stream.md").read_text("utf-8")

pytestmark = pytest.mark.docs


def program(name: str = "check") -> Callable[..., Any]:
    """A function of the page's programs."""
    names: dict[str, Any] = {}
    for source in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(compile(source, "docs/stream.md", "exec"), names)  # noqa: S102
    found: Callable[..., Any] = names[name]
    return found


async def test_the_page_s_reader_reads_what_is_there_and_what_comes(
    log: Log, shared_server: Server, table: str
) -> None:
    head = await write(log, table, ["gm/a"])
    read = program("entries")(shared_server.url, table)
    whole = [(await asyncio.to_thread(next, read)) for _ in range(head.version)]
    assert whole == [one.body for one in await log.read(table, 0)]
    late = program("entries")(shared_server.url, table, head.version)
    coming = asyncio.create_task(asyncio.to_thread(next, late))
    await asyncio.sleep(0.05)
    more = landing(table, head, "gm/b", 1)
    await log.append(table, head.version, [more])
    assert await coming == more.entries[0].body
    for one in (read, late):
        one.close()


async def test_the_page_s_program_finds_a_whole_log_whole_and_names_a_break(
    log: Log, shared_server: Server, table: str
) -> None:
    head = await write(log, table, ["gm/a", "gm/b"], 300)
    assert program()(shared_server.url, table) == (head.version, head.hash.hex())
    wrong = landing(table, Head(head.version, bytes(32)), "gm/c", 1).entries[0]
    fields: dict[Any, Any] = {"e": wrong.body, "s": wrong.salt, "h": wrong.hash}
    await log.wire.client.xadd(log_key(table), fields, f"{wrong.version}-0")
    with pytest.raises(ValueError, match="version 601 does not fit"):
        program()(shared_server.url, table)


async def test_an_entry_is_stored_as_the_page_says(log: Log, table: str) -> None:
    await write(log, table, ["gm/a"])
    stored: Any = await log.wire.client.xrange(log_key(table), "1-0", "1-0")
    ((name, fields),) = stored
    assert name == b"1-0"
    assert re.findall(r"^\| `([a-z])` \| .*?(\d+)", PAGE, re.MULTILINE) == [("e", "1"), ("s", "16"), ("h", "32")]
    assert [(field.decode(), len(value)) for field, value in fields.items()][1:] == [("s", 16), ("h", 32)]
    assert next(iter(fields)) == b"e"


def test_the_keys_are_those_of_the_page() -> None:
    for key in (log_key("TABLE"), ids_key("TABLE"), here_key("TABLE"), snapshot_key("TABLE", "FINGERPRINT")):
        assert f"`{key}`" in PAGE


async def test_a_user_with_no_more_rights_than_the_page_lists_can_do_everything(
    own_log: Log, log_server: Server, table: str
) -> None:
    listed = PAGE[PAGE.index("Commands used") :]
    commands = [f"+{name.lower().replace(' ', '|')}" for name in re.findall(r"`([A-Z]+(?: [A-Z]+)?)`", listed)]
    await own_log.wire.client.acl_setuser(
        "reader", enabled=True, passwords=["+p"], keys=["fracas:*"], commands=commands
    )
    async with open_log(f"unix://reader:p@{log_server.url.removeprefix('unix://')}") as log:
        await log.ping()
        assert (await log.ready()).durable
        head = await write(log, table, ["gm/a", "gm/b"])
        await own_log.wire.client.delete(ids_key(table))
        assert await log.landed(table, "gm/a")
        await save_snapshot(log, table, snapshot(head, "fold", b"state"), b"key")
        opened = await open_table(log, table, "fold", b"key")
        assert opened.snapshot is not None
        assert await log.tables() == (table,)
        assert await log.size(table) > 0
        await tell_here(log, table, "one", 3)
        assert await followed_elsewhere(log, table, "other") == 3
        async with Follower(log) as follower:
            follower.watch(table, head)
            assert isinstance(await log.append(table, head.version, [landing(table, head, "gm/c")]), Appended)
            assert isinstance(await anext(aiter(follower)), Came)
        assert await log.delete(table) == 4
