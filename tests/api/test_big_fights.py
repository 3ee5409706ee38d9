"""A four-turn fight of five player characters and eight gangers over HTTP: what it takes, and what is told of it."""

from typing import Any

import httpx
import pytest

from tests.api.big_fights import STYLES, Fight
from tests.api.people import open_table

EVENINGS = ("the-yard", "the-yard-again", "the-yard-at-night")
"""Tables by their ids, of which their dice follow: whatever falls there, the counts are the same."""

FEW = 3
"""The most commands that a player's action may take."""

Facts = list[dict[str, Any]]


async def fought(client: httpx.AsyncClient, ruleset: str, evening: str) -> Fight:
    fight = Fight(STYLES[ruleset], await open_table(client, ruleset=ruleset, id=f"{evening}-{ruleset}"))
    await fight.set_up()
    await fight.play()
    return fight


def facts(fight: Fight) -> Facts:
    frames = [frame for one in fight.given for frame in one.answer.get("whole") or one.answer["events"]]
    entries = (frame["fact"].get("entry") for frame in frames)
    return [entry["fact"] for entry in entries if entry is not None]


def of(told: Facts, type_: str) -> Facts:
    return [fact for fact in told if fact["type"] == type_]


def takes_few_commands_and_is_told_in_one_sentence_each(fight: Fight) -> None:
    assert len(fight.actions) > 20
    assert [one for one in fight.actions if one.npc and one.commands != 1] == []
    assert [one for one in fight.actions if not one.npc and one.commands > FEW] == []
    assert fight.turns == [1, 1, 1]
    assert [one for one in fight.actions if one.sentences != 1] == []


def shows_what_such_a_fight_is_made_of(fights: list[Fight]) -> None:
    acts = [one.command["action"] for fight in fights for one in fight.given if one.command["type"] == "act"]
    assert any(act.get("mode") == "burst" for act in acts)
    assert any(act.get("mode") in ("suppressive", "full_auto") for act in acts)
    assert any(act["kind"] == "first_aid" for act in acts)
    told = [fact for fight in fights for fact in facts(fight)]
    assert of(told, "damage-applied")
    gained = {fact["condition"] for fact in of(told, "condition-gained")}
    assert gained & {"dead", "unconscious", "dying", "stunned"}
    saves = {"survival", "consciousness", "stun_save", "death_save"}
    assert {fact["purpose"] for fact in of(told, "rolled")} & saves
    assert any(row["down"] for fight in fights for row in fight.view["groups"])


@pytest.mark.parametrize("ruleset", STYLES)
async def test_a_fight_of_thirteen_takes_few_commands_and_one_sentence_for_each_action(
    client: httpx.AsyncClient, ruleset: str
) -> None:
    fights = [await fought(client, ruleset, evening) for evening in EVENINGS]
    for fight in fights:
        takes_few_commands_and_is_told_in_one_sentence_each(fight)
    shows_what_such_a_fight_is_made_of(fights)
