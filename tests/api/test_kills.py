"""kill -9 of the service, of its Valkey, of both, in the middle of a fight: what was acknowledged is there, once."""

import asyncio
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.proof.verify import verify
from tests.api.fights import two_in_actions
from tests.api.people import Seat, open_table
from tests.api.processes import PATIENCE, Service
from tests.reps import repetitions

pytestmark = pytest.mark.slow

KILLS = repetitions(5, 50)
"""Of the service, of its log's server, of both: 10 and 100 of the server in all."""

SHOT = {"kind": "shoot", "weapon": "pistol", "target": "bob"}


class Fight:
    """A fight that goes on whatever is killed; it remembers every answer it was given."""

    def __init__(self, gm: Seat, chance: random.Random) -> None:
        self.gm, self.chance = gm, chance
        self.bodies: list[dict[str, Any]] = []
        self.answers: dict[str, bytes] = {}
        self.over = False

    async def send(self, type_: str, **fields: Any) -> dict[str, Any]:
        """Send a command until it is answered: the same id, the same body."""
        body = self.gm.body(type_, **fields)
        self.bodies.append(body)
        deadline = asyncio.get_running_loop().time() + PATIENCE
        while (response := await self._once(body)) is None:
            assert asyncio.get_running_loop().time() < deadline, "no answer in time"
            await asyncio.sleep(0.02)
        assert response.status_code == 200, response.text
        self.answers[body["id"]] = response.content
        answer: dict[str, Any] = response.json()
        return answer

    async def _once(self, body: dict[str, Any]) -> httpx.Response | None:
        try:
            response = await self.gm.send(body)
        except httpx.TransportError:
            return None
        return response if response.status_code != 503 else None

    async def go_on(self) -> None:
        """Shots that park, their answers, damage in between, until it is over."""
        while not self.over:
            parked = await self.send("act", combatant="ann", action=SHOT)
            assert parked["status"] == "parked", parked
            if self.chance.random() < 0.5:
                await self.send("apply_damage", target="cid", amount=0)
            choice = self.chance.choice(["dodge", "none"])
            done = await self.send("answer", combatant="bob", choice=choice)
            assert done["status"] == "done", done
            await self.send("restore", target="bob", amount=100)


def kill_service(service: Service) -> None:
    service.kill()
    service.start()


def kill_log(service: Service) -> None:
    service.kill_log()


def kill_both(service: Service) -> None:
    service.kill()
    service.kill_log()
    service.start()


@pytest.mark.parametrize("kill", [kill_service, kill_log, kill_both])
async def test_what_was_acknowledged_is_there_once_after_every_kill(
    tmp_path: Path, kill: Callable[[Service], None]
) -> None:
    chance = random.Random(kill.__name__)
    with Service(tmp_path) as service:
        async with httpx.AsyncClient(base_url=service.url, timeout=20) as client:
            gm = await open_table(client)
            await gm.enter("cid")
            await two_in_actions(gm, reaction="ask", sheet={"life_points": 100})
            await gm.give("set_initiative", combatant="cid", value=5)
            fight = Fight(gm, chance)
            going_on = asyncio.create_task(fight.go_on())
            for _ in range(KILLS):
                await _some_answers(fight, going_on, chance.randint(3, 12))
                await asyncio.sleep(chance.random() * 0.01)  # anywhere within a command
                await asyncio.to_thread(kill, service)
            await _some_answers(fight, going_on, 3)
            fight.over = True
            await asyncio.wait_for(going_on, PATIENCE)
            await _holds(fight)


async def _some_answers(fight: Fight, going_on: "asyncio.Task[None]", more: int) -> None:
    goal = len(fight.answers) + more
    while len(fight.answers) < goal:
        if going_on.done():
            going_on.result()
        await asyncio.sleep(0.001)


async def _holds(fight: Fight) -> None:
    """Each acknowledged command stands in the log once, as it was answered, in a log that can be verified."""
    export = await fight.gm.client.get(f"/v1/tables/{fight.gm.table}/export", headers=fight.gm.headers)
    report = verify(export.content.splitlines(keepends=True))
    assert report.whole, report.faults
    entries = [frame["fact"]["entry"] for frame in await _all_frames(fight.gm)]
    commands = [entry["command"] for entry in entries]
    runs = [one for n, one in enumerate(commands) if n == 0 or commands[n - 1] != one]
    assert all(runs.count(name) == 1 for name in fight.answers)
    for body in fight.bodies:
        assert (await fight.gm.send(body)).content == fight.answers[body["id"]]


async def _all_frames(gm: Seat) -> list[dict[str, Any]]:
    frames: list[dict[str, Any]] = []
    while True:
        page = await gm.look("/events", after=len(frames))
        frames += page["frames"]
        if not page.get("more"):
            return frames


async def test_a_parked_action_goes_on_after_everything_was_killed(tmp_path: Path) -> None:
    with Service(tmp_path) as service:
        async with httpx.AsyncClient(base_url=service.url, timeout=20) as client:
            gm = await open_table(client)
            await two_in_actions(gm, reaction="ask")
            fight = Fight(gm, random.Random(1))
            parked = await fight.send(
                "act", combatant="ann", action={"kind": "shoot", "weapon": "pistol", "target": "bob"}
            )
            before = await gm.look()
            await asyncio.to_thread(kill_both, service)
            assert await gm.look() == before
            assert (await gm.look("/waiting"))["waiting"] == parked["waiting"]
            assert (await fight.send("answer", combatant="bob", choice="dodge"))["status"] == "done"
