"""Every way that dice can fall, and how likely: a reply and its probability, equal replies merged."""

from collections import defaultdict
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

from engine.requests import Dice, Faces, Judge, Success, Total, as_they_fell, compared, reaches

CUT: Final = 1e-12
"""A chain of open-ended dice is cut where it weighs less than this."""

MOST_SUMS: Final = 1_000
"""Dice that can come to more sums are thrown, not summed up: the work grows with the square of it."""

MOST_FACES: Final = 10_000
"""The same for dice that are read face by face."""


def too_many(dice: Dice, judge: Judge, reads: type[Faces] | type[Total] | type[Success]) -> bool:
    """Whether dice have too many ways to fall to go through them all."""
    if _by_sums(dice, judge, reads):
        return dice.count * dice.sides > MOST_SUMS
    return not dice.until and dice.sides**dice.count > MOST_FACES


def one_fall(
    dice: Dice,
    plus: int,
    target_number: int | None,
    judge: Judge,
    reads: type[Faces] | type[Total] | type[Success],
    beside: int | None,
    draw: Callable[[], float],
) -> Any:
    """One reply of all that a roll can give, drawn as likely as it is."""
    faces: tuple[int, ...] = ()
    counts: tuple[int, ...] | None = None
    while counts is None:
        number = int(draw() * (len(dice.until) or dice.sides))
        faces = (*faces, dice.until[number] if dice.until else number + 1)
        if len(faces) >= dice.count:
            counts = dice.reading(faces)
    return _reply(faces, sum(counts) + plus, target_number, judge, reads, beside)


@lru_cache(maxsize=4096)
def falls(
    dice: Dice,
    plus: int,
    target_number: int | None,
    judge: Judge,
    reads: type[Faces] | type[Total] | type[Success],
    beside: int | None = None,
) -> tuple[tuple[Any, float], ...]:
    """Every reply a roll can give and its probability, equal replies merged."""
    merged: defaultdict[Any, float] = defaultdict(float)
    ways = [((), worth, p) for worth, p in _sums(dice).items()] if _by_sums(dice, judge, reads) else _chains(dice)
    for faces, worth, probability in ways:
        merged[_reply(faces, worth + plus, target_number, judge, reads, beside)] += probability
    return tuple(merged.items())


def _reply(
    faces: tuple[int, ...],
    total: int,
    target_number: int | None,
    judge: Judge,
    reads: type[Faces] | type[Total] | type[Success],
    beside: int | None,
) -> Any:
    verdict = judge(total, faces, target_number)
    success, fumble = verdict.outcome == "success", verdict.outcome == "fumble"
    if reads is Faces:
        return Faces(faces, 0)
    if reads is Success:
        return Success(success, 0, fumble)
    reply = Total(total, success, verdict.success_level, verdict.location, 0, fumble)
    return reply if beside is None else compared(reply, beside)


def _by_sums(dice: Dice, judge: Judge, reads: type[Faces] | type[Total] | type[Success]) -> bool:
    """Whether sums are enough: no rule reads the faces."""
    return dice.reading is as_they_fell and dice.count > 1 and reads is not Faces and judge is reaches


def _sums(dice: Dice) -> dict[int, float]:
    sums: dict[int, float] = {0: 1.0}
    for _ in range(dice.count):
        grown: defaultdict[int, float] = defaultdict(float)
        for total, p in sums.items():
            for face in range(1, dice.sides + 1):
                grown[total + face] += p / dice.sides
        sums = dict(grown)
    return sums


@lru_cache(maxsize=256)
def _chains(dice: Dice) -> list[tuple[tuple[int, ...], int, float]]:
    if dice.until:
        return [((face,), face, 1 / len(dice.until)) for face in dice.until]
    ways: list[tuple[tuple[int, ...], int, float]] = []
    waiting: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    while waiting:
        faces, p = waiting.pop()
        counts = dice.reading(faces) if len(faces) >= dice.count else None
        if counts is not None:
            ways.append((faces, sum(counts), p))
        elif p >= CUT:
            waiting.extend(((*faces, face), p / dice.sides) for face in range(1, dice.sides + 1))
    return ways
