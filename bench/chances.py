"""Odds of acts by the memoised procedures: beside enumeration, beside icepool, and against the time a page has."""

import random
import time
from collections.abc import Callable
from typing import Any

import d20  # type: ignore[import-untyped]

from bench.figures import Row, at_least, at_most, best_of
from engine.dice import KeyedDice
from engine.odds.sampling import sampled
from engine.odds.walk import OverBudget
from tests.odds.leaves import enumerated
from tests.odds.shots import Opposite, bobs
from tests.odds.test_exact import AK, agrees, bursts

GUN: dict[str, Any] = {"kind": "shoot", "weapon": "gun", "range": "short"}
SHOTS: tuple[tuple[str, float, str, dict[str, Any]], ...] = (
    ("one unisystem shot", 20, "unisystem", GUN),
    ("one dodged unisystem shot", 20, "unisystem", {**GUN, "defense": "dodge"}),
    ("one firefight shot", 20, "firefight", GUN),
    ("a firefight burst of five", 100, "firefight", {**AK, "shots": 5}),
    ("two firefight shots", 3000, "firefight", {**GUN, "shots": 2}),
    ("one interlock shot", 20, "interlock", {"kind": "fire", "weapon": "pistol", "range": "close"}),
    ("two interlock shots", 3000, "interlock", {"kind": "fire", "weapon": "pistol", "range": "close", "shots": 2}),
    ("an interlock burst", 3000, "interlock", {"kind": "fire", "weapon": "smg", "range": "close", "mode": "burst"}),
)
"""Each with the milliseconds it may take."""

FULL_AUTO: dict[str, Any] = {"kind": "fire", "weapon": "smg", "range": "close", "mode": "full_auto", "shots": 30}
SAMPLES = 300


def run() -> list[Row]:
    """Measure each act against its time, the burst against icepool, and one shot against enumeration."""
    return [*(_in_time(*shot) for shot in SHOTS), _tried(), _against_enumeration(), _against_icepool(), _a_die()]


def _in_time(what: str, most: float, ruleset: str, action: dict[str, Any]) -> Row:
    at = Opposite(ruleset, **action)
    took = 1000 * best_of(5, at.odds, time.process_time)
    return at_most(
        f"odds of {what}",
        took,
        most,
        1.0,
        "ms",
        "exact: strike, location, damage, armor, all saves; the time of one core",
    )


def _tried() -> Row:
    """Thirty rounds of full auto have too many ways: given up after the budget, then tried."""
    at = Opposite("interlock", **FULL_AUTO)
    rng = random.Random(1)

    def work() -> None:
        try:
            at.odds(budget=15_000)
        except OverBudget:
            sampled(at.ruleset, at.state, at.kind.procedure, at.values, rng.random, runs=SAMPLES)

    reads = f"tried {SAMPLES} times, with an interval for each chance, after exact odds were found to be too much"
    return at_most(
        "odds of full auto over thirty rounds", 1000 * best_of(2, work, time.process_time), 3000.0, 1.0, "ms", reads
    )


def _against_enumeration() -> Row:
    at = Opposite("unisystem", kind="shoot", weapon="gun", range="short")

    def leaves() -> None:
        enumerated(at.ruleset, at.state, at.kind.procedure, at.values, bobs)

    return at_most(
        "odds of one shot, against walking every leaf",
        1000 * best_of(5, at.odds, time.process_time),
        1000 * best_of(2, leaves, time.process_time),
        1.0,
        "ms",
        "tests hold both to the same distribution; enumeration runs the whole procedure once per way to fall",
    )


def _against_icepool() -> Row:
    at = Opposite("firefight", **AK)
    life = at.odds().spread(lambda state: state.combatants["bob"].pools["life"].now)
    assert agrees({40 - now: p for now, p in life.items()}, bursts()), "icepool says otherwise"
    return at_most(
        "odds of a firefight burst, against the damage alone with icepool",
        1000 * best_of(3, at.odds, time.process_time),
        1000 * best_of(3, bursts, time.process_time),
        1.0,
        "ms",
        "equal to 1e-9; ours has the wounds, the saves and the rounds as well, from the procedures that play it",
    )


def _a_die() -> Row:
    dice = KeyedDice(bytes(32), "t1")
    return at_least(
        "provable d20s, against rolls of the library d20",
        _rate(lambda: dice.face(1, "", "gm|c-1|roll|0", 0, 20, False)),
        _rate(lambda: d20.roll("1d20")),
        1.0,
        "a second",
        "a face of ours is an HMAC that can be proved later; d20 reads an expression and draws",
    )


def _rate(throw: Callable[[], Any], seconds: float = 1.0) -> float:
    began, times = time.perf_counter(), 0
    while time.perf_counter() - began < seconds:
        for _ in range(100):
            throw()
        times += 100
    return times / (time.perf_counter() - began)
