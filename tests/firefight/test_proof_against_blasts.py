"""No explosive and no fire harms what is proof against it, in any zone, with one die for all or one for each."""

from typing import Any, get_args

import pytest

from engine.commands import BeginCombat, SetInitiative
from engine.decide import Accepted
from engine.rulesets import RULESETS
from engine.rulesets.firefight.armoury import WEAPONS
from engine.rulesets.firefight.fields import Zone
from events.play import DamageApplied, Rolled
from tests.tables import MemoryTable

ATTRIBUTES = dict.fromkeys(("strength", "dexterity", "constitution", "intelligence", "perception", "willpower"), 5)
ZONED = [
    (model, zone.name)
    for model, weapon in WEAPONS.items()
    for zone in weapon.loads
    if weapon.sort == "explosive" and zone.name in get_args(Zone)
]
FIRES = [(model, "on_hit") for model, weapon in WEAPONS.items() if weapon.sort == "incendiary"]


@pytest.mark.parametrize("dice", ["shared", "per_target"])
@pytest.mark.parametrize(("model", "zone"), [*ZONED, *FIRES])
def test_what_is_proof_against_it_loses_nothing_and_what_is_not_does(model: str, zone: str, dice: str) -> None:
    table = MemoryTable(RULESETS["firefight"], {"blast_dice": dice})
    skill = WEAPONS[model].skill
    table.enter("ann", {"attributes": ATTRIBUTES, "skills": {skill: 15}, "weapons": {"it": {"model": model}}})
    table.enter("safe", {"structure": 5000, "proof_against": ["explosive", "fire"]})
    table.enter("weak", {"structure": 5000})
    table.must(BeginCombat())
    table.must(SetInitiative(combatant="ann", value=9))
    act: dict[str, Any] = {"kind": "throw", "weapon": "it", "range": "short", "targets": {"safe": zone, "weak": zone}}
    assert isinstance(table.act("ann", **act), Accepted)
    assert table.facts(Rolled)[0].outcome == "success"
    lost = {name: 5000 - table.state.combatants[name].pools["structure"].now for name in ("safe", "weak")}
    assert lost["safe"] == 0
    assert lost["weak"] > 0
    reasons = {step.rule for loss in table.facts(DamageApplied) if loss.combatant == "safe" for step in loss.steps}
    assert reasons == {"UNI-OBJ-2"}


def test_there_are_blasts_and_fires_to_try() -> None:
    assert len(ZONED) > 10
    assert len(FIRES) > 3
