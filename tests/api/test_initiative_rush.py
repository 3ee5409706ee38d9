"""Everybody rolls initiative at once, and sends it twice because the net is bad."""

import asyncio
from pathlib import Path
from typing import Any

import httpx

from events.log.stream import open_log
from tests.api.people import FIGHTER, Seat, make_app, open_table, running


async def test_fifty_roll_initiative_at_once_each_sent_twice_and_there_are_fifty_rolls(gm: Seat) -> None:
    names = [f"fighter-{n}" for n in range(50)]
    await gm.send({"commands": [_entering(gm, name) for name in names]})
    await gm.give("begin_combat")
    bodies = [gm.body("roll_initiative", combatant=name) for name in names]
    answers = await asyncio.gather(*(gm.send(body) for body in bodies for _ in range(2)))
    _all_rolled_once(answers, names)
    assert (await gm.look())["phase"] == "actions"


async def test_it_is_the_same_through_two_processes(valkey_url: str, tmp_path: Path) -> None:
    names = [f"fighter-{n}" for n in range(50)]
    async with (
        open_log(valkey_url) as log,
        open_log(valkey_url) as other_log,
        running(make_app(log, tmp_path)) as client,
        running(make_app(other_log, tmp_path)) as other,
    ):
        gm = await open_table(client)
        elsewhere = Seat(other, gm.table, gm.token)
        await gm.send({"commands": [_entering(gm, name) for name in names]})
        await gm.give("begin_combat")
        bodies = [gm.body("roll_initiative", combatant=name) for name in names]
        answers = await asyncio.gather(*(seat.send(body) for body in bodies for seat in (gm, elsewhere)))
        _all_rolled_once(answers, names)
        events = await gm.look("/events")
        assert events == await elsewhere.look("/events")
        rolls = [f for f in events["frames"] if f["fact"]["entry"]["fact"].get("purpose") == "initiative"]
        assert len(rolls) == 50


def _entering(gm: Seat, name: str) -> dict[str, object]:
    return gm.body("enter_combatant", combatant=name, name=name, sheet=FIGHTER)


def _all_rolled_once(answers: list[httpx.Response], names: list[str]) -> None:
    assert {answer.status_code for answer in answers} == {200}
    rolls = []
    for one, other in zip(answers[::2], answers[1::2], strict=True):
        assert one.content == other.content
        rolls += [fact for fact in _facts(one.json()) if fact.get("purpose") == "initiative"]
    assert sorted(roll["combatant"] for roll in rolls) == sorted(names)


def _facts(answer: dict[str, Any]) -> list[dict[str, Any]]:
    return [frame["fact"]["entry"]["fact"] for frame in answer["events"]]
