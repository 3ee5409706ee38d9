"""Deadlines: whoever does not answer in time is answered for, once, from whatever process, also after a restart."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.clock import now
from events.log.stream import Log, open_log
from tests.api.fights import shoot, two_in_actions
from tests.api.people import Seat, make_app, open_table, running


class Ahead:
    """A clock that runs ahead of the real one."""

    def __init__(self) -> None:
        self.by = 0

    def __call__(self) -> int:
        return now() + self.by


@pytest.fixture
def clock() -> Ahead:
    return Ahead()


@pytest.fixture
async def log(valkey_url: str) -> AsyncIterator[Log]:
    async with open_log(valkey_url) as one:
        yield one


async def parked_table(client: httpx.AsyncClient, clock: Ahead) -> Seat:
    gm = await open_table(client, options={"answer_deadline": 15})
    await gm.seat("ana")
    await two_in_actions(gm, reaction="ask", controller="ana")
    assert (await shoot(gm))["status"] == "parked"
    return gm


async def until(seat: Seat, holds: Callable[[list[dict[str, Any]]], bool]) -> list[dict[str, Any]]:
    """The entries of the table, as soon as they are so."""
    entries: list[dict[str, Any]] = []
    while not holds(entries):
        events = await seat.look("/events", after=len(entries), wait=20)
        assert events["frames"], "nothing happened in time"
        entries += [frame["fact"]["entry"] for frame in events["frames"]]
    return entries


def answers(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [entry for entry in entries if entry["fact"]["type"] == "answered"]


async def test_the_default_is_given_when_the_time_is_over(log: Log, tmp_path: Path, clock: Ahead) -> None:
    async with running(make_app(log, tmp_path, clock=clock)) as client:
        gm = await parked_table(client, clock)
        clock.by = 14_900
        await gm.give("note", text="tick")  # whatever happens sets the clock anew
        entries = await until(gm, lambda found: bool(answers(found)))
        (answer,) = answers(entries)
        assert answer["command"].startswith("deadline-")
        assert answer["seat"] == "gm"
        assert answer["fact"] == {"type": "answered", "path": "defense:bob", "combatant": "bob", "choice": "none"}
        assert answer["time"] - next(e["time"] for e in entries if e["fact"]["type"] == "asked") >= 15_000
        assert (await gm.look("/waiting")) == {"waiting": []}


async def test_two_processes_give_one_default(valkey_url: str, log: Log, tmp_path: Path, clock: Ahead) -> None:
    async with open_log(valkey_url) as other_log:
        apps = [make_app(one, tmp_path, clock=clock) for one in (log, other_log)]
        async with running(apps[0]) as client, running(apps[1]) as other:
            gm = await parked_table(client, clock)
            elsewhere = Seat(other, gm.table, gm.token)
            await elsewhere.look()
            clock.by = 20_000
            await asyncio.gather(*(_ring(app, gm.table) for app in apps for _ in range(3)))
            entries = await until(elsewhere, lambda found: bool(answers(found)))
            assert len(answers(entries)) == 1
            assert (await gm.look("/events"))["chain"] == (await elsewhere.look("/events"))["chain"]


async def test_a_default_that_fell_due_while_nobody_was_there_is_given_at_the_next_start(
    valkey_url: str, log: Log, tmp_path: Path, clock: Ahead
) -> None:
    async with running(make_app(log, tmp_path, clock=clock)) as client:
        gm = await parked_table(client, clock)
    clock.by = 3_600_000
    async with open_log(valkey_url) as again, running(make_app(again, tmp_path, clock=clock)) as client:
        entries = await until(Seat(client, gm.table, gm.token), lambda found: bool(answers(found)))
        assert len(answers(entries)) == 1


async def test_an_answer_in_time_leaves_nothing_to_give(log: Log, tmp_path: Path, clock: Ahead) -> None:
    app = make_app(log, tmp_path, clock=clock)
    async with running(app) as client:
        gm = await parked_table(client, clock)
        await gm.give("answer", combatant="bob", choice="dodge")
        clock.by = 20_000
        await _ring(app, gm.table)
        entries = await until(gm, lambda found: bool(answers(found)))
        assert [answer["fact"]["choice"] for answer in answers(entries)] == ["dodge"]


async def test_whoever_is_asked_again_after_an_undo_has_time_again(log: Log, tmp_path: Path, clock: Ahead) -> None:
    app = make_app(log, tmp_path, clock=clock)
    async with running(app) as client:
        gm = await parked_table(client, clock)
        clock.by = 16_000
        await _ring(app, gm.table)
        await gm.give("undo")  # back to before the default: Bob is asked again
        await _ring(app, gm.table)
        assert [one["combatant"] for one in (await gm.look("/waiting"))["waiting"]] == ["bob"]
        clock.by = 32_000
        await _ring(app, gm.table)
        assert (await gm.look("/waiting")) == {"waiting": []}
        entries = await until(gm, lambda found: len(answers(found)) == 2)
        assert len({answer["command"] for answer in answers(entries)}) == 2


async def _ring(app: Any, table: str) -> None:
    """What the timer does when it goes off."""
    house = app.state.service.house
    await house.give_defaults(await house.table(table))
