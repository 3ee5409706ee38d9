"""Actions from beginning to end: begin one, answer its questions, give defaults for those who can no longer act."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from engine.context import Context
from engine.dice import DieWanted, NoDice
from engine.draft import Draft
from engine.kernel import Parks, Run, rules_changed
from engine.refusals import Refused, refusal
from engine.requests import Procedure
from engine.ruleset import RuleSet
from engine.state import ASIDE, Parked, State
from events.play import ActionBegan, ActionEnded, Answered, Asked, LeftOpen, Question

Start = Callable[[RuleSet, Context, Any], Procedure[str]]
"""Starts a named procedure for a rule set on what it was given; it returns a word for the story."""


class Named(msgspec.Struct, frozen=True):
    """A procedure that the log can name, and the type of what it is given."""

    given: type[msgspec.Struct]
    start: Start


PROCEDURES: Final[dict[str, Named]] = {}
"""Every procedure that an `action-began` may name; the modules that define them enter them here."""

_encoder: Final = msgspec.json.Encoder()


def procedure(name: str, given: type[msgspec.Struct]) -> Callable[[Start], Start]:
    """Enter a procedure under the name that stands in the log."""

    def enter(start: Start) -> Start:
        PROCEDURES[name] = Named(given, start)
        return start

    return enter


def begin(
    draft: Draft,
    name: str,
    given: msgspec.Struct,
    combatant: str | None = None,
    left_open: tuple[LeftOpen, ...] = (),
) -> None:
    """Begin an action and run it to its end or to its first question; `left_open` is what rules left to who gave it.

    Raises:
        Refused: the faces that came with the command do not fit.
    """
    action = f"{draft.given.seat}/{draft.given.command}"
    raw = msgspec.Raw(_encoder.encode(given))
    draft.record(ActionBegan(name, raw, combatant, left_open), (), action, draft.ruleset.version)
    _run(draft, draft.state.parked[-1], None)


def answer(draft: Draft, parked: Parked, answered: Answered) -> None:
    """Answer a question of a parked action and run it on; faces beyond those asked serve what comes after.

    Raises:
        Refused: the question is not open, the faces do not fit, or the rules have changed.
    """
    if answered.faces and draft.known is None:
        draft.faces = []  # they are in the answer, with those beyond it
    _run(draft, parked, answered)


def _run(draft: Draft, parked: Parked, answered: Answered | None) -> None:
    named, given = as_begun(parked)
    run = Run(draft, parked, answered)
    try:
        outcome = run.drive(named.start(draft.ruleset, run.context, given))
        run.finish()
        draft.record(ActionEnded(outcome), (), parked.action)
    except Parks:
        pass
    refuse_what_is_left(draft)


def still_fits(draft: Draft, state: State, parked: Parked) -> bool:
    """Whether an action that waits could go on where its tape ends, if the table stood like this."""
    trial = Draft(draft.history, draft.ruleset, draft.given, NoDice(), draft.past)
    trial.state = state
    try:
        named, given = as_begun(parked)
        run = Run(trial, parked)
        run.drive(named.start(draft.ruleset, run.context, given))
    except Parks:
        return True
    except (Refused, DieWanted):
        return False
    return False


def as_begun(parked: Parked) -> tuple[Named, Any]:
    """The procedure that an action began with and what it was given, if the rules still know both."""
    began = parked.tape[0].fact
    assert isinstance(began, ActionBegan)
    named = PROCEDURES.get(began.procedure)
    if named is None:
        raise Refused(rules_changed(f"nothing is called {began.procedure}"))
    try:
        return named, msgspec.json.decode(began.given, type=named.given)
    except msgspec.ValidationError as problem:
        raise Refused(rules_changed(f"{began.procedure}: {problem}")) from problem


def refuse_what_is_left(draft: Draft) -> None:
    """Refuse faces that nothing asked for: whoever typed them believes that they counted. A player's are let go where
    some did count.

    Raises:
        Refused: the tray is not empty.
    """
    if draft.faces and draft.known is None and draft.may_be_refused_for_faces:
        raise Refused(
            refusal(
                "invalid",
                f"{len(draft.faces)} of the faces given were not asked for: the rules throw fewer dice here, "
                "a question comes first, or the table throws for this combatant",
            )
        )


def open_questions(parked: Parked) -> tuple[Question, ...]:
    """What a parked action still waits for, in the order asked."""
    asked: tuple[Question, ...] = ()
    answered: set[str] = set()
    for entry in parked.tape:
        if entry.action == parked.action:
            if isinstance(entry.fact, Asked):
                asked = entry.fact.questions
            elif isinstance(entry.fact, Answered):
                answered.add(entry.fact.path)
    return tuple(question for question in asked if question.path not in answered)


def ask_of(parked: Parked) -> Asked | None:
    """The newest questions of a parked action as they were asked."""
    asks = (e.fact for e in reversed(parked.tape) if e.action == parked.action)
    return next((fact for fact in asks if isinstance(fact, Asked)), None)


def all_open(state: State) -> tuple[tuple[Parked, Question], ...]:
    """Every open question of the table, those of the action begun last first."""
    return tuple((parked, question) for parked in reversed(state.parked) for question in open_questions(parked))


def give_defaults(draft: Draft) -> None:
    """Answer for all who were asked and can no longer act, until nobody such is left."""
    while (found := _lapsed(draft)) is not None:
        parked, question = found
        answer(draft, parked, default_of(question))


def default_of(question: Question) -> Answered:
    """The answer that is taken when nobody gives one: the stated choice, or dice thrown by the table."""
    return Answered(question.path, question.combatant, question.default or None)


def _lapsed(draft: Draft) -> tuple[Parked, Question] | None:
    for parked, question in all_open(draft.state):
        combatant = draft.state.combatants.get(question.combatant)
        if combatant is None:
            return parked, question
        if question.lapses and draft.ruleset.helpless(draft.state, combatant):
            return parked, question
        if question.options and combatant.status in ASIDE:
            return parked, question
    return None
