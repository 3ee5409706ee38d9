"""A four-turn fight of five player characters and eight gangers over HTTP: what it takes, and what is told of it."""

from typing import Any

import httpx
import pytest

from tests.api.big_fights import STYLES, Fight
from tests.api.people import open_table

YARDS = {"firefight": "the-yard-by-day-4-of-firefight", "interlock": "the-yard-by-day-1-of-interlock"}
"""Tables by their ids, of which their dice follow: at these somebody of a group falls, and no weapon fails."""

FEW = 3
"""The most commands that a player's action may take."""


async def fought(client: httpx.AsyncClient, ruleset: str) -> Fight:
    fight = Fight(STYLES[ruleset], await open_table(client, ruleset=ruleset, id=YARDS[ruleset]))
    await fight.set_up()
    await fight.play()
    return fight


def facts(fight: Fight, type_: str) -> list[dict[str, Any]]:
    frames = [frame for one in fight.given for frame in one.answer.get("whole") or one.answer["events"]]
    entries = (frame["fact"].get("entry") for frame in frames)
    return [entry["fact"] for entry in entries if entry is not None and entry["fact"]["type"] == type_]


@pytest.mark.parametrize("ruleset", STYLES)
async def test_a_fight_of_thirteen_takes_few_commands_and_one_sentence_for_each_action(
    client: httpx.AsyncClient, ruleset: str
) -> None:
    fight = await fought(client, ruleset)
    assert len(fight.actions) > 20
    assert [one for one in fight.actions if one.npc and one.commands != 1] == []
    assert [one for one in fight.actions if not one.npc and one.commands > FEW] == []
    assert fight.turns == [1, 1, 1]
    assert [one for one in fight.actions if one.sentences != 1] == []
    # what such a fight is made of
    acts = [one.command["action"] for one in fight.given if one.command["type"] == "act"]
    assert any(act.get("mode") == "burst" for act in acts)
    assert any(act.get("mode") in ("suppressive", "full_auto") for act in acts)
    assert any(act["kind"] == "first_aid" for act in acts)
    assert facts(fight, "damage-applied")
    gained = {fact["condition"] for fact in facts(fight, "condition-gained")}
    assert gained & {"dead", "unconscious", "dying", "stunned"}
    assert {fact["purpose"] for fact in facts(fight, "rolled")} & {
        "survival",
        "consciousness",
        "stun_save",
        "death_save",
    }
    assert any(row["down"] for row in fight.view["groups"])
