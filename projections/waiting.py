"""What the table waits for: who is asked, and for those who answer, what."""

from engine.actions import all_open, ask_of
from engine.state import Parked, State
from events.play import Question
from projections.audience import Audience
from projections.sight import QuestionSeen, Shown


class Waiting(Shown, frozen=True):
    """All open questions of people who are seen, those of the action begun last first."""

    waiting: tuple[QuestionSeen, ...]


def waiting_seen(state: State, audience: Audience) -> tuple[QuestionSeen, ...]:
    """Who is asked. What, is kept between the one who answers and the GM."""
    return tuple(
        question_seen(question, parked.action, _deadline(parked), audience)
        for parked, question in all_open(state)
        if audience.sees_named(state, question.combatant)
    )


def _deadline(parked: Parked) -> int | None:
    asked = ask_of(parked)
    return asked.deadline if asked else None


def question_seen(question: Question, action: str, deadline: int | None, audience: Audience) -> QuestionSeen:
    """One question of an action as the audience may know it. Its path tells how the action goes, so it is named to GMs
    alone: an `answer` of a combatant's player finds the first open question without it."""
    if not audience.plays(question.combatant):
        return QuestionSeen(combatant=question.combatant, deadline=deadline)
    gm = audience.kind == "gm"
    return QuestionSeen(
        combatant=question.combatant,
        mine=True,
        purpose=question.purpose,
        options=question.options,
        dice=question.dice,
        default=question.default,
        question=question.path if gm else "",
        action=action if gm else "",
        deadline=deadline,
    )
