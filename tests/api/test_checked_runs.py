"""The log of a simulated run holds under every rule set for whoever checks it: the commands, the page's verifier."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine.rulesets import RULESETS
from tests.api.people import Answer, Seat, open_table, problem_of
from tests.cli.running import FRACAS, environment
from tests.odds.shots import SHEETS
from tests.verifiers.node import Node

pytestmark = [pytest.mark.service, pytest.mark.slow]


@pytest.fixture(scope="module")
def node() -> Iterator[Node]:
    with Node() as running:
        yield running


async def facing(client: httpx.AsyncClient, rules: str) -> Seat:
    """Two against two in the middle of a turn, one of them wounded."""
    gm = await open_table(client, ruleset=rules)
    for side, number in ((side, number) for side in ("red", "blue") for number in (1, 2)):
        await gm.give("enter_combatant", combatant=f"{side}{number}", sheet=SHEETS[rules], side=side)
    await gm.give("begin_combat", through="initiative")
    await gm.give("hazard", targets=["red1"], dice="1d6", label="glass")
    return gm


async def run_of(gm: Seat, **body: Any) -> httpx.Response:
    return await gm.client.post(f"/v1/tables/{gm.table}/simulate/log", json=body, headers=gm.headers)


def command(home: Path, *words: str | Path) -> str:
    """What a command says that has to end well."""
    said = [*FRACAS, *map(str, words)]
    return subprocess.run(said, env=environment(home), check=True, capture_output=True, text=True, timeout=120).stdout


@pytest.mark.parametrize("rules", RULESETS)
async def test_a_run_verifies_and_replays_as_commands_and_in_the_page(
    client: httpx.AsyncClient, tmp_path: Path, node: Node, rules: str
) -> None:
    gm = await facing(client, rules)
    response = await run_of(gm, seed=7, run=1)
    assert response.status_code == 200, response.text
    file = tmp_path / "run.jsonl"
    file.write_bytes(response.content)
    told: Answer = node.verify(response.content)
    assert told["faults"] == [] and told["typed"] > 3 and told["ruleset"] == rules
    verified = command(tmp_path, "verify", file)
    assert str(told["count"]) in verified and told["head"] in verified
    replayed = command(tmp_path, "replay", file, "--all")
    assert f" {told['count']}, by " in replayed
    assert "Simulated from here on: run 1 of seed 7" in replayed
    end = replayed.rpartition(", by ")[2]
    assert "red1 " in end and "blue1 " in end
    spoilt = response.content.replace(b"Simulated from here on", b"Simulated from here ON")
    assert node.verify(spoilt)["faults"]


@pytest.mark.parametrize("rules", RULESETS)
async def test_of_a_closed_or_archived_table_no_run_is_written(client: httpx.AsyncClient, rules: str) -> None:
    gm = await facing(client, rules)
    await gm.give("close_table", reason="over")
    closed = problem_of(await run_of(gm, seed=7, run=1))
    assert (closed["code"], closed["status"]) == ("wrong-phase", 409) and "closed" in closed["detail"]
    restored = await client.post(f"/v1/tables/{gm.table}/restore")
    assert restored.status_code == 204
    assert (await run_of(gm, seed=7, run=1)).status_code == 200
    await client.post(f"/v1/tables/{gm.table}/archive")
    assert problem_of(await run_of(gm, seed=7, run=1)) == closed
    odds = await client.post(f"/v1/tables/{gm.table}/simulate", json={"runs": 1}, headers=gm.headers)
    assert odds.status_code == 200, "what might have been can still be asked"
