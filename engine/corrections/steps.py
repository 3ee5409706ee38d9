"""The steps of a line, each the facts of one command, and the command that would lead to such facts again.

The log keeps facts and not commands. What a procedure was given stands in its beginning, what was declared and answered
in those facts themselves; so a step can be decided again. What only states something (a scene, a newcomer) is folded as
it stands.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, Final, Literal

import msgspec

from engine import commands as c
from engine.actions import PROCEDURES
from engine.flow import Several, Stated, Through, Title
from engine.play import ActGiven, Endangered, Loss, OfAGroup, Thrown
from engine.requests import Dice
from engine.state import State
from events import flow, play, roster
from events.base import Fact, SeatId, Version
from events.envelope import Entry

Original = Callable[[Entry], Entry]
"""The entry as it was first played in whose place an entry stands; itself, where it is in no other's place."""


class Step(msgspec.Struct, frozen=True):
    """The facts of one command that count, and who gave it under which id; `force` is the reason for overruling."""

    seat: SeatId
    command: str
    on_behalf: SeatId | None
    entries: tuple[Entry, ...]

    @property
    def id(self) -> str:
        """The command as it is named in an undo, a strike or an amend."""
        return f"{self.seat}/{self.command}"

    @property
    def first(self) -> Version:
        """Its first version."""
        return self.entries[0].version

    @property
    def force(self) -> str | None:
        """Why a rule was overruled for it; None: none was."""
        return next((e.fact.reason for e in self.entries if isinstance(e.fact, play.RuleOverruled)), None)

    @property
    def begins_with(self) -> Entry | None:
        """Its first fact, overrulings apart."""
        return next((entry for entry in self.entries if not isinstance(entry.fact, play.RuleOverruled)), None)

    @property
    def action(self) -> str:
        """What names it in a correction: the action it is an answer to, else itself."""
        begins = self.begins_with
        answers = begins is not None and isinstance(begins.fact, play.Answered)
        return (begins.action or self.id) if begins is not None and answers else self.id


def steps_of(entries: Iterable[Entry], original: Original) -> tuple[Step, ...]:
    """The steps that facts belong to, in the order in which they are folded."""
    found = []
    for (seat, command, on_behalf), facts in groupby(entries, lambda entry: _given_by(original(entry))):
        found.append(Step(seat, command, on_behalf, tuple(facts)))
    return tuple(found)


def without(step: Step, gone: frozenset[Version]) -> Step:
    """A step whose facts name nothing that is gone; what ended only that is no fact of it."""
    return msgspec.structs.replace(step, entries=tuple(_still_saying_something(step.entries, gone))) if gone else step


def _still_saying_something(entries: Iterable[Entry], gone: frozenset[Version]) -> Iterator[Entry]:
    for entry in entries:
        match entry.fact:
            case play.CountersLapsed(counters=counters):
                left = {name: tuple(one for one in causes if one not in gone) for name, causes in counters.items()}
                counting = {name: causes for name, causes in left.items() if causes}
                if counting:
                    yield _with(entry, counters=counting)
            case play.ConditionLost(causes=causes) if not gone.isdisjoint(causes):
                standing = tuple(one for one in causes if one not in gone)
                if standing:
                    yield _with(entry, causes=standing)
            case _:
                yield entry


def _with(entry: Entry, **changes: Any) -> Entry:
    return msgspec.structs.replace(entry, fact=msgspec.structs.replace(entry.fact, **changes))


def _given_by(entry: Entry) -> tuple[SeatId, str, SeatId | None]:
    return entry.seat, entry.command, entry.on_behalf


def commands_of(step: Step, state: State) -> tuple[c.Command, ...]:
    """The commands that would lead to such facts again: one, but for a group that was named by its id one for each of
    its members. None at all where the facts only state something, and stand as they are."""
    begins = step.begins_with
    if begins is None:
        return ()
    if isinstance(begins.fact, play.ActionBegan):
        return (_PROCEDURES[begins.fact.procedure](given_of(begins.fact), state),)
    source = _COMMANDS.get(type(begins.fact))
    if source is None:
        return ()
    alike = (entry for entry in step.entries if type(entry.fact) is type(begins.fact))
    heads = (entry for entry in alike if entry is begins or _is_said(entry))
    return tuple(source(entry.fact, entry) for entry in heads)


def _is_said(entry: Entry) -> bool:
    """Whether a fact that is not the first of its step was said, and did not follow: defaults and consequences did."""
    if isinstance(entry.fact, play.Answered):
        return entry.fact.given_by is not None
    return entry.action is None


def given_of(fact: play.ActionBegan) -> Any:
    """What a procedure was given, as its own type."""
    return msgspec.json.decode(fact.given, type=PROCEDURES[fact.procedure].given)


def _act(given: ActGiven, state: State) -> c.Command:
    modifiers = tuple(c.RefereeModifier(value=one.value, label=one.note, rule=one.rule) for one in given.modifiers)
    return c.Act(combatant=given.combatant, action=given.action, modifiers=modifiers, done=given.done)


def _group_with(state: State, members: tuple[str, ...]) -> str | None:
    """The group that was named by its id, where a procedure was given several of it."""
    groups = state.groups.values()
    return next((group.id for group in groups if members and set(members) <= set(group.members)), None)


def _roll_initiative(given: Several, state: State) -> c.Command:
    if given.everybody:
        return c.RollInitiative()
    if len(given.combatants) == 1:
        return c.RollInitiative(combatant=given.combatants[0])
    group = _group_with(state, given.combatants)
    return c.RollInitiative(combatant=group)


def _set_initiative(given: Stated, state: State) -> c.Command:
    group = _group_with(state, (given.combatant, *given.others)) if given.others else None
    return c.SetInitiative(combatant=group or given.combatant, value=given.value)


def _all_done(given: Several, state: State) -> c.Command:
    return c.Done(combatant=_group_with(state, given.combatants) or next(iter(given.combatants), ""))


def _begin_combat(given: Title, state: State) -> c.Command:
    return c.BeginCombat(title=given.title, through="initiative" if given.initiative else "declaration")


def _next_turn(given: Through, state: State) -> c.Command:
    return c.NextTurn(through="initiative" if given.initiative else "declaration")


def _free_roll(given: Thrown, state: State) -> c.Command:
    modifiers = tuple(c.RefereeModifier(value=one.value, label=one.note, rule=one.rule) for one in given.modifiers)
    dice = str(Dice(given.count, given.sides, given.plus))
    return c.FreeRoll(
        dice=dice,
        combatant=given.combatant,
        purpose=given.purpose,
        level=given.level,
        target_number=given.target_number,
        modifiers=modifiers,
    )


def _loss(given: Loss, state: State) -> c.Command:
    names = ("amount", "pool", "attribute", "rule")
    return c.ApplyDamage(target=given.group or given.target, **{name: getattr(given, name) for name in names})


def _of_a_group(given: OfAGroup, state: State) -> c.Command:
    if given.over:
        return c.ClearCondition(combatant=given.group, condition=given.condition)
    return _set_condition(given.group, given)


def _hazard(given: Endangered, state: State) -> c.Command:
    danger = given.danger
    return c.Hazard(
        targets=given.targets,
        label=danger.label,
        dice=danger.dice,
        amount=danger.amount,
        kind=danger.kind,
        location=danger.location,
        stopped_by=_STOPPED_BY[danger.armor, danger.cover],
        stops=danger.stops,
        shared=given.shared,
        secret=danger.secret,
    )


_STOPPED_BY: Final[Mapping[tuple[bool, bool], Literal["armor", "cover", "armor_and_cover", "nothing"]]] = {
    (True, False): "armor",
    (False, True): "cover",
    (True, True): "armor_and_cover",
    (False, False): "nothing",
}


def _as(command: type[c.Command]) -> Callable[[Any, State], c.Command]:
    """A command with the very fields that its procedure was given."""

    def made(given: Any, state: State) -> c.Command:
        return command(**{name: getattr(given, name) for name in given.__struct_fields__})

    return made


_PROCEDURES: Final[Mapping[str, Callable[[Any, State], c.Command]]] = {
    "act": _act,
    "apply-damage": _loss,
    "group-condition": _of_a_group,
    "hazard": _hazard,
    "restore": _as(c.Restore),
    "pass-time": _as(c.PassTime),
    "roll": _free_roll,
    "begin-combat": _begin_combat,
    "next-turn": _next_turn,
    "roll-initiative": _roll_initiative,
    "set-initiative": _set_initiative,
    "done": _as(c.Done),
    "all-done": _all_done,
    "delay": _as(c.Delay),
    "jump": _as(c.Jump),
}
"""By the name of its procedure; a test holds it to the procedures that a command begins."""


def _answer(fact: play.Answered, entry: Entry) -> c.Command:
    return c.Answer(
        combatant=fact.combatant,
        question=fact.path,
        action=entry.action,
        choice=fact.choice if fact.given_by is not None else None,
        default=fact.given_by is None,
    )


def _declare(fact: play.Declared, entry: Entry) -> c.Command:
    return c.Declare(**{name: getattr(fact, name) for name in fact.__struct_fields__})


def _condition(fact: play.ConditionGained, entry: Entry) -> c.Command:
    return _set_condition(fact.combatant, fact)


def _set_condition(combatant: str, fact: play.ConditionGained | OfAGroup) -> c.Command:
    effect = fact.effect or play.Effect()
    return c.SetCondition(
        combatant=combatant,
        condition=fact.condition,
        note=fact.note,
        modifier=effect.modifier,
        on=effect.on or "actions",  # type: ignore[arg-type]
        turns=effect.turns or None,
        minutes=effect.minutes or None,
        until="end_of_fight" if effect.fight else "cleared",
        seen=effect.seen,
        rule=fact.rule,
    )


_COMMANDS: Final[Mapping[type[Fact], Callable[[Any, Entry], c.Command]]] = {
    play.Answered: _answer,
    play.Declared: _declare,
    play.ConditionGained: _condition,
    play.ConditionLost: lambda f, e: c.ClearCondition(combatant=f.combatant, condition=f.condition),
    roster.StatusSet: lambda f, e: c.SetStatus(combatant=f.combatant, status=f.status),
    roster.CombatantLeft: lambda f, e: c.RemoveCombatant(combatant=f.combatant),
    flow.CombatEnded: lambda f, e: c.EndCombat(),
}
"""By the fact a step begins with."""


def faces_of(step: Step) -> tuple[int, ...]:
    """The faces of real dice that an answer brought."""
    begins = step.begins_with
    return begins.fact.faces if begins is not None and isinstance(begins.fact, play.Answered) else ()
