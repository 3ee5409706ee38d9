"""The story: one English sentence for each act, made of what its audience was told and of nothing else."""

from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from engine.play import Kind
from engine.ruleset import RuleSet
from events import flow
from events.base import CombatantId, Fact
from events.play import PoolRestored, Reloaded
from events.roster import StatusSet
from events.table import ActionQueued, CombatantProposed, ProposalSettled, QueueSettled
from projections import phrases
from projections.corrections import Names
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
    Undone,
)
from projections.sight import Shown

SEVERAL: Final = "several"
"""How something stated of several is told: like an act of nobody."""


class Line(Shown, frozen=True, kw_only=True):
    """A sentence of the story, and the frame it came with. `struck`: it was taken back."""

    number: OwnNumber
    turn: int = 0
    text: str
    struck: bool = False


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
    drained: dict[CombatantId, str] = {}
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
            self._open[frame.number] = Telling(began, aimed=kind is not None and kind.aimed)
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

    def correct(self, frame: Frame, said: Iterable[str]) -> None:
        """A correction, in its own sentences."""
        for text in said:
            self._say(frame, text)

    def _lose_inwardly(self, frame: Frame, fact: HitSeen, telling: Telling | None, names: Names) -> None:
        """A loss that is no hit: what an act costs its actor is told with the act."""
        points = -(fact.change or 0)
        if telling is not None and telling.began.kind == SEVERAL:
            telling.drained[fact.combatant] = phrases.LOSES_OF.format(
                name=_name(names, fact.combatant), points=points, pool=fact.pool
            )
        elif telling is not None and telling.began.combatant == fact.combatant:
            telling.paid += points
        elif points:
            name = _name(names, fact.combatant)
            self._say(frame, phrases.LOSES_OF.format(name=name, points=points, pool=fact.pool))

    def _follows_from_a_hit(self, fact: Fact) -> bool:
        """Whether this is only what the line about a hit said already: the tests and conditions right behind it."""
        if isinstance(fact, HitSeen):
            self._just_hit = (fact.combatant, fact.wound)
            return False
        if isinstance(fact, RollSeen | ConditionSeen) and self._just_hit and fact.combatant == self._just_hit[0]:
            return isinstance(fact, RollSeen) or fact.wound == self._just_hit[1]
        self._just_hit = None
        return False

    def _say(self, frame: Frame, text: str) -> None:
        if text:
            self._lines.append(Line(number=frame.number, turn=frame.turn, text=phrases.sentence(text)))

    def lines(self, standing: list[bool], after: OwnNumber = 0) -> tuple[Line, ...]:
        """The lines that came after a frame; those of frames that no longer stand are struck."""
        told = (line for line in self._lines if line.number > after)
        return tuple(line if standing[line.number] else msgspec.structs.replace(line, struck=True) for line in told)

    def between(self, after: OwnNumber, last: OwnNumber) -> tuple[Line, ...]:
        """The lines of the frames after one and up to another, as they came; at the same cost however long."""
        start = bisect_right(self._lines, after, key=_number)
        return tuple(self._lines[start : bisect_right(self._lines, last, key=_number)])

    def told(self, after: OwnNumber, last: OwnNumber) -> tuple[str, ...]:
        """The sentences of the frames after one and up to another, as they came."""
        return tuple(line.text for line in self.between(after, last))

    def _act(self, telling: Telling, names: Names, outcome: str) -> str:
        if telling.began.kind == HAZARD:
            return _hazard(telling, names)
        if telling.began.kind == SEVERAL:
            return _several(telling, names)
        began, actor = telling.began, _name(names, telling.began.combatant)
        if telling.frozen and not telling.strikes:
            return phrases.FREEZES.format(actor=actor)
        kind = self._ruleset.actions.get(began.kind)
        said = ((kind and kind.told) or phrases.OTHER_ACT).format(
            actor=actor,
            weapon=phrases.THE.format(weapon=phrases.word(began.weapon)) if began.weapon else phrases.SOMETHING,
            targets=phrases.listed(tuple(_name(names, one) for one in began.targets)),
            title=kind.title if kind else began.kind,
        )
        said = _with_outcome(said, telling, outcome) + _lost(telling.paid)
        return "; ".join((said, *_ends(telling, names)))


def _as_an_act(fact: ActionSeen | HazardSeen | SeveralSeen) -> ActionSeen:
    """A hazard, and what is stated of several, is told like an act of nobody."""
    if isinstance(fact, SeveralSeen):
        word = phrases.word(fact.condition)
        return ActionSeen("", SEVERAL, phrases.NO_LONGER_ARE.format(word=word) if fact.over else word, fact.combatants)
    return fact if isinstance(fact, ActionSeen) else ActionSeen("", HAZARD, fact.label, fact.targets)


def _several(telling: Telling, names: Names) -> str:
    """What is stated of several: one sentence for all of them."""
    if not telling.began.weapon:
        return "; ".join(telling.drained.values()) or _hazard(telling, names)
    whose = phrases.listed(tuple(_name(names, one) for one in telling.began.targets))
    verb = phrases.ARE if telling.began.targets[1:] else phrases.IS
    return phrases.STATED_OF.format(names=whose, verb=verb, what=telling.began.weapon)


def _hazard(telling: Telling, names: Names) -> str:
    targets = phrases.listed(tuple(_name(names, one) for one in telling.began.targets))
    said = phrases.MEETS.format(label=telling.began.weapon or phrases.SOMETHING_ELSE, targets=targets)
    return "; ".join((said, *_ends(telling, names)))


def _number(line: Line) -> OwnNumber:
    return line.number


def _with_outcome(said: str, telling: Telling, outcome: str) -> str:
    times = sum(times for one, times in telling.hits.items() if _meant(telling, one))
    if not times and (telling.caught or outcome == "hit"):
        return f"{said}: {phrases.WORKS}"
    if telling.aimed or times:
        hits = phrases.HIT_TIMES.get(times, phrases.HIT_OFTEN.format(times=times)) if times else phrases.MISSES
        return f"{said}: {hits}"
    if telling.tried:
        return f"{said} {phrases.SUCCEEDS if telling.tried[-1] == 'success' else phrases.FAILS}"
    return said


def _meant(telling: Telling, one: CombatantId) -> bool:
    """Whether somebody is among those whom an act was aimed at; nobody named, whoever it reaches."""
    return one in telling.began.targets or not telling.began.targets


def _ends(telling: Telling, names: Names) -> tuple[str, ...]:
    """How those who were hit came out of it."""
    hurt = tuple(
        phrases.IS_NOW.format(name=_name(names, one), word=phrases.word(word)) + _lost(telling.points.get(one))
        for one, word in telling.words.items()
    )
    caught = tuple(
        phrases.IS_NOW.format(name=_name(names, one), word=phrases.listed(tuple(map(phrases.word, conditions))))
        for one, conditions in telling.caught.items()
    )
    better = tuple(
        phrases.GAINS.format(name=_name(names, one), points=points, pool=pool)
        for one, pools in telling.given_back.items()
        for pool, points in pools.items()
        if points
    )
    return (*hurt, *caught, *better)


def _lost(points: int | None) -> str:
    return f" ({phrases.LOSES.format(points=points)})" if points else ""


def _name(names: Names, name: CombatantId | None) -> str:
    one = names.combatant(name)
    return one.name if one else phrases.SOMEBODY


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


def _hit(fact: HitSeen, names: Names) -> str:
    name = _name(names, fact.combatant)
    now = phrases.IS_NOW.format(name=name, word=phrases.word(fact.wound))
    return f"{phrases.IS_HIT.format(name=name)}; {now}{_lost(abs(fact.change) if fact.change is not None else None)}"


def _condition(fact: ConditionSeen, names: Names) -> str:
    return phrases.IS_NOW.format(name=_name(names, fact.combatant), word=phrases.word(fact.condition))


def _no_longer(fact: ConditionOver, names: Names) -> str:
    """The end of a condition is told where the referee ends it, or said when it would end."""
    if not fact.stated:
        return ""
    return phrases.IS_NO_LONGER.format(name=_name(names, fact.combatant), word=phrases.word(fact.condition))


def _gained(fact: PoolRestored, names: Names) -> str:
    name = _name(names, fact.combatant)
    return phrases.GAINS.format(name=name, points=abs(fact.change), pool=fact.pool) if fact.change else ""


def _reloaded(fact: Reloaded, names: Names) -> str:
    weapon = phrases.THE.format(weapon=phrases.word(fact.weapon))
    return phrases.RELOADS.format(actor=_name(names, fact.combatant), weapon=weapon)


def _roll(fact: RollSeen, names: Names) -> str:
    """Rolls outside an act are told where they were thrown for themselves, or shown."""
    if not fact.shown and fact.outcome == "none" and fact.total is None and not fact.faces:
        return ""
    if fact.purpose == "initiative":
        return ""
    number = fact.total if fact.total is not None else ", ".join(map(str, fact.faces))
    purpose = phrases.word(fact.purpose)
    if fact.combatant is None:
        return phrases.TABLE_ROLLS.format(purpose=purpose, number=number or fact.outcome)
    if fact.outcome != "none" or not str(number):
        return phrases.ROLLS_CLOSED.format(name=_name(names, fact.combatant), purpose=purpose, outcome=fact.outcome)
    return phrases.ROLLS.format(name=_name(names, fact.combatant), purpose=purpose, number=number)


def _group(fact: GroupSeen, names: Names) -> str:
    """Who is together in a group; of one that was there before, who joins or leaves it."""
    joined = tuple(_name(names, one) for one in fact.joined)
    left = tuple(_name(names, one) for one in fact.left)
    if fact.joined == fact.group.members and not left:
        return phrases.GATHERS.format(group=fact.group.title, members=phrases.listed(joined)) if joined[1:] else ""
    said = (
        (phrases.JOIN_GROUP if joined[1:] else phrases.JOINS_GROUP, joined),
        (phrases.LEAVE_GROUP if left[1:] else phrases.LEAVES_GROUP, left),
    )
    return "; ".join(form.format(members=phrases.listed(who), group=fact.group.title) for form, who in said if who)


def _began(fact: FightBegan, names: Names) -> str:
    return phrases.FIGHT_NAMED.format(title=fact.title) if fact.title else phrases.FIGHT_BEGINS


def _time(fact: flow.TimePassed, names: Names) -> str:
    return phrases.time_passes(fact.minutes, fact.turns)


def _status(fact: StatusSet, names: Names) -> str:
    return phrases.STATUS.get(fact.status, "").format(name=_name(names, fact.combatant))


def _proposed(fact: CombatantProposed, names: Names) -> str:
    return phrases.PROPOSES.format(seat=fact.seat, name=fact.name)


def _settled(fact: ProposalSettled, names: Names) -> str:
    said = phrases.PROPOSAL[fact.verdict].format(seat=fact.seat, name=fact.name)
    return f"{said}: {fact.reason}" if fact.reason else said


def _queued(fact: ActionQueued, names: Names) -> str:
    kind = phrases.word(msgspec.json.decode(fact.action, type=Kind).kind)
    return phrases.QUEUES.format(name=_name(names, fact.combatant), kind=kind)


def _unqueued(fact: QueueSettled, names: Names) -> str:
    return phrases.QUEUE[fact.end].format(name=_name(names, fact.combatant), why=fact.sentence)


def _decided(fact: NoteSeen, names: Names) -> str:
    """A remark is no sentence of the story, but what the GM decides under a rule that leaves it open is one."""
    return phrases.DECIDED.format(text=fact.text.rstrip("."), rule=fact.rule) if fact.rule else ""


def _disputed(fact: DisputeSeen, names: Names) -> str:
    claimed = ", ".join(f"{phrases.word(field)} {value}" for field, value in fact.claim.items())
    said = phrases.CONTESTS.format(seat=fact.seat)
    return ": ".join(part for part in (said, claimed or fact.text) if part)


def _ruled(fact: RulingSeen, names: Names) -> str:
    said = phrases.VERDICTS[fact.verdict].format(reason=fact.reason)
    return f"{said} {phrases.HOLDS.format(rule=fact.rule)}" if fact.kept else said


_BY_THEMSELVES: Final[Mapping[type[Fact], Callable[[Any, Names], str]]] = {
    HitSeen: _hit,
    ConditionSeen: _condition,
    ConditionOver: _no_longer,
    PoolRestored: _gained,
    RollSeen: _roll,
    Reloaded: _reloaded,
    CombatantGone: lambda fact, names: phrases.GOES.format(name=_name(names, fact.combatant)),
    GroupSeen: _group,
    FightBegan: _began,
    flow.TurnBegan: lambda fact, names: phrases.TURN.format(turn=fact.turn),
    flow.Delayed: lambda fact, names: phrases.WAITS.format(name=_name(names, fact.combatant)),
    flow.TimePassed: _time,
    flow.CombatEnded: lambda fact, names: phrases.FIGHT_ENDS,
    StatusSet: _status,
    CombatantProposed: _proposed,
    ProposalSettled: _settled,
    ActionQueued: _queued,
    QueueSettled: _unqueued,
    NoteSeen: _decided,
    DisputeSeen: _disputed,
    RulingSeen: _ruled,
    Undone: lambda fact, names: phrases.TAKEN_BACK.get(fact.how, ""),
}
"""Facts that make a sentence outside an act. Who comes into sight is told by the view; a card is no sentence."""
