"""Answers: for each open question that a seat may answer, the choices or dice, and the command that answers it."""

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from engine.actions import all_open
from engine.commands import Answer
from engine.state import Combatant, Parked
from events.play import Question
from projections.legal.forms import title_of
from projections.legal.offers import Field, PossibleCommand
from projections.legal.trying import Desk

MOST: Final = 50
"""So many questions are told at once at the most; `waiting` has all of them."""


def answers(desk: Desk, one: Combatant | None = None) -> Iterator[PossibleCommand]:
    """What may be answered now, for one combatant or for everybody; without any, why not.

    A player is told the first open question of a combatant: an answer without a path goes to that one.
    """
    asked = [
        (parked, question) for parked, question in all_open(desk.state) if one is None or question.combatant == one.id
    ]
    for parked, question in islice(asked, MOST if desk.is_gm else 1):
        yield _answer(desk, parked, question)
    if not asked and one is not None:
        no = desk.why_not(Answer(combatant=one.id))
        yield PossibleCommand(type="answer", title=title_of("answer"), fields=(), refusal=no)


def _answer(desk: Desk, parked: Parked, question: Question) -> PossibleCommand:
    command: dict[str, Any] = {"type": "answer", "combatant": question.combatant}
    if desk.is_gm:
        command |= {"action": parked.action, "question": question.path}
    return PossibleCommand(
        type="answer",
        title=f"{title_of('answer')}: {question.purpose.replace('_', ' ')}",
        fields=_fields(question),
        command={**command, "default": True},
    )


def _fields(question: Question) -> tuple[Field, ...]:
    """A choice or real dice, and in place of either the default: the choice taken otherwise, or the table's dice."""
    if question.options:
        chosen = Field(
            name="choice",
            title=title_of("choice"),
            form="word",
            values=question.options,
            suggested=question.default or None,
        )
    else:
        chosen = Field(name="faces", title=title_of("faces"), form="faces", dice=question.dice)
    return chosen, Field(name="default", title=title_of("default"), form="yes-no", default=False, suggested=True)
