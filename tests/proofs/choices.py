"""What shows that an option matters: two scenarios that differ in it, take the same steps and end otherwise."""

from collections import defaultdict
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import msgspec

from api.scenarios.model import Scenario
from api.scenarios.reading import Written
from engine.options import settle
from engine.rulebook import Option
from engine.ruleset import RuleSet
from events.base import OptionValue

CHANGE_NOTHING = frozenset({"odds"})
"""Options of what is told beside the log, which no step can show; tests/projections/test_odds.py shows them."""


def options_built(ruleset: RuleSet) -> tuple[Option, ...]:
    """The options that choose between readings of a rule that must be proved, and those that every table has.

    Those that are taken over from another rule set too: a table that is offered a choice must see it matter.
    """
    built = set(ruleset.rulebook.to_prove)
    options = (one for one in ruleset.rulebook.options if one.name not in CHANGE_NOTHING)
    return tuple(one for one in options if not one.rules or built & set(one.rules))


def unshown(option: Option, ruleset: RuleSet, scenarios: tuple[Written, ...]) -> tuple[OptionValue, ...]:
    """The values of an option that no pair of scenarios tells from another value."""
    told: list[OptionValue] = []
    for alike in _alike_but_for(option.name, ruleset, scenarios):
        for (one, its), (other, others) in combinations(alike, 2):
            if not _among(its, [others]) and same_steps(one, other) and ends_otherwise(one, other):
                told += [its, others]
    return tuple(value for value in option.values if not _among(value, told))


def _alike_but_for(
    name: str, ruleset: RuleSet, scenarios: tuple[Written, ...]
) -> Iterable[list[tuple[Scenario, OptionValue]]]:
    """Scenarios of tables that differ in one option at the most, with its value at each."""
    alike: defaultdict[str, list[tuple[Scenario, OptionValue]]] = defaultdict(list)
    for one in scenarios:
        options = in_force(one.scenario, ruleset) if one.scenario.ruleset == ruleset.id else None
        if options is not None:
            value = options.pop(name)
            alike[repr(sorted(options.items()))].append((one.scenario, value))
    return alike.values()


def in_force(scenario: Scenario, ruleset: RuleSet) -> dict[str, OptionValue] | None:
    """Every option of a scenario's table, or None where it has a bad one."""
    preset = next((one.options for one in ruleset.rulebook.presets if one.id == scenario.preset), {})
    options = settle(ruleset.rulebook, {**preset, **scenario.options})
    return options if isinstance(options, dict) else None


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
