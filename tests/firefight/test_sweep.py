"""Every weapon with every ammunition resolves, throws what the rules ask for, and explains what it does."""

from itertools import cycle
from typing import Any

import pytest

from engine.commands import BeginCombat, SetInitiative
from engine.decide import Accepted
from engine.rulesets import RULESETS
from engine.rulesets.firefight.ammunition import BULLETS, SHELLS
from engine.rulesets.firefight.armoury import WEAPONS, FireWeapon
from engine.rulesets.firefight.lists import LISTS
from events.play import AmmoSpent, DamageApplied, Rolled
from tests.tables import MemoryTable

FIREFIGHT = RULESETS["firefight"]
ATTRIBUTES = dict.fromkeys(("strength", "dexterity", "constitution", "intelligence", "perception", "willpower"), 5)
SKILLS = dict.fromkeys((row.skill for row in LISTS.weapons()), 12)
BANDS = cycle(("point_blank", "short", "medium", "long", "extreme"))
PARTS = cycle((None, "head", "neck", "torso", "right_arm", "left_foot"))
WORN = cycle((None, *(row.id for row in LISTS.armor if not row.shield)))


def ammunition_of(weapon: FireWeapon) -> list[dict[str, str]]:
    """The ways to load a weapon, as fields of an act."""
    ways: list[dict[str, str]] = [{}]
    ways += [{"ammunition": load.name} for load in weapon.loads if weapon.sort == "weapon"]
    ways += [{"ammunition": shell} for shell in SHELLS.get(weapon.model, ())]
    if weapon.damage_type in BULLETS and not weapon.ap_only and weapon.kind not in ("autocannon", "ammunition"):
        ways += [{"ammunition": kind} for kind in BULLETS]
    return ways


def act_with(weapon: FireWeapon, loaded: dict[str, str]) -> dict[str, Any]:
    """An act that uses a weapon as it is used."""
    part = next(PARTS)
    location = {"location": part} if part else {}
    if weapon.close:
        return {"kind": "strike", "weapon": "it", "target": "bob", **location}
    if weapon.sort == "explosive" and weapon.damage_type == "explosive" and not loaded:
        zone = next(iter(weapon.loads), None)
        return {"kind": "throw", "weapon": "it", "targets": {"bob": zone.name if zone else "blast"}}
    return {"kind": "shoot", "weapon": "it", "target": "bob", "range": next(BANDS), **location, **loaded}


CASES = [(model, loaded) for model, weapon in WEAPONS.items() for loaded in ammunition_of(weapon)]


@pytest.mark.parametrize(
    ("model", "loaded"), CASES, ids=[f"{model} {loaded.get('ammunition', '')}".strip() for model, loaded in CASES]
)
def test_the_weapon_resolves_and_its_numbers_add_up(model: str, loaded: dict[str, str]) -> None:
    table = MemoryTable(FIREFIGHT)
    armor = next(WORN)
    table.enter(
        "ann", {"attributes": ATTRIBUTES, "skills": SKILLS, "weapons": {"it": {"model": model, "built_strength": 4}}}
    )
    target = {"attributes": ATTRIBUTES, "life_points": 5000, "endurance": 500}
    table.enter("bob", {**target, **({"armor": {"worn": armor}} if armor else {})})
    table.must(BeginCombat())
    table.must(SetInitiative(combatant="ann", value=9))
    table.must(SetInitiative(combatant="bob", value=1))
    before = len(table.bodies)
    assert isinstance(table.act("ann", **act_with(WEAPONS[model], loaded)), Accepted)
    assert len(table.bodies) > before
    strike, *others = table.facts(Rolled)
    losses = table.facts(DamageApplied)
    assert strike.purpose == "strike"
    assert {roll.purpose for roll in others} <= {"damage", "perception"}
    assert all(loss.change <= 0 and loss.steps[-1].result == -loss.change for loss in losses)
    assert {step.rule for loss in losses for step in loss.steps} <= set(FIREFIGHT.rulebook.by_id)
    if strike.outcome == "success" and not WEAPONS[model].effect:
        assert losses
    assert sum(spent.rounds for spent in table.facts(AmmoSpent)) == (
        1 if WEAPONS[model].capacity and "it" in table.state.combatants["ann"].ammo else 0
    )
