"""Fights from where a table stands, and suggestions, over HTTP."""

from typing import Any

import httpx
import pytest

from tests.api.fights import two_in_actions
from tests.api.people import Answer, Seat, problem_of


async def ask(seat: Seat, **body: Any) -> httpx.Response:
    return await seat.client.post(f"/v1/tables/{seat.table}/simulate", json=body, headers=seat.headers)


async def test_a_gm_is_told_how_fights_from_here_would_end(gm: Seat) -> None:
    await two_in_actions(gm)
    before = await gm.look()
    told: list[Answer] = [(await ask(gm, runs=16, seed=5)).json() for _ in range(2)]
    assert told[0] == told[1] and told[0]["runs"] == 16
    assert sum(one["chance"] for one in told[0]["wins"].values()) + told[0]["undecided"]["chance"] == pytest.approx(1)
    assert {fate["combatant"] for fate in told[0]["fates"]} == {"ann", "bob"}
    assert await gm.look() == before


async def test_players_are_told_nothing_and_bounds_hold(gm: Seat) -> None:
    ana = await gm.seat("ana")
    assert problem_of(await ask(ana))["code"] == "unauthorized"
    assert problem_of(await ask(gm, runs=1_000_000))["code"] == "invalid"
    assert problem_of(await ask(gm, tactic="pray"))["code"] == "invalid"


async def test_nothing_is_played_while_somebody_is_asked(gm: Seat) -> None:
    await two_in_actions(gm, reaction="ask")
    await gm.give(
        "act", combatant="ann", action={"kind": "shoot", "weapon": "pistol", "target": "bob", "range": "short"}
    )
    assert problem_of(await ask(gm))["code"] == "waiting"


async def test_suggestions_are_commands_that_are_accepted(gm: Seat) -> None:
    await two_in_actions(gm)
    told = await gm.look("/suggestions")
    first = told["suggestions"][0]
    assert (first["combatant"], first["target"], first["up"]) == ("ann", "bob", True)
    for command in first["commands"]:
        fields = {"type_" if name == "type" else name: value for name, value in command.items()}
        assert (await gm.give(**fields, faces=[2]))["status"] == "done"
    after = await gm.look("/suggestions", tactic="careful")
    assert [one["combatant"] for one in after["suggestions"]] == ["bob"]


async def test_a_player_is_suggested_acts_for_own_people_alone(gm: Seat) -> None:
    ana = await gm.seat("ana")
    await gm.enter("ann", side="party", controller="ana")
    await two_in_actions_of(gm)
    assert [one["combatant"] for one in (await ana.look("/suggestions"))["suggestions"]] == ["ann"]
    assert [one["combatant"] for one in (await gm.look("/suggestions"))["suggestions"]] == ["bob"]
    screen = await gm.seat("screen", kind="spectator")
    asked = await screen.client.get(f"/v1/tables/{screen.table}/suggestions", headers=screen.headers)
    assert problem_of(asked)["code"] == "not-found"


async def two_in_actions_of(gm: Seat) -> None:
    await gm.enter("bob", side="foes")
    await gm.give("begin_combat", title="The warehouse")
    await gm.give("set_initiative", combatant="ann", value=20)
    await gm.give("set_initiative", combatant="bob", value=10)
