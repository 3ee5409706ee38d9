"""Corrections in sentences: what no longer counts, what counts instead, and who looks different for it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, Protocol

import msgspec

from engine.play import ActGiven, Kind
from engine.refusals import CODES
from engine.state import Combatant
from events import flow, play, roster
from events.base import CombatantId, Fact
from events.correction import Amended, Change, Otherwise, Overridden
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
from projections.phrases import SOMEBODY, Phrase, Saying, Value, Word, is_now, listed, phrase, roll_word, said

BOOKKEEPING: Final = frozenset({"a-step", "being-up", "being-done", "waiting"})
"""What a correction is not asked about, as long as there is anything else to tell."""

MOST_ACTS: Final = 3
"""Acts that one sentence names."""

MOST_DICE: Final = 3
"""Rolls whose dice one sentence names."""


class Names(Protocol):
    """Finds combatants that a fact names."""

    def combatant(self, name: CombatantId | None) -> Combatant | None:
        """The combatant, if it is or was just there."""
        ...

    def looked(self, name: CombatantId) -> str:
        """The word for how a combatant fared before; empty, if it was not there or not seen."""
        ...

    def looks(self, name: CombatantId) -> str:
        """The word for how it fares now."""
        ...


class Dice(msgspec.Struct, frozen=True):
    """Dice of a roll: whose, for what, and what they showed."""

    combatant: CombatantId | None
    purpose: str
    faces: tuple[int, ...]


class Made(msgspec.Struct):
    """What a correction is made of, as far as its audience is told.

    Acts that were judged anew are told `anew`, each in its own sentence, and acts that fell by the sentences they had
    (`gone`); of those that a die is missing for, how they go `so_far`. `placed` and `fallen` are the facts of neither.
    For the GM what the log says of it, the dice `thrown` for it, and those that are `left` over.
    """

    anew: tuple[Saying, ...] = ()
    so_far: tuple[Phrase, ...] = ()
    gone: tuple[Phrase, ...] = ()
    fallen: tuple[Fact, ...] = ()
    placed: tuple[Fact, ...] = ()
    thrown: tuple[Dice, ...] = ()
    left: tuple[Dice, ...] = ()
    amended: Amended | None = None
    later: tuple[Otherwise, ...] = ()


def told_of_correction(struck: Struck, made: Made, names: Names) -> list[Saying]:
    """The sentences of a correction; one for what has no words of its own at all.

    What fell and stands again in the same words is not told; nor is bookkeeping where anything else is.
    """
    told = [_judged_anew(one) for one in made.anew]
    placed = tuple(one for one in made.placed if not (made.anew and isinstance(one, Overridden)))
    gone, new = _parted(_in_words(made.fallen, names), _in_words(placed, names))
    told += [said("counts-no-longer", what=what) for what in (*made.gone, *gone)]
    told += [said("counts-instead", what=what) for what in new]
    told += [(one,) for one in _told_of_the_rest(made, names)]
    told += [(one,) for one in _looks(struck, made, names)]
    told += [(said_of_otherwise(one, names),) for one in made.later]
    return _without_bookkeeping(told) or [said("corrected")]


def told_of_what_counts_instead(made: Made, names: Names) -> list[Saying]:
    """What counts instead, the dice that are left over, and where a replay stopped."""
    told = [_judged_anew(one) for one in made.anew]
    told += [said("judged-so-far", what=one) for one in made.so_far]
    told += [said("counts-instead", what=what) for what in _in_words(made.placed, names)]
    return _without_bookkeeping([*told, *((one,) for one in _told_of_the_rest(made, names))])


def told_of_what_hangs_on(acts: list[Phrase]) -> list[Phrase]:
    """What dice that have yet to fall decide: the first of these acts, and those after it where they go otherwise."""
    told = [phrase("hangs-on", what=what) for what in acts[:1]]
    later, more = acts[1 : 1 + MOST_ACTS], len(acts) - 1 - MOST_ACTS
    listing = listed((*later, *((phrase("more-acts", n=more),) if more > 0 else ())), by="semicolon")
    return told + ([phrase("hangs-later", acts=listing)] if later else [])


def _judged_anew(act: Saying) -> Saying:
    """An act as it is now, in its own sentence."""
    return (phrase("judged-anew", what=act[0]), *act[1:])


def _without_bookkeeping(told: list[Saying]) -> list[Saying]:
    """Without what only keeps the table's books, unless there is nothing else."""
    return [one for one in told if not _is_bookkeeping(one)] or told


def _is_bookkeeping(told: Saying) -> bool:
    what = told[0].values.get("what")
    return isinstance(what, Phrase) and what.key in BOOKKEEPING


def _looks(struck: Struck, made: Made, names: Names) -> Iterator[Phrase]:
    """How those are whose wounds look different, or a hit on whom fell, where no sentence said so."""
    said_already = [one for saying in made.anew for one in saying if one.key in ("is-now", "with-loss")]
    hit = dict.fromkeys(fact.combatant for fact in made.fallen if isinstance(fact, HitSeen))
    others = dict.fromkeys(card.id for card in struck.seen if names.looks(card.id) != names.looked(card.id))
    now = (is_now(_name(names, one), names.looks(one)) for one in hit | others if names.looks(one))
    return (one for one in now if not any(_says(other, one) for other in said_already))


def _says(told: Phrase, how: Phrase) -> bool:
    """Whether a phrase says how somebody is, perhaps with what it cost."""
    return how in (told, told.values.get("what"))


def _parted(fallen: Iterable[Phrase], placed: Iterable[Phrase]) -> tuple[list[Phrase], list[Phrase]]:
    """What is on the first side alone, on the second alone."""
    gone, new = list[Phrase](), list(placed)
    for one in fallen:
        if one in new:
            new.remove(one)
        else:
            gone.append(one)
    return gone, new


def _told_of_the_rest(made: Made, names: Names) -> list[Phrase]:
    told = [phrase(key, dice=_dice(dice, names)) for key, dice in _piles(made) if dice]
    if made.amended is not None:
        told += [_by_other_rules(one, names) for one in made.amended.other_rules]
        replayed = made.amended.reach == "replayed"
        told += [_stopped(one, names) if replayed else said_of_otherwise(one, names) for one in made.amended.later]
    return told


def _piles(made: Made) -> tuple[tuple[str, tuple[Dice, ...]], ...]:
    return (("thrown-now", made.thrown), ("surplus", made.left))


def _dice(dice: tuple[Dice, ...], names: Names) -> Value:
    """The first few rolls, and how many more there are."""
    told = [
        phrase("dice-of", name=_name(names, one.combatant), purpose=roll_word(one.purpose), faces=_numbers(one.faces))
        for one in dice[:MOST_DICE]
    ]
    more = len(dice) - MOST_DICE
    return listed((*told, *((phrase("more-dice", n=more),) if more > 0 else ())), by="semicolon")


def _numbers(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, faces))


def _stopped(one: Otherwise, names: Names) -> Phrase:
    return phrase("stopped-at", name=_name(names, one.combatant), now=_why(one.now))


def _why(refused: str) -> str:
    """The sentence of a refusal, which stands behind its code."""
    code, parted, sentence = refused.partition(": ")
    return sentence if parted and code in CODES else refused


def _by_other_rules(one: Otherwise, names: Names) -> Phrase:
    """An act of older rules that those at hand judge otherwise: what stood, and what they make of it."""
    was, now = one.was or phrase("as-recorded"), one.now or Word(one.what)
    return phrase("by-other-rules", name=_name(names, one.combatant), was=was, now=now)


def said_of_otherwise(one: Otherwise, names: Names) -> Phrase:
    """A later step that would go otherwise, and what can be done about it."""
    name, roll = _name(names, one.combatant), roll_word(one.roll)
    match one.what:
        case "refused":
            return phrase("later-refused", name=name, now=_why(one.now))
        case "consequences" if one.was and one.now:
            return phrase("later-else-than", name=name, was=one.was, now=one.now)
        case "consequences":
            return phrase("later-else", name=name)
        case "modifiers" | "outcome":
            return phrase(f"later-{one.what}", name=name, roll=roll, was=one.was, now=one.now)


def first_in_words(facts: tuple[Fact, ...], names: Names) -> Phrase | None:
    """What the first of these facts is called that has words."""
    return next(_in_words(facts, names), None)


def _in_words(facts: tuple[Fact, ...], names: Names) -> Iterator[Phrase]:
    for fact in facts:
        words = _WORDS.get(type(fact))
        if words is not None:
            yield words(fact, names)


def _name(names: Names, name: CombatantId | None) -> Value:
    one = names.combatant(name)
    return one.name if one and one.name else SOMEBODY


def _roll(fact: RollSeen, names: Names) -> Phrase:
    number = str(fact.total) if fact.total is not None else _numbers(fact.faces)
    outcome = () if fact.outcome == "none" else (Word(fact.outcome),)
    result: tuple[Value, ...] = (*((number,) if number else ()), *outcome)
    return phrase(
        "a-roll",
        name=_name(names, fact.combatant),
        purpose=roll_word(fact.purpose),
        result=listed(result, by="comma") if result else "",
    )


def _hit(fact: HitSeen, names: Names) -> Phrase:
    name = _name(names, fact.combatant)
    if fact.change is None:
        return phrase("a-hit", name=name)
    return phrase("a-loss", name=name, points=abs(fact.change), pool=Word(fact.pool))


def _about(key: str, *fields: str, **codes: str) -> Callable[[Any, Names], Phrase]:
    """A phrase about a fact's combatant, with fields of the fact as they are, and with others as `codes`."""

    def words(fact: Any, names: Names) -> Phrase:
        values = {field: getattr(fact, field) for field in fields}
        told = {hole: Word(getattr(fact, field)) for hole, field in codes.items()}
        return phrase(key, name=_name(names, fact.combatant), **values, **told)

    return words


def _rounds(fact: play.AmmoSpent, names: Names) -> Phrase:
    return phrase("rounds", n=fact.rounds, name=_name(names, fact.combatant), weapon=Word(fact.weapon))


def _began(fact: play.ActionBegan, names: Names) -> Phrase:
    """An act by its kind; the table's own procedures by their name."""
    if fact.procedure != ACT:
        return phrase("a-step", what=Word(fact.procedure))
    kind = msgspec.json.decode(msgspec.json.decode(fact.given, type=ActGiven).action, type=Kind).kind
    return phrase("an-act", name=_name(names, fact.combatant), kind=Word(kind))


def _stated(fact: Overridden, names: Names) -> Phrase:
    changes = (phrase("change-of", name=_name(names, who), what=_change(one)) for who, one in fact.changes.items())
    return phrase("a-change", changes=listed(changes, by="semicolon"))


def _change(change: Change) -> Value:
    numbers = {**change.pools, **change.ammo}
    return listed(
        (
            *(phrase("change-by", by=f"{amount:+d}", what=Word(what)) for what, amount in numbers.items()),
            *map(Word, change.gained),
            *(phrase("change-over", condition=Word(condition)) for condition in change.lost),
        ),
        by="comma",
    )


_WORDS: Final[Mapping[type[Fact], Callable[[Any, Names], Phrase]]] = {
    RollSeen: _roll,
    HitSeen: _hit,
    ConditionSeen: _about("a-condition", condition="condition"),
    play.ConditionGained: _about("a-condition", condition="condition"),
    ConditionOver: _about("end-of-a-condition", condition="condition"),
    play.ConditionLost: _about("end-of-a-condition", condition="condition"),
    ActionSeen: _about("an-act", kind="kind"),
    play.ActionBegan: _began,
    play.PoolRestored: _about("points-back", "change", pool="pool"),
    play.AmmoSpent: _rounds,
    play.Reloaded: _about("a-reload", weapon="weapon"),
    play.Declared: _about("a-declaration"),
    DeclarationSeen: _about("a-declaration"),
    flow.InitiativeSet: _about("a-number", "value"),
    flow.CombatantUp: _about("being-up"),
    flow.CombatantDone: _about("being-done"),
    flow.Delayed: _about("waiting"),
    roster.StatusSet: _about("a-status", status="status"),
    roster.Placed: _about("a-place"),
    roster.SheetChanged: _about("a-sheet"),
    roster.ControlGiven: _about("a-hand"),
    roster.CombatantShown: _about("being-shown"),
    roster.CombatantHidden: _about("being-hidden"),
    roster.SceneSet: lambda fact, names: phrase("a-scene"),
    roster.OptionChanged: lambda fact, names: phrase("an-option", option=Word(fact.option), value=str(fact.value)),
    Overridden: _stated,
    flow.TimePassed: lambda fact, names: phrase("some-time"),
    roster.GroupFormed: lambda fact, names: phrase("a-group", group=fact.title),
    roster.GroupChanged: lambda fact, names: phrase("a-changed-group", group=fact.title or fact.group),
    GroupSeen: lambda fact, names: phrase("a-group", group=fact.group.title),
    GroupGone: lambda fact, names: phrase("a-changed-group", group=fact.group),
    SeveralSeen: lambda fact, names: phrase("of-several", names=listed(_name(names, one) for one in fact.combatants)),
    HazardSeen: lambda fact, names: phrase("a-hazard", label=fact.label or phrase("something")),
}
"""What each fact is called when it no longer counts, or counts instead; bookkeeping has no words."""
