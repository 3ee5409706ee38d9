"""Harm that is nobody's attack, as the machinery deals it out."""

from engine.commands import Hazard
from engine.rulesets import RULESETS
from events.play import ActionBegan, ActionEnded, DamageApplied, Rolled
from tests.engine.toy import TOY
from tests.tables import MemoryTable
from tests.unisystem.fighters import duel, fighter


def test_each_target_has_its_own_dice_and_its_own_damage() -> None:
    table, faces = duel()
    faces.left = [3, 5]
    answer = table.must(Hazard(targets=("ann", "bob"), label="a wall", dice="1d6*2"))
    facts = [entry.fact for entry in answer.entries]
    assert isinstance(facts[0], ActionBegan)
    assert (facts[0].procedure, facts[0].combatant) == ("hazard", None)
    hits = [fact for fact in facts if isinstance(fact, DamageApplied)]
    assert [(hit.combatant, hit.change, hit.source, hit.weapon) for hit in hits] == [
        ("ann", -6, None, "a wall"),
        ("bob", -10, None, "a wall"),
    ]
    assert isinstance(facts[-1], ActionEnded)


def test_the_dice_of_one_target_do_not_depend_on_who_else_is_hit() -> None:
    faces = []
    for targets in (("bob",), ("ann", "bob")):
        table = MemoryTable(RULESETS["unisystem"])
        table.enter("ann", fighter())
        table.enter("bob", fighter())
        table.must(Hazard(targets=targets, dice="3d6"), named="beam")
        faces.append(table.facts(Rolled)[-1].faces)
    assert faces[0] == faces[1]


def test_whoever_leaves_while_others_are_asked_is_met_no_more() -> None:
    table, faces = duel(ann_dice="own")
    faces.left = [1]
    table.must(Hazard(targets=("ann", "bob"), amount=110, stopped_by="nothing"))
    assert [combatant for _, _, combatant in table.open()] == ["ann"]
    assert [hit.combatant for hit in table.facts(DamageApplied)] == ["ann"]
    faces.left = [9, 9]
    table.must(Hazard(targets=("bob",), amount=1), named="meanwhile")
    assert [hit.combatant for hit in table.facts(DamageApplied)] == ["ann", "bob"]


def test_rules_without_damage_of_their_own_know_no_hazards() -> None:
    table = MemoryTable(TOY)
    table.enter("ann")
    assert table.refused(Hazard(targets=("ann",), dice="1d6")).code == "invalid"


def test_a_kind_that_the_rules_do_not_know_is_refused_with_those_there_are() -> None:
    table, _ = duel()
    refused = table.refused(Hazard(targets=("ann",), dice="1d6", kind="sonic"))
    assert refused.sentence.startswith("there is no kind of damage 'sonic' here; there are blunt, bullet, ")


def test_a_hazard_that_was_refused_has_thrown_nothing() -> None:
    table, faces = duel()
    faces.left = [3]
    table.refused(Hazard(targets=("ann",), dice="1d6", amount=3))
    assert faces.left == [3]
