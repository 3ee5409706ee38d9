"""Exact odds from the very procedures that resolve an action: every sub-procedure becomes a distribution, once.

A procedure is run again for every way its dice can fall. Sub-procedures called with the same values on states that
nobody can tell apart are worked out once, so equal states merge after every hit. What would weigh next to nothing in
the whole is left out, and it is said how much that is.
"""

from collections import defaultdict
from collections.abc import Callable, Generator, Hashable
from math import ceil, log10
from typing import Any, Final

import msgspec

from engine.context import Context
from engine.effects import with_effects
from engine.evolve import evolve
from engine.odds.falls import falls
from engine.odds.moments import Moments
from engine.requests import Ask, Call, Choice, Choose, Each, Record, Request, Roll
from engine.ruleset import RuleSet
from engine.state import State
from events.base import CombatantId, Fact
from events.envelope import SCHEMA, Entry
from events.play import DamageApplied, Modifier

BUDGET: Final = 100_000
"""Runs of procedures after which odds are no longer worked out exactly: about two seconds."""

AFTER_A_WOUND: Final = frozenset({"survival", "consciousness", "stun_save", "death_save"})
"""The rolls of somebody who was struck: they change nothing about that."""

NOTHING: Final = 1e-12
"""What weighs less than this of the whole is left out."""

Chooser = Callable[[Choose], str]
Modified = dict[tuple[CombatantId, str], tuple[Modifier, ...]]
"""Modifiers by whose roll it is and its purpose."""

Struck = tuple[tuple[CombatantId, int], ...]
"""Whom an action has struck so far, and how often, by name."""


class OverBudget(Exception):
    """Too many ways to fall for an exact answer."""


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
) -> Odds:
    """Work out every way a procedure can end from a state. Nothing is recorded and no die is thrown.

    Raises:
        OverBudget: there are too many ways for an exact answer.
    """
    walk = _Walk(ruleset, modifiers, choose, budget)
    ends = walk.spread(procedure, values, state, 1.0)
    branches = tuple(Branch(end.probability, end.returned, end.state, end.struck) for end in ends)
    return Odds(
        branches, max(0.0, 1.0 - sum(branch.probability for branch in branches)), frozenset(walk.rolled), walk.modified
    )


class _End(msgspec.Struct, frozen=True, gc=False):
    """One end of a procedure: what it returned, where it led, whom it struck on the way."""

    returned: Any
    state: State
    struck: Struck
    probability: float


class _Known(msgspec.Struct, frozen=True):
    """The ends of a procedure, worked out for a place on the way that has this weight: the finer, the heavier."""

    weight: float
    ends: tuple[_End, ...]


_Ends = tuple[_End, ...]
_Path = tuple[tuple[Any, State], ...]
"""The replies to all that a procedure has asked for so far, each with the state it went on from."""


class _Walk:
    """One question's memory: what each sub-procedure can lead to from each kind of state."""

    def __init__(self, ruleset: RuleSet, modifiers: tuple[Modifier, ...], choose: Chooser, budget: int) -> None:
        self.ruleset = ruleset
        self.modifiers = modifiers
        self.choose = choose
        self.budget = budget
        self.known: dict[Hashable, _Known] = {}
        self.moments = Moments(ruleset.odds_view)
        self.rolled: set[CombatantId] = set()
        self.modified: Modified = {}
        self.runs = 0

    def call(self, procedure: Callable[..., Any], values: tuple[Any, ...], state: State, weight: float) -> _Ends:
        return self._once(
            (procedure, _key(values), self.moments.of(state)),
            weight,
            lambda heavier: self.spread(procedure, values, state, heavier),
        )

    def _once(self, key: Hashable, weight: float, work_out: Callable[[float], _Ends]) -> _Ends:
        """What is known already, unless it was worked out for a place of less weight, where more was left out."""
        known = self.known.get(key)
        if known is None or known.weight < weight:
            heavier = _rounded_up(weight)
            known = self.known[key] = _Known(heavier, work_out(heavier))
        return known.ends

    def spread(self, procedure: Callable[..., Any], values: tuple[Any, ...], state: State, weight: float) -> _Ends:
        """All ends of a procedure on a state, worked out for a place of this weight."""
        ends = _Merging(self.moments)
        ways: list[tuple[_Path, Struck, float]] = [((), (), 1.0)]
        while ways:
            path, struck, probability = ways.pop()
            stop = self._run(procedure, values, state, path)
            struck = together(struck, stop.struck)
            if isinstance(stop, _Ended):
                ends.add(stop.returned, stop.state, struck, probability)
                continue
            for reply, after, more, p in self._branches(stop, weight * probability):
                if weight * probability * p >= NOTHING:
                    ways.append(((*stop.path, (reply, after)), together(struck, more), probability * p))
        return ends.merged()

    def _run(
        self, procedure: Callable[..., Any], values: tuple[Any, ...], state: State, path: "_Path"
    ) -> "_Ended | _Stopped":
        """Run a procedure along a path that it went before, and on to its end or to the next request for dice.

        Whom it struck along the path was told before.
        """
        self.runs += 1
        if self.runs > self.budget:
            raise OverBudget
        context = Context(state, self.ruleset.decode_sheet, self.ruleset.ways)
        context.modifiers = self.modifiers
        generator = procedure(context, *values)
        went: list[tuple[Any, State]] = []
        struck: Struck = ()
        try:
            request = next(generator)
            for reply, after in path:
                context.state = after
                request = generator.send(reply)
            while isinstance(request, Record):
                context.state = evolve(context.state, unwritten(request.fact))
                went.append((0, context.state))
                struck = together(struck, who_is_struck(request.fact))
                request = generator.send(0)
        except StopIteration as end:
            return _Ended(end.value, context.state, struck)
        generator.close()
        return _Stopped(request, context.state, struck, (*path, *went))

    def _branches(self, stop: "_Stopped", weight: float) -> list[tuple[Any, State, Struck, float]]:
        request, state = stop.request, stop.state
        match request:
            case Call(procedure=procedure, values=values):
                return [_told(end) for end in self.call(procedure, values, state, weight)]
            case Each():
                return [_told(end) for end in self._each(request, request.n, state, weight)]
            case Ask(several=several):
                return [(replies, state, (), p) for replies, p in self._together(several, state)]
            case Roll() | Choose():
                return [(reply, state, (), p) for reply, p in self._falls(request, state)]

    def _each(self, each: Each, n: int, state: State, weight: float) -> _Ends:
        key = (each.procedure, _key(each.values), each.alike, n, self.moments.of(state))
        return self._once(key, weight, lambda heavier: self._in_a_row(each, n, state, heavier))

    def _in_a_row(self, each: Each, n: int, state: State, weight: float) -> _Ends:
        if n == 0:
            return (_End((), state, (), 1.0),)
        ends = _Merging(self.moments, each.alike)
        for before in self._each(each, n - 1, state, weight):
            for last in self.call(each.procedure, each.values, before.state, weight * before.probability):
                probability = before.probability * last.probability
                if weight * probability >= NOTHING:
                    struck = together(before.struck, last.struck)
                    ends.add((*before.returned, last.returned), last.state, struck, probability)
        return ends.merged()

    def _together(self, several: tuple[Roll | Choose, ...], state: State) -> list[tuple[tuple[Any, ...], float]]:
        ways: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
        for one in several:
            ways = [((*replies, reply), p * q) for replies, p in ways for reply, q in self._falls(one, state)]
        return ways

    def _falls(self, request: Roll | Choose, state: State) -> tuple[tuple[Any, float], ...]:
        if isinstance(request, Choose):
            return ((Choice(self.choose(request), 0), 1.0),)
        if matters_to_the_hit(request):
            self.rolled.add(request.combatant or "")
        keep_modifiers(self.modified, request, state)
        return falls_of(request, state)


class _Ended(msgspec.Struct, frozen=True, gc=False):
    returned: Any
    state: State
    struck: Struck


class _Stopped(msgspec.Struct, frozen=True, gc=False):
    request: Roll | Choose | Ask | Call | Each
    state: State
    struck: Struck
    path: _Path


class _Merging:
    """Ends of a procedure, those that nobody can tell apart merged."""

    def __init__(self, moments: Moments, alike: Callable[[tuple[Any, ...]], Hashable] | None = None) -> None:
        self.moments = moments
        self.alike = alike
        self.sums: dict[Hashable, float] = {}
        self.firsts: dict[Hashable, tuple[Any, State, Struck]] = {}

    def add(self, returned: Any, state: State, struck: Struck, probability: float) -> None:
        said = returned if self.alike is None else self.alike(returned)
        key = (said, self.moments.of(state), struck)
        if key in self.sums:
            self.sums[key] += probability
        else:
            self.sums[key] = probability
            self.firsts[key] = (returned, state, struck)

    def merged(self) -> _Ends:
        return tuple(_End(*self.firsts[key], probability) for key, probability in self.sums.items())


def falls_of(roll: Roll, state: State) -> tuple[tuple[Any, float], ...]:
    """Every reply that a roll can have in this state and its probability, what the referee's conditions add counted."""
    roll = with_effects(state, roll)
    plus = sum(modifier.value for modifier in roll.modifiers) + roll.dice.plus
    return falls(roll.dice, plus, roll.target_number, roll.judge, roll.reads, roll.beside)


def keep_modifiers(modified: Modified, roll: Roll, state: State) -> None:
    """Keep what is added to a roll, if it is the first of its purpose."""
    key = (roll.combatant or "", roll.purpose)
    if key not in modified:
        modified[key] = with_effects(state, roll).modifiers


def matters_to_the_hit(roll: Roll) -> bool:
    """Whether a roll is none of those that wounds call for afterwards."""
    return roll.purpose not in AFTER_A_WOUND


def who_is_struck(fact: Fact) -> Struck:
    """Whom a fact tells to be struck by somebody else, be it that armor stops everything."""
    if isinstance(fact, DamageApplied) and fact.source is not None and fact.source != fact.combatant:
        return ((fact.combatant, 1),)
    return ()


def together(one: Struck, other: Struck) -> Struck:
    """Who was struck by both."""
    if not one or not other:
        return one or other
    sums = dict(one)
    for name, times in other:
        sums[name] = sums.get(name, 0) + times
    return tuple(sorted(sums.items()))


def unwritten(fact: Fact) -> Entry:
    """A fact that happens only in thought: it has no version and no cause but 0."""
    return Entry("", 0, 0, SCHEMA, "", "", "", fact)  # type: ignore[arg-type]


def _key(values: tuple[Any, ...]) -> Hashable:
    """Values as something to find them again by: acts that name targets in a dictionary have no hash."""
    try:
        hash(values)
    except TypeError:
        return repr(values)
    return values


def _told(end: _End) -> tuple[Any, State, Struck, float]:
    return end.returned, end.state, end.struck, end.probability


def _rounded_up(weight: float) -> float:
    """A weight made heavier in coarse steps, so that little is worked out twice for want of a hair."""
    return min(1.0, 10.0 ** (2 * ceil(log10(weight) / 2))) if weight < 1.0 else 1.0
