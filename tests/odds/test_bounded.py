"""No question about odds takes more than its budget: what has too many ways to fall is tried instead."""

import random
from typing import Any

import msgspec
import pytest

from engine.commands import BeginCombat, ChangeSheet, Declare, PlaceCombatant, RollInitiative, SetScene
from engine.odds.exact import odds
from engine.odds.falls import falls, one_fall
from engine.odds.sampling import sampled
from engine.odds.walk import OverBudget
from engine.play import fields_of, kind_of
from engine.requests import Dice, Faces, Success, Total, reaches
from engine.rulesets import RULESETS
from projections.audience import GM
from projections.odds import MOST_AIMED, Effort, OddsOf, aims, odds_seen
from tests.interlock.fighters import INTERLOCK, fighter
from tests.odds.shots import SHEETS, Opposite
from tests.tables import MemoryTable

SMG = {"class": "smg", "damage": "2d6+3", "magazine": 30, "rof": 30}


def under_fire(people: int) -> tuple[MemoryTable, Any, tuple[Any, ...]]:
    """Somebody holds so many people down at once: each of them rolls to leave the zone."""
    table = MemoryTable(INTERLOCK)
    table.enter("ann", fighter(weapons={"gun": SMG}))
    names = [f"b{number}" for number in range(people)]
    for name in names:
        table.enter(name, fighter())
    table.must(BeginCombat())
    table.must(RollInitiative())
    act = {"kind": "fire", "weapon": "gun", "targets": names, "mode": "suppressive", "width": 10, "distance": 5}
    raw = msgspec.Raw(msgspec.json.encode(act))
    kind = kind_of(INTERLOCK, raw)
    return table, kind, ("ann", fields_of(kind, raw))


def test_many_rolls_at_once_are_counted_before_they_are_multiplied() -> None:
    table, kind, values = under_fire(40)
    with pytest.raises(OverBudget):
        odds(INTERLOCK, table.state, kind.procedure, values)
    tried = sampled(INTERLOCK, table.state, kind.procedure, values, random.Random(3).random, runs=3)
    assert len(tried.branches) == 3


def test_huge_dice_are_thrown_and_not_summed_up() -> None:
    gun = {
        "dice": "100d1000",
        "multiplier": 1,
        "damage_type": "bullet",
        "skill": "handguns",
        "capacity": 9,
        "loaded": 9,
    }
    shot = Opposite("unisystem", kind="shoot", weapon="gun", target="bob", range="short")
    sheet = msgspec.Raw(msgspec.json.encode({**SHEETS["unisystem"], "weapons": {"gun": gun}}))
    shot.table.must(ChangeSheet(combatant="ann", sheet=sheet))
    with pytest.raises(OverBudget):
        odds(shot.ruleset, shot.state, shot.kind.procedure, shot.values)
    draw = random.Random(3).random
    tried = sampled(shot.ruleset, shot.state, shot.kind.procedure, shot.values, draw, runs=20)
    assert tried.of(lambda state: state.combatants["bob"].pools["life"].now < -10_000) > 0


def volley(shots: int) -> Opposite:
    """So many shots from a gun that holds them all."""
    gun = {
        "dice": "1d6",
        "multiplier": 2,
        "damage_type": "bullet",
        "skill": "handguns",
        "capacity": shots,
        "loaded": shots,
    }
    at = Opposite("unisystem", kind="shoot", weapon="gun", target="bob", range="short", shots=shots)
    sheet = msgspec.Raw(msgspec.json.encode({**SHEETS["unisystem"], "weapons": {"gun": gun}}))
    at.table.must(ChangeSheet(combatant="ann", sheet=sheet))
    return at


def test_many_shots_are_given_up_before_their_ways_fill_the_memory() -> None:
    at = volley(40)
    with pytest.raises(OverBudget):
        odds(at.ruleset, at.state, at.kind.procedure, at.values)


def test_an_act_that_takes_long_to_try_is_tried_less_often_and_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.odds.sampling.REPLIES", 2_000)
    at = volley(100)
    asked = OddsOf(combatant="ann", action=at.raw, forced=True)
    told = odds_seen(
        at.ruleset, at.state, GM.audience(at.state), "gm", asked, random.Random(3).random, Effort(budget=1)
    )
    assert not told.exact
    assert 1 <= told.samples < 10


def test_a_thousand_single_shots_are_given_up_as_any_others_are() -> None:
    at = Opposite("interlock", kind="fire", weapon="smg", range="close", mode="single", shots=1000)
    with pytest.raises(OverBudget):
        odds(at.ruleset, at.state, at.kind.procedure, at.values)


@pytest.mark.parametrize("reads", [Total, Success, Faces])
def test_what_is_thrown_is_as_likely_as_what_is_summed_up(reads: Any) -> None:
    how = (Dice(2, 4), 1, 6, reaches, reads, None)
    draw = random.Random(3).random
    thrown = [one_fall(*how, draw) for _ in range(4000)]
    for reply, probability in falls(*how):
        assert thrown.count(reply) / 4000 == pytest.approx(probability, abs=0.03)


def test_the_nearest_are_those_an_act_is_glanced_at_against() -> None:
    ruleset = RULESETS["unisystem"]
    table = MemoryTable(ruleset)
    apart = {"one": "here", "other": "there", "range": "long"}
    scene = {"type": "set_scene", "zones": {"here": {}, "there": {}}, "distances": [apart]}
    table.must(msgspec.convert(scene, SetScene))
    table.enter("ann", SHEETS["unisystem"], side="us")
    table.must(PlaceCombatant(combatant="ann", zone="here"))
    for number in range(MOST_AIMED + 3):
        table.enter(f"b{number}", SHEETS["unisystem"], side="them")
        table.must(PlaceCombatant(combatant=f"b{number}", zone="there" if number < 3 else "here"))
    table.must(BeginCombat())
    assert list(aims(ruleset, table.state, "ann")) == [f"b{number}" for number in range(3, MOST_AIMED + 3)]


def test_what_was_too_much_once_is_not_begun_again_for_every_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[int] = []

    def counted(*how: Any) -> Any:
        begun.append(1)
        return odds(*how)

    monkeypatch.setattr("projections.odds.working.odds", counted)
    shot = Opposite("unisystem", kind="shoot", weapon="gun", target="bob", range="short")
    shot.table.must(Declare(combatant="bob", reaction="ask"), force="said late")
    asked = OddsOf(combatant="ann", action=shot.raw)
    audience, draw = GM.audience(shot.state), random.Random(3).random
    told = odds_seen(shot.ruleset, shot.state, audience, "gm", asked, draw, Effort(budget=1, samples=5))
    assert not told.exact and len(told.asked[0].options) > 1
    assert len(begun) == 1
