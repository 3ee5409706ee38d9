"""Odds of shots that are dodged: worked out from who is higher alone, and equal to every pair of dice that can fall."""

from itertools import product

import msgspec
import pytest

from engine.commands import Act, BeginCombat, OfferSeat, RollInitiative, SetInitiative
from engine.odds.exact import Odds, odds
from engine.odds.falls import falls
from engine.requests import Total, compared, reaches
from engine.rulesets.unisystem.dice import OPEN_D10
from engine.state import State
from projections.audience import GM, Viewer
from projections.odds import OddsOf, odds_seen
from projections.odds.told import OddsSeen
from tests.tables import MemoryTable
from tests.unisystem.fighters import UNISYSTEM

SKILLED = dict.fromkeys(("strength", "dexterity", "constitution", "intelligence", "perception", "willpower"), 3)
GUN = {"dice": "1d6", "multiplier": 1, "damage_type": "blunt", "skill": "handguns"}


def fired(shots: int) -> Odds:
    table = MemoryTable(UNISYSTEM)
    for name in ("ann", "bob"):
        sheet = {"attributes": SKILLED, "skills": {"handguns": 3, "dodge": 2}, "weapons": {"gun": GUN}}
        table.enter(name, {**sheet, "life_points": 60})
    table.must(BeginCombat())
    table.must(RollInitiative())
    kind = UNISYSTEM.actions["shoot"]
    act = kind.fields(kind="shoot", weapon="gun", target="bob", range="short", shots=shots, defense="dodge")
    return odds(UNISYSTEM, table.state, kind.procedure, ("ann", act))


def bob_is_hit(state: State) -> bool:
    return state.combatants["bob"].pools["life"].now < 60


def test_a_dodged_shot_hits_as_often_as_all_pairs_of_dice_say() -> None:
    """A strike with 6 against a dodge with 5: it must reach 9, and be higher."""
    die = falls(OPEN_D10, 0, None, reaches, Total)
    pairs = ((strike.total + 6, dodge.total + 5, p * q) for (strike, p), (dodge, q) in product(die, die))
    higher = sum(p for strike, dodge, p in pairs if strike >= 9 and strike > dodge)
    assert fired(1).of(bob_is_hit) == pytest.approx(higher, abs=1e-9)


def test_three_dodged_shots_are_within_the_budget() -> None:
    after = fired(3)
    assert sum(branch.probability for branch in after.branches) == pytest.approx(1.0, abs=1e-9)
    assert after.of(bob_is_hit) > fired(1).of(bob_is_hit)


@pytest.mark.parametrize(("total", "told"), [(-3, 6), (6, 6), (7, 7), (8, 8), (40, 8)])
def test_of_a_total_that_is_compared_only_the_comparison_is_told(total: int, told: int) -> None:
    assert compared(Total(total, True, 4, None, 0), 7) == Total(told, True, None, None, 0)


@pytest.mark.parametrize("viewer", [GM, Viewer("player", "ana")], ids=["gm", "player"])
def test_the_test_of_nerve_that_comes_before_an_act_is_told_and_all_else_counts_with_it(viewer: Viewer) -> None:
    table = MemoryTable(UNISYSTEM)
    table.must(OfferSeat(seat="ana", kind="player", name="Ana", link_digest="1" * 64))
    for name, controller in (("ann", "ana"), ("bob", None)):
        sheet = {"attributes": SKILLED, "skills": {"handguns": 3}, "weapons": {"gun": GUN}, "life_points": 60}
        table.enter(name, sheet, controller=controller, side=name)
    table.must(BeginCombat())
    for name, value in (("bob", 20), ("ann", 10)):
        table.must(SetInitiative(combatant=name, value=value))
    fire = {"kind": "shoot", "weapon": "gun", "range": "short"}

    def told() -> OddsSeen:
        action = msgspec.Raw(msgspec.json.encode({**fire, "target": "bob"}))
        asked = OddsOf(combatant="ann", action=action)
        return odds_seen(UNISYSTEM, table.state, viewer.audience(table.state), viewer.seat, asked, lambda: 0.5)

    unafraid = told()
    assert unafraid.first == {}
    table.must(Act(combatant="bob", action=msgspec.Raw(msgspec.json.encode({**fire, "target": "ann"}))), faces=(2,))
    afraid = told()
    steady = afraid.first["nerve"].chance
    assert steady == pytest.approx(0.8), "twice willpower is 6, and 3 to 10 reach 9"
    before, after = unafraid.targets[0].hit, afraid.targets[0].hit
    assert before is not None and after is not None
    assert after.chance == pytest.approx(before.chance * steady)
