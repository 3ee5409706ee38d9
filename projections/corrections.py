"""Corrections in sentences: what no longer counts, what counts instead, and who looks different for it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Protocol

import msgspec

from engine.play import ActGiven, Kind
from engine.state import Combatant
from events import flow, play, roster
from events.base import CombatantId, Fact
from events.correction import Amended, Otherwise, Overridden
from projections import phrases
from projections.cut.sighting import ACT
from projections.frames import (
    ActionSeen,
    ConditionOver,
    ConditionSeen,
    DeclarationSeen,
    GroupGone,
    GroupSeen,
    HazardSeen,
    HitSeen,
    RollSeen,
    SeveralSeen,
    Struck,
)


class Names(Protocol):
    """Finds combatants that a fact names."""

    def combatant(self, name: CombatantId | None) -> Combatant | None:
        """The combatant, if it is or was just there."""
        ...


class Made(msgspec.Struct):
    """What a correction is made of, as far as its audience is told: facts that fell, facts in their places, and for the
    GM what the log says of it, and the dice `thrown` for it by the paths of their rolls."""

    fallen: tuple[Fact, ...] = ()
    placed: tuple[Fact, ...] = ()
    thrown: tuple[tuple[str, tuple[int, ...]], ...] = ()
    amended: Amended | None = None
    later: tuple[Otherwise, ...] = ()


def told_of_correction(struck: Struck, made: Made, names: Names) -> list[str]:
    """The sentences of a correction; one for what has no words of its own at all."""
    said = [phrases.NO_LONGER.format(what=what) for what in _in_words(made.fallen, names)]
    said += told_of_what_counts_instead(made, names)
    said += [phrases.IS_NOW.format(name=card.name, word=phrases.word(card.wound)) for card in struck.seen if card.wound]
    said += [said_of_otherwise(one, names) for one in made.later]
    return said or [phrases.CORRECTED]


def told_of_what_counts_instead(made: Made, names: Names) -> list[str]:
    """What counts instead, the dice that are left over, and where a replay stopped."""
    said = [phrases.INSTEAD.format(what=what) for what in _in_words(made.placed, names)]
    said += [phrases.THROWN_NOW.format(path=path, faces=", ".join(map(str, faces))) for path, faces in made.thrown]
    if made.amended is not None:
        said += [
            phrases.SURPLUS.format(path=one.path, faces=", ".join(map(str, one.faces))) for one in made.amended.surplus
        ]
        said += [_by_other_rules(one) for one in made.amended.other_rules]
        replayed = made.amended.reach == "replayed"
        said += [_stopped(one, names) if replayed else said_of_otherwise(one, names) for one in made.amended.later]
    return said


def _stopped(one: Otherwise, names: Names) -> str:
    return phrases.STOPPED_AT.format(name=_name(names, one.combatant), action=one.action, now=one.now)


def _by_other_rules(one: Otherwise) -> str:
    """An act of older rules that those at hand judge otherwise: what stood, and what they make of it."""
    was, now = one.was or phrases.AS_RECORDED, one.now or phrases.word(one.what)
    return phrases.BY_OTHER_RULES.format(action=one.action, was=was, now=now)


def said_of_otherwise(one: Otherwise, names: Names) -> str:
    """A later step that would go otherwise, and what can be done about it."""
    form = _OTHERWISE[one.what]
    roll = phrases.word(one.roll)
    instead = phrases.INSTEAD_OF.format(was=one.was, now=one.now) if one.was and one.now else ""
    name = _name(names, one.combatant)
    return form.format(name=name, action=one.action, roll=roll, was=one.was, now=one.now, instead=instead)


_OTHERWISE: Final = {
    "refused": phrases.LATER_REFUSED,
    "modifiers": phrases.LATER_MODIFIERS,
    "outcome": phrases.LATER_OUTCOME,
    "consequences": phrases.LATER_ELSE,
}


def _in_words(facts: tuple[Fact, ...], names: Names) -> Iterator[str]:
    for fact in facts:
        words = _WORDS.get(type(fact))
        if words is not None and (said := words(fact, names)):
            yield said


def _name(names: Names, name: CombatantId | None) -> str:
    one = names.combatant(name)
    return one.name if one else phrases.SOMEBODY


def _roll(fact: RollSeen, names: Names) -> str:
    number = str(fact.total) if fact.total is not None else ", ".join(map(str, fact.faces))
    outcome = "" if fact.outcome == "none" else fact.outcome
    purpose = phrases.word(fact.purpose)
    return phrases.A_ROLL.format(
        name=_name(names, fact.combatant), purpose=purpose, result=": ".join(filter(None, (number, outcome)))
    )


def _hit(fact: HitSeen, names: Names) -> str:
    name = _name(names, fact.combatant)
    if fact.change is None:
        return phrases.A_HIT.format(name=name)
    return phrases.A_LOSS.format(name=name, points=abs(fact.change), pool=fact.pool)


def _about(phrase: str) -> Callable[[Any, Names], str]:
    """A phrase about a fact's combatant, with the fact's own fields."""

    def words(fact: Any, names: Names) -> str:
        fields = {field: getattr(fact, field) for field in fact.__struct_fields__}
        return phrase.format(**{**fields, "name": _name(names, fact.combatant)})

    return words


def _condition(phrase: str) -> Callable[[Any, Names], str]:
    def words(fact: Any, names: Names) -> str:
        return phrase.format(name=_name(names, fact.combatant), condition=phrases.word(fact.condition))

    return words


def _rounds(fact: play.AmmoSpent, names: Names) -> str:
    phrase = phrases.A_ROUND if fact.rounds == 1 else phrases.ROUNDS
    weapon = phrases.word(fact.weapon)
    return phrase.format(rounds=fact.rounds, name=_name(names, fact.combatant), weapon=weapon)


def _reload(fact: play.Reloaded, names: Names) -> str:
    return phrases.A_RELOAD.format(name=_name(names, fact.combatant), weapon=phrases.word(fact.weapon))


def _began(fact: play.ActionBegan, names: Names) -> str:
    """An act by its kind; the table's own procedures by their name."""
    if fact.procedure != ACT:
        return phrases.A_STEP.format(what=phrases.word(fact.procedure))
    kind = msgspec.json.decode(msgspec.json.decode(fact.given, type=ActGiven).action, type=Kind).kind
    return phrases.AN_ACT.format(name=_name(names, fact.combatant), kind=phrases.word(kind))


def _stated(fact: Overridden, names: Names) -> str:
    said = []
    for name, change in fact.changes.items():
        numbers = {**change.pools, **change.ammo}
        words = [f"{amount:+d} {what}" for what, amount in numbers.items()]
        words += [phrases.word(condition) for condition in change.gained]
        words += [f"no longer {phrases.word(condition)}" for condition in change.lost]
        said.append(f"{_name(names, name)} {', '.join(words)}")
    return phrases.A_CHANGE.format(changes="; ".join(said))


_WORDS: Final[Mapping[type[Fact], Callable[[Any, Names], str]]] = {
    RollSeen: _roll,
    HitSeen: _hit,
    ConditionSeen: _condition(phrases.A_CONDITION),
    play.ConditionGained: _condition(phrases.A_CONDITION),
    ConditionOver: _condition(phrases.END_OF_A_CONDITION),
    play.ConditionLost: _condition(phrases.END_OF_A_CONDITION),
    ActionSeen: _about(phrases.AN_ACT),
    play.ActionBegan: _began,
    play.PoolRestored: _about(phrases.POINTS_BACK),
    play.AmmoSpent: _rounds,
    play.Reloaded: _reload,
    play.Declared: _about(phrases.A_DECLARATION),
    DeclarationSeen: _about(phrases.A_DECLARATION),
    flow.InitiativeSet: _about(phrases.A_NUMBER),
    flow.CombatantUp: _about(phrases.BEING_UP),
    flow.CombatantDone: _about(phrases.BEING_DONE),
    flow.Delayed: _about(phrases.WAITING),
    roster.StatusSet: _about(phrases.A_STATUS),
    roster.Placed: _about(phrases.A_PLACE),
    roster.SheetChanged: _about(phrases.A_SHEET),
    roster.ControlGiven: _about(phrases.A_HAND),
    roster.CombatantShown: _about(phrases.BEING_SHOWN),
    roster.CombatantHidden: _about(phrases.BEING_HIDDEN),
    roster.SceneSet: lambda fact, names: phrases.A_SCENE,
    roster.OptionChanged: lambda fact, names: phrases.AN_OPTION.format(option=fact.option, value=fact.value),
    Overridden: _stated,
    flow.TimePassed: lambda fact, names: phrases.SOME_TIME,
    roster.GroupFormed: lambda fact, names: phrases.A_GROUP.format(group=fact.title),
    roster.GroupChanged: lambda fact, names: phrases.A_CHANGED_GROUP.format(group=fact.title or fact.group),
    GroupSeen: lambda fact, names: phrases.A_GROUP.format(group=fact.group.title),
    GroupGone: lambda fact, names: phrases.A_CHANGED_GROUP.format(group=fact.group),
    SeveralSeen: lambda fact, names: phrases.OF_SEVERAL.format(
        names=phrases.listed(tuple(_name(names, one) for one in fact.combatants))
    ),
    HazardSeen: lambda fact, names: phrases.A_HAZARD.format(label=fact.label or phrases.SOMETHING_ELSE),
}
"""What each fact is called when it no longer counts, or counts instead; bookkeeping has no words."""
