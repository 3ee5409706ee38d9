"""The shortest scenario of which something still holds: delta debugging over its steps, then over its combatants."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from msgspec.structs import replace

from api.moments.cutting import NoMoment, as_written
from api.scenarios.model import Scenario, Step
from api.scenarios.outcome import Result
from api.scenarios.runner import RuleSets, run
from engine.rulesets import RULESETS

MOST_RUNS: Final = 600
"""Runs after which what has been reached is taken for short enough."""

T = TypeVar("T")


class Budget:
    """How often a scenario may still be run."""

    def __init__(self, runs: int) -> None:
        self.left = runs

    def spend(self) -> bool:
        """Whether there is one more run; it is gone then."""
        self.left -= 1
        return self.left >= 0


def shrunk(scenario: Scenario, rulesets: RuleSets = RULESETS, runs: int = MOST_RUNS) -> Scenario:
    """The shortest scenario found that still comes out the same way.

    Of one that fails: at the same command, of the same kind, about the same things. Of one that passes: its last step
    with all that is expected of it.
    """
    result = run(as_written(scenario), rulesets)
    fixed = len(scenario.steps) - 1 if result.passed else result.step - 1
    if fixed < 0:
        return scenario
    wanted, budget = _kind_of(result), Budget(runs)
    core = scenario.steps[fixed]

    def still(candidate: Scenario) -> bool:
        return budget.spend() and _kind_of(_run(candidate, rulesets)) == wanted

    def with_steps(kept: Sequence[Step]) -> Scenario:
        return replace(scenario, steps=(*kept, core))

    cut = with_steps(scenario.steps[:fixed])
    if not still(cut):
        return scenario
    steps = fewest(cut.steps[:-1], lambda kept: still(with_steps(kept)))
    cut = with_steps(steps)
    names = tuple(cut.combatants)
    return _with(cut, fewest(names, lambda kept: still(_with(cut, kept))))


def _with(scenario: Scenario, names: Sequence[str]) -> Scenario:
    people = {name: scenario.combatants[name] for name in names}
    played = {one.get("controller") for one in people.values()}
    asked = {step.seat for step in scenario.steps}
    players = {
        seat: tuple(name for name in plays if name in people)
        for seat, plays in scenario.players.items()
        if seat in played or seat in asked
    }
    start = scenario.start
    if start is not None:
        start = replace(start, order=tuple(name for name in start.order if name in people))
    return replace(scenario, combatants=people, players=players, start=start)


def _run(scenario: Scenario, rulesets: RuleSets) -> Result | None:
    try:
        return run(as_written(scenario), rulesets)
    except NoMoment:
        return None


def _kind_of(result: Result | None) -> tuple[object, ...]:
    """What has to stay the same while a scenario is cut."""
    if result is None:
        return ("unreadable",)
    if result.problem is None:
        return ("passed",)
    told = tuple(sorted(one.what for one in result.problem.mismatches))
    return (result.problem.kind, result.command, told, _first_words(result.problem.sentence))


def _first_words(sentence: str) -> str:
    """A sentence as far as it does not depend on numbers."""
    return sentence.partition("\n")[0].partition(":")[0]


def fewest(items: Sequence[T], still: Callable[[tuple[T, ...]], bool]) -> tuple[T, ...]:
    """As few of the items as it takes; none of those that are left could be left out alone.

    First halves are left out, then quarters and so on down to single ones (Zeller's ddmin, complements only).
    """
    left, pieces = tuple(items), 2
    while left:
        size = max(1, len(left) // pieces)
        for start in range(0, len(left), size):
            without = (*left[:start], *left[start + size :])
            if still(without):
                left, pieces = without, max(2, pieces - 1)
                break
        else:
            if size == 1:
                return left
            pieces = min(len(left), 2 * pieces)
    return left
