"""Every class, distance, mode, location and armor, every body type with every damage: dice, floors, saves, sums."""

from functools import cache
from typing import Any

import pytest

from events.play import AmmoSpent, Rolled
from tests.sweeps.bodies import BANDS, LOCATIONS, Hurt, Save, damage_modifier, difficulty, hits
from tests.sweeps.stage import Outcome, Stage, combinations

CALLED = (None, *LOCATIONS)
MODES = (("single", 1), ("single", 3), ("burst", 3), ("full_auto", 9), ("full_auto", 30))
LOCATION_FACES = (7, 5, 1, 3, 9, 6, 4, 2, 8, 10)
"""How the location die falls, hit after hit and over again: every limb, the head, the torso."""


def fighter(body: int, armor: int = 0, **more: Any) -> dict[str, Any]:
    """Somebody of a body type, armored all over."""
    return {"stats": {"ref": 8, "bt": body}, "armor": {"av": armor}, **more}


def check(outcome: Outcome, expected: Hurt) -> None:
    """Whether an act led to these wounds and asked for these saves."""
    assert outcome.losses == [("wounds", points) for points in expected.points]
    saves = [Save(r.purpose, r.target_number) for r in outcome.of(Rolled) if r.purpose.endswith("save")]
    assert tuple(saves) == expected.saves
    assert ("dead" in outcome.gained) == expected.dead
    assert {name for name in outcome.gained if name.startswith("lost:")} == {f"lost:{one}" for one in expected.lost}
    failed = [save.purpose for save in expected.saves if save.target <= 1]
    assert ("doomed" in outcome.gained) == ("death_save" in failed)
    assert ("stunned" in outcome.gained) == ("stun_save" in failed)


BODIES, ARMORS = (2, 6, 9, 12), (0, 4, 10, 18)


@cache
def range_of_guns() -> Stage:
    """Somebody with a gun of every class, and targets of several bodies and armors."""
    guns = {kind: {"class": kind, "damage": "1d6+6", "rof": 30, "magazine": 90, "automatic": True} for kind in BANDS}
    shooter = {"stats": {"ref": 8, "bt": 6}, "skills": dict.fromkeys(BANDS, 6), "weapons": guns}
    targets = {f"t{body}-{armor}": fighter(body, armor) for body in BODIES for armor in ARMORS}
    return Stage("interlock", {"ann": shooter, **targets})


def distances(kind: str) -> list[int]:
    """The near and the far end of every band."""
    ends = BANDS[kind]
    return [0, *(metres for end in ends[:-1] for metres in (end, end + 1)), ends[-1]]


@pytest.mark.parametrize("kind", BANDS)
def test_every_way_to_fire_comes_to_what_the_rules_say(kind: str) -> None:
    stage = range_of_guns()
    every = combinations(distances(kind), MODES, CALLED, BODIES, ARMORS, (0, 5), (3, 9), ci=150)
    for metres, (mode, shots), called, body, armor, cover, face in every:
        bonus = {"burst": 3, "full_auto": shots // 10}.get(mode, 0) - (4 if called else 0)
        margin = face + 14 + bonus - difficulty(kind, metres)
        act = {"kind": "fire", "weapon": kind, "target": f"t{body}-{armor}", "mode": mode, "shots": shots}
        act |= {"distance": metres, "cover": cover, **({"location": called} if called else {})}
        if mode == "single" and shots > 1:
            # every shot is a roll of its own; what hits of several come to is swept with bursts
            outcome = stage.play("ann", act, [2] * shots, worse=20)
            assert outcome.purposes == ["strike"] * shots and not outcome.losses
            assert sum(one.rounds for one in outcome.of(AmmoSpent)) == shots
            continue
        landed = {"single": int(margin >= 0), "burst": 2 * (margin >= 0)}.get(mode, max(0, min(margin, shots)))
        dice = [1 + number % 6 for number in range(landed)]
        expected = hits([die + 6 for die in dice], dice, armor + cover, body, called, LOCATION_FACES * 30)
        count = [4] if mode == "burst" and landed else []
        outcome = stage.play("ann", act, [face, *count, *expected.faces])
        assert outcome.of(Rolled)[0].total == face + 14 + bonus
        assert sum(one.rounds for one in outcome.of(AmmoSpent)) == shots
        check(outcome, expected)


@cache
def bodies_of(half: int) -> Stage:
    """A shooter with a gun for every damage of half of them, and a target of every body type."""
    guns = {f"g{damage}": {"class": "rifle", "damage": f"1d6{damage - 1:+d}" if damage != 1 else "1d6", "rof": 1}
            for damage in range(31 * half, 31 * half + 31)}  # fmt: skip
    shooter = {"stats": {"ref": 8, "bt": 6}, "skills": {"rifle": 8}, "weapons": guns}
    targets = {f"t{body}-{armor}": fighter(body, armor) for body in range(1, 21) for armor in (0, 10)}
    return Stage("interlock", {"ann": shooter, **targets})


def test_every_body_type_takes_every_damage_at_every_location() -> None:
    every = combinations(range(1, 21), range(61), LOCATIONS, (0, 10), ci=500)
    for body, damage, location, armor in every:
        act = {"kind": "fire", "weapon": f"g{damage}", "target": f"t{body}-{armor}", "range": "close"}
        expected = hits([damage], [1], armor, body, location, ())
        outcome = bodies_of(damage // 31).play("ann", {**act, "location": location}, [9, *expected.faces])
        check(outcome, expected)


@cache
def brawler(body: int) -> Stage:
    """Somebody of a body type with bare hands and a club, and several to hit."""
    arms = {"club": {"class": "melee", "damage": "1d6+1"}}
    attacker = fighter(body, skills={"brawling": 6, "melee": 6}, weapons=arms)
    return Stage("interlock", {"ann": attacker, **{f"t{b}-{a}": fighter(b, a) for b in BODIES for a in (0, 4)}})


def test_every_blow_of_every_body_type_comes_to_what_the_rules_say() -> None:
    blows = ("strike", "kick", "club")
    every = combinations(range(1, 21), blows, CALLED, BODIES, (0, 4), range(1, 7), (-1, 0, 1), ci=400)
    for own, blow, called, body, armor, die, margin in every:
        act: dict[str, Any] = {"kind": "melee", "target": f"t{body}-{armor}"}
        act |= {"weapon": "club"} if blow == "club" else {"maneuver": blow}
        act |= {"location": called} if called else {}
        # 14 and the die against 8 and the die, sixteen in all; a called blow takes four
        strike, defense = (6 if called else 2), 8 - margin
        damage = {"strike": -(-die // 2) + damage_modifier(own), "kick": die + damage_modifier(own)}.get(blow, die + 1)
        expected = hits([max(0, damage)], [die], armor, body, called, LOCATION_FACES)
        thrown = [strike, defense, *(expected.faces if margin > 0 else ())]
        outcome = brawler(own).play("ann", act, thrown)
        if margin > 0:
            check(outcome, expected)
        else:
            assert outcome.purposes == ["strike", "defense"] and not outcome.losses
