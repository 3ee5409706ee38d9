"""Odds that are tried instead of worked out: their interval holds the exact value as often as it says."""

import random

import msgspec
import pytest

from projections.audience import Audience
from projections.odds import Effort, OddsOf, OddsSeen, odds_seen
from tests.odds.shots import Opposite
from tests.reps import repetitions

GM = Audience("gm")
TRIALS = 200
AT_LEAST = 180
"""Of 200 intervals of 95 % confidence so many hold their value, but for one time in some thousands."""


def told(at: Opposite, effort: Effort, seed: int = 1) -> OddsSeen:
    asked = OddsOf(combatant="ann", action=at.raw)
    return odds_seen(at.ruleset, at.state, GM, "gm", asked, random.Random(seed).random, effort)


@pytest.mark.slow
def test_intervals_hold_the_exact_chance_as_often_as_they_say() -> None:
    at = Opposite("interlock", kind="fire", weapon="pistol", range="medium")
    exact = told(at, Effort()).targets[0]
    assert exact.hit is not None and exact.down is not None
    held = {"hit": 0, "down": 0}
    for seed in range(TRIALS):
        tried = told(at, Effort(budget=0, samples=repetitions(50, 500)), seed).targets[0]
        for name, want in (("hit", exact.hit.chance), ("down", exact.down.chance)):
            one = getattr(tried, name)
            held[name] += one.low <= want <= one.high
    assert all(times >= AT_LEAST for times in held.values()), held


def test_what_is_too_much_is_tried_and_says_so() -> None:
    at = Opposite("interlock", kind="fire", weapon="smg", range="close", mode="full_auto", shots=30)
    found = told(at, Effort(budget=500, samples=20))
    assert (found.exact, found.samples, found.confidence) == (False, 20, 0.95)
    hit = found.targets[0].hit
    assert hit is not None and hit.low is not None and hit.high is not None and hit.low < hit.high


def test_the_same_dice_try_alike() -> None:
    at = Opposite("unisystem", kind="shoot", weapon="gun", range="short", shots=3)
    one, other = (msgspec.json.encode(told(at, Effort(budget=0, samples=30))) for _ in range(2))
    assert one == other
