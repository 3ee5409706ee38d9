"""Exact odds from the very procedures that resolve an action: every sub-procedure becomes a distribution, once.

What would weigh next to nothing in the whole is left out, and it is said how much that is.
"""

from collections import defaultdict
from collections.abc import Callable, Generator
from typing import Any, Final

import msgspec

from engine.odds.going import Struck
from engine.odds.walk import NOTHING, Chooser, Modified, Walk
from engine.requests import Choose, Request
from engine.ruleset import RuleSet
from engine.state import State
from events.base import CombatantId
from events.play import Modifier

BUDGET: Final = 200_000
"""Moves after which odds are no longer worked out, about two seconds: a reply given to a procedure in one state, each
of those given again to come to that place, one run more in a row."""


class Branch(msgspec.Struct, frozen=True):
    """One way an action can end: its probability, what was returned, a state that stands for all alike, who was struck.

    The state is none that ever stands: what nobody can tell apart is one.
    """

    probability: float
    returned: Any
    state: State
    struck: Struck = ()


class Odds(msgspec.Struct, frozen=True):
    """All ways an action can end. `cut` is the weight of what was left out: open-ended chains, rarest ways.

    `rolled` are those on whose dice it hangs whom it strikes: all who roll, saves for wounds apart. `modified` are the
    modifiers of the first roll of each purpose, by whose it is and its purpose.
    """

    branches: tuple[Branch, ...]
    cut: float
    rolled: frozenset[CombatantId] = frozenset()
    modified: Modified = {}

    def of(self, holds: Callable[[State], bool]) -> float:
        """The probability that something holds of the state afterwards."""
        return sum(branch.probability for branch in self.branches if holds(branch.state))

    def spread(self, measure: Callable[[State], int]) -> dict[int, float]:
        """The distribution of a number of the state afterwards, in ascending order."""
        sums: defaultdict[int, float] = defaultdict(float)
        for branch in self.branches:
            sums[measure(branch.state)] += branch.probability
        return dict(sorted(sums.items()))


def default_choice(choose: Choose) -> str:
    """Choices of others fall to their stated default."""
    return choose.default


def odds(
    ruleset: RuleSet,
    state: State,
    procedure: Callable[..., Generator[Request, Any, Any]],
    values: tuple[Any, ...],
    modifiers: tuple[Modifier, ...] = (),
    choose: Chooser = default_choice,
    budget: int = BUDGET,
    least: float = NOTHING,
) -> Odds:
    """Work out every way a procedure can end from a state. Nothing is recorded and no die is thrown.

    Whoever needs it only roughly may have left out what weighs less than `least`.

    Raises:
        OverBudget: there are too many ways for an exact answer.
    """
    walk = Walk(ruleset, modifiers, choose, budget, least)
    ends = walk.spread(procedure, values, state, 1.0)
    branches = tuple(Branch(end.probability, end.returned, end.state, end.struck) for end in ends)
    cut = max(0.0, 1.0 - sum(branch.probability for branch in branches))
    return Odds(branches, cut, frozenset(walk.rolled), walk.modified)
