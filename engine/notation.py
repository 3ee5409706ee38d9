"""Dice as people write them: 2d6+1, d10, and for armor d6*2."""

import re
from typing import Final

import msgspec

from engine.requests import Dice

MOST_DICE: Final = 100
MOST_SIDES: Final = 1000
MOST_ADDED: Final = 1000

_WRITTEN = re.compile(r"(\d{0,3})d(\d{1,4})([+-]\d{1,4})?(?:\*(\d{1,4}))?", re.ASCII)


class Thrown(msgspec.Struct, frozen=True):
    """A value that is thrown: the dice, and the factor that their sum is multiplied by."""

    dice: Dice
    times: int = 1

    def __str__(self) -> str:
        return str(self.dice) if self.times == 1 else f"{self.dice}*{self.times}"


def read_thrown(text: str) -> Thrown | None:
    """Dice written as NdM, NdM+K or NdM-K, with *F behind if the sum is multiplied; None if they are not.

    At most 100 dice of 2 to 1000 sides, a number of at most 1000 either way, a factor of 1 to 1000.
    """
    found = _WRITTEN.fullmatch(text.strip().lower()) if len(text) <= 40 else None
    if found is None:
        return None
    count, sides, plus, times = (int(part) if part else None for part in found.groups())
    thrown = Thrown(Dice(1 if count is None else count, sides or 0, plus or 0), 1 if times is None else times)
    return thrown if _within_limits(thrown) else None


def read_dice(text: str) -> Dice | None:
    """Dice written as NdM, NdM+K or NdM-K, within the same limits; None if they are not."""
    thrown = read_thrown(text)
    return thrown.dice if thrown is not None and "*" not in text else None


def _within_limits(thrown: Thrown) -> bool:
    dice = thrown.dice
    counts = 1 <= dice.count <= MOST_DICE and 2 <= dice.sides <= MOST_SIDES
    return counts and abs(dice.plus) <= MOST_ADDED and 1 <= thrown.times <= MOST_ADDED
