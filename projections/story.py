"""The story: one sentence for each act, made of what its audience was told and of nothing else."""

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Final, Protocol

import msgspec

from engine.ledger import GM_NAME
from engine.play import Kind
from engine.ruleset import RuleSet
from events import flow
from events.base import CombatantId, Fact, SeatId
from events.play import PoolRestored, Reloaded
from events.roster import StatusSet
from events.table import ActionQueued, CombatantProposed, ProposalSettled, QueueSettled
from projections import corrections
from projections.cut.sighting import HAZARD
from projections.frames import (
    ActionOver,
    ActionSeen,
    CombatantGone,
    ConditionOver,
    ConditionSeen,
    DisputeSeen,
    FightBegan,
    Frame,
    GroupSeen,
    HazardSeen,
    HitSeen,
    NoteSeen,
    OwnNumber,
    RollSeen,
    RulingSeen,
    SeveralSeen,
)
from projections.languages import ENGLISH, Language
from projections.phrases import (
    NOTHING,
    SOMEBODY,
    Phrase,
    Saying,
    States,
    Value,
    Word,
    is_now,
    listed,
    phrase,
    said,
    time_passes,
)
from projections.sight import Shown


class Names(corrections.Names, Protocol):
    """Finds combatants and seats that a fact names."""

    def seat(self, name: SeatId) -> str:
        """What a seat is called, as its audience was told when it was offered; else its id."""
        ...


SEVERAL: Final = "several"
"""How something stated of several is told: like an act of nobody."""


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


class Telling(msgspec.Struct):
    """An act that is being told: how it began, and what came of it so far.

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
    caught: dict[CombatantId, list[str]] = {}
    given_back: dict[CombatantId, dict[str, int]] = {}
    drained: dict[CombatantId, Phrase] = {}
    over: bool = False
    ended: bool = False
    later: list[Frame] = []


class Teller:
    """Turns frames into lines, one after another. It hears only what its audience is told."""

    def __init__(self, ruleset: RuleSet) -> None:
        self._ruleset = ruleset
        self._lines: list[Line] = []
        self._open: dict[OwnNumber, Telling] = {}
        self._just_hit: tuple[CombatantId, str] | None = None

    def hear(self, frame: Frame, names: Names) -> None:
        """One frame more."""
        telling = self._open.get(frame.action or 0)
        if isinstance(frame.fact, HitSeen) and frame.fact.pool in self._ruleset.inner_pools:
            self._lose_inwardly(frame, frame.fact, telling, names)
        elif isinstance(frame.fact, ActionSeen | HazardSeen | SeveralSeen):
            began = _as_an_act(frame.fact)
            kind = self._ruleset.actions.get(began.kind)
            over = isinstance(frame.fact, SeveralSeen) and frame.fact.over
            self._open[frame.number] = Telling(began, aimed=kind is not None and kind.aimed, over=over)
        elif telling is not None and isinstance(frame.fact, ActionOver):
            del self._open[frame.action or 0]
            self._say(frame, self._act(telling, names, frame.fact.outcome))
            for later in telling.later:
                self.hear(msgspec.structs.replace(later, number=frame.number, action=None), names)
        elif telling is not None and telling.ended:
            telling.later.append(frame)
        elif telling is not None and _ends_the_activation(telling, frame.fact):
            telling.ended = True
        elif telling is not None and telling.began.kind == SEVERAL and isinstance(frame.fact, ConditionOver):
            pass  # said for all of them at once
        elif telling is not None and type(frame.fact) in _OF_AN_ACT:
            _OF_AN_ACT[type(frame.fact)](telling, frame.fact)
        elif not self._follows_from_a_hit(frame.fact) and type(frame.fact) in _BY_THEMSELVES:
            self._say(frame, _BY_THEMSELVES[type(frame.fact)](frame.fact, names))

    def lead_back(self, frame: Frame, how: str, moved: Collection[OwnNumber], otherwise: Phrase | None) -> None:
        """The table stands elsewhere: which sentence no longer counts, or counts again.

        `moved` are the frames of which that is so; `otherwise` says what they are where no sentence came with them.
        """
        lines = [line for line in self._lines if line.number in moved]
        what = lines[0].said[0] if lines else otherwise
        if what is not None and ENGLISH.has(f"{how}-of"):
            self._say(frame, said(f"{how}-of", what=what, n=max(len(lines), 1)))
        else:
            self._say(frame, said(how))

    def correct(self, frame: Frame, sayings: Iterable[Phrase]) -> None:
        """A correction, in its own sentences."""
        for one in sayings:
            self._say(frame, (one,))

    def _lose_inwardly(self, frame: Frame, fact: HitSeen, telling: Telling | None, names: Names) -> None:
        """A loss that is no hit: what an act costs its actor is told with the act."""
        points = -(fact.change or 0)
        if telling is not None and telling.began.kind == SEVERAL:
            telling.drained[fact.combatant] = _loses(fact, points, names)
        elif telling is not None and telling.began.combatant == fact.combatant:
            telling.paid += points
        elif points:
            self._say(frame, (_loses(fact, points, names),))

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
            return _hazard(telling, names)
        if telling.began.kind == SEVERAL:
            return _several(telling, names)
        began, actor = telling.began, _name(names, telling.began.combatant)
        if telling.frozen and not telling.strikes:
            return said("freezes", actor=actor)
        targets = listed(_name(names, one) for one in began.targets)
        weapon = phrase("the-weapon", weapon=Word(began.weapon)) if began.weapon else phrase("a-weapon")
        act = self._told(began.kind, actor=actor, targets=targets, weapon=weapon)
        return (_lost(_with_outcome(act, telling, outcome), telling.paid), *_ends(telling, names))

    def _told(self, name: str, **values: Value) -> Phrase:
        """An act in the words for its kind; without any in the words that its rule set brings, or by its title."""
        if ENGLISH.has(f"act-{name}"):
            return Phrase(f"act-{name}", values)
        kind = self._ruleset.actions.get(name)
        if kind and kind.told:
            return phrase("own-act", text=kind.told.format(**{hole: ENGLISH.says(one) for hole, one in values.items()}))
        return phrase("other-act", actor=values["actor"], title=kind.title if kind else name)


def in_language(lines: Iterable[Line], language: Language) -> tuple[Line, ...]:
    """The same lines with their text in a language."""
    if language is ENGLISH:
        return tuple(lines)
    return tuple(msgspec.structs.replace(line, text=language.line(line.said)) for line in lines)


def _as_an_act(fact: ActionSeen | HazardSeen | SeveralSeen) -> ActionSeen:
    """A hazard, and what is stated of several, is told like an act of nobody."""
    if isinstance(fact, SeveralSeen):
        return ActionSeen("", SEVERAL, fact.condition, fact.combatants)
    return fact if isinstance(fact, ActionSeen) else ActionSeen("", HAZARD, fact.label, fact.targets)


def _several(telling: Telling, names: Names) -> Saying:
    """What is stated of several: one sentence for all of them."""
    began = telling.began
    if not began.weapon:
        return tuple(telling.drained.values()) or _hazard(telling, names)
    whose = listed(_name(names, one) for one in began.targets)
    return said("is-now", name=whose, state=States((began.weapon,), telling.over, len(began.targets)))


def _hazard(telling: Telling, names: Names) -> Saying:
    targets = listed(_name(names, one) for one in telling.began.targets)
    met = phrase("meets", label=telling.began.weapon or phrase("something"), targets=targets)
    return (met, *_ends(telling, names))


def _loses(fact: HitSeen, points: int, names: Names) -> Phrase:
    return phrase("loses", name=_name(names, fact.combatant), points=points, pool=Word(fact.pool))


def _number(line: Line) -> OwnNumber:
    return line.number


def _with_outcome(act: Phrase, telling: Telling, outcome: str) -> Phrase:
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


def _ends(telling: Telling, names: Names) -> Saying:
    """How those who were hit came out of it."""
    hurt = tuple(_lost(is_now(_name(names, one), word), telling.points.get(one)) for one, word in telling.words.items())
    caught = tuple(is_now(_name(names, one), *conditions) for one, conditions in telling.caught.items())
    better = tuple(
        phrase("gains", name=_name(names, one), points=points, pool=Word(pool))
        for one, pools in telling.given_back.items()
        for pool, points in pools.items()
        if points
    )
    return (*hurt, *caught, *better)


def _lost(what: Phrase, points: int | None) -> Phrase:
    return phrase("with-loss", what=what, points=points) if points else what


def _name(names: Names, name: CombatantId | None) -> Value:
    one = names.combatant(name)
    return one.name if one else SOMEBODY


def _seat(names: Names, seat: SeatId) -> Value:
    """Who sits there, as people call them; a GM without a name of their own by the language's word."""
    name = names.seat(seat)
    return phrase("the-gm") if name == GM_NAME else name


# what belongs to an act


def _ends_the_activation(telling: Telling, fact: Fact) -> bool:
    return isinstance(fact, flow.CombatantDone | flow.Delayed) and fact.combatant == telling.began.combatant


def _hit_in_an_act(telling: Telling, fact: HitSeen) -> None:
    telling.hits[fact.combatant] = telling.hits.get(fact.combatant, 0) + 1
    telling.words[fact.combatant] = fact.wound
    if fact.change is not None:
        telling.points[fact.combatant] = telling.points.get(fact.combatant, 0) + abs(fact.change)


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


_OF_AN_ACT: Final[Mapping[type[Fact], Callable[[Telling, Any], None]]] = {
    HitSeen: _hit_in_an_act,
    ConditionSeen: _condition_in_an_act,
    RollSeen: _roll_in_an_act,
    Reloaded: lambda telling, fact: None,
    PoolRestored: _given_back_in_an_act,
}


# what is told by itself


def _hit(fact: HitSeen, names: Names) -> Saying:
    name = _name(names, fact.combatant)
    return phrase("is-hit", name=name), _lost(is_now(name, fact.wound), abs(fact.change or 0))


def _condition(fact: ConditionSeen, names: Names) -> Saying:
    return (is_now(_name(names, fact.combatant), fact.condition),)


def _no_longer(fact: ConditionOver, names: Names) -> Saying:
    """The end of a condition is told where the referee ends it, or said when it would end."""
    return (is_now(_name(names, fact.combatant), fact.condition, over=True),) if fact.stated else NOTHING


def _gained(fact: PoolRestored, names: Names) -> Saying:
    points = abs(fact.change)
    gained = said("gains", name=_name(names, fact.combatant), points=points, pool=Word(fact.pool))
    return gained if points else NOTHING


def _reloaded(fact: Reloaded, names: Names) -> Saying:
    weapon = phrase("the-weapon", weapon=Word(fact.weapon))
    return said("act-reload", actor=_name(names, fact.combatant), weapon=weapon)


def _roll(fact: RollSeen, names: Names) -> Saying:
    """Rolls outside an act are told where they were thrown for themselves, or shown."""
    if not fact.shown and fact.outcome == "none" and fact.total is None and not fact.faces:
        return NOTHING
    if fact.purpose == "initiative":
        return NOTHING
    number = str(fact.total) if fact.total is not None else ", ".join(map(str, fact.faces))
    purpose = Word(fact.purpose)
    if fact.combatant is None:
        return said("table-rolls", purpose=purpose, number=number or Word(fact.outcome))
    told = Word(fact.outcome) if fact.outcome != "none" or not number else number
    return said("rolls", name=_name(names, fact.combatant), purpose=purpose, number=told)


def _group(fact: GroupSeen, names: Names) -> Saying:
    """Who is together in a group; of one that was there before, who joins or leaves it."""
    joined = tuple(_name(names, one) for one in fact.joined)
    left = tuple(_name(names, one) for one in fact.left)
    group = fact.group.title
    if fact.joined == fact.group.members and not left:
        return said("gathers", group=group, members=listed(joined)) if joined[1:] else NOTHING
    return tuple(
        phrase(key, members=listed(who), group=group, n=len(who))
        for key, who in (("join-group", joined), ("leave-group", left))
        if who
    )


def _began(fact: FightBegan, names: Names) -> Saying:
    return said("fight-named", title=fact.title) if fact.title else said("fight-begins")


def _time(fact: flow.TimePassed, names: Names) -> Saying:
    return (time_passes(fact.minutes, fact.turns),)


def _status(fact: StatusSet, names: Names) -> Saying:
    """Who is in reserve is gone from sight, which is what is told of it."""
    return said(f"status-{fact.status}", name=_name(names, fact.combatant)) if fact.status != "reserve" else NOTHING


def _proposed(fact: CombatantProposed, names: Names) -> Saying:
    return said("proposes", seat=_seat(names, fact.seat), name=fact.name)


def _settled(fact: ProposalSettled, names: Names) -> Saying:
    settled = phrase(f"proposal-{fact.verdict}", seat=_seat(names, fact.seat), name=fact.name)
    return said("because", what=settled, reason=fact.reason) if fact.reason else (settled,)


def _queued(fact: ActionQueued, names: Names) -> Saying:
    kind = msgspec.json.decode(fact.action, type=Kind).kind
    return said("queues", name=_name(names, fact.combatant), kind=Word(kind))


def _unqueued(fact: QueueSettled, names: Names) -> Saying:
    """What is carried out is told by what it is."""
    name = _name(names, fact.combatant)
    match fact.end:
        case "carried-out":
            return NOTHING
        case "refused":
            return said("queue-refused", name=name, why=fact.sentence)
        case "withdrawn":
            return said("queue-withdrawn", name=name)


def _decided(fact: NoteSeen, names: Names) -> Saying:
    """A remark is no sentence of the story, but what the GM decides under a rule that leaves it open is one."""
    return said("decided", text=fact.text.rstrip("."), rule=fact.rule) if fact.rule else NOTHING


def _disputed(fact: DisputeSeen, names: Names) -> Saying:
    claimed = tuple(phrase("claimed", field=Word(field), value=_claim(value)) for field, value in fact.claim.items())
    claim = listed(claimed, by="comma") if claimed else fact.text
    seat = _seat(names, fact.seat)
    return said("claims", seat=seat, claim=claim) if claim else said("contests", seat=seat)


def _claim(value: object) -> Value:
    return Word(value) if isinstance(value, str) else str(value)


def _ruled(fact: RulingSeen, names: Names) -> Saying:
    ruling = phrase(f"ruled-{fact.verdict}", reason=fact.reason)
    return said("ruled-for-good", ruling=ruling, rule=fact.rule) if fact.kept else (ruling,)


_BY_THEMSELVES: Final[Mapping[type[Fact], Callable[[Any, Names], Saying]]] = {
    HitSeen: _hit,
    ConditionSeen: _condition,
    ConditionOver: _no_longer,
    PoolRestored: _gained,
    RollSeen: _roll,
    Reloaded: _reloaded,
    CombatantGone: lambda fact, names: said("goes", name=_name(names, fact.combatant)),
    GroupSeen: _group,
    FightBegan: _began,
    flow.TurnBegan: lambda fact, names: said("turn", turn=fact.turn),
    flow.Delayed: lambda fact, names: said("waits", name=_name(names, fact.combatant)),
    flow.TimePassed: _time,
    flow.CombatEnded: lambda fact, names: said("fight-ends"),
    StatusSet: _status,
    CombatantProposed: _proposed,
    ProposalSettled: _settled,
    ActionQueued: _queued,
    QueueSettled: _unqueued,
    NoteSeen: _decided,
    DisputeSeen: _disputed,
    RulingSeen: _ruled,
}
"""Facts that make a sentence outside an act. Who comes into sight is told by the view; a card is no sentence."""
