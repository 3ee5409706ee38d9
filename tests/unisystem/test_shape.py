"""What holds of the rule set as a whole: names agree with the tables, numbers carry rules, facts carry causes."""

from typing import Any, get_args

import msgspec
import pytest

from engine.commands import BeginCombat, Done, Jump, PassTime, RollInitiative
from engine.options import settle
from engine.rulesets import RULESETS
from engine.rulesets.table_options import TABLE_OPTIONS
from engine.rulesets.unisystem import fields
from engine.rulesets.unisystem.counters import OF_THE_TURN, lapses_with_the_turn
from engine.rulesets.unisystem.losses import LOSS_RULES
from engine.rulesets.unisystem.sheet import Attribute
from engine.rulesets.unisystem.sheet_form import Attributes
from engine.rulesets.unisystem.tables import BANDS, LIGHT_NAMES, TABLES
from engine.rulesets.unisystem.unisystem import entrance
from events.codec import decode
from events.envelope import Entry
from events.play import ConditionGained, ConditionLost, DamageApplied, PoolRestored, Rolled
from tests.tables import MemoryTable
from tests.unisystem.fighters import UNISYSTEM, fighter


@pytest.fixture(scope="module")
def fought() -> list[Entry]:
    """A fight in which ann fires at one after the other, each with armor of dice, until all are down or dead."""
    table = MemoryTable(UNISYSTEM)
    table.enter("ann", fighter(weapons={"gun": {"model": "pistol-10mm"}}))
    victims = [f"v{number}" for number in range(12)]
    for victim in victims:
        table.enter(victim, fighter(life_points=25, armor={"av": "1d8"}))
    table.must(BeginCombat())
    table.must(RollInitiative())
    for victim in victims:
        table.give(Jump(combatant="ann"))
        table.act("ann", kind="shoot", weapon="gun", target=victim, shots=4, range="point_blank", defense="dodge")
    table.give(Done(combatant="ann"))
    table.give(PassTime(minutes=2))
    return [decode(body) for body in table.bodies]


def test_words_of_the_acts_are_those_of_the_tables() -> None:
    assert get_args(fields.Band) == tuple(BANDS)
    assert get_args(fields.Lighting) == LIGHT_NAMES
    assert get_args(Attribute) == Attributes.__struct_fields__
    skill = fields.StrikeAct.__annotations__["skill"]
    assert set(get_args(get_args(skill)[0])) == set(TABLES.close_combat.skills)


def test_every_pool_has_a_rule_for_its_loss() -> None:
    person = entrance(UNISYSTEM.decode_sheet(_json(fighter())))
    thing = entrance(UNISYSTEM.decode_sheet(b'{"structure": 30}'))
    assert {*person.pools, *thing.pools} == set(LOSS_RULES)
    assert set(LOSS_RULES.values()) <= set(UNISYSTEM.rulebook.by_id)
    assert (person.ammo, thing.ammo) == ({"pistol": 12}, {})


def test_each_kind_of_action_says_its_kind_its_title_and_its_rule() -> None:
    for name, kind in UNISYSTEM.actions.items():
        assert kind.kind == name
        assert get_args(kind.fields.__annotations__["kind"]) == (name,)
        assert kind.title
        assert UNISYSTEM.rulebook.rule(kind.rule)


def test_every_number_of_a_roll_or_a_loss_names_its_rule(fought: list[Entry]) -> None:
    ids = set(UNISYSTEM.rulebook.by_id)
    rolls = [entry.fact for entry in fought if isinstance(entry.fact, Rolled)]
    losses = [entry.fact for entry in fought if isinstance(entry.fact, DamageApplied)]
    assert rolls
    assert losses
    assert {modifier.rule for roll in rolls for modifier in roll.modifiers} <= ids
    assert {roll.rule for roll in rolls} <= ids
    assert {step.rule for loss in losses for step in loss.steps} <= ids
    conditions = [e.fact for e in fought if isinstance(e.fact, ConditionGained | ConditionLost | PoolRestored)]
    assert {fact.rule for fact in conditions} <= ids


def test_wounds_are_caused_by_rolls_and_conditions_by_wounds_or_rolls(fought: list[Entry]) -> None:
    facts = {entry.version: entry.fact for entry in fought}
    seen: set[type] = set()
    for entry in fought:
        causes = [facts[version] for version in entry.because]
        assert all(version < entry.version for version in entry.because)
        match entry.fact:
            case DamageApplied(weapon=str()):
                assert any(isinstance(cause, Rolled) for cause in causes)
            case ConditionGained(condition="prone" | "stunned" | "dying"):
                assert [type(cause) for cause in causes] == [DamageApplied]
            case ConditionGained(condition="unconscious" | "dead"):
                assert [type(cause) for cause in causes] == [Rolled]
            case Rolled(purpose="damage" | "survival" | "consciousness" | "armor"):
                assert causes
            case _:
                continue
        seen.add(type(entry.fact))
    assert seen == {DamageApplied, ConditionGained, Rolled}


def test_counts_of_the_turn_lapse_and_others_stay() -> None:
    assert all(lapses_with_the_turn(name) for name in (*OF_THE_TURN, "fired-at:ann"))
    assert not any(lapses_with_the_turn(name) for name in ("minutes-dying", "first-aid"))


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rule_set_has_the_options_of_every_table(ruleset: str) -> None:
    book = RULESETS[ruleset].rulebook
    in_force = settle(book, {})
    assert isinstance(in_force, dict)
    for option in TABLE_OPTIONS:
        assert in_force[option.name] == option.default
        assert len(option.meaning) == len(option.values)
    assert len(book.by_name) == len(book.options)


def _json(value: dict[str, Any]) -> bytes:
    return msgspec.json.encode(value)
