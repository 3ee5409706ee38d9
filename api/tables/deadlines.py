"""Deadlines of questions: when one is over, the default is given in the GM's name, from any process, once."""

from collections.abc import Iterator
from hashlib import sha256

import msgspec

from api.tables.orders import Order, digest_of_command
from api.tables.past import Past
from engine.actions import ask_of, open_questions
from engine.commands import Answer
from engine.history import History
from engine.state import Parked
from events.base import Version
from events.play import Asked


class Due(msgspec.Struct, frozen=True):
    """A question's default, and when it is given (milliseconds since 1970)."""

    when: int
    order: Order


def have_deadlines(history: History) -> bool:
    """Whether anything waits for an answer with a time limit."""
    return any((asked := ask_of(parked)) is not None and asked.deadline for parked in history.state.parked)


async def due(history: History, past: Past) -> tuple[Due, ...]:
    """Every open question with a deadline, the one that is over first at the front.

    The time runs from the asking; where the table was led back to it by an undo, from then, so that whoever is asked
    again has time again. All of it follows from the log, so that every process sends the same.
    """
    found: list[Due] = []
    for parked in history.state.parked:
        asked = ask_of(parked)
        if asked is None or not asked.deadline:
            continue
        version, time = _asked_at(parked, asked)
        back = _led_back(history, version)
        led_back = await past.entry(back) if back else None
        since = led_back.time if led_back is not None else time
        found += [Due(since + 1000 * asked.deadline, order) for order in _defaults(parked, asked, back)]
    return tuple(sorted(found, key=lambda one: (one.when, one.order.id)))


def _asked_at(parked: Parked, asked: Asked) -> tuple[Version, int]:
    return next((entry.version, entry.time) for entry in reversed(parked.tape) if entry.fact is asked)


def _led_back(history: History, asked: Version) -> Version:
    """The newest retraction since the asking; 0 where there was none."""
    stands = history.stands
    for version in range(history.head, asked, -1):
        if stands[version] not in (version, stands[version - 1]):
            return version
    return 0


def _defaults(parked: Parked, asked: Asked, back: Version) -> Iterator[Order]:
    for question in open_questions(parked):
        command = Answer(combatant=question.combatant, question=question.path, action=parked.action, default=True)
        name = sha256(f"{asked.ask}|{question.path}|{back}".encode()).hexdigest()[:24]
        yield Order(f"deadline-{name}", digest_of_command(command), command)
