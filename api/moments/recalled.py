"""The commands behind a log: what was said, told back from the facts that came of it, as a step of a scenario."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec

from api.moments.words import OF_EACH, WORDS, Command, NotRecalled
from events.base import Fact, SeatId
from events.envelope import Entry
from events.play import Answered, ConditionGained, CounterRaised, Rolled, RuleOverruled, TallyChanged
from events.roster import CombatantEntered, GroupChanged, GroupFormed

BROUGHT_ALONG: Final = (ConditionGained, CounterRaised, TallyChanged)
"""Facts that stand behind an entrance where somebody came from another table."""


class Recalled(msgspec.Struct, frozen=True):
    """A step of the log: its entries, and the command that leads to them again."""

    entries: tuple[Entry, ...]
    do: Command
    seat: SeatId
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    force: str | None
    id: str = ""

    def step(self) -> dict[str, Any]:
        """The step as it stands in a scenario file, without what is expected of it."""
        more = {"dice": list(self.dice), "faces": list(self.faces), "force": self.force}
        seat = {} if self.seat == "gm" else {"as": self.seat}
        return {"do": self.do, **seat, **{name: value for name, value in more.items() if value}}


def by_command(entries: Iterable[Entry]) -> list[tuple[Entry, ...]]:
    """The entries of each command together."""
    return [tuple(group) for _, group in groupby(entries, key=lambda entry: (entry.seat, entry.command))]


def recalled(entries: Sequence[Entry], answered: set[str], seat: SeatId) -> tuple[Recalled, ...]:
    """The steps that lead to the entries of one command; `answered` are the paths of questions answered so far.

    Raises:
        NotRecalled: it is a kind of command that scenarios have no word for.
    """
    facts = [entry.fact for entry in entries]
    overruled = next((fact.reason for fact in facts if isinstance(fact, RuleOverruled)), None)
    told, before = _commands(facts)
    if told is None:
        raise NotRecalled(f"version {entries[0].version} ({type(facts[0]).__struct_config__.tag})")
    dice: list[int] = []
    faces = list(told.faces) if isinstance(told, Answered) else []
    answered.update(fact.path for fact in facts if isinstance(fact, Answered))
    for entry in entries:
        if isinstance(entry.fact, Rolled) and not entry.instead_of:
            _sort(entry.fact, dice, faces, answered)
    first = tuple(Recalled((), WORDS[type(one)](one), seat, (), (), overruled) for one in before)
    return (*first, Recalled(tuple(entries), WORDS[type(told)](told), seat, tuple(dice), tuple(faces), overruled))


def _commands(facts: Sequence[Fact]) -> tuple[Fact | None, tuple[Fact, ...]]:
    """The fact whose command is said last, and those that have to be said before it.

    What comes for a whole group, or stands for one, is the same said of each; who comes is there before a group is.
    """
    said = [fact for fact in facts if type(fact) in WORDS]
    if not said:
        return None, ()
    if isinstance(said[0], CombatantEntered) and any(isinstance(fact, BROUGHT_ALONG) for fact in facts):
        raise NotRecalled(f"{said[0].name}, who came from another table as they stood there")
    grouped = [fact for fact in said if isinstance(fact, GroupFormed | GroupChanged)]
    if grouped:
        return grouped[-1], (*(fact for fact in said if isinstance(fact, CombatantEntered)), *grouped[:-1])
    alike = [fact for fact in said if _of_each(fact, said[0])] or said[:1]
    return alike[-1], tuple(alike[:-1])


def _of_each(fact: Fact, first: Fact) -> bool:
    """Whether a fact is what the first one is, of somebody else; defaults and dice come of the first answer alone."""
    if isinstance(fact, Answered) and isinstance(first, Answered):
        return fact.given_by is not None and fact.given_by == first.given_by and not fact.faces
    return type(fact) is type(first) and type(first) in OF_EACH


def _sort(roll: Rolled, dice: list[int], faces: list[int], answered: set[str]) -> None:
    """Faces that the table threw, and those that came with the command; an answer brings its own."""
    if roll.typed_by is None:
        dice.extend(roll.faces)
    elif roll.path not in answered:
        faces.extend(roll.faces)
