"""Working odds out for a seat: on what it sees, exactly where that is not too much, else by trying."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from engine.context import Context
from engine.decide.sheets import against_minimal_sheets
from engine.odds.exact import BUDGET, Odds, odds
from engine.odds.sampling import RUNS, Draw, sampled
from engine.odds.walk import OverBudget
from engine.play import fields_of, kind_of
from engine.refusals import Refused, first_in_the_list, refusal
from engine.requests import Choose
from engine.ruleset import ActionKind, RuleSet
from engine.state import Combatant, State
from events.base import CombatantId, SeatId
from events.play import Modifier
from projections.audience import Audience
from projections.distance import how_far
from projections.odds.seen import as_seen
from projections.odds.summing import Asking, Summing
from projections.odds.told import CONFIDENCE, AskedOdds, Chance, Glance, OddsSeen, Price, TargetOdds, WayOdds

AT_A_GLANCE: Final = 4_000
"""Steps of procedures after which a glance at one target is given up."""

MOST_AIMED: Final = 12
"""Targets, the nearest, that an act is glanced at against."""

MOST_ASKED: Final = 3
"""Choices of others that are told one by one; of further ones the default is taken."""

HEIGHTS: Final = (0.1, 0.5, 0.8)
"""How high all dice of a try fall when an act is only priced: low, middling, high, but not so high that they go on."""

Question = tuple[CombatantId, str]


class OddsOf(msgspec.Struct, frozen=True, kw_only=True):
    """The act that is asked about: whose, which action with its fields, the referee's modifiers, whether it is forced
    against the rules, and whether it is said `ahead`: by somebody who has had their turn, as the first of the next."""

    combatant: CombatantId
    action: msgspec.Raw
    modifiers: tuple[Modifier, ...] = ()
    forced: bool = False
    ahead: bool = False


class Effort(msgspec.Struct, frozen=True):
    """How much is done for an answer: so many steps of procedures for exact odds, else so many trials."""

    budget: int = BUDGET
    samples: int = RUNS


USUAL: Final = Effort()


def odds_seen(
    ruleset: RuleSet,
    state: State,
    audience: Audience,
    seat: SeatId,
    asked: OddsOf,
    draw: Draw,
    effort: Effort = USUAL,
) -> OddsSeen:
    """The odds of an act from a state, as a seat may know them.

    Raises:
        Refused: the seat does not play the combatant, the act cannot be read, or the rules are against it.
    """
    seen = as_seen(state, audience, ruleset)
    if asked.ahead and seen.fight is not None and asked.combatant in seen.fight.done:
        seen = as_the_next_turn_begins(ruleset, seen)
    return _Question(ruleset, seen, audience, seat, asked).answered(draw, effort)


def as_the_next_turn_begins(ruleset: RuleSet, seen: State) -> State:
    """The table with what begins with a turn, and nothing that may happen until then; dice of it fall in the middle."""
    fresh = seen.with_fight(declared={}, done=(), delaying=(), up=None)
    (begun,) = sampled(ruleset, fresh, ruleset.begin_turn, (), lambda: 0.5, runs=1).branches
    return begun.state


def glances(
    ruleset: RuleSet, state: State, audience: Audience, seat: SeatId, act: Mapping[str, Any], combatant: CombatantId
) -> Iterator[Glance]:
    """An act against the nearest targets that it may be aimed at, in short; what takes too long is left out."""
    seen = as_seen(state, audience, ruleset)
    for target in aims(ruleset, seen, combatant):
        raw = msgspec.Raw(msgspec.json.encode({**act, "target": target}))
        try:
            question = _Question(ruleset, seen, audience, seat, OddsOf(combatant=combatant, action=raw))
            way = Summing(question.asking, question.exact(AT_A_GLANCE), 0).way()
        except (Refused, OverBudget):
            continue
        yield from (_glance(one) for one in way.targets if one.combatant == target)


def priced(
    ruleset: RuleSet, state: State, audience: Audience, seat: SeatId, combatant: CombatantId
) -> Callable[[Mapping[str, Any]], Price | None]:
    """Tells what an act costs in short, by the procedure that will charge it: it is tried once with low dice, once with
    middling and once with high ones. None: something speaks against the act."""
    seen = as_seen(state, audience, ruleset)

    def price(act: Mapping[str, Any]) -> Price | None:
        raw = msgspec.Raw(msgspec.json.encode(act))
        try:
            question = _Question(ruleset, seen, audience, seat, OddsOf(combatant=combatant, action=raw))
        except Refused:
            return None
        return Summing(question.asking, at_each_height(question.tried), len(HEIGHTS)).price()

    return price


def at_each_height(tried: Callable[[Draw, int], Odds]) -> Odds:
    """An act tried once for each height; all its dice fall as high then."""
    tries = [tried(partial(float, height), 1) for height in HEIGHTS]
    branches = tuple(
        replace(one, probability=one.probability / len(tries)) for found in tries for one in found.branches
    )
    modified = {key: said for found in tries for key, said in found.modified.items()}
    return Odds(branches, 0.0, frozenset().union(*(found.rolled for found in tries)), modified)


def aims(ruleset: RuleSet, seen: State, combatant: CombatantId) -> Iterator[CombatantId]:
    """The nearest of those who may be fought: in the fight, of another side or of none, and not dead."""
    actor = seen.combatants[combatant]
    foes = [one for one in seen.combatants.values() if _may_be_fought(ruleset, actor, one)]
    if len(foes) > MOST_AIMED:
        nearest = sorted(foes, key=lambda one: how_far(ruleset, seen, actor, one))[:MOST_AIMED]
        near = {one.id for one in nearest}
        foes = [one for one in foes if one.id in near]
    return iter([one.id for one in foes])


def _may_be_fought(ruleset: RuleSet, actor: Combatant, one: Combatant) -> bool:
    foe = one.id != actor.id and (not actor.side or one.side != actor.side)
    return foe and one.status == "in-fight" and not ruleset.is_lost(one)


def _glance(one: TargetOdds) -> Glance:
    def number(chance: Chance | None) -> float | None:
        return chance.chance if chance is not None else None

    return Glance(
        target=one.combatant,
        hit=number(one.hit),
        down=number(one.down),
        dead=number(one.dead),
        expected=one.expected,
    )


class _Question:
    """One act on one state as it is seen.

    Raises:
        Refused: something speaks against it. Turn and phase do not, since it may be asked ahead.
    """

    def __init__(self, ruleset: RuleSet, seen: State, audience: Audience, seat: SeatId, asked: OddsOf) -> None:
        self.ruleset = ruleset
        self.seen = seen
        self.asked = asked
        self.met: dict[Question, Choose] = {}
        self.too_much = False
        _must_be_own(seen, audience, asked)
        self.kind: ActionKind = kind_of(ruleset, asked.action)
        self.action: Any = fields_of(self.kind, asked.action)
        self._weigh(None if audience.kind == "gm" else seat)
        named = (getattr(self.action, "target", None), *(getattr(self.action, "targets", None) or ()))
        aimed_at = frozenset(name for name in named if name is not None)
        cover = getattr(self.action, "cover", None)
        self.asking = Asking(ruleset, seen, audience, asked.combatant, aimed_at, self.kind.aimed, cover)

    def _weigh(self, player: SeatId | None) -> None:
        context = Context(self.seen, self.ruleset.decode_sheet, self.ruleset.ways)
        context.player = player
        against = (
            *against_minimal_sheets(self.seen, self.ruleset, self.asked.combatant, self.kind, self.action),
            *self.kind.check(context, self.asked.combatant, self.action),
        )
        first = first_in_the_list(tuple(no for no in against if not (self.asked.forced and no.forceable)))
        if first is not None:
            raise Refused(first)

    def answered(self, draw: Draw, effort: Effort) -> OddsSeen:
        """The whole answer, with each choice that somebody would be asked for."""
        found, samples = self.found(draw, effort, {})
        sums = Summing(self.asking, found, samples)
        way = sums.way()
        return OddsSeen(
            combatant=self.asked.combatant,
            action=self.asked.action,
            exact=not samples,
            cut=found.cut,
            samples=samples,
            confidence=CONFIDENCE if samples else None,
            unknown=sums.unknown,
            first=way.first,
            outcomes=way.outcomes,
            targets=way.targets,
            cost=way.cost,
            asked=tuple(self._each_choice(draw, effort)),
        )

    def _each_choice(self, draw: Draw, effort: Effort) -> Iterator[AskedOdds]:
        for key, choose in tuple(self.met.items())[:MOST_ASKED]:
            options: dict[str, WayOdds] = {}
            for option in choose.options:
                found, samples = self.found(draw, effort, {key: option})
                options[option] = Summing(self.asking, found, samples).way()
            yield AskedOdds(combatant=choose.combatant, purpose=choose.purpose, default=choose.default, options=options)

    def found(self, draw: Draw, effort: Effort, chosen: Mapping[Question, str]) -> tuple[Odds, int]:
        """The odds with these choices made, and how often it was tried for them; 0: they are exact."""
        if not self.too_much:  # what was too much once is not begun again for every choice
            try:
                return self.exact(effort.budget, chosen), 0
            except OverBudget:
                self.too_much = True
        tried = self.tried(draw, effort.samples, chosen)
        return tried, len(tried.branches)

    def tried(self, draw: Draw, runs: int, chosen: Mapping[Question, str] = {}) -> Odds:
        """The odds by trying so often."""
        how = (self.asked.modifiers, self._chooser(chosen), runs)
        return sampled(self.ruleset, self.seen, self.kind.procedure, (self.asked.combatant, self.action), draw, *how)

    def exact(self, budget: int, chosen: Mapping[Question, str] = {}) -> Odds:
        """The exact odds.

        Raises:
            OverBudget: there are too many ways.
        """
        values, choose = (self.asked.combatant, self.action), self._chooser(chosen)
        return odds(self.ruleset, self.seen, self.kind.procedure, values, self.asked.modifiers, choose, budget)

    def _chooser(self, chosen: Mapping[Question, str]) -> Callable[[Choose], str]:
        def choose(asked: Choose) -> str:
            key = (asked.combatant, asked.purpose)
            self.met.setdefault(key, asked)
            option = chosen.get(key, asked.default)
            return option if option in asked.options else asked.default

        return choose


def _must_be_own(seen: State, audience: Audience, asked: OddsOf) -> None:
    if asked.combatant not in seen.combatants:
        raise Refused(refusal("unknown-id", f"there is no combatant {asked.combatant!r} at this table"))
    if not audience.plays(asked.combatant):
        raise Refused(refusal("not-yours", "you do not play this combatant"))
    if audience.kind == "gm":
        return
    if asked.forced or asked.modifiers:
        raise Refused(refusal("unauthorized", "only the GM gives modifiers of their own or overrules a rule"))
    if seen.options.get("odds") == "none":
        raise Refused(refusal("unauthorized", "at this table players are not told odds"))
