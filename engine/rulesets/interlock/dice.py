"""The dice of these rules: the open-ended d10 of tasks and attacks, the plain ones of everything else, and halves."""

from functools import lru_cache
from typing import Final

from engine.options import Options, flag, word
from engine.registry import rule
from engine.requests import D10, Dice, Judge, Verdict, as_they_fell

UNLIMITED, ONCE = "unlimited", "once"


@rule("INT-DICE-1", mutant=lambda face: False)
def rolls_on(face: int) -> bool:
    """Whether a die of a task or attack is rolled again after this face."""
    return face == 10


@rule("INT-DICE-2", mutant=lambda faces, once: len(faces) == 1)
def chain_goes_on(faces: tuple[int, ...], once: bool) -> bool:
    """Whether a ten after these faces is rolled again: every one, or where the table says so the first alone."""
    return len(faces) == 1 or not once


def read_chain(faces: tuple[int, ...]) -> tuple[int, ...] | None:
    """What the faces of an open-ended d10 count; None: it is rolled on. 10, 10, 2 counts 22."""
    return _read(faces, once=False)


def read_one_more(faces: tuple[int, ...]) -> tuple[int, ...] | None:
    """What the faces of a d10 count of which only the first ten is rolled again."""
    return _read(faces, once=True)


def _read(faces: tuple[int, ...], once: bool) -> tuple[int, ...] | None:
    if not faces or (rolls_on(faces[-1]) and chain_goes_on(faces, once)):
        return None
    return faces


OPEN_D10: Final = Dice(1, 10, reading=read_chain)
ONE_MORE_D10: Final = Dice(1, 10, reading=read_one_more)


def task_die(options: Options) -> Dice:
    """The d10 of tasks and attacks."""
    return ONE_MORE_D10 if word(options, "ten_chain") == ONCE else OPEN_D10


@rule("INT-INIT-9", mutant=lambda options: OPEN_D10)
def initiative_die(options: Options) -> Dice:
    """The d10 of initiative: plain, unless the table lets tens be rolled again."""
    return task_die(options) if flag(options, "initiative_explodes") else D10


@rule("INT-DICE-5", mutant=lambda: OPEN_D10)
def plain_d10() -> Dice:
    """The d10 of saves, hit locations and fumbles: it counts what it shows."""
    return D10


def plain(dice: Dice) -> Dice:
    """Dice of damage count what they show."""
    return dice if dice.reading is as_they_fell else Dice(dice.count, dice.sides, dice.plus)


@rule("INT-DICE-6", mutant=lambda number, parts: number // parts)
def rounded_up(number: int, parts: int) -> int:
    """A number divided by two or three, rounded up."""
    return -(-number // parts)


def read_halves(faces: tuple[int, ...]) -> tuple[int, ...] | None:
    """What the faces of halved dice count: 1, 1, 2, 2, 3, 3 for a d6."""
    return tuple(rounded_up(face, 2) for face in faces)


def halved(dice: Dice) -> Dice:
    """Dice of which each counts half of what it shows."""
    return Dice(dice.count, dice.sides, dice.plus, read_halves, "/2")


# what a throw of the task die comes to


@rule("INT-DICE-3", mutant=lambda faces, later_ones: False)
@rule("INT-DICE-4", mutant=lambda faces, later_ones: 1 in faces)
def is_fumble(faces: tuple[int, ...], later_ones: bool) -> bool:
    """Whether a throw fails whatever its total: a one on the first die; where the table says so, on an added one."""
    return faces[0] == 1 or (later_ones and 1 in faces[1:])


@rule("INT-TASK-3", mutant=lambda total, difficulty, above: total > difficulty)
def reaches_difficulty(total: int, difficulty: int, above: bool) -> bool:
    """Whether a total is enough: equal to the difficulty is, unless the table wants more."""
    return total > difficulty if above else total >= difficulty


def task_judge(options: Options) -> Judge:
    """How the table judges a task or shot against its difficulty."""
    return _task_judge(word(options, "difficulty_comparison") == "above", flag(options, "reroll_one_fumbles"))


@lru_cache(maxsize=4)
def _task_judge(above: bool, later_ones: bool) -> Judge:
    def judge(total: int, faces: tuple[int, ...], difficulty: int | None) -> Verdict:
        if is_fumble(faces, later_ones):
            return Verdict("fumble")
        if difficulty is None:
            return Verdict()
        return Verdict("success" if reaches_difficulty(total, difficulty, above) else "failure")

    return judge


def contest_judge(options: Options) -> Judge:
    """How the table judges a roll that is settled against another one, which falls later or fell before it."""
    return _contest_judge(flag(options, "reroll_one_fumbles"))


@lru_cache(maxsize=2)
def _contest_judge(later_ones: bool) -> Judge:
    def judge(total: int, faces: tuple[int, ...], other: int | None) -> Verdict:
        if is_fumble(faces, later_ones):
            return Verdict("fumble")
        return Verdict() if other is None else Verdict("success" if total >= other else "failure")

    return judge
