"""Every way that a procedure can go, each sub-procedure worked out once for all states that nobody can tell apart.

A procedure goes on for every way its dice can fall. Sub-procedures called with the same values on states that nobody
can tell apart are worked out once, so equal states merge after every hit; and what a procedure does with a reply
without looking at the state is found out once for all states.
"""

from collections.abc import Callable, Hashable
from functools import partial
from math import ceil, log10, prod
from typing import Any, Final

import msgspec

from engine.effects import with_effects
from engine.odds.falls import falls, one_fall, too_many
from engine.odds.going import Going, Path, Struck, together
from engine.odds.moments import Moments
from engine.requests import Ask, Call, Choice, Choose, Each, Record, Request, Roll
from engine.ruleset import RuleSet
from engine.state import State
from events.base import CombatantId
from events.play import Modifier

AFTER_A_WOUND: Final = frozenset({"survival", "consciousness", "stun_save", "death_save"})
"""The rolls of somebody who was struck: they change nothing about that."""

NOTHING: Final = 1e-12
"""What weighs less than this of the whole is left out."""

Chooser = Callable[[Choose], str]


Modified = dict[tuple[CombatantId, str], tuple[Modifier, ...]]
"""Modifiers by whose roll it is and its purpose."""


class OverBudget(Exception):
    """Too many ways to fall for an exact answer."""


def falls_of(roll: Roll, state: State) -> tuple[tuple[Any, float], ...]:
    """Every reply that a roll can have in this state and its probability, what the referee's conditions add counted.

    Raises:
        OverBudget: they are too many.
    """
    if too_many(roll.dice, roll.judge, roll.reads):
        raise OverBudget
    roll = with_effects(state, roll)
    plus = sum(modifier.value for modifier in roll.modifiers) + roll.dice.plus
    return falls(roll.dice, plus, roll.target_number, roll.judge, roll.reads, roll.beside)


def keep_modifiers(modified: Modified, roll: Roll, state: State) -> None:
    """Keep what is added to a roll, if it is the first of its purpose."""
    key = (roll.combatant or "", roll.purpose)
    if key not in modified:
        modified[key] = with_effects(state, roll).modifiers


def fall_of(roll: Roll, state: State, draw: Callable[[], float]) -> Any:
    """One of these replies, drawn."""
    roll = with_effects(state, roll)
    plus = sum(modifier.value for modifier in roll.modifiers) + roll.dice.plus
    return one_fall(roll.dice, plus, roll.target_number, roll.judge, roll.reads, roll.beside, draw)


def matters_to_the_hit(roll: Roll) -> bool:
    """Whether a roll is none of those that wounds call for afterwards."""
    return roll.purpose not in AFTER_A_WOUND


class End(msgspec.Struct, frozen=True, gc=False):
    """One end of a procedure: what it returned, where it led, whom it struck on the way."""

    returned: Any
    state: State
    struck: Struck
    probability: float


class _Known(msgspec.Struct, frozen=True):
    """The ends of a procedure, worked out for a place on the way that has this weight: the finer, the heavier."""

    weight: float
    ends: tuple[End, ...]


Ends = tuple[End, ...]


class _Landing(msgspec.Struct, frozen=True, gc=False):
    """Where a reply finds a procedure: the state, whom it struck on the way there, and how likely that is."""

    state: State
    struck: Struck
    probability: float


class _Step(msgspec.Struct, frozen=True, gc=False):
    """A reply that a procedure is still to be given: the path it came, and all states it may go on from.

    `going` is the procedure itself where it happens to stand there.
    """

    path: Path
    reply: Any
    landings: tuple[_Landing, ...]
    going: Going | None = None


class Walk:
    """One question's memory: what each sub-procedure can lead to from each kind of state."""

    def __init__(
        self, ruleset: RuleSet, modifiers: tuple[Modifier, ...], choose: Chooser, budget: int, least: float
    ) -> None:
        self.ruleset = ruleset
        self.modifiers = modifiers
        self.choose = choose
        self.budget = budget
        self.least = least
        self.known: dict[Hashable, _Known] = {}
        self.moments = Moments(ruleset.odds_view)
        self.rolled: set[CombatantId] = set()
        self.modified: Modified = {}
        self.moves = 0

    def call(self, procedure: Callable[..., Any], values: tuple[Any, ...], state: State, weight: float) -> Ends:
        """All ends of a procedure on a state, worked out once for all states that nobody can tell apart."""
        return self._once(
            (procedure, _key(values), self.moments.of(state)),
            weight,
            lambda heavier: self.spread(procedure, values, state, heavier),
        )

    def _once(self, key: Hashable, weight: float, work_out: Callable[[float], Ends]) -> Ends:
        """What is known already, unless it was worked out for a place of less weight, where more was left out."""
        known = self.known.get(key)
        if known is None or known.weight < weight:
            heavier = _rounded_up(weight)
            known = self.known[key] = _Known(heavier, work_out(heavier))
        return known.ends

    def spread(self, procedure: Callable[..., Any], values: tuple[Any, ...], state: State, weight: float) -> Ends:
        """All ends of a procedure on a state, worked out for a place of this weight."""
        ends = _Merging(self.moments)
        steps = [_Step((), None, (_Landing(state, (), 1.0),))]
        while steps:
            step = steps.pop()
            going = step.going or Going(self.ruleset, self.modifiers, procedure, values, step.path)
            steps += self._taken(step, going, ends, weight)
        return ends.merged()

    def _taken(self, step: _Step, going: Going, ends: "_Merging", weight: float) -> list[_Step]:
        """Give a procedure its reply: what ends is merged with the other ends, the rest are the steps that follow.

        Where it looks at the state, the other states that the reply can find are steps of their own.
        """
        self._count(len(step.landings) + (len(step.path) if step.going is None else 0))
        request = going.on(step.reply, step.landings[0].state)
        if going.looked:
            after = [_moved(step.landings[0], going)]
            rest = step.landings[1:]
            others = [_Step(step.path, step.reply, (other,)) for other in rest] if rest else []
        else:
            after, others = list(step.landings), []
        if request is None:
            for one in after:
                ends.add(going.returned, one.state, one.struck, one.probability)
            return others
        following: list[_Step] = []
        for before, one in zip(step.landings, after, strict=False):
            path = (*step.path, (step.reply, before.state), *going.went)
            following += self._following(request, path, one, weight)
        if following:
            last = following[-1]
            following[-1] = _Step(last.path, last.reply, last.landings, going)
        return others + following

    def _following(self, request: Request, path: Path, at: _Landing, weight: float) -> list[_Step]:
        """Every reply that a request can have there, each with all states it may leave behind; the likeliest last.

        It is taken first, so that what is worked out for it is fine enough for the others.
        """
        weight *= at.probability
        replies: list[tuple[Any, float]]
        match request:
            case Record():
                raise AssertionError("facts are recorded on the way")
            case Call(procedure=procedure, values=values):
                return self._with_ends(self.call(procedure, values, at.state, weight), path, at, weight)
            case Each():
                return self._with_ends(self._each(request, at.state, weight), path, at, weight)
            case Ask(several=several):
                replies = self._together(several, at.state)
            case Roll() | Choose():
                replies = list(self._falls(request, at.state))
        replies.sort(key=_second)
        return [
            _Step(path, reply, (_Landing(at.state, at.struck, at.probability * p),))
            for reply, p in replies
            if weight * p >= self.least
        ]

    def _with_ends(self, ends: Ends, path: Path, at: _Landing, weight: float) -> list[_Step]:
        """A step for every reply among the ends of another procedure."""
        found: dict[Any, list[_Landing]] = {}
        for end in ends:
            if weight * end.probability >= self.least:
                landing = _Landing(end.state, together(at.struck, end.struck), at.probability * end.probability)
                found.setdefault(end.returned, []).append(landing)
        ordered = sorted(found.items(), key=_likelihood)
        return [_Step(path, reply, tuple(landings)) for reply, landings in ordered]

    def _count(self, moves: int) -> None:
        self.moves += moves
        if self.moves > self.budget:
            raise OverBudget

    def _each(self, each: Each, state: State, weight: float) -> Ends:
        """All ends of a procedure that is run several times in a row, and of those rows that it begins with."""
        ends: Ends = (End((), state, (), 1.0),)
        for n in range(1, each.n + 1):
            key = (each.procedure, _key(each.values), each.alike, n, self.moments.of(state))
            ends = self._once(key, weight, partial(self._once_more, each, ends))
        return ends

    def _once_more(self, each: Each, so_far: Ends, weight: float) -> Ends:
        ends = _Merging(self.moments, each.alike)
        for before in sorted(so_far, key=_probability, reverse=True):
            for last in self.call(each.procedure, each.values, before.state, weight * before.probability):
                self._count(1)  # what many of them return may double with each
                probability = before.probability * last.probability
                if weight * probability >= self.least:
                    struck = together(before.struck, last.struck)
                    ends.add((*before.returned, last.returned), last.state, struck, probability)
        return ends.merged()

    def _together(self, several: tuple[Roll | Choose, ...], state: State) -> list[tuple[tuple[Any, ...], float]]:
        """Every way that several rolls can fall at once; the budget bounds them before they are made."""
        each = [self._falls(one, state) for one in several]
        if prod(map(len, each)) > self.budget:
            raise OverBudget
        ways: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
        for falls_of_one in each:
            ways = [((*replies, reply), p * q) for replies, p in ways for reply, q in falls_of_one]
        return ways

    def _falls(self, request: Roll | Choose, state: State) -> tuple[tuple[Any, float], ...]:
        if isinstance(request, Choose):
            return ((Choice(self.choose(request), 0), 1.0),)
        if matters_to_the_hit(request):
            self.rolled.add(request.combatant or "")
        keep_modifiers(self.modified, request, state)
        return falls_of(request, state)


def _likelihood(found: tuple[Any, list[_Landing]]) -> float:
    return max(landing.probability for landing in found[1])


def _moved(landing: _Landing, going: Going) -> _Landing:
    return _Landing(going.state, together(landing.struck, going.struck), landing.probability)


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

    def merged(self) -> Ends:
        return tuple(End(*self.firsts[key], probability) for key, probability in self.sums.items())


def _key(values: tuple[Any, ...]) -> Hashable:
    """Values as something to find them again by: acts that name targets in a dictionary have no hash."""
    try:
        hash(values)
    except TypeError:
        return repr(values)
    return values


def _probability(end: End) -> float:
    return end.probability


def _second(fall: tuple[Any, float]) -> float:
    return fall[1]


def _rounded_up(weight: float) -> float:
    """A weight made heavier in coarse steps, so that little is worked out twice for want of a hair."""
    return min(1.0, 10.0 ** ceil(log10(weight))) if weight < 1.0 else 1.0
