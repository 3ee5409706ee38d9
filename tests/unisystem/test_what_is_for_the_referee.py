"""A player gives an own attack no advantage that the scene does not have: that is for the GM to say."""

from typing import Any

import pytest

from engine import commands as c
from engine.decide import Accepted
from engine.refusals import Refusal
from events.roster import Distance, Zone
from tests.games.moves import act
from tests.games.test_parking import with_own_dice
from tests.tables import MemoryTable


def warehouse() -> MemoryTable:
    """Ann is up; she stands at the gate, Bob at the crates, in poor light."""
    table = with_own_dice(3)
    zones = {"gate": Zone(), "crates": Zone()}
    table.must(c.SetScene(light="poor", zones=zones, distances=(Distance("gate", "crates", range="long"),)))
    table.must(c.PlaceCombatant(combatant="ann", zone="gate"))
    table.must(c.PlaceCombatant(combatant="bob", zone="crates"))
    table.must(c.BeginCombat())
    for name in ("ann", "bob", "cy", "dan"):
        table.must(c.SetInitiative(combatant=name, value=5 if name == "ann" else 1))
    return table


SHOT = {"kind": "shoot", "weapon": "gun", "target": "bob"}


@pytest.mark.parametrize(
    "advantage",
    [{"hits": 5}, {"light": "normal"}, {"range": "point_blank"}, {"distance": 3}, {"skill": "first_aid"}],
    ids=lambda one: next(iter(one)),
)
def test_only_the_gm_states_what_differs_from_the_scene(advantage: dict[str, Any]) -> None:
    table = warehouse()
    answer = table.give(act("ann", **SHOT, **advantage), seat="ana")
    assert isinstance(answer, Refusal)
    assert answer.code == "unauthorized"
    assert isinstance(table.give(act("ann", **SHOT, **advantage)), Accepted)


def test_a_player_may_say_what_the_scene_says_and_what_it_leaves_open() -> None:
    table = warehouse()
    table.must(act("ann", **SHOT, light="poor", range="long", skill="handguns"), seat="ana")
    open_ground = with_own_dice(3)
    open_ground.must(c.BeginCombat())
    for name in ("ann", "bob", "cy", "dan"):
        open_ground.must(c.SetInitiative(combatant=name, value=5 if name == "ann" else 1))
    open_ground.must(act("ann", **SHOT, light="bad", range="extreme"), seat="ana")


def test_modifiers_of_their_own_are_for_the_gm_alone() -> None:
    table = warehouse()
    shot = act("ann", **SHOT)
    lucky = c.Act(combatant="ann", action=shot.action, modifiers=(c.RefereeModifier(value=50, label="lucky"),))
    answer = table.give(lucky, seat="ana")
    assert isinstance(answer, Refusal)
    assert answer.code == "unauthorized"
    assert isinstance(table.give(lucky), Accepted)


def test_a_player_throws_free_dice_for_nobody_but_not_for_somebody_elses_combatant() -> None:
    table = warehouse()
    table.seat("ben")
    table.must(c.FreeRoll(dice="2d6"), seat="ben")
    assert table.refused(c.FreeRoll(dice="2d6", combatant="ann"), seat="ben").code == "not-yours"


@pytest.mark.parametrize(
    "scene",
    [
        c.SetScene(light="purple"),
        c.SetScene(zones={"here": Zone(light="purple")}),
        c.SetScene(zones={"here": Zone(), "there": Zone()}, distances=(Distance("here", "there", range="far"),)),
        c.SetScene(zones={"here": Zone()}, distances=(Distance("here", "there", distance=3),)),
    ],
)
def test_a_scene_speaks_the_words_of_the_rules(scene: c.SetScene) -> None:
    assert warehouse().refused(scene).code == "invalid"
