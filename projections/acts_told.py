"""An act as one sentence: what is gathered while it goes on, and how it is said; so for hazards, and for several."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from events import flow
from events.base import CombatantId, Fact
from events.play import PoolRestored, Reloaded, Step
from projections.cut.sighting import HAZARD
from projections.frames import ActionSeen, ConditionSeen, Frame, HazardSeen, HitSeen, RollSeen, SeveralSeen
from projections.names import Names, name_of
from projections.phrases import Phrase, Saying, States, Value, Word, is_now, listed, phrase, said

SEVERAL: Final = "several"
"""How something stated of several is told: like an act of nobody."""


UNHURT: Final = "unhurt"
"""The word for whoever nothing has harmed, in every rule set."""

STOPS: Final = ("armor", "cover", "shield")
"""What can take all of a hit and has words of its own."""


class Telling(msgspec.Struct):
    """An act that is being told: how it began, and what came of it so far.

    `looked` is how those who are hit fared before, where that is known, `stopped` what took all of a hit.
    `ended`: with the act the activation has ended; what falls due for the next is told by itself, `later`.
    """

    began: ActionSeen
    aimed: bool = False
    strikes: int = 0
    tried: list[str] = []
    frozen: bool = False
    hits: dict[CombatantId, int] = {}
    points: dict[CombatantId, int] = {}
    paid: int = 0
    words: dict[CombatantId, str] = {}
    looked: dict[CombatantId, str] = {}
    stopped: dict[CombatantId, str] = {}
    caught: dict[CombatantId, list[str]] = {}
    given_back: dict[CombatantId, dict[str, int]] = {}
    drained: dict[CombatantId, Phrase] = {}
    over: bool = False
    ended: bool = False
    later: list[Frame] = []


def as_an_act(fact: ActionSeen | HazardSeen | SeveralSeen) -> ActionSeen:
    """A hazard, and what is stated of several, is told like an act of nobody."""
    if isinstance(fact, SeveralSeen):
        return ActionSeen("", SEVERAL, fact.condition, fact.combatants)
    return fact if isinstance(fact, ActionSeen) else ActionSeen("", HAZARD, fact.label, fact.targets)


def several(telling: Telling, names: Names) -> Saying:
    """What is stated of several: one sentence for all of them."""
    began = telling.began
    if not began.weapon:
        return tuple(telling.drained.values()) or hazard(telling, names)
    whose = listed(name_of(names, one) for one in began.targets)
    return said("is-now", name=whose, state=States((began.weapon,), telling.over, len(began.targets)))


def hazard(telling: Telling, names: Names) -> Saying:
    """Harm that is nobody's attack, whom it meets and how they come out of it."""
    targets = listed(name_of(names, one) for one in telling.began.targets)
    met = phrase("meets", label=telling.began.weapon or phrase("something"), targets=targets)
    return (met, *ends(telling, names))


def loses(fact: HitSeen, points: int, names: Names) -> Phrase:
    """A loss that is no hit."""
    return phrase("loses", name=name_of(names, fact.combatant), points=points, pool=Word(fact.pool))


def with_outcome(act: Phrase, telling: Telling, outcome: str) -> Phrase:
    """An act with what came of it: hits, a miss, success."""
    times = sum(times for one, times in telling.hits.items() if _meant(telling, one))
    if not times and (telling.caught or outcome == "hit"):
        return phrase("came-to", act=act, outcome=phrase("works"))
    if telling.aimed or times:
        return phrase("came-to", act=act, outcome=phrase("hits", n=times) if times else phrase("misses"))
    if telling.tried:
        succeeded = telling.tried[-1] == "success"
        return phrase("tried", act=act, outcome=phrase("succeeds" if succeeded else "fails"))
    return act


def _meant(telling: Telling, one: CombatantId) -> bool:
    """Whether somebody is among those whom an act was aimed at; nobody named, whoever it reaches."""
    return one in telling.began.targets or not telling.began.targets


def ends(telling: Telling, names: Names) -> Saying:
    """How those who were hit came out of it."""
    hurt = tuple(_comes_out(telling, one, name_of(names, one)) for one in telling.words)
    caught = tuple(is_now(name_of(names, one), *conditions) for one, conditions in telling.caught.items())
    better = tuple(
        phrase("gains", name=name_of(names, one), points=points, pool=Word(pool))
        for one, pools in telling.given_back.items()
        for pool, points in pools.items()
        if points
    )
    return (*hurt, *caught, *better)


def _comes_out(telling: Telling, one: CombatantId, name: Value) -> Phrase:
    word, points = telling.words[one], telling.points.get(one)
    looks_as_before = telling.looked.get(one) == word
    if points == 0 and telling.looked.get(one, word) == word:
        return no_harm(name, telling.stopped.get(one, ""))
    how = is_now(name, word)
    return as_before(how, word) if looks_as_before and points is None else lost(how, points)


def as_before(how: Phrase, word: str) -> Phrase:
    """How somebody is who was so before a hit: whoever sees no more than that cannot tell what it did."""
    return how if word == UNHURT else phrase("as-before", what=how)


def no_harm(name: Value, by: str) -> Phrase:
    """A hit that costs nothing, and what took all of it, as far as that is told."""
    return phrase(f"stopped-{by}" if by in STOPS else "no-harm", name=name)


def stopped_by(steps: Iterable[Step]) -> str:
    """The step at which nothing is left of the damage; empty where none takes the rest of it."""
    return next((one.step for one in steps if one.op == "minus" and one.result <= 0), "")


def lost(what: Phrase, points: int | None) -> Phrase:
    """With the points that it cost, where they may be told."""
    return phrase("with-loss", what=what, points=points) if points else what


def ends_the_activation(telling: Telling, fact: Fact) -> bool:
    """Whether with this fact whoever acts is done or waits."""
    return isinstance(fact, flow.CombatantDone | flow.Delayed) and fact.combatant == telling.began.combatant


def goes_on(telling: Telling, fact: Fact, names: Names) -> None:
    """One fact more of an act, at the moment that it happens."""
    if isinstance(fact, HitSeen):
        telling.looked.setdefault(fact.combatant, names.looked(fact.combatant))
    OF_AN_ACT[type(fact)](telling, fact)


def _hit_in_an_act(telling: Telling, fact: HitSeen) -> None:
    telling.hits[fact.combatant] = telling.hits.get(fact.combatant, 0) + 1
    if fact.wound:
        telling.words[fact.combatant] = fact.wound
    if fact.change is not None:
        telling.points[fact.combatant] = telling.points.get(fact.combatant, 0) + abs(fact.change)
        telling.stopped[fact.combatant] = stopped_by(fact.steps)


def _condition_in_an_act(telling: Telling, fact: ConditionSeen) -> None:
    if fact.combatant in telling.words:
        telling.words[fact.combatant] = fact.wound
    elif telling.aimed and fact.combatant in telling.began.targets and fact.condition:
        telling.caught.setdefault(fact.combatant, []).append(fact.condition)


def _given_back_in_an_act(telling: Telling, fact: PoolRestored) -> None:
    pools = telling.given_back.setdefault(fact.combatant, {})
    pools[fact.pool] = pools.get(fact.pool, 0) + abs(fact.change)


def _roll_in_an_act(telling: Telling, fact: RollSeen) -> None:
    if fact.purpose == "strike":
        telling.strikes += 1
    elif fact.purpose == "nerve":
        telling.frozen = fact.outcome in ("failure", "fumble")
    elif fact.combatant == telling.began.combatant and fact.outcome != "none":
        telling.tried.append(fact.outcome)


OF_AN_ACT: Final[Mapping[type[Fact], Callable[[Telling, Any], None]]] = {
    HitSeen: _hit_in_an_act,
    ConditionSeen: _condition_in_an_act,
    RollSeen: _roll_in_an_act,
    Reloaded: lambda telling, fact: None,
    PoolRestored: _given_back_in_an_act,
}
"""What is gathered of each fact that belongs to an act."""
