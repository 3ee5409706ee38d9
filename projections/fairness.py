"""How the dice have fallen: counts per seat and die, the table's and typed ones apart, and what chance says to them.

For the GM and whoever runs the server: a table's dice include those behind the screen.
"""

import re
from typing import Final

import msgspec

from events.base import CombatantId, SeatId, Version
from events.correction import IN_PLACE, Retracted
from events.envelope import Entry
from events.play import Rolled, Together, fell_together
from events.roster import CombatantEntered, CombatantLeft, ControlGiven

FEWEST: Final = 5
"""Throws that should be expected of each face before chi-square means anything."""

UNUSUAL: Final = 0.01
"""Below this share of fair dice a row is called unusual."""

NOBODY: Final = "gm"
"""For whom dice are thrown that are thrown for no player's combatant."""

_SIDES: Final = re.compile(r"\d*d(\d+)")
"""The size of a die as a roll names it, whatever is made of its faces: 2d6+1, 1d10! that goes on, 1d6/2."""

Controllers = dict[CombatantId, SeatId]


class DiceFallen(msgspec.Struct, frozen=True):
    """All dice of one size that fell for one seat, either typed in from real dice or thrown by the table.

    `faces[n]` is how often n + 1 fell. `chi_square` and `p` are left out where nothing can be said yet; p is the share
    of fair dice that fall as unevenly as this or more so. `word` says it for people.
    """

    seat: SeatId
    sides: int
    typed: bool
    thrown: int
    faces: tuple[int, ...]
    mean: float
    word: str
    chi_square: float | None = None
    p: float | None = None


class Fairness(msgspec.Struct, frozen=True):
    """Every row, largest first, and one sentence on how to read them together."""

    rows: tuple[DiceFallen, ...]
    word: str


class Count:
    """Counts the dice of a log, entry by entry. Dice are never un-thrown: what was undone has fallen all the same."""

    def __init__(self) -> None:
        self._fallen: dict[tuple[SeatId, int, bool], list[int]] = {}
        self._counted: set[tuple[int, str]] = set()
        self._controllers: list[Controllers] = [{}]

    def take(self, entry: Entry) -> None:
        """The next entry."""
        self._controllers.append(self._controlled(entry))
        roll = entry.fact
        sides = _SIDES.match(roll.dice) if isinstance(roll, Rolled) else None
        if isinstance(roll, Rolled) and sides is not None:
            for one in fell_together(roll, roll.key == "closed"):
                if one.faces:
                    self._count(one, roll.combatant, int(sides[1]))

    def _count(self, one: Together, combatant: CombatantId | None, sides: int) -> None:
        if (one.epoch, one.address) in self._counted:
            return  # a ruling shows the same dice once more in another place
        self._counted.add((one.epoch, one.address))
        seat = one.typed_by or self._controllers[-1].get(combatant or "", NOBODY)
        faces = self._fallen.setdefault((seat, sides, bool(one.typed_by)), [0] * sides)
        for face in one.faces:
            faces[face - 1] += 1

    def told(self) -> Fairness:
        """What has fallen so far."""
        rows = sorted(self._fallen.items(), key=lambda row: (-sum(row[1]), row[0]))
        judged = sum(_enough(faces) for _, faces in rows)
        return Fairness(tuple(_row(*of, faces, judged) for of, faces in rows), _together(judged))

    def _controlled(self, entry: Entry) -> Controllers:
        """Who plays whom after an entry; after an undo as it was then."""
        now = self._controllers[-1]
        match entry.fact:
            case Retracted() as retracted if retracted.how not in IN_PLACE:
                return self._controllers[retracted.stands_at]
            case CombatantEntered() as entered:
                return _given(now, entered.combatant, entered.controller)
            case ControlGiven() as given:
                return _given(now, given.combatant, given.seat)
            case CombatantLeft() as left:
                return _given(now, left.combatant, None)
            case _:
                return now

    @property
    def version(self) -> Version:
        """The newest entry that was taken."""
        return len(self._controllers) - 1


def _given(now: Controllers, combatant: CombatantId, seat: SeatId | None) -> Controllers:
    others = {one: held for one, held in now.items() if one != combatant}
    return {**others, combatant: seat} if seat is not None else others


def _enough(faces: list[int]) -> bool:
    return len(faces) > 1 and sum(faces) >= FEWEST * len(faces)


def _row(seat: SeatId, sides: int, typed: bool, faces: list[int], judged: int) -> DiceFallen:
    thrown = sum(faces)
    mean = sum((place + 1) * often for place, often in enumerate(faces)) / thrown
    chi, p = chi_square(faces) if _enough(faces) else (None, None)
    word = _word(thrown, sides, p, judged)
    return DiceFallen(seat, sides, typed, thrown, tuple(faces), round(mean, 3), word, chi, p)


def chi_square(faces: list[int]) -> tuple[float, float]:
    """Pearson's chi-square against even faces, and its p-value."""
    # Imported when it is asked for: it takes longer to load than all the rest of Fracas.
    from scipy.special import chdtrc  # type: ignore[import-untyped]

    expected = sum(faces) / len(faces)
    value = sum((often - expected) ** 2 for often in faces) / expected
    return round(value, 4), float(chdtrc(len(faces) - 1, value))


def _word(thrown: int, sides: int, p: float | None, judged: int) -> str:
    """What the numbers mean, and no more than they mean."""
    if sides == 1:
        return "a die with one side is never unfair"
    if p is None:
        return f"too few to say anything: {thrown} throws of a d{sides}; from {FEWEST * sides} on they begin to tell"
    if p >= UNUSUAL:
        return f"nothing unusual: of fair dice {_share(p)} fall as unevenly as this, or more so"
    by_itself = 1 - (1 - p) ** judged
    return (
        f"unusual: of fair dice only {_share(p)} fall as unevenly as this; "
        f"in one of {judged} rows looked at it happens by itself in {_share(by_itself)} of all cases"
    )


def _share(p: float) -> str:
    return f"{100 * p:.1f} %" if p >= 0.0005 else "fewer than 0.1 %"


def _together(judged: int) -> str:
    if not judged:
        return "There are too few throws yet to say anything about any die."
    return (
        f"{judged} of the rows have enough throws to be judged. About one fair row in a hundred is called unusual; "
        "a die that is only a little loaded takes thousands of throws to show."
    )
