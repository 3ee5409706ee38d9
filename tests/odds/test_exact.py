"""Exact odds equal plain enumeration, and those of an independent library where it can express them."""

from collections.abc import Hashable
from typing import Any

import icepool  # type: ignore[import-untyped]
import pytest

from engine.state import State
from tests.odds.leaves import enumerated
from tests.odds.shots import Opposite, bobs
from tests.reps import repetitions

PLAIN = repetitions(1, 0) == 1
"""In CI dice are not open-ended, so that plain enumeration comes to an end in seconds."""

AK: dict[str, Any] = {"kind": "shoot", "weapon": "ak", "range": "short", "mode": "burst", "shots": 3}
BURST: dict[str, Any] = {**AK, "location": "right_arm"}
PISTOL: dict[str, Any] = {"kind": "fire", "weapon": "pistol", "range": "close"}


def merged(at: Opposite) -> dict[Hashable, float]:
    sums: dict[Hashable, float] = {}
    for branch in at.odds().branches:
        key = bobs(branch.state)
        sums[key] = sums.get(key, 0.0) + branch.probability
    return sums


def agree(at: Opposite) -> None:
    want = enumerated(at.ruleset, at.state, at.kind.procedure, at.values, bobs)
    got = merged(at)
    assert max(abs(got.get(key, 0.0) - want.get(key, 0.0)) for key in got.keys() | want.keys()) < 1e-9
    assert sum(want.values()) == pytest.approx(1.0, abs=1e-9)


@pytest.mark.slow
def test_a_firefight_burst_at_a_called_location_through_armor_equals_enumeration() -> None:
    agree(Opposite("firefight", {"open_ended_d10": False} if PLAIN else {}, **BURST))


@pytest.mark.slow
def test_an_interlock_shot_with_location_saves_and_death_equals_enumeration() -> None:
    at = Opposite("interlock", {"ten_chain": "once"} if PLAIN else {}, **PISTOL)
    assert any(branch.state.combatants["bob"].has("doomed") for branch in at.odds().branches)
    agree(at)


@pytest.mark.slow
def test_two_unisystem_shots_equal_enumeration() -> None:
    options = {"open_ended_d10": False} if PLAIN else {}
    agree(Opposite("unisystem", options, kind="shoot", weapon="gun", range="short", shots=2))


D10: Any = icepool.d(10)


def after_a_ten(depth: int = 12) -> Any:
    """What the dice behind a 10 add: what they show above 5, and after another 10 on and on."""
    if not depth:
        return icepool.Die([0])
    return D10.map(lambda face: max(0, face - 5) if face < 10 else 5 + after_a_ten(depth - 1))


def after_ones(depth: int = 12) -> Any:
    """What the dice behind two 1s take: what is missing to 5, and after another 1 on and on."""
    if not depth:
        return icepool.Die([0])
    return D10.map(lambda face: min(0, face - 5) if face > 1 else -5 + after_ones(depth - 1))


def open_d10() -> Any:
    """The open-ended d10 of the rulebook as icepool has it."""
    after_a_one = D10.map(lambda face: -6 + after_ones() if face == 1 else face - 6 if face <= 5 else 0)
    return D10.map(lambda face: 1 + after_a_one if face == 1 else 10 + after_a_ten() if face == 10 else face)


def tens(depth: int = 12) -> Any:
    """A d10 of which every 10 is thrown on."""
    return D10.map(lambda face: 10 + tens(depth - 1) if face == 10 and depth else face)


def agrees(got: dict[int, float], want: Any) -> bool:
    chances = {points: float(want.probability(points)) for points in want.outcomes()}
    return max(abs(got.get(points, 0.0) - chances.get(points, 0.0)) for points in got.keys() | chances.keys()) < 1e-9


def bursts() -> Any:
    """The damage of a burst with icepool: 3 + 3 against 9, one round for each two points above, three at the most; each
    a d8 times 5, less 19 of armor, twice for a bullet."""
    hits = (open_d10() + 6).map(lambda total: min(3, (total - 7) // 2) if total >= 9 else 0)
    one = icepool.d(8).map(lambda face: 2 * max(0, 5 * face - 19))
    return hits.map(lambda n: n @ one if n else 0)


def test_the_damage_of_a_burst_is_what_icepool_says() -> None:
    life = Opposite("firefight", **AK).odds().spread(lambda s: left(s, "life"))
    assert agrees({40 - now: p for now, p in life.items()}, bursts())


def test_what_an_interlock_shot_does_to_a_called_torso_is_what_icepool_says() -> None:
    """8 + 4 - 4 against 15, a 1 fails; 2d6+1 less 10 of armor, and of what passes it 2 for the body, never all."""
    wounds = Opposite("interlock", **{**PISTOL, "location": "torso"}).odds().spread(lambda s: left(s, "wounds"))
    hit = tens().map(lambda thrown: int(thrown > 1 and thrown + 8 >= 15))
    harm = (2 @ icepool.d(6) + 1).map(lambda raw: max(1, raw - 12) if raw > 10 else 0)
    assert agrees(wounds, hit.map(lambda struck: harm if struck else 0))


def left(state: State, pool: str) -> int:
    return state.combatants["bob"].pools[pool].now
