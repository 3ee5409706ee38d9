"""A log that does not answer for a while: what was to happen happens afterwards, and nobody else waits for it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from events.log.errors import LogUnavailable
from tests.api.fights import shoot, two_in_actions
from tests.api.halting import Halting, halting_log
from tests.api.people import Seat, make_app, open_table, problem_of, running, service_at, somebody_waits
from tests.api.test_deadlines import Ahead, answers, until
from tests.api.test_queue import SHOOT, at_war
from tests.api.test_queue import until as frame_of

AWAY = "the server does not answer"


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the newest entry is in memory, and what failed is tried again at once."""
    monkeypatch.setattr("api.tables.past.KEEP", 1)
    monkeypatch.setattr("api.tables.chores._AGAIN", 0.05)


@pytest.fixture
async def log(valkey_url: str) -> AsyncIterator[Halting]:
    async with halting_log(valkey_url) as one:
        yield one


@pytest.fixture
def clock() -> Ahead:
    return Ahead()


@pytest.fixture
async def client(log: Halting, tmp_path: Path, clock: Ahead) -> AsyncIterator[httpx.AsyncClient]:
    async with running(make_app(log, tmp_path, clock=clock)) as one:
        yield one


async def test_one_table_that_waits_for_the_log_holds_up_no_news_of_another(
    log: Halting, client: httpx.AsyncClient, valkey_url: str, tmp_path: Path
) -> None:
    stuck, other = await open_table(client), await open_table(client)
    other_head = (await other.look("/events"))["newest"]
    await stuck.look()
    async with service_at(valkey_url, tmp_path) as elsewhere:
        log.halt(stuck.table)
        refused = asyncio.create_task(stuck.send(stuck.body("done", combatant="nobody")))
        await log.reached.wait()
        waiting = asyncio.create_task(other.look("/events", after=other_head, wait=20))
        await somebody_waits(client)
        await Seat(elsewhere, stuck.table, stuck.token).give("note", text="foreign news of the one that waits")
        await Seat(elsewhere, other.table, other.token).give("note", text="and of the other")
        assert len((await waiting)["frames"]) == 1
        log.go_on()
        assert problem_of(await refused)["code"] == "unknown-id"


@pytest.mark.parametrize("fault", [LogUnavailable(AWAY), RuntimeError("a fault of the service")])
async def test_a_default_that_could_not_be_given_is_given_as_soon_as_it_can_be(
    log: Halting, client: httpx.AsyncClient, clock: Ahead, fault: Exception
) -> None:
    gm = await asked_with_a_deadline(client)
    log.fails["deadline-"] = [fault]
    clock.by = 14_950
    await gm.give("note", text="tick")
    assert len(answers(await until(gm, answered))) == 1
    assert log.failed.is_set()


async def test_deadlines_that_could_not_be_read_are_kept_all_the_same(
    log: Halting, client: httpx.AsyncClient, clock: Ahead
) -> None:
    gm = await asked_with_a_deadline(client)
    await gm.give("answer", combatant="bob", choice="none")
    await gm.give("undo")
    clock.by = 14_950
    log.unread = True
    await gm.give("note", text="tick")
    await log.failed.wait()
    log.unread = False
    assert [one["command"][:9] for one in answers(await until(gm, answered_by_time))][-1] == "deadline-"


async def test_what_was_queued_happens_as_soon_as_it_can(log: Halting, client: httpx.AsyncClient) -> None:
    gm = await open_table(client)
    ana, _ = await at_war(gm)
    queued = await ana.give("queue", combatant="vera", action=SHOOT, done=True)
    log.fails["queued-"] = [LogUnavailable(AWAY)]
    await gm.give("done", combatant="ganger")
    settled = await frame_of(ana, "queue-settled", queued["version"])
    assert log.failed.is_set()
    assert settled["fact"]["end"] == "carried-out"


async def test_a_correction_of_what_cannot_be_read_is_to_be_sent_again(log: Halting, client: httpx.AsyncClient) -> None:
    gm = await open_table(client)
    await two_in_actions(gm)
    shot = await shoot(gm)
    await gm.give("note", text="and later")
    log.unread = True
    response = await gm.send(body := gm.body("strike", action=f"gm/{shot['id']}", reason="no"))
    told = problem_of(response)
    assert (told["status"], told["code"], response.headers["retry-after"]) == (503, "log-unavailable", "1")
    assert "10.1.2.3" not in response.text, "where the log is stored is nothing for the seats"
    log.unread = False
    assert (await gm.send(body)).status_code == 200


async def asked_with_a_deadline(client: httpx.AsyncClient) -> Seat:
    gm = await open_table(client, options={"answer_deadline": 15})
    await two_in_actions(gm, reaction="ask")
    assert (await shoot(gm))["status"] == "parked"
    return gm


def answered(entries: list[dict[str, Any]]) -> bool:
    return bool(answers(entries))


def answered_by_time(entries: list[dict[str, Any]]) -> bool:
    return any(one["command"].startswith("deadline-") for one in answers(entries))
