"""A command tried out as a seat may know it: its refusal, who would be asked, what the first roll adds.

What GMs are told is what would come. Others are told why the table refuses, which is told without a trial too, and
else what comes of it on the table as they know it (`as_seen`): nothing that follows tells of numbers they do not see,
whatever faces they type.
"""

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from engine.actions import all_open
from engine.beforehand import queued_for
from engine.commands import Act, Answer, CarryOut, Command, FreeRoll, Given, RollInitiative
from engine.history import History, Past
from engine.preview import Preview, anew, preview
from engine.refusals import Refusal
from engine.requests import Roll
from engine.ruleset import RuleSet
from engine.state import Parked, State
from events.base import CombatantId
from events.envelope import Entry
from events.play import ActionBegan, Answered, Asked, Modifier, Question, Rolled
from projections.audience import Audience
from projections.cut import cut_refusal
from projections.odds.seen import as_seen
from projections.sight import QuestionSeen, Shown
from projections.waiting import question_seen


class RollAhead(Shown, frozen=True):
    """The first roll that would be thrown. What the seat may not read of it is left out."""

    combatant: str | None
    purpose: str = ""
    dice: str = ""
    modifiers: tuple[Modifier, ...] = ()
    target_number: int | None = None


class Foreseen(msgspec.Struct, frozen=True):
    """What a seat is told of a command that is tried; `found` is what it would lead to, for GMs."""

    refusal: Refusal | None = None
    questions: tuple[QuestionSeen, ...] = ()
    roll: RollAhead | None = None
    found: Preview | None = None


def foreseen(
    history: History, ruleset: RuleSet, audience: Audience, command: Command, given: Given, past: Past | None = None
) -> Foreseen:
    """How far a command would come, as its seat may know it. Nothing of it is to be kept."""
    if audience.kind == "gm":
        found = preview(history, ruleset, command, given, past)
        if found.refusal is not None:
            return Foreseen(refusal=cut_refusal(found.refusal, history.state, audience))
        return replace(seen_of(found, history.state, audience), found=found)
    found = preview(history, ruleset, command, given, past, ends_at_dice=True)
    if found.refusal is not None:
        return Foreseen(refusal=cut_refusal(found.refusal, history.state, audience))
    known = replace(history, state=as_seen(history.state, audience, ruleset))
    return seen_of(_as_known(history, known, ruleset, audience, command, given), known.state, audience)


def _as_known(
    history: History, known: History, ruleset: RuleSet, audience: Audience, command: Command, given: Given
) -> Preview:
    """What comes of it where the table stands as it is known; nothing where that cannot be worked out."""
    match command:
        case Act():
            found = preview(known, ruleset, replace(command, done=False), given)
        case CarryOut(combatant=combatant):
            queued = queued_for(history.ledger, history.state, combatant)
            if queued is None:
                return Preview()
            found = preview(known, ruleset, Act(combatant=combatant, action=queued.action), given)
        case FreeRoll() | RollInitiative():
            found = preview(known, ruleset, command, given)
        case Answer(combatant=combatant) if given.faces:
            parked = _own_first_roll(history.state, audience, combatant)
            if parked is None:
                return Preview()
            before = as_seen(parked.before, audience, ruleset)
            found = anew(replace(history, state=before), ruleset, parked, given)
        case _:
            return Preview()
    return found if found.refusal is None else Preview()


def _own_first_roll(state: State, audience: Audience, combatant: CombatantId) -> Parked | None:
    """The act of one's own that asks its combatant for dice before any has fallen and before anybody has chosen."""
    parked = next((parked for parked, question in all_open(state) if question.combatant == combatant), None)
    if parked is None or not audience.plays(combatant):
        return None
    own = [entry.fact for entry in parked.tape if entry.action == parked.action]
    began = own[0]
    is_own = isinstance(began, ActionBegan) and began.procedure == "act" and began.combatant == combatant
    return None if not is_own or any(isinstance(fact, Rolled | Answered) for fact in own) else parked


def seen_of(found: Preview, state: State, audience: Audience) -> Foreseen:
    """What comes of a command without what the audience may not see of questions and rolls: who is asked stays."""
    asked = tuple(_newest_questions(found.entries))
    questions = tuple(
        question_seen(question, entry.action or "", deadline, audience)
        for question, entry, deadline in asked
        if audience.sees_named(state, question.combatant)
    )
    return Foreseen(questions=questions, roll=_roll(found.roll, state, audience))


def _newest_questions(entries: Iterable[Entry]) -> Iterable[tuple[Question, Entry, int | None]]:
    asked = [(entry, entry.fact) for entry in entries if isinstance(entry.fact, Asked)]
    return ((one, entry, fact.deadline) for entry, fact in asked[-1:] for one in fact.questions)


def _roll(roll: Roll | None, state: State, audience: Audience) -> RollAhead | None:
    if roll is None:
        return None
    one = state.combatants.get(roll.combatant or "")
    if one is not None and not audience.sees(one):
        return None
    if one is not None and not audience.reads(one):
        return RollAhead(one.id)
    return RollAhead(one.id if one else None, roll.purpose, str(roll.dice), roll.modifiers, roll.target_number)
