"""Conditions of the referee's own: what they add to rolls, in play and in the odds."""

import msgspec
import pytest

from engine.commands import ClearCondition, SetCondition
from engine.effects import COUNTS_ON, with_effects
from engine.odds.exact import odds
from engine.play import ActGiven, act
from engine.requests import D10, Faces, Roll
from engine.rulesets import RULESETS
from events.codec import decode
from events.play import ConditionGained, ConditionLost, Effect, Modifier, Rolled
from tests.golden.shelf import bodies_of, names
from tests.tables import MemoryTable, refold
from tests.unisystem.fighters import duel

NOT_COUNTED = {"damage", "armor", "location", "hits", "fumble", "loss", "free"}
"""Rolls of which nobody is the better or worse for a condition."""


def table_with(**condition: object) -> MemoryTable:
    """A duel in which ann has a condition."""
    table, _ = duel()
    table.must(SetCondition(combatant="ann", condition="dazed", **condition))  # type: ignore[arg-type]
    return table


def added(table: MemoryTable, purpose: str, **more: object) -> tuple[Modifier, ...]:
    return with_effects(table.state, Roll("ann", purpose, D10, **more)).modifiers  # type: ignore[arg-type]


def test_a_condition_is_one_fact_with_what_it_does() -> None:
    table = table_with(modifier=-2, turns=2, seen=True)
    (gained,) = table.facts(ConditionGained)
    assert gained == ConditionGained("ann", "dazed", effect=Effect(-2, "actions", turns=2, seen=True))


def test_one_that_does_nothing_by_itself_is_as_plain_as_ever() -> None:
    (gained,) = table_with().facts(ConditionGained)
    assert gained == ConditionGained("ann", "dazed")


@pytest.mark.parametrize("on", sorted(COUNTS_ON))
def test_it_counts_on_the_rolls_it_names_and_on_no_others(on: str) -> None:
    table = table_with(modifier=-2, on=on)
    for purpose in COUNTS_ON["everything"] | NOT_COUNTED:
        expected = (Modifier("", -2, "dazed"),) if purpose in COUNTS_ON[on] else ()
        assert added(table, purpose) == expected


def test_of_every_roll_there_is_it_is_said_whether_a_modifier_counts() -> None:
    facts = (decode(body).fact for name in names() for body in bodies_of(name))
    rolled = {fact.purpose for fact in facts if isinstance(fact, Rolled)}
    assert rolled > {"strike", "defense", "damage", "initiative"}
    assert rolled - COUNTS_ON["everything"] <= NOT_COUNTED, "say in engine/effects.py what this roll is"


def test_on_a_roll_that_has_to_stay_low_a_bonus_lowers_it() -> None:
    assert added(table_with(modifier=3, on="saves"), "stun_save", low=True) == (Modifier("", -3, "dazed"),)


def test_a_roll_of_which_every_face_is_read_has_no_modifier() -> None:
    assert added(table_with(modifier=3, on="initiative"), "initiative", reads=Faces) == ()


def test_clearing_it_takes_it_out_of_the_rolls() -> None:
    table = table_with(modifier=-2)
    table.must(ClearCondition(combatant="ann", condition="dazed"))
    (lost,) = table.facts(ConditionLost)
    assert lost.stated
    assert added(table, "strike") == ()


def test_it_stands_in_the_state_that_is_made_of_the_bytes_again() -> None:
    table = table_with(modifier=-2, minutes=5)
    assert refold(table.bodies).state == table.state


def test_the_odds_know_it() -> None:
    ruleset = RULESETS["unisystem"]
    shot = b'{"kind":"shoot","weapon":"pistol","target":"bob","range":"short"}'

    def chance(table: MemoryTable) -> float:
        given = ActGiven("ann", msgspec.Raw(shot))
        ends = odds(ruleset, table.state, lambda ctx: act(ruleset, ctx, given), ())
        return ends.of(lambda state: state.combatants["bob"].pools["life"].now < 100)

    plain, _ = duel()
    assert chance(table_with(modifier=-3, on="attacks")) < chance(plain)
