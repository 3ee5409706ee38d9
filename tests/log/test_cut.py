"""A wire that is cut any number of times: one append, the same answer."""

from pathlib import Path
from typing import get_args

import pytest

from events.chain import GENESIS, first_break
from events.log.answers import EMPTY, Appended
from events.log.errors import LogUnavailable
from events.log.scripts import script
from events.log.stream import Log, open_log
from tests.log.cutting import Scissors, Where, cutting
from tests.log.writing import end, group, write
from tests.servers import Server

APPEND = script("append", writes=True).sha.encode()


@pytest.mark.parametrize("where", get_args(Where))
@pytest.mark.parametrize("cuts", [1, 2, 3, 4, 5])
async def test_a_call_cut_off_lands_once_and_has_the_same_answer(
    log: Log, shared_server: Server, table: str, tmp_path: Path, cuts: int, where: Where
) -> None:
    head = await write(log, table, ["gm/open"])
    scissors = Scissors(APPEND, cuts, where)
    made = group(table, head, ["gm/a", "gm/b"], 2)
    async with cutting(shared_server.url, tmp_path, scissors) as address, open_log(address) as cut:
        assert await cut.append(table, head.version, made) == Appended(end(made))
        assert scissors.cuts == cuts
    entries = await log.read(table)
    assert len(entries) == 5
    assert first_break(GENESIS, 0, entries) is None


async def test_a_call_whose_reply_is_lost_has_the_same_answer_when_others_went_on(
    log: Log, shared_server: Server, table: str, tmp_path: Path
) -> None:
    head = await write(log, table, ["gm/open"])
    made = group(table, head, ["gm/a", "gm/b"], 2)
    scissors = Scissors(APPEND, 1000, "before the reply")
    async with cutting(shared_server.url, tmp_path, scissors) as address, open_log(address, patience=0.1) as cut:
        with pytest.raises(LogUnavailable, match="Is it running and reachable"):
            await cut.append(table, head.version, made)
        await write(log, table, ["ana/a"], 3, end(made))
        scissors.left = 0
        assert await cut.append(table, head.version, made) == Appended(end(made))
    assert len(await log.read(table)) == 8


async def test_reads_are_asked_again_too(log: Log, shared_server: Server, table: str, tmp_path: Path) -> None:
    await write(log, table, ["gm/a"], 3)
    scissors = Scissors(script("read", writes=False).sha.encode(), 3, "within the reply")
    async with cutting(shared_server.url, tmp_path, scissors) as address, open_log(address) as cut:
        assert await cut.read(table) == await log.read(table)
    assert scissors.cuts == 3


async def test_without_a_server_the_error_says_what_to_look_at(tmp_path: Path) -> None:
    async with open_log(f"unix://{tmp_path}/nobody", patience=0.05) as alone:
        with pytest.raises(LogUnavailable, match=r"nobody.*Is it running and reachable\?"):
            await alone.append("t", 0, group("t", EMPTY, ["gm/a"]))


async def test_an_error_never_shows_the_password() -> None:
    async with open_log("redis://fracas:geheim@localhost:1/0?client_name=geheim", patience=0.0) as alone:
        with pytest.raises(LogUnavailable) as told:
            await alone.ping()
    assert "geheim" not in str(told.value)


def test_an_address_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="begin with redis://, rediss://, unix://"):
        open_log("http://localhost")
