"""Acts in the middle of which somebody is felled: they end there, they never break down and never stay open."""

from typing import Any

import pytest

from engine.commands import ApplyDamage, Declare, Done, NextTurn, RollInitiative, SetCondition
from engine.decide import Accepted
from events.play import ActionEnded, AmmoSpent, Reloaded, Rolled
from tests.tables import MemoryTable
from tests.unisystem.fighters import Faces, duel


def endings(table: MemoryTable) -> list[str]:
    return [fact.outcome for fact in table.facts(ActionEnded)]


def purposes(table: MemoryTable) -> list[str]:
    return [fact.purpose for fact in table.facts(Rolled)]


def paths(table: MemoryTable) -> list[str]:
    return [path for _, path, _ in table.open()]


def fell(table: MemoryTable, faces: Faces, victim: str, then: list[int]) -> None:
    """Let the GM put somebody to sleep; whatever they were asked falls to the table's dice."""
    faces.left = then
    table.must(SetCondition(combatant=victim, condition="unconscious"))
    assert faces.left == []


def test_a_shooter_who_is_felled_finishes_the_shot_with_the_tables_dice_and_fires_no_more() -> None:
    table, faces = duel(ann_dice="own")
    table.act("ann", kind="shoot", weapon="pistol", target="bob", shots=3)
    assert paths(table) == ["shot1/strike:ann"]
    fell(table, faces, "ann", [9, 3])
    assert not table.state.parked
    assert len(table.facts(AmmoSpent)) == 1
    assert endings(table)[-1] == "hit"


def test_a_shooter_who_is_stunned_throws_the_shot_that_was_asked_and_fires_no_more() -> None:
    table, _ = duel(ann_dice="own")
    table.act("ann", kind="shoot", weapon="pistol", target="bob", shots=3)
    table.must(SetCondition(combatant="ann", condition="stunned"))
    assert isinstance(table.answer("ann", "ana", faces=(2,)), Accepted)
    assert not table.state.parked
    assert len(table.facts(AmmoSpent)) == 1


def test_a_shooter_who_is_felled_while_the_defender_chooses_does_not_shoot() -> None:
    table, faces = duel()
    table.must(Done(combatant="ann"))
    table.must(Done(combatant="bob"))
    table.must(NextTurn())
    table.must(Declare(combatant="bob", reaction="ask"), "ben")
    faces.left = [9, 2]
    table.must(RollInitiative())
    table.act("ann", kind="shoot", weapon="pistol", target="bob")
    assert paths(table) == ["defense:bob"]
    fell(table, faces, "ann", [])
    table.answer("bob", "ben", choice="dodge")
    assert not table.state.parked
    assert endings(table)[-1] == "interrupted"
    assert "strike" not in purposes(table)


@pytest.mark.parametrize(
    "action",
    [
        {"kind": "shoot", "weapon": "pistol", "target": "ann"},
        {"kind": "strike", "weapon": "club", "target": "ann"},
        {"kind": "task", "attribute": "dexterity"},
        {"kind": "first_aid", "target": "ann"},
        {"kind": "reload", "weapon": "pistol"},
    ],
    ids=lambda action: action["kind"],
)
def test_an_actor_who_is_felled_while_the_nerve_is_tested_does_nothing(action: dict[str, Any]) -> None:
    table, faces = duel(bob_dice="own")
    faces.left = [2]
    table.act("ann", kind="shoot", weapon="pistol", target="bob")
    table.must(Done(combatant="ann"))
    table.act("bob", "ben", **action)
    assert paths(table) == ["nerve1/nerve:bob"]
    before = len(table.facts(AmmoSpent))
    fell(table, faces, "bob", [9])
    assert not table.state.parked
    assert endings(table)[-1] == "interrupted"
    assert purposes(table)[-1] == "nerve"
    assert len(table.facts(AmmoSpent)) == before
    assert table.facts(Reloaded) == []


def test_a_stunned_defender_with_own_dice_throws_them() -> None:
    table, faces = duel(bob_dice="own")
    table.must(ApplyDamage(target="bob", amount=100, pool="life"), faces=(9,))
    assert table.state.combatants["bob"].has("stunned")
    faces.left = [8]
    table.act("ann", kind="strike", weapon="club", target="bob", defense="dodge")
    assert paths(table) == ["blow/defense:bob"]
    assert isinstance(table.answer("bob", "ben", faces=(10, 9)), Accepted)
    assert not table.state.parked


def test_a_defender_who_is_felled_while_asked_to_choose_does_not_defend() -> None:
    table, faces = duel()
    table.must(Done(combatant="ann"))
    table.must(Done(combatant="bob"))
    table.must(NextTurn())
    table.must(Declare(combatant="bob", reaction="ask"), "ben")
    faces.left = [9, 2]
    table.must(RollInitiative())
    table.act("ann", kind="strike", weapon="club", target="bob")
    assert paths(table) == ["defense:bob"]
    fell(table, faces, "bob", [2])
    assert not table.state.parked
    assert purposes(table)[-1] == "strike"
