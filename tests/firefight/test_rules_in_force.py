"""Whatever happens under these rules carries the id of a rule in force, not of one that was replaced."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from api.scenarios.reading import Written
from engine.ruleset import ActionKind
from engine.rulesets import RULESETS
from tests.scenarios.shelf import readable
from tests.tables import MemoryTable

FIREFIGHT = RULESETS["firefight"]
OURS = [one for one in readable() if one.scenario.ruleset == FIREFIGHT.id]


def rules_in(value: Any) -> Iterator[str]:
    """Every rule id in the fields of facts."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key == "rule" and inner:
                yield inner
            yield from rules_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from rules_in(inner)


@pytest.mark.parametrize("written", OURS, ids=[f"{one.file}: {one.scenario.title}" for one in OURS])
def test_a_scenario_lists_and_expects_rules_in_force(written: Written) -> None:
    in_force = set(FIREFIGHT.rulebook.by_id)
    assert set(written.scenario.rules) <= in_force
    assert set(rules_in(msgspec.to_builtins(written.scenario))) <= in_force


@pytest.mark.parametrize("kind", FIREFIGHT.actions.values(), ids=lambda kind: kind.kind)
def test_every_action_names_a_rule_in_force(kind: ActionKind) -> None:
    assert FIREFIGHT.rulebook.rule(kind.rule)


def test_every_number_of_a_fight_names_a_rule_in_force() -> None:
    table = MemoryTable(FIREFIGHT)
    sheet = {
        "attributes": dict.fromkeys(("strength", "dexterity", "constitution", "intelligence"), 3)
        | {"perception": 3, "willpower": 3},
        "skills": {"rifles": 4, "melee_weapons": 3, "throwing": 4, "dodge": 3},
        "weapons": {
            "ak": {"model": "assault-rifle-762"},
            "sword": {"model": "katana"},
            "grenade": {"model": "hand-grenade"},
            "molotov": {"model": "molotov-cocktail"},
            "gas": {"model": "tear-gas-grenade"},
        },
        "armor": {"worn": "class-2"},
        "life_points": 400,
    }
    table.enter("ann", sheet)
    table.enter("bob", sheet)
    fought(table)
    facts = [msgspec.json.decode(body) for body in table.bodies]
    named = set(rules_in(facts))
    assert len(named) > 15
    assert named <= set(FIREFIGHT.rulebook.by_id)


def fought(table: MemoryTable) -> None:
    """Six rounds with every kind of attack in them."""
    from engine.commands import BeginCombat, Declare, Done, Jump, NextTurn, SetInitiative

    table.must(BeginCombat())
    acts: list[dict[str, Any]] = [
        {"kind": "shoot", "weapon": "ak", "target": "bob", "mode": "burst", "shots": 5, "location": "left_leg"},
        {"kind": "strike", "weapon": "sword", "target": "bob", "defense": "parry", "location": "head"},
        {"kind": "throw", "weapon": "grenade", "targets": {"bob": "point_blank"}},
        {"kind": "throw", "weapon": "molotov", "targets": ["bob"]},
        {"kind": "throw", "weapon": "gas", "targets": ["bob"]},
        {"kind": "shoot", "weapon": "ak", "target": "bob", "range": "long", "light": "poor", "shots": 2},
    ]
    for act in acts:
        table.must(Declare(combatant="bob", reaction="dodge"))
        table.must(SetInitiative(combatant="ann", value=9))
        table.must(SetInitiative(combatant="bob", value=1))
        table.act("ann", **act)
        for name in ("ann", "bob"):
            table.give(Jump(combatant=name))
            table.give(Done(combatant=name))
        table.give(NextTurn())
