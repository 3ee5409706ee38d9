"""Every way that dice can fall, and how likely: a reply and its probability, equal replies merged."""

from collections import defaultdict
from functools import lru_cache
from typing import Any, Final

from engine.requests import Dice, Faces, Judge, Success, Total, as_they_fell, compared, reaches

CUT: Final = 1e-12
"""A chain of open-ended dice is cut where it weighs less than this."""


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
    for faces, worth, probability in _ways(dice, every_face=reads is Faces or judge is not reaches):
        total = worth + plus
        verdict = judge(total, faces, target_number)
        if reads is Faces:
            reply: Any = Faces(faces, 0)
        elif reads is Success:
            reply = Success(verdict.outcome == "success", 0, verdict.outcome == "fumble")
        else:
            success, fumble = verdict.outcome == "success", verdict.outcome == "fumble"
            reply = Total(total, success, verdict.success_level, verdict.location, 0, fumble)
            reply = reply if beside is None else compared(reply, beside)
        merged[reply] += probability
    return tuple(merged.items())


def _ways(dice: Dice, every_face: bool) -> list[tuple[tuple[int, ...], int, float]]:
    """Ways to fall as (faces, what they are worth, probability); sums only, where no rule reads the faces."""
    if dice.reading is as_they_fell and dice.count > 1 and not every_face:
        return [((), total, p) for total, p in _sums(dice).items()]
    return _chains(dice)


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
