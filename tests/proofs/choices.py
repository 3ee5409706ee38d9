"""What shows that an option matters: two scenarios that differ in it, take the same steps and end otherwise."""

from collections.abc import Mapping
from itertools import combinations
from typing import Any

import msgspec

from api.scenarios.model import Scenario
from api.scenarios.reading import Written
from engine.options import settle
from engine.rulebook import Option
from engine.ruleset import RuleSet
from engine.rulesets import RULESETS
from events.base import OptionValue


def options_built(ruleset: RuleSet) -> tuple[Option, ...]:
    """The options that choose between readings of a rule that must be proved, and those that every table has.

    Those that are taken over from another rule set are shown there, as its rules are proved there.
    """
    book = ruleset.rulebook
    taken_over = RULESETS[book.extends].rulebook.by_name if book.extends in RULESETS else {}
    built = set(book.to_prove)
    own = (option for option in book.options if option.name not in taken_over)
    return tuple(option for option in own if not option.rules or built & set(option.rules))


def unshown(option: Option, ruleset: RuleSet, scenarios: tuple[Written, ...]) -> tuple[OptionValue, ...]:
    """The values of an option that no pair of scenarios tells from another value."""
    of_it = [one.scenario for one in scenarios if one.scenario.ruleset == ruleset.id]
    settled = [(one, in_force(one, ruleset)) for one in of_it]
    told: list[OptionValue] = []
    for (one, its), (other, others) in combinations([(s, o) for s, o in settled if o is not None], 2):
        if _differ_only_in(option.name, its, others) and same_steps(one, other) and ends_otherwise(one, other):
            told += [its[option.name], others[option.name]]
    return tuple(value for value in option.values if not _among(value, told))


def in_force(scenario: Scenario, ruleset: RuleSet) -> dict[str, OptionValue] | None:
    """Every option of a scenario's table, or None where it has a bad one."""
    preset = next((one.options for one in ruleset.rulebook.presets if one.id == scenario.preset), {})
    options = settle(ruleset.rulebook, {**preset, **scenario.options})
    return options if isinstance(options, dict) else None


def _differ_only_in(name: str, one: Mapping[str, OptionValue], other: Mapping[str, OptionValue]) -> bool:
    return {key for key in one if not _among(one[key], [other[key]])} == {name}


def _among(value: OptionValue, values: list[OptionValue]) -> bool:
    """True is no 1 here."""
    return any(type(value) is type(one) and value == one for one in values)


def same_steps(one: Scenario, other: Scenario) -> bool:
    """The same situation and the same commands, as far as the shorter goes."""
    situation = (one.combatants, one.players, one.start) == (other.combatants, other.players, other.start)
    return situation and all(_given(a) == _given(b) for a, b in zip(one.steps, other.steps, strict=False))


def _given(step: Any) -> tuple[Any, ...]:
    return (step.do, step.seat, step.faces, step.force)


def ends_otherwise(one: Scenario, other: Scenario) -> bool:
    """Whether any step that both take throws other dice or comes out otherwise."""
    return any(_outcome(a) != _outcome(b) for a, b in zip(one.steps, other.steps, strict=False))


def _outcome(step: Any) -> tuple[Any, ...]:
    return (step.dice, msgspec.to_builtins(step.expect))
