"""What a procedure of the rules may ask for: dice, choices, sub-procedures, and that a fact be recorded."""

from collections.abc import Callable, Generator, Hashable
from typing import Any, Final, Literal, TypeVar

import msgspec

from events.base import CombatantId, Fact, Version
from events.play import Level, Modifier, Outcome

Cause = Version
"""Stands for a result that something happened because of. Opaque to procedures; always 0 where odds are worked out."""

Result = TypeVar("Result")
Reading = Callable[[tuple[int, ...]], tuple[int, ...] | None]
"""What the faces fallen so far count, face by face; None: one more face is needed."""


def as_they_fell(faces: tuple[int, ...]) -> tuple[int, ...] | None:
    """A plain die counts what it shows."""
    return faces


class Dice(msgspec.Struct, frozen=True):
    """Dice to throw: `count` dice of `sides` sides plus a number. With a `reading` one die may be rolled on, or count
    otherwise than it shows; `mark` says so in writing. One with `until` is thrown again until a face of these shows,
    and what fell before counts nothing."""

    count: int
    sides: int
    plus: int = 0
    reading: Reading = as_they_fell
    mark: str = "!"
    until: tuple[int, ...] = ()

    def __str__(self) -> str:
        mark = "" if self.reading is as_they_fell else self.mark
        return f"{self.count}d{self.sides}{mark}{self.plus:+d}" if self.plus else f"{self.count}d{self.sides}{mark}"


class Verdict(msgspec.Struct, frozen=True):
    """What the rules make of a total: outcome, Success Level and hit location, where there are such."""

    outcome: Outcome = "none"
    success_level: int | None = None
    location: str | None = None


Judge = Callable[[int, tuple[int, ...], int | None], Verdict]
"""Judges a roll from its total, its faces and its target number."""


def reaches(total: int, faces: tuple[int, ...], target_number: int | None) -> Verdict:
    """A roll succeeds when its total reaches the target number; without one it is neither success nor failure."""
    if target_number is None:
        return Verdict()
    return Verdict("success" if total >= target_number else "failure")


class Faces(msgspec.Struct, frozen=True):
    """The reply to a roll of which the rule reads every face."""

    faces: tuple[int, ...]
    cause: Cause


class Total(msgspec.Struct, frozen=True):
    """The reply to a roll of which the rule reads the total and what follows from it."""

    total: int
    success: bool
    success_level: int | None
    location: str | None
    cause: Cause
    fumble: bool = False


def compared(total: Total, number: int) -> Total:
    """All that is left of a total where it matters only whether it is less than a number, as much, or more."""
    nearest = max(number - 1, min(total.total, number + 1))
    return Total(nearest, total.success, None, None, total.cause, total.fumble)


class Success(msgspec.Struct, frozen=True):
    """The reply to a roll of which the rule reads only whether it succeeded, or how badly it failed."""

    success: bool
    cause: Cause
    fumble: bool = False


class Choice(msgspec.Struct, frozen=True):
    """The reply to a choice."""

    option: str
    cause: Cause


class Roll(msgspec.Struct, frozen=True):
    """Throw dice. `reads` says what the rule reads of them; it is given that and no more.

    `discloses` is what people of another side learn of it when the combatant is run by the GM: its outcome, or nothing.
    A roll that `lapses` falls to its default (table dice) when the combatant can no longer act. Where the rule reads of
    the total only how it compares with the number it stands `beside`, it is told no more: one less, as much, one more.
    With `low` a lower total is the better one.
    """

    combatant: CombatantId | None
    purpose: str
    dice: Dice
    reads: type[Faces] | type[Total] | type[Success] = Total
    modifiers: tuple[Modifier, ...] = ()
    target_number: int | None = None
    judge: Judge = reaches
    rule: str = ""
    at: str = ""
    discloses: Literal["outcome", "nothing"] = "outcome"
    level: Level | None = None
    because: tuple[Cause, ...] = ()
    lapses: bool = False
    low: bool = False
    beside: int | None = None


class Choose(msgspec.Struct, frozen=True):
    """Let a combatant's player choose. The default is taken when nobody chooses in time or the chooser cannot act.

    `rule` is the one that leaves the choice open.
    """

    combatant: CombatantId
    purpose: str
    options: tuple[str, ...]
    default: str
    at: str = ""
    because: tuple[Cause, ...] = ()
    rule: str = ""


class Ask(msgspec.Struct, frozen=True):
    """Rolls or choices of several people at the same moment, kept closed until the last is in.

    Answered in any order, replied to in the order asked.
    """

    several: tuple[Roll | Choose, ...]


class Record(msgspec.Struct, frozen=True):
    """Record a fact, because of these results. The reply is the cause that later facts may name."""

    fact: Fact
    because: tuple[Cause, ...] = ()


class Call(msgspec.Struct, frozen=True):
    """Run a sub-procedure on plain values and the present state; the reply is what it returns.

    `at` is its place on the path of its rolls, `because` the results it happens for.
    """

    procedure: "Callable[..., Procedure[Any]]"
    values: tuple[Any, ...] = ()
    at: str = ""
    because: tuple[Cause, ...] = ()


class Each(msgspec.Struct, frozen=True):
    """Run a sub-procedure n times in a row; the k-th (from 1) has `at` and k as its place on the path.

    `alike` is all that is read of the replies together, causes apart: what agrees in it need not be told apart.
    """

    n: int
    procedure: "Callable[..., Procedure[Any]]"
    values: tuple[Any, ...] = ()
    at: str = ""
    because: tuple[Cause, ...] = ()
    alike: Callable[[tuple[Any, ...]], Hashable] | None = None


Request = Roll | Choose | Ask | Record | Call | Each
Procedure = Generator[Request, Any, Result]

D10: Final = Dice(1, 10)
