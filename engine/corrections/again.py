"""Judging steps again: the same commands, decided once more where they stand now, on the dice and answers they had."""

from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from engine.actions import answer, default_of, give_defaults, open_questions
from engine.admission import ADMISSIONS
from engine.commands import Command, Given
from engine.corrections.steps import Step, faces_of
from engine.decide.admitting import LETS_SOMEBODY_GO, WEIGHED_WITH_THE_RULES, what_the_table_forbids
from engine.decide.roster import go_on
from engine.decide.verdicts import DECISIONS
from engine.draft import Draft, Known
from engine.evolve import evolve
from engine.groups import those
from engine.ledger import Seat
from engine.refusals import Refusal, Refused, refusal
from engine.state import State
from events.base import Fact, Version
from events.envelope import Entry
from events.flow import InitiativeSet
from events.play import ActionBegan, ActionEnded, Asked, ConditionLost, CountersLapsed, Rolled


def known_of(entries: Iterable[Entry]) -> Known:
    """The dice that fell in these facts, and what was asked in them."""
    rolls: dict[tuple[str, str], Rolled] = {}
    asked: set[tuple[str, str]] = set()
    for entry in entries:
        if isinstance(entry.fact, Rolled):
            at = entry.action or "", entry.fact.path
            rolls[at] = _longer(rolls.get(at), entry.fact)
        elif isinstance(entry.fact, Asked):
            asked |= {(entry.action or "", question.path) for question in entry.fact.questions}
    return Known(rolls, frozenset(asked))


def _longer(before: Rolled | None, now: Rolled) -> Rolled:
    """A roll with all the dice that ever fell for it: those that an amend needed no more serve again."""
    if before is None or before.address != now.address or before.faces[: len(now.faces)] != now.faces:
        return now
    return before


class Again(Draft):
    """The facts that a step leads to now. They are numbered from `first` on, are given in the words of the correction
    that they belong to, and turn no key; the GM who corrects speaks."""

    def __init__(self, correcting: Draft, state: State, step: Step, known: Known, first: Version) -> None:
        super().__init__(correcting.history, correcting.ruleset, _given(correcting.given, step), correcting.dice)
        self.correcting = correcting
        self.state = state
        self.known = known
        self.faces = correcting.faces
        self.first = first

    @property
    def version(self) -> Version:
        """The newest version, as it is numbered here."""
        return self.first - 1 + len(self.entries)

    @property
    def speaker(self) -> Seat:
        """Whoever corrects."""
        return self.correcting.speaker

    def address(self, action: str, path: str) -> str:
        """Dice that were never thrown are thrown by the correction, under the action they belong to."""
        given = self.correcting.given
        return f"{given.seat}|{given.command}|{action}/{path}|{self.attempt(action, path)}"

    def turn_key(self) -> None:
        """Keys turned when the turn was played."""

    def record(
        self, fact: Fact, because: tuple[Version, ...] = (), action: str | None = None, rules: str | None = None
    ) -> Version:
        """Write a fact down as one of the correction's, and fold it in."""
        entry = replace(self.correcting.entry_of(fact, because, action, rules), version=self.version + 1)
        self.entries.append(entry)
        self.state = evolve(self.state, entry)
        return entry.version


def _given(correction: Given, step: Step) -> Given:
    """Who gave the command, under its own id, so that its action keeps its name."""
    return replace(
        correction,
        seat=step.seat,
        command=step.command,
        on_behalf=step.on_behalf,
        label="",
        force=step.force,
        faces=faces_of(step),
    )


def judged_again(again: Again, commands: tuple[Command, ...]) -> Refusal | None:
    """Decide what a step was in a draft of its own; None: it was accepted, and the draft holds what it led to."""
    first: Refusal | None = None
    for command in commands:
        try:
            _decide(again, command)
        except Refused as refused:
            first = first or refused.refusal
            if command is commands[0] or refused.refusal.code != "already-answered":
                return first
    try:
        give_defaults(again)
        if isinstance(commands[0], LETS_SOMEBODY_GO):
            go_on(again)
    except Refused as refused:
        return refused.refusal
    again.correcting.faces = again.faces
    return None


def _decide(again: Again, command: Command) -> None:
    _known_people(again, command)
    again.against = what_the_table_forbids(again, command, ADMISSIONS[type(command)])
    if not isinstance(command, WEIGHED_WITH_THE_RULES):
        again.weigh(*again.against)
    DECISIONS[type(command)](again, command)


def end_what_ended(again: Again, step: Step) -> None:
    """Give the default to what is asked now and was not then, in actions that were through with this step."""
    for entry in step.entries:
        if isinstance(entry.fact, ActionEnded):
            _bring_to_its_end(again, entry.action or "")


def _bring_to_its_end(again: Again, action: str) -> None:
    while True:
        parked = next((one for one in again.state.parked if one.action == action), None)
        if parked is None:
            return
        answer(again, parked, default_of(open_questions(parked)[0]))


def _known_people(again: Again, command: Command) -> None:
    for field in ADMISSIONS[type(command)].combatants:
        named = getattr(command, field)
        for one in (named,) if isinstance(named, str) else named or ():
            if not any(name in again.state.combatants for name in those(again.state, one)):
                raise Refused(refusal("unknown-id", f"there is no combatant {one!r} at this table"))


def as_recorded(step: Step, entries: Iterable[Entry]) -> bool:
    """Whether the facts that a step leads to now are those it led to then, numbers apart."""
    now = tuple(entries)
    if len(now) != len(step.entries):
        return False
    numbers = {new.version: old.version for new, old in zip(now, step.entries, strict=True)}
    return all(
        _renumbered(new.fact, numbers) == _renumbered(old.fact, {})
        and tuple(numbers.get(cause, cause) for cause in new.because) == old.because
        and new.action == old.action
        for new, old in zip(now, step.entries, strict=True)
    )


def _renumbered(fact: Fact, numbers: Mapping[Version, Version]) -> Fact:
    """A fact with the numbers of others in it changed, and without the rules that left a part of it open."""
    match fact:
        case ConditionLost(causes=causes):
            return msgspec.structs.replace(fact, causes=tuple(numbers.get(one, one) for one in causes))
        case CountersLapsed(counters=counters):
            renumbered = {name: tuple(numbers.get(one, one) for one in causes) for name, causes in counters.items()}
            return msgspec.structs.replace(fact, counters=renumbered)
        case ActionBegan():  # by which rule something was left open older entries do not tell
            return msgspec.structs.replace(fact, left_open=())
        case InitiativeSet():
            return msgspec.structs.replace(fact, rule="")
        case Asked(questions=questions):
            plain = tuple(msgspec.structs.replace(one, rule="") for one in questions)
            return msgspec.structs.replace(fact, questions=plain)
        case _:
            return fact
