"""Two processes at one log: what moves under a command, what is decided again, what is refused with what was missed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from fastapi import FastAPI

from events.log.stream import open_log
from tests.api.fights import shoot, two_in_actions
from tests.api.people import Seat, make_app, open_table, running


class Pair:
    """The same GM at two processes; the second follows the log only when it is told to."""

    def __init__(self, gm: Seat, elsewhere: Seat, apps: list[FastAPI]) -> None:
        self.gm, self.elsewhere, self.apps = gm, elsewhere, apps

    async def deaf(self) -> None:
        """The second process no longer hears of what the first does."""
        house = self.apps[1].state.service.house
        house._follower.unwatch(self.gm.table)


@pytest.fixture
async def pair(valkey_url: str, tmp_path: Path) -> AsyncIterator[Pair]:
    async with AsyncExitStack() as stack:
        apps, clients = [], []
        for _ in range(2):
            log = await stack.enter_async_context(open_log(valkey_url))
            apps.append(make_app(log, tmp_path))
            clients.append(await stack.enter_async_context(running(apps[-1])))
        gm = await open_table(clients[0])
        elsewhere = Seat(clients[1], gm.table, gm.token)
        await elsewhere.look()
        yield Pair(gm, elsewhere, apps)


async def test_what_names_its_object_is_decided_again_on_what_others_did(pair: Pair) -> None:
    await pair.deaf()
    await pair.gm.enter("bob")
    number = (await pair.gm.look())["number"]
    await pair.elsewhere.give("apply_damage", target="bob", amount=3)
    await pair.gm.look("/events", after=number, wait=10)
    assert (await pair.elsewhere.look("/events")) == (await pair.gm.look("/events"))


async def test_an_undo_is_not_decided_again_but_told_what_it_missed(pair: Pair) -> None:
    await pair.gm.enter("bob")
    seen = (await pair.elsewhere.look())["number"]
    await pair.deaf()
    await pair.gm.give("apply_damage", target="bob", amount=3)
    problem = await pair.elsewhere.refused("undo")
    assert problem["code"] == "moved"
    types = [frame["fact"]["entry"]["fact"]["type"] for frame in problem["missed"]]
    assert "damage-applied" in types
    assert problem["missed"][0]["number"] == seen + 1
    assert (await pair.gm.look("/wounds"))["wounds"][0]["wound"] == "hurt"


async def test_a_strike_is_not_decided_again_but_told_what_it_missed(pair: Pair) -> None:
    await pair.gm.enter("bob")
    await pair.gm.give("apply_damage", target="bob", amount=3, named="first")
    await pair.elsewhere.look()
    await pair.deaf()
    await pair.gm.give("apply_damage", target="bob", amount=4)
    problem = await pair.elsewhere.refused("strike", action="first")
    assert problem["code"] == "moved"
    assert (await pair.gm.look())["combatants"][0]["pools"]["life"]["now"] == 23
    await pair.elsewhere.give("strike", action="first", expect=(await pair.gm.look())["number"])
    assert (await pair.elsewhere.look())["combatants"][0]["pools"]["life"]["now"] == 26


async def test_an_undo_that_expects_the_real_number_goes_through_a_process_that_lags_behind(pair: Pair) -> None:
    await pair.gm.enter("bob")
    await pair.elsewhere.look()
    await pair.deaf()
    await pair.gm.give("apply_damage", target="bob", amount=3)
    await pair.elsewhere.give("undo", expect=(await pair.gm.look())["number"])
    assert (await pair.gm.look("/events", wait=5))["newest"] >= 5


async def test_a_command_accepted_elsewhere_has_the_same_answer_here(pair: Pair) -> None:
    await pair.deaf()
    await pair.gm.enter("bob")
    body = pair.gm.body("apply_damage", target="bob", amount=40)
    first = await pair.gm.send(body)
    assert (await pair.elsewhere.send(body)).content == first.content


async def test_a_command_accepted_elsewhere_is_not_refused_by_a_process_that_lags_behind(pair: Pair) -> None:
    await pair.gm.enter("bob")
    await pair.elsewhere.look()
    await pair.deaf()
    body = pair.gm.body("remove_combatant", combatant="bob")
    first = await pair.gm.send(body)
    await pair.gm.enter("bob")
    await pair.gm.give("remove_combatant", combatant="bob")
    assert (await pair.elsewhere.send(body)).content == first.content


async def test_a_refusal_is_given_on_the_newest_state_not_on_an_old_one(pair: Pair) -> None:
    await pair.deaf()
    await pair.gm.enter("bob")  # the other process has never heard of Bob
    await pair.elsewhere.give("set_condition", combatant="bob", condition="prone")


async def test_an_id_used_elsewhere_for_something_else_is_a_conflict(pair: Pair) -> None:
    await pair.deaf()
    await pair.gm.give("note", text="one", named="same")
    assert (await pair.elsewhere.refused("note", text="two", named="same"))["code"] == "id-used"


async def test_a_parked_action_is_answered_through_the_other_process(pair: Pair) -> None:
    await pair.gm.seat("ana")
    await two_in_actions(pair.gm, reaction="ask", controller="ana")
    assert (await shoot(pair.gm))["status"] == "parked"
    done = await pair.elsewhere.give("answer", combatant="bob", choice="dodge")
    assert done["status"] == "done"
    assert (await pair.gm.refused("answer", combatant="bob", choice="dodge"))["code"] == "already-answered"


async def test_both_write_as_fast_as_they_can_and_everything_lands_once(pair: Pair) -> None:
    await pair.gm.enter("bob")
    seats = (pair.gm, pair.elsewhere)
    bodies = [seats[n % 2].body("note", text=str(n)) for n in range(200)]
    replies = await asyncio.gather(*(seats[n % 2].send(body) for n, body in enumerate(bodies)))
    assert {reply.status_code for reply in replies} == {200}
    await pair.elsewhere.give("note", text="last")
    events = (await pair.elsewhere.look("/events"))["frames"]
    notes = [f["fact"]["entry"]["fact"]["text"] for f in events if f["fact"]["entry"]["fact"]["type"] == "note-added"]
    assert sorted(notes[:-1], key=int) == [str(n) for n in range(200)]
    versions = [frame["fact"]["entry"]["version"] for frame in events]
    assert versions == list(range(1, len(events) + 1))
