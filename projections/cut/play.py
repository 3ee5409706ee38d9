"""How facts of play are cut: acts, questions and answers, and the table of all of them."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from engine.actions import open_questions
from engine.play import ActGiven, Loss, OfAGroup
from engine.state import Parked
from events import play
from events.base import CombatantId, Fact
from events.play import Answered, Asked
from projections.cut.harm import condition_gained, condition_lost, damaged, restored
from projections.cut.rolls import rolled
from projections.cut.sighting import ACT, HAZARD, Cutter, Sighting, passes_of_the_read, withheld
from projections.frames import (
    ActionOver,
    ActionSeen,
    AnswerSeen,
    AnswersSeen,
    AskedSeen,
    DeclarationSeen,
    HazardSeen,
    SeenFact,
    SeveralSeen,
)
from projections.waiting import question_seen
from projections.wounds import plain_to_see


def declared(sighting: Sighting, fact: play.Declared) -> SeenFact | None:
    """One's own side's declarations; of others that they have declared."""
    if not sighting.sees(fact.combatant):
        return None
    return fact if sighting.reads(fact.combatant) else DeclarationSeen(fact.combatant)


def action_began(sighting: Sighting, fact: play.ActionBegan) -> SeenFact | None:
    """An act of somebody seen: kind, weapon, mode, shots, and those targets that are seen. The table's own procedures
    show in what they do."""
    if fact.procedure == HAZARD:
        return _hazard(sighting)
    if sighting.several is not None:
        return _several(sighting, sighting.several)
    if fact.procedure != ACT or fact.combatant is None or not sighting.sees(fact.combatant):
        return None
    return act_seen(sighting, fact)


def act_seen(sighting: Sighting, fact: play.ActionBegan) -> ActionSeen:
    """What is seen of an act by whoever sees the one who acts."""
    action: dict[str, Any] = msgspec.json.decode(msgspec.json.decode(fact.given, type=ActGiven).action)
    targets = _targets(action)
    seen = tuple(name for name in targets if sighting.sees(name))
    own = _without_targets(action) if len(seen) < len(targets) else action
    return ActionSeen(
        combatant=fact.combatant or "",
        kind=str(action.get("kind", "")),
        weapon=_word(action.get("weapon")),
        targets=seen,
        mode=_word(action.get("mode")),
        shots=action["shots"] if isinstance(action.get("shots"), int) else None,
        given=own if sighting.reads(fact.combatant) else {},
    )


def _hazard(sighting: Sighting) -> SeenFact | None:
    """What the GM calls it, and those it meets who are seen."""
    hazard = sighting.hazard
    if hazard is None or not sighting.hazard_is_told:
        return None
    return HazardSeen(hazard.danger.label, tuple(one for one in hazard.targets if sighting.sees(one)))


def _several(sighting: Sighting, stated: Loss | OfAGroup) -> SeenFact | None:
    """Those of a group of whom the audience sees what is stated of them; nothing where it sees it of none."""
    if isinstance(stated, Loss):
        inner = stated.pool in sighting.ruleset.inner_pools
        seen = tuple(one for one in stated.members if (sighting.reads(one) if inner else sighting.sees(one)))
        return SeveralSeen(seen) if seen else None
    plain = plain_to_see(stated.condition) or (stated.effect is not None and stated.effect.seen)
    told = sighting.sees if plain else sighting.reads
    seen = tuple(one for one in stated.members if told(one))
    return SeveralSeen(seen, stated.condition, stated.over) if seen else None


def _targets(action: dict[str, Any]) -> tuple[CombatantId, ...]:
    """Whom an act names: `target`, or `targets` as a list or by name."""
    one, several = action.get("target"), action.get("targets", ())
    return (*((one,) if isinstance(one, str) else ()), *(name for name in several if isinstance(name, str)))


def _without_targets(action: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in action.items() if name not in ("target", "targets")}


def _word(value: Any) -> str:
    return value if isinstance(value, str) else ""


def action_ended(sighting: Sighting, fact: play.ActionEnded) -> SeenFact | None:
    """The end of an act whose beginning was told; its outcome in the rules' words for those who read its numbers."""
    began = sighting.began
    if began is None or sighting.told_action is None:
        return None
    if began.procedure not in (ACT, HAZARD) and sighting.several is None:
        return None
    return ActionOver(fact.outcome if sighting.reads(began.combatant) else "")


def asked(sighting: Sighting, fact: Asked) -> SeenFact | None:
    """Who is asked; what, is for whoever answers."""
    parked = sighting.parked
    if parked is None:
        return None
    seen = tuple(
        question_seen(one, parked.action, fact.deadline, sighting.audience)
        for one in fact.questions
        if sighting.sees(one.combatant)
    )
    return AskedSeen(seen) if seen else None


def answered(sighting: Sighting, fact: Answered) -> SeenFact | None:
    """Closed until the last is in, but for who gave it; then all are opened. Faces show as the rolls they become."""
    parked = sighting.parked
    if parked is None:
        return None
    if open_questions(parked):
        return AnswersSeen((_answer(sighting, fact, closed=True),)) if sighting.sees(fact.combatant) else None
    answers = tuple(
        _answer(sighting, one, closed=False) for one in _of_this_ask(parked) if sighting.sees(one.combatant)
    )
    return AnswersSeen(answers) if answers else None


def _answer(sighting: Sighting, fact: Answered, *, closed: bool) -> AnswerSeen:
    mine = sighting.audience.plays(fact.combatant)
    if closed and not mine:
        return AnswerSeen(fact.combatant, closed=True)
    faces = fact.faces if mine else ()
    return AnswerSeen(fact.combatant, False, fact.choice, faces, fact.given_by is None)


def _of_this_ask(parked: Parked) -> tuple[Answered, ...]:
    answers: tuple[Answered, ...] = ()
    for entry in parked.tape:
        if entry.action == parked.action and isinstance(entry.fact, Asked):
            answers = ()
        elif entry.action == parked.action and isinstance(entry.fact, Answered):
            answers = (*answers, entry.fact)
    return answers


PLAY: Final[Mapping[type[Fact], Cutter]] = {
    play.Declared: declared,
    play.ActionBegan: action_began,
    play.RuleOverruled: withheld,
    play.Asked: asked,
    play.Answered: answered,
    play.Rolled: rolled,
    play.DamageApplied: damaged,
    play.PoolRestored: restored,
    play.ConditionGained: condition_gained,
    play.ConditionLost: condition_lost,
    play.CounterRaised: withheld,
    play.CountersLapsed: withheld,
    play.TallyChanged: withheld,
    play.AmmoSpent: passes_of_the_read,
    play.Reloaded: passes_of_the_read,
    play.ActionEnded: action_ended,
}
