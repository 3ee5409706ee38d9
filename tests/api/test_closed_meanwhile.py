"""An answer that takes its time goes to no seat that was closed meanwhile, nor to eyes that see less by now."""

import asyncio
import threading
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from projections.foreseen import Foreseen
from projections.foreseen import foreseen as really
from tests.api.fights import shoot, two_in_actions
from tests.api.halting import Halting, halting_log
from tests.api.people import Seat, make_app, open_table, problem_of, running, somebody_waits


@pytest.fixture(autouse=True)
def short_of_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the newest entries are in memory, and all that reaches back is long."""
    monkeypatch.setattr("api.tables.past.KEEP", 3)
    monkeypatch.setattr("api.routes.trial.LONG", 2)


@pytest.fixture
async def log(valkey_url: str) -> AsyncIterator[Halting]:
    async with halting_log(valkey_url) as one:
        yield one


@pytest.fixture
async def gm(log: Halting, tmp_path: Path) -> AsyncIterator[Seat]:
    async with running(make_app(log, tmp_path)) as client:
        yield await open_table(client)


async def much_later(gm: Seat) -> None:
    for _ in range(5):
        await gm.give("note", text="and so on")


async def asked(seat: Seat, what: str, **query: Any) -> httpx.Response:
    return await seat.client.get(f"/v1/tables/{seat.table}{what}", params=query, headers=seat.headers)


async def test_who_looks_back_far_is_told_nothing_after_the_seat_was_closed(log: Halting, gm: Seat) -> None:
    second = await gm.seat("second", "gm")
    await much_later(gm)
    log.halt(gm.table)
    looking = asyncio.create_task(asked(second, "", at=3))
    await log.reached.wait()
    await gm.give("close_seat", seat="second")
    log.go_on()
    assert problem_of(await looking)["status"] == 401


async def test_who_tries_a_correction_is_told_nothing_after_the_seat_was_closed(log: Halting, gm: Seat) -> None:
    second = await gm.seat("second", "gm")
    await two_in_actions(gm)
    shot = await shoot(gm)
    await much_later(gm)
    log.halt(gm.table)
    body = second.body("strike", action=f"gm/{shot['id']}", reason="it never happened", dry_run=True)
    trying = asyncio.create_task(second.send(body))
    await log.reached.wait()
    await gm.give("close_seat", seat="second")
    log.go_on()
    assert problem_of(await trying)["status"] == 401


async def test_a_correction_that_is_tried_from_far_back_holds_nobody_up(
    gm: Seat, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried_in: list[str] = []

    def foreseen(*how: Any) -> Foreseen:
        tried_in.append(threading.current_thread().name)
        return really(*how)

    monkeypatch.setattr("api.routes.trial.foreseen", foreseen)
    await two_in_actions(gm)
    shot = await shoot(gm)
    await much_later(gm)
    here = threading.current_thread().name
    assert (await gm.give("note", text="at once", dry_run=True)) == {} and tried_in == [here]
    await gm.give("strike", action=f"gm/{shot['id']}", reason="it never happened", dry_run=True)
    assert tried_in[1] != here


async def test_a_program_that_waits_as_a_gm_is_told_to_look_anew_when_that_gm_is_gone(gm: Seat) -> None:
    await gm.seat("second", "gm")
    bot = await gm.seat("bot", "service", speaks_for=["second"])
    await gm.enter("lurker", side="foes", hidden=True)
    told = await bot.look("/events")
    assert "lurker" in str(told["frames"])
    waiting = asyncio.create_task(bot.look("/events", after=told["newest"], chain=told["chain"], wait=20))
    await somebody_waits(gm.client)
    await gm.give("close_seat", seat="second")
    after = await waiting
    assert after["forked"]
    assert "lurker" not in str(await bot.look("/events")) and "lurker" not in str(await bot.look(""))
