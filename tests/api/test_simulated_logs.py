"""Any run of a simulation from where a table stands is a log: it verifies, replays, and opens as a table of its own."""

import asyncio
import io
from collections.abc import Callable, Iterable
from typing import Any

import httpx
import pytest
from msgspec.structs import replace

from api.proof.verify import lines_of, sealed_of, verify
from api.simulation.copying import Copying
from api.simulation.kept import apart, secret_of
from api.simulation.many import Fights, GivenUp, dice_of
from api.thinking import Thinking
from engine.history import History
from engine.rulesets import RULESETS
from engine.state import State
from events.chain import Sealed
from events.codec import decode
from events.log.errors import LogForked
from events.table import NoteAdded
from projections.simulating import Plan, fight
from tests.api.fights import shoot, two_in_actions
from tests.api.people import KEY, Answer, Seat, problem_of, sit_down

RULES = RULESETS["unisystem"]


async def ask(seat: Seat, what: str = "/simulate/log", **body: Any) -> httpx.Response:
    return await seat.client.post(f"/v1/tables/{seat.table}{what}", json=body, headers=seat.headers)


async def a_run(seat: Seat, **body: Any) -> bytes:
    response = await ask(seat, **body)
    assert response.status_code == 200, response.text
    return response.content


async def exported(seat: Seat) -> bytes:
    return (await seat.client.get(f"/v1/tables/{seat.table}/export", headers=seat.headers)).content


def entries_of(file: bytes) -> list[Sealed]:
    found = (sealed_of(line.removesuffix(b"\n")) for line in lines_of(io.BytesIO(file)))
    return [one for one in found if one is not None]


def replayed(sealed: Iterable[Sealed]) -> History:
    """Where a log leads to."""
    history, entries = History.empty(), [decode(one.body) for one in sealed]
    for entry in entries:
        restored = history.led_to(entry, lambda version: entries[version - 1])
        history = history.advance(entry, b"", restored)
    return history


def left(state: State) -> dict[str, float]:
    return {name: round(max(0.0, RULES.tactical.left(one)), 3) for name, one in state.combatants.items()}


async def in_the_middle(gm: Seat) -> None:
    """Bob is wounded by a shot, something was undone, and a player who is asked for a defence plays Bob."""
    await gm.seat("ana")
    await two_in_actions(gm, reaction="ask", sheet={"life_points": 60})
    await gm.give("give_control", combatant="bob", seat="ana")
    await gm.give("set_condition", combatant="bob", condition="prone")
    await gm.give("undo")
    await shoot(gm)
    await gm.give("answer", combatant="bob", choice="none")
    await gm.give("roll", dice="2d6", level="gm")


async def test_a_run_verifies_and_begins_where_the_table_stands(gm: Seat) -> None:
    await in_the_middle(gm)
    before = entries_of(await exported(gm))
    file = await a_run(gm, seed=5, run=3)
    report = verify(lines_of(io.BytesIO(file)))
    assert report.whole and report.table != gm.table and report.count > len(before)
    assert replayed(entries_of(file)[: len(before)]).state == replayed(before).state
    assert entries_of(await exported(gm)) == before, "nothing is written at the table itself"


async def test_a_run_replays_to_the_end_that_the_simulation_tells(gm: Seat) -> None:
    await in_the_middle(gm)
    told: Answer = (await ask(gm, "/simulate", runs=1, seed=5, tactic="careful")).json()
    end = replayed(entries_of(await a_run(gm, seed=5, run=0, tactic="careful"))).state
    assert left(end) == {fate["combatant"]: fate["left"] for fate in told["fates"]}
    begins = replayed(entries_of(await exported(gm))).state
    for run in range(1, 6):
        file = entries_of(await a_run(gm, seed=5, run=run))
        fought = fight(RULES, begins, Plan(), dice_of(5, run))
        last = decode(file[-1].body).fact
        assert left(replayed(file).state) == fought.left
        assert isinstance(last, NoteAdded) and f"won by {fought.winner} after {fought.turns} turns" in last.text


async def test_the_same_seed_is_the_same_bytes_and_other_runs_are_others(gm: Seat) -> None:
    await two_in_actions(gm)
    files = [await a_run(gm, seed=5, run=run) for run in (2, 2, 3)]
    assert files[0] == files[1] != files[2]
    assert len({verify(lines_of(io.BytesIO(file))).table for file in files}) == 2


async def test_a_run_opens_as_a_table_beside_its_own_and_fights_are_played_on_from_there(gm: Seat) -> None:
    await in_the_middle(gm)
    before, file = await gm.look(), await a_run(gm, seed=5, run=0, longest=1)
    taken = await gm.client.post("/v1/tables/import", content=file, headers={"content-type": "application/jsonl"})
    assert taken.status_code == 201, taken.text
    links = (await gm.client.post(f"/v1/tables/{taken.json()['table']}/link")).json()["links"]
    there = await sit_down(gm.client, taken.json()["table"], links["gm"])
    assert {one["id"] for one in (await there.look())["combatants"]} == {"ann", "bob"}
    assert "Simulated from here on: run 0 of seed 5" in str(await there.look("/events"))
    assert verify(lines_of(io.BytesIO(await a_run(there, seed=1, run=1)))).whole
    assert await gm.look() == before


async def test_what_simulate_refuses_has_no_log_either(gm: Seat) -> None:
    ana = await gm.seat("ana")
    assert problem_of(await ask(ana, seed=1, run=0))["code"] == "unauthorized"
    assert problem_of(await ask(gm, seed=1))["code"] == "invalid"
    assert problem_of(await ask(gm, seed=1, run=1_000_000))["code"] == "invalid"
    await two_in_actions(gm, reaction="ask")
    await shoot(gm)
    assert problem_of(await ask(gm, seed=1, run=0))["code"] == "waiting"


async def test_a_run_that_nobody_waits_for_or_that_takes_too_long_is_given_up(gm: Seat) -> None:
    await two_in_actions(gm)
    service = gm.client._transport.app.state.service  # type: ignore[attr-defined]
    table = await service.house.table(gm.table)
    history = apart(table.history)
    fights = Fights("unisystem", history.state, Plan(longest=100_000), 5)
    copying = Copying(
        service.house.log, service.playing, gm.table, history, secret_of(KEY, gm.table, history, fights, 0)
    )

    async def here() -> bool:
        return False

    async def gone() -> bool:
        return True

    with pytest.raises(GivenUp):
        await copying.with_run(fights, 0, here, longest=-1.0)
    async with service.playing._turns:  # another has the turn
        assert await copying.with_run(fights, 0, gone) is None
    file = await copying.with_run(fights, 0, here)
    assert file is not None
    with file:
        assert verify(lines_of(io.BytesIO(file.read()))).whole


class Slowly(Thinking):
    """A hundred seconds pass before it is anybody's turn."""

    now = 0.0

    async def about(self, question: Callable[[], Any]) -> Any:
        self.now += 100
        return await super().about(question)


async def here() -> bool:
    return False


async def test_a_run_is_given_its_time_from_when_it_is_its_turn_and_no_odds_wait_for_it(gm: Seat) -> None:
    await two_in_actions(gm)
    service = gm.client._transport.app.state.service  # type: ignore[attr-defined]
    history = apart((await service.house.table(gm.table)).history)
    fights, slowly = Fights("unisystem", history.state, Plan(longest=1), 5), Slowly()
    secret = secret_of(KEY, gm.table, history, fights, 0)
    copying = Copying(service.house.log, slowly, gm.table, history, secret, clock=lambda: slowly.now)
    file = await copying.with_run(fights, 0, here, longest=60.0)
    assert file is not None
    file.close()
    async with service.thinking._turns, service.thinking._turns, asyncio.timeout(60):
        assert await a_run(gm, seed=5, run=0)


async def test_a_run_of_a_log_that_another_took_the_place_of_is_no_file(gm: Seat) -> None:
    await two_in_actions(gm)
    service = gm.client._transport.app.state.service  # type: ignore[attr-defined]
    history = replace(apart((await service.house.table(gm.table)).history), hash=bytes(32))
    fights = Fights("unisystem", history.state, Plan(longest=1), 5)
    secret = secret_of(KEY, gm.table, history, fights, 0)
    with pytest.raises(LogForked):
        await Copying(service.house.log, service.playing, gm.table, history, secret).with_run(fights, 0, here)
