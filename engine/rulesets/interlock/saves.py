"""Stun and Death Saves as plain arithmetic: their targets, and when a face meets one."""

from engine.options import Options, number, word
from engine.registry import rule
from engine.requests import Judge, Verdict
from engine.rulesets.interlock.tables import WoundLevel


def under(total: int, faces: tuple[int, ...], target: int | None) -> Verdict:
    """A save succeeds with a face under its target."""
    return Verdict("success" if total < (target or 0) else "failure")


def under_or_equal(total: int, faces: tuple[int, ...], target: int | None) -> Verdict:
    """A save succeeds with a face that is not above its target."""
    return Verdict("success" if total <= (target or 0) else "failure")


def under_or_one(total: int, faces: tuple[int, ...], target: int | None) -> Verdict:
    """A save succeeds with a face under its target, and always with a 1."""
    return Verdict("success" if total < max(2, target or 0) else "failure")


def _comparison(options: Options) -> Judge:
    return under_or_equal if word(options, "save_comparison") == "under_or_equal" else under


@rule("INT-STUN-1", mutant=lambda options: under_or_equal)
@rule("INT-STUN-6", mutant=lambda options: under_or_one)
def stun_judge(options: Options) -> Judge:
    """How the table judges a Stun Save; with a floor under its target a 1 always succeeds."""
    judge = _comparison(options)
    return under_or_one if judge is under and number(options, "save_target_floor") else judge


@rule("INT-DEATH-1", mutant=lambda options: under_or_equal)
def death_judge(options: Options) -> Judge:
    """How the table judges a Death Save."""
    return _comparison(options)


def stun_target(body: int, level: WoundLevel | None, further: int, options: Options) -> int:
    """What a Stun Save must stay under; `further` is what a throw takes besides the wounds."""
    target = body - stun_penalty(level) + further
    return max(number(options, "save_target_floor"), target) if number(options, "save_target_floor") else target


@rule("INT-STUN-2", mutant=lambda level: 0)
def stun_penalty(level: WoundLevel | None) -> int:
    """What a wound level takes from Stun Saves."""
    return level.stun if level else 0


def death_target(body: int, mortality: int, minutes: int) -> int:
    """What a Death Save must stay under after so many minutes without help."""
    return body - mortality - minutes


@rule("INT-STUN-7", mutant=lambda options: word(options, "volley_saves") != "per_hit")
def saves_after_each_hit(options: Options) -> bool:
    """Whether saves are asked after every hit of one attack roll, or once after all of them."""
    return word(options, "volley_saves") == "per_hit"


@rule("INT-DEATH-4", mutant=lambda options: word(options, "save_order") != "death_first")
def death_comes_first(options: Options) -> bool:
    """Whether Death Saves are thrown before the Stun Save."""
    return word(options, "save_order") == "death_first"
