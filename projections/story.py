"""The story: one sentence for each act, made of what its audience was told and of nothing else."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

import msgspec

from engine.ruleset import RuleSet
from events.base import CombatantId, Fact
from projections.acts_told import (
    OF_AN_ACT,
    SEVERAL,
    Telling,
    as_an_act,
    ends,
    ends_the_activation,
    goes_on,
    hazard,
    loses,
    lost,
    several,
    with_outcome,
)
from projections.cut.sighting import HAZARD
from projections.facts_told import BY_THEMSELVES, noted
from projections.frames import (
    ActionOver,
    ActionSeen,
    ConditionOver,
    ConditionSeen,
    Frame,
    HazardSeen,
    HitSeen,
    NoteSeen,
    OwnNumber,
    RollSeen,
    SeveralSeen,
)
from projections.languages import ENGLISH, Language
from projections.names import Names, name_of
from projections.phrases import Phrase, Saying, Value, Word, listed, phrase, said
from projections.sight import Shown


class Line(Shown, frozen=True, kw_only=True):
    """A sentence of the story, and the frame it came with. `struck`: it was taken back.

    `text` is English where nobody asked for another language; `said` is the same in none, for whoever says it in their
    own.
    """

    number: OwnNumber
    turn: int = 0
    text: str
    struck: bool = False
    said: Saying = ()


class Story(Shown, frozen=True):
    """The story so far, or from some frame on."""

    lines: tuple[Line, ...]


class Teller:
    """Turns frames into lines, one after another. It hears only what its audience is told."""

    def __init__(self, ruleset: RuleSet) -> None:
        self._ruleset = ruleset
        self._lines: list[Line] = []
        self._open: dict[OwnNumber, Telling] = {}
        self._just_hit: tuple[CombatantId, str] | None = None
        self._acts: dict[OwnNumber, list[tuple[OwnNumber, Phrase]]] = {}
        self._corrected: set[OwnNumber] = set()

    def hear(self, frame: Frame, names: Names) -> None:
        """One frame more."""
        telling = self._open.get(frame.action or 0)
        if isinstance(frame.fact, HitSeen) and frame.fact.pool in self._ruleset.inner_pools:
            self._lose_inwardly(frame, frame.fact, telling, names)
        elif isinstance(frame.fact, ActionSeen | HazardSeen | SeveralSeen):
            self._open[frame.number] = self._telling(frame.fact)
        elif telling is not None and isinstance(frame.fact, ActionOver):
            del self._open[frame.action or 0]
            act = self._act(telling, names, frame.fact.outcome)
            self._acts[frame.action or 0] = [(frame.number, act[0])]
            self._say(frame, act)
            for later in telling.later:
                self.hear(msgspec.structs.replace(later, number=frame.number, action=None), names)
        elif telling is not None and telling.ended:
            telling.later.append(frame)
        elif telling is not None and ends_the_activation(telling, frame.fact):
            telling.ended = True
        elif telling is not None and telling.began.kind == SEVERAL and isinstance(frame.fact, ConditionOver):
            pass  # said for all of them at once
        elif telling is not None and type(frame.fact) in OF_AN_ACT:
            goes_on(telling, frame.fact, names)
        else:
            self._by_itself(frame, names)

    def _by_itself(self, frame: Frame, names: Names) -> None:
        if isinstance(frame.fact, NoteSeen):
            self._say(frame, noted(frame.fact, frame.seat, names))
        elif not self._follows_from_a_hit(frame.fact) and type(frame.fact) in BY_THEMSELVES:
            self._say(frame, BY_THEMSELVES[type(frame.fact)](frame.fact, names))

    def lead_back(self, frame: Frame, how: str, moved: Collection[OwnNumber], otherwise: Phrase | None) -> None:
        """The table stands elsewhere: which sentence no longer counts, or counts again.

        `moved` are the frames of which that is so; `otherwise` says what they are where no sentence came with them.
        """
        lines = [line for line in self._lines if line.number in moved]
        what = lines[0].said[0] if lines else otherwise
        if what is None or not ENGLISH.has(f"{how}-of"):
            self._say(frame, said(how))
        elif lines and lines[0].number in self._corrected:
            self._say(frame, _of_a_correction(how, what))
        else:
            self._say(frame, said(f"{how}-of", what=what, n=max(len({line.number for line in lines}), 1)))

    def correct(self, frame: Frame, sayings: Iterable[Saying], anew: Mapping[OwnNumber, Saying]) -> None:
        """A correction, in its own sentences, and the acts that it judged `anew` by the frames that they began with."""
        self._corrected.add(frame.number)
        for number, act in anew.items():
            self._acts.setdefault(number, []).append((frame.number, act[0]))
        for one in sayings:
            self._say(frame, one)

    def told_as(self, action: OwnNumber, counts: Callable[[OwnNumber], bool]) -> Phrase | None:
        """What is said of the act that began with this frame, as it stands where these frames count."""
        told = self._acts.get(action, [])
        return next((act for number, act in reversed(told) if counts(number)), None)

    def acts_from(self, number: OwnNumber) -> Iterator[OwnNumber]:
        """The acts that began with this frame or a later one, in that order."""
        return (one for one in sorted(self._acts) if one >= number)

    def anew(self, began: ActionSeen, facts: Iterable[Fact], names: Names) -> Saying:
        """An act as it is told once it was judged anew: how it began, and all that came of it."""
        telling, outcome = self._telling(began), ""
        for fact in facts:
            if isinstance(fact, ActionOver):
                outcome = fact.outcome
            elif isinstance(fact, HitSeen) and fact.pool in self._ruleset.inner_pools:
                telling.paid += -(fact.change or 0) if fact.combatant == telling.began.combatant else 0
            elif type(fact) in OF_AN_ACT:
                OF_AN_ACT[type(fact)](telling, fact)
        return self._act(telling, names, outcome)

    def _telling(self, fact: ActionSeen | HazardSeen | SeveralSeen) -> Telling:
        began = as_an_act(fact)
        kind = self._ruleset.actions.get(began.kind)
        return Telling(began, aimed=kind is not None and kind.aimed, over=isinstance(fact, SeveralSeen) and fact.over)

    def _lose_inwardly(self, frame: Frame, fact: HitSeen, telling: Telling | None, names: Names) -> None:
        """A loss that is no hit: what an act costs its actor is told with the act."""
        points = -(fact.change or 0)
        if telling is not None and telling.began.kind == SEVERAL:
            telling.drained[fact.combatant] = loses(fact, points, names)
        elif telling is not None and telling.began.combatant == fact.combatant:
            telling.paid += points
        elif points:
            self._say(frame, (loses(fact, points, names),))

    def _follows_from_a_hit(self, fact: Fact) -> bool:
        """Whether this is only what the line about a hit said already: the tests and conditions right behind it."""
        if isinstance(fact, HitSeen):
            self._just_hit = (fact.combatant, fact.wound)
            return False
        if isinstance(fact, RollSeen | ConditionSeen) and self._just_hit and fact.combatant == self._just_hit[0]:
            return isinstance(fact, RollSeen) or fact.wound == self._just_hit[1]
        self._just_hit = None
        return False

    def _say(self, frame: Frame, saying: Saying) -> None:
        if saying:
            text = ENGLISH.line(saying)
            self._lines.append(Line(number=frame.number, turn=frame.turn, text=text, said=saying))

    def lines(self, standing: list[bool], after: OwnNumber = 0) -> tuple[Line, ...]:
        """The lines that came after a frame; those of frames that no longer stand are struck."""
        told = (line for line in self._lines if line.number > after)
        return tuple(line if standing[line.number] else msgspec.structs.replace(line, struck=True) for line in told)

    def between(self, after: OwnNumber, last: OwnNumber) -> tuple[Line, ...]:
        """The lines of the frames after one and up to another, as they came; at the same cost however long."""
        start = bisect_right(self._lines, after, key=_number)
        return tuple(self._lines[start : bisect_right(self._lines, last, key=_number)])

    def told(self, after: OwnNumber, last: OwnNumber, language: Language = ENGLISH) -> tuple[str, ...]:
        """The sentences of the frames after one and up to another, as they came."""
        return tuple(line.text for line in in_language(self.between(after, last), language))

    def _act(self, telling: Telling, names: Names, outcome: str) -> Saying:
        if telling.began.kind == HAZARD:
            return hazard(telling, names)
        if telling.began.kind == SEVERAL:
            return several(telling, names)
        began, actor = telling.began, name_of(names, telling.began.combatant)
        if telling.frozen and not telling.strikes:
            return said("freezes", actor=actor)
        targets = listed(name_of(names, one) for one in began.targets)
        weapon = phrase("the-weapon", weapon=Word(began.weapon)) if began.weapon else phrase("a-weapon")
        act = self._told(began.kind, actor=actor, targets=targets, weapon=weapon)
        return (lost(with_outcome(act, telling, outcome), telling.paid), *ends(telling, names))

    def _told(self, name: str, **values: Value) -> Phrase:
        """An act in the words for its kind; without any in the words that its rule set brings, or by its title."""
        if ENGLISH.has(f"act-{name}"):
            return Phrase(f"act-{name}", values)
        kind = self._ruleset.actions.get(name)
        if kind and kind.told:
            return phrase("own-act", text=kind.told.format(**{hole: ENGLISH.says(one) for hole, one in values.items()}))
        return phrase("other-act", actor=values["actor"], title=kind.title if kind else name)


def _of_a_correction(how: str, told: Phrase) -> Saying:
    """A correction is taken back, or counts again, by the first thing that was told of it."""
    what = told.values.get("what", told)
    match told.key:
        case "counts-no-longer":
            return said("redo-of", what=what, n=1) if how == "undo" else (told,)
        case "judged-anew":
            return said(f"{how}-correction", what=what)
        case _:
            return said(f"{how}-correction", what=told)


def in_language(lines: Iterable[Line], language: Language) -> tuple[Line, ...]:
    """The same lines with their text in a language."""
    if language is ENGLISH:
        return tuple(lines)
    return tuple(msgspec.structs.replace(line, text=language.line(line.said)) for line in lines)


def _number(line: Line) -> OwnNumber:
    return line.number
