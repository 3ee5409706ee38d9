"""Exact odds from the very procedures that resolve an action: every sub-procedure becomes a distribution, once.

A procedure is run again for every way its dice can fall. Sub-procedures called with the same values on states that
the rule set's `odds_view` cannot tell apart are worked out once, so equal states merge after every hit.
"""

from collections import defaultdict
from collections.abc import Callable, Generator, Hashable
from typing import Any, Final

import msgspec

from engine.context import Context
from engine.effects import as_effects_stand, with_effects
from engine.evolve import evolve
from engine.falls import falls
from engine.requests import Ask, Call, Choice, Choose, Each, Record, Request, Roll
from engine.ruleset import RuleSet
from engine.state import State
from events.base import Fact
from events.envelope import SCHEMA, Entry
from events.play import Modifier

BUDGET: Final = 200_000
"""Runs of procedures after which odds are no longer worked out exactly."""

Chooser = Callable[[Choose], str]


class OverBudget(Exception):
    """Too many ways to fall for an exact answer."""


class Branch(msgspec.Struct, frozen=True):
    """One way an action can end: its probability, what was returned, and a state that stands for all alike."""

    probability: float
    returned: Any
    state: State


class Odds(msgspec.Struct, frozen=True):
    """All ways an action can end. `cut` is the weight of the open-ended chains that were left out."""

    branches: tuple[Branch, ...]
    cut: float

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
) -> Odds:
    """Work out every way a procedure can end from a state. Nothing is recorded and no die is thrown.

    Raises:
        OverBudget: there are too many ways for an exact answer.
    """
    walk = _Walk(ruleset, modifiers, choose)
    ends = walk.call(procedure, values, state)
    branches = tuple(Branch(p, returned, end) for (returned, _), (p, end) in ends.items())
    return Odds(branches, max(0.0, 1.0 - sum(branch.probability for branch in branches)))


Ends = dict[tuple[Any, Hashable], tuple[float, State]]

Reply = tuple[Any, State]


class _Walk:
    """One question's memory: what each sub-procedure can lead to from each kind of state."""

    def __init__(self, ruleset: RuleSet, modifiers: tuple[Modifier, ...], choose: Chooser) -> None:
        self.ruleset = ruleset
        self.modifiers = modifiers
        self.choose = choose
        self.known: dict[Hashable, Ends] = {}
        self.views: dict[int, tuple[State, Hashable]] = {}
        self.runs = 0

    def call(
        self, procedure: Callable[..., Generator[Request, Any, Any]], values: tuple[Any, ...], state: State
    ) -> Ends:
        key = (procedure, values, self._view(state))
        if key not in self.known:
            self.known[key] = self._spread(procedure, values, state)
        return self.known[key]

    def _spread(self, procedure: Callable[..., Any], values: tuple[Any, ...], state: State) -> Ends:
        ends = _Ends(self._view)
        ways: list[tuple[tuple[Reply, ...], float]] = [((), 1.0)]
        while ways:
            replies, probability = ways.pop()
            stop = self._run(procedure, values, state, replies)
            if isinstance(stop, _Ended):
                ends.add(stop.returned, stop.state, probability)
            else:
                ways.extend(((*replies, (reply, after)), probability * p) for reply, after, p in self._branches(stop))
        return ends.merged

    def _run(
        self, procedure: Callable[..., Any], values: tuple[Any, ...], state: State, replies: tuple[Reply, ...]
    ) -> "_Ended | _Stopped":
        """Run a procedure along replies already given, to its end or to the first request without one."""
        self.runs += 1
        if self.runs > BUDGET:
            raise OverBudget
        context = Context(state, self.ruleset.decode_sheet, self.ruleset.ways)
        context.modifiers = self.modifiers
        generator = procedure(context, *values)
        reply: Any = None
        place = 0
        while True:
            try:
                request = generator.send(reply)
            except StopIteration as end:
                return _Ended(end.value, context.state)
            if isinstance(request, Record):
                context.state, reply = evolve(context.state, _unwritten(request.fact)), 0
            elif place < len(replies):
                reply, context.state = replies[place]
                place += 1
            else:
                generator.close()
                return _Stopped(request, context.state)

    def _branches(self, stop: "_Stopped") -> list[tuple[Any, State, float]]:
        request, state = stop.request, stop.state
        match request:
            case Call(procedure=procedure, values=values):
                return [(back, end, p) for (back, _), (p, end) in self.call(procedure, values, state).items()]
            case Each():
                return [(back, end, p) for (back, _), (p, end) in self._each(request, request.n, state).items()]
            case Ask(several=several):
                return [(replies, state, p) for replies, p in self._together(several, state)]
            case Roll() | Choose():
                return [(reply, state, p) for reply, p in self._falls(request, state)]

    def _each(self, each: Each, n: int, state: State) -> Ends:
        key = (each.procedure, each.values, n, self._view(state))
        if key not in self.known:
            ends = _Ends(self._view)
            if n == 0:
                ends.add((), state, 1.0)
            else:
                for (earlier, _), (p, between) in self._each(each, n - 1, state).items():
                    for (last, _), (q, end) in self.call(each.procedure, each.values, between).items():
                        ends.add((*earlier, last), end, p * q)
            self.known[key] = ends.merged
        return self.known[key]

    def _together(self, several: tuple[Roll | Choose, ...], state: State) -> list[tuple[tuple[Any, ...], float]]:
        ways: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
        for one in several:
            ways = [((*replies, reply), p * q) for replies, p in ways for reply, q in self._falls(one, state)]
        return ways

    def _falls(self, request: Roll | Choose, state: State) -> tuple[tuple[Any, float], ...]:
        if isinstance(request, Choose):
            return ((Choice(self.choose(request), 0), 1.0),)
        request = with_effects(state, request)
        plus = sum(modifier.value for modifier in request.modifiers) + request.dice.plus
        return falls(request.dice, plus, request.target_number, request.judge, request.reads, request.beside)

    def _view(self, state: State) -> Hashable:
        """The rule set's view of a state, worked out once for each state that is alive."""
        held = self.views.get(id(state))
        if held is None:
            held = self.views[id(state)] = (state, (self.ruleset.odds_view(state), as_effects_stand(state)))
        return held[1]


class _Ended(msgspec.Struct, frozen=True):
    returned: Any
    state: State


class _Stopped(msgspec.Struct, frozen=True):
    request: Roll | Choose | Ask | Call | Each
    state: State


class _Ends:
    """Ends of a procedure, those that nobody can tell apart merged."""

    def __init__(self, view: Callable[[State], Hashable]) -> None:
        self.view = view
        self.merged: Ends = {}

    def add(self, returned: Any, state: State, probability: float) -> None:
        key = (returned, self.view(state))
        before = self.merged.get(key)
        self.merged[key] = (probability + before[0], before[1]) if before else (probability, state)


def _unwritten(fact: Fact) -> Entry:
    """A fact that happens only in thought: it has no version and no cause but 0."""
    return Entry("", 0, 0, SCHEMA, "", "", "", fact)  # type: ignore[arg-type]
