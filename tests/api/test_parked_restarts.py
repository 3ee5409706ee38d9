"""A fight with own dice, the service restarted again and again while it waits: it ends as in memory."""

import asyncio
import random
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from engine import commands as c
from engine.commands import wire_name
from tests.api.people import Seat, open_table
from tests.api.processes import PATIENCE, Service
from tests.games.fights import script, standing
from tests.games.moves import sheet
from tests.games.test_parking import faces_of
from tests.reps import repetitions

pytestmark = pytest.mark.slow

RESTARTS = 10
SEEDS = repetitions(1, 5)


@pytest.mark.parametrize("seed", range(4, 4 + SEEDS))
async def test_restarted_ten_times_while_it_waits_it_ends_as_the_atomic_run(seed: int, tmp_path: Path) -> None:
    atomic, played = script(seed, turns=2)
    faces, rng = faces_of(atomic), random.Random(seed)
    with Service(tmp_path) as service:
        async with httpx.AsyncClient(base_url=service.url, timeout=20) as client:
            gm = await open_table(client)
            await _bring_them(gm, seed)
            restarts = answers = 0
            for named, command, chosen in played:
                if isinstance(command, c.RollInitiative):
                    await _ask_everybody_how_they_defend(gm)
                await gm.give(wire_name(type(command)), named=named, **_fields(command))
                while waiting := (await gm.look("/waiting")).get("waiting"):
                    answers += 1
                    if restarts < RESTARTS and answers % 2 == 0:
                        await asyncio.to_thread(_restart, service, rng)
                        restarts += 1
                    await _answer(gm, rng.choice(waiting), faces, chosen)
            assert restarts == RESTARTS
            assert _seen(await gm.look()) == _expected(atomic)


async def _bring_them(gm: Seat, seed: int) -> None:
    rng = random.Random(seed)
    await gm.give("offer_seat", seat="ana", kind="player", name="Ana")
    for name in ("ann", "bob", "cy", "dan"):
        own = {"controller": "ana", "dice": "own", "sheet": sheet(rng, 40)}
        await gm.give("enter_combatant", combatant=name, name=name.title(), **own)


async def _ask_everybody_how_they_defend(gm: Seat) -> None:
    """Who cannot act declares nothing and keeps the reaction declared before."""
    for name in ("ann", "bob", "cy", "dan"):
        response = await gm.send(gm.body("declare", combatant=name, reaction="ask"))
        assert response.status_code in (200, 409), response.text


def _fields(command: c.Command) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(command))
    del fields["type"]
    return fields


def _restart(service: Service, rng: random.Random) -> None:
    """In order or by kill -9, with or without its Valkey."""
    how = rng.choice(["stop", "kill", "both"])
    if how == "stop":
        service.stop()
    else:
        service.kill()
        if how == "both":
            service.kill_log()
    service.start()


async def _answer(gm: Seat, question: dict[str, Any], faces: Any, chosen: dict[str, Any]) -> None:
    said: dict[str, Any] = {"combatant": question["combatant"], "question": question["question"]}
    if question.get("options"):
        wanted = chosen.get("defense", "none")
        said["choice"] = wanted if wanted in question["options"] else "none"
    else:
        said["faces"] = list(faces[question["action"], question["question"]])
    async with asyncio.timeout(PATIENCE):
        await gm.give("answer", **said)


def _seen(view: dict[str, Any]) -> Any:
    return (
        {
            one["id"]: (one["pools"], one.get("ammo", {}), sorted(one.get("conditions", ())))
            for one in view["combatants"]
        },
        view["phase"],
        view.get("turn"),
        [place["combatant"] for place in view.get("order", ())],
        view.get("up"),
    )


def _expected(atomic: Any) -> Any:
    combatants, phase, fight = standing(atomic.state)
    return (
        {
            name: ({pool: {"now": p.now, "full": p.full} for pool, p in pools.items()}, ammo, conditions)
            for name, (pools, ammo, conditions, _) in combatants.items()
        },
        phase,
        fight[0],
        fight[2],
        fight[3],
    )
