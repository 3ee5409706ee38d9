"""The d10 of classic Unisystem: which rolls are open-ended, and what each face of one counts."""

from typing import Final

import msgspec

from engine.options import Options, flag
from engine.registry import rule
from engine.requests import D10, Dice, as_they_fell


@rule("UNI-DICE-1", mutant=lambda face: 0)
def ten_adds(face: int) -> int:
    """What a face rolled after a 10 adds to the die."""
    return max(0, face - 5)


@rule("UNI-DICE-2", mutant=lambda face: 0)
def one_takes(face: int) -> int:
    """What the face rolled after a natural 1 takes from that 1, unless it is a 1 too."""
    return 0 if face > 5 else face - 6


@rule("UNI-DICE-3", mutant=lambda again, face: 0)
def ones_take(again: int, face: int) -> int:
    """What a 1 after a natural 1 takes, and what is rolled after that; `again` counts re-rolls from 1."""
    if face == 1:
        return -6 if again == 1 else -5
    return min(0, face - 5)


@rule("UNI-DICE-4", mutant=lambda first, face: face in (1, 10))
def rolls_on(first: int, face: int) -> bool:
    """Whether the die is rolled again after this face: only the direction of the first one counts."""
    return first in (1, 10) and face == first


def read_open_d10(faces: tuple[int, ...]) -> tuple[int, ...] | None:
    """What the faces of an open-ended d10 count, face by face; None: it is rolled on.

    10, 7 counts 10 + 2; 1, 4 counts 1 - 2; 1, 1, 8 counts 1 - 6 + 0.

    Raises:
        ValueError: there is a face behind the one that ended the roll.
    """
    if not faces:
        return None
    first, rest = faces[0], faces[1:]
    if not all(rolls_on(first, face) for face in faces[:-1]):
        raise ValueError(f"the roll was over before its last face: {faces}")
    if rolls_on(first, faces[-1]):
        return None
    if first == 1:
        return (1, *(_after_one(again, face) for again, face in enumerate(rest, 1)))
    return (first, *(ten_adds(face) for face in rest))


def _after_one(again: int, face: int) -> int:
    return ones_take(again, face) if again > 1 or face == 1 else one_takes(face)


OPEN_D10: Final = Dice(1, 10, reading=read_open_d10)


@rule("UNI-DICE-5", mutant=lambda options: D10)
def task_die(options: Options) -> Dice:
    """The d10 of Tasks, Tests, resisted rolls and initiative: open-ended unless the table says no."""
    return OPEN_D10 if flag(options, "open_ended_d10") else D10


@rule("UNI-DICE-6", mutant=lambda dice: OPEN_D10 if dice.sides == 10 else dice)
def plain(dice: Dice) -> Dice:
    """Dice of damage, armor and loss: they count what they show, d10 included."""
    return dice if dice.reading is as_they_fell else msgspec.structs.replace(dice, reading=as_they_fell)
