"""Stored bytes that were flipped, cut, swapped or put there by others: told as such or made anew, never a fault."""

import asyncio
import logging
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from fastapi import FastAPI

from api.tables.house import still
from events.log.stream import open_log
from tests.api.people import Seat, make_app, open_table, problem_of, running
from tests.api.spoiling import CACHES, LOG, entries_of, kept_of, put_back
from tests.reps import repetitions

EACH = repetitions(ci=16, soak=2_000)
TOLD = {"log-broken", "log-unavailable"}
"""What may be said of a log that is none any more."""


class Room(msgspec.Struct):
    """A table that is spoilt again and again, and another one beside it."""

    app: FastAPI
    server: Any
    gm: Seat
    other: Seat
    kept: dict[bytes, bytes]

    async def spoil(self, rng: random.Random, way: str, opened: bool) -> None:
        """Put everything back, have the table open or not, then do it."""
        await put_back(self.server, self.gm.table, self.kept)
        self.app.state.service.house.forget(self.gm.table)
        if opened:
            await self.gm.look()
        await {**LOG, **CACHES}[way](rng, self.server, self.gm.table, await entries_of(self.server, self.gm.table))

    async def answers(self) -> list[httpx.Response]:
        """Look, ask for what happened, give a command, look again."""
        gm = self.gm
        async with asyncio.timeout(20):
            first = [await gm.client.get(f"/v1/tables/{gm.table}{what}", headers=gm.headers) for what in ("", "/story")]
            given = await gm.send(gm.body("note", text="and on it goes"))
            undone = await gm.send(gm.body("undo"))
            again = await gm.client.get(f"/v1/tables/{gm.table}", headers=gm.headers)
            await self.other.give("note", text="nothing of it is felt here")
        return [*first, given, undone, again]


def faults(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the service says of itself in its log; that an entry cannot be folded is the stored log's fault."""
    said = [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]
    return [one for one in said if one != "an entry cannot be folded"]


@asynccontextmanager
async def played(url: str, folder: Path) -> AsyncIterator[Room]:
    async with open_log(url, patience=2) as log, running(app := make_app(log, folder, snapshot_every=5)) as client:
        gm, other = await open_table(client), await open_table(client)
        await gm.enter("bob", named="first")
        for n in range(6):
            await gm.give("apply_damage", target="bob", amount=n)
        await gm.give("undo")
        house = app.state.service.house
        table = await house.table(gm.table)
        await house._opener.keep(gm.table, table.history)
        await still(house._places[gm.table])
        house.forget(gm.table)
        yield Room(app, log.wire.client, gm, other, await kept_of(log.wire.client, gm.table))


@pytest.mark.parametrize("way", LOG)
async def test_a_spoilt_log_is_told_as_one_and_no_other_table_feels_it(
    valkey_url: str, tmp_path: Path, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(way)
    async with played(valkey_url, tmp_path) as room:
        for turn in range(EACH):
            await room.spoil(rng, way, opened=turn % 2 == 1)
            answers = await room.answers()
            if way == "another table" and not turn % 2:
                assert problem_of(answers[0])["code"] == "log-broken", "its chain fits, and it is not this table's"
            for answer in answers:
                if answer.status_code >= 500:
                    assert problem_of(answer)["code"] in TOLD, f"{way} {turn}: {answer.text}"
    assert not faults(caplog)


@pytest.mark.parametrize("way", CACHES)
async def test_a_spoilt_cache_is_made_anew(
    valkey_url: str, tmp_path: Path, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    rng = random.Random(way)
    async with played(valkey_url, tmp_path) as room:
        whole = await room.gm.look()
        for turn in range(EACH):
            await room.spoil(rng, way, opened=turn % 2 == 1)
            await room.app.state.service.house.log.landed(room.gm.table, "gm/first")
            answers = await room.answers()
            assert [answer.status_code for answer in answers] == [200] * len(answers), f"{way} {turn}: {answers}"
            assert answers[0].json() == whole, f"{way} {turn}"
    assert not faults(caplog)
