"""Odds come from the same procedures: saves count in them, and a volley of full auto is worked out in no time."""

from typing import Any

import pytest

from engine.commands import BeginCombat, RollInitiative
from engine.odds.exact import Odds, odds
from engine.rulesets.interlock import fields
from engine.rulesets.interlock.fire import fire
from engine.state import Combatant, State
from tests.interlock.fighters import INTERLOCK, fighter
from tests.tables import MemoryTable

SMG = {"class": "smg", "damage": "1d6", "magazine": 30, "rof": 30}


def fired(**more: Any) -> Odds:
    table = MemoryTable(INTERLOCK)
    table.enter("ann", fighter(weapons={"gun": SMG, "cannon": {"class": "smg", "damage": "1d6+13"}}))
    table.enter("bob", fighter())
    table.must(BeginCombat())
    table.must(RollInitiative())
    act = fields.FireAct(**{"kind": "fire", "weapon": "gun", "target": "bob", "range": "close", **more})
    return odds(INTERLOCK, table.state, fire, ("ann", act))


def bob(state: State) -> Combatant:
    return state.combatants["bob"]


def test_a_wound_asks_its_saves_in_the_odds_too() -> None:
    """REF 6 without a skill needs a 9 or more; at the torso 14 to 19 less 2: Mortal 0 from 13, Mortal 1 from 17."""
    after = fired(weapon="cannon", location="torso", target_large=True)
    hit = after.of(lambda state: bob(state).pools["wounds"].now > 0)
    doomed = after.of(lambda state: bob(state).has("doomed"))
    assert hit == pytest.approx(0.2)
    saved_at = {0: 5 / 10, 1: 4 / 10}
    dies = sum((1 - saved_at[(points - 13) // 4]) / 6 for points in range(13, 18))
    assert doomed == pytest.approx(0.2 * dies)


def test_full_auto_is_worked_out_exactly() -> None:
    after = fired(mode="full_auto", shots=10)
    assert sum(branch.probability for branch in after.branches) == pytest.approx(1.0)
    assert after.of(lambda state: bob(state).pools["wounds"].now > 12) > 0
