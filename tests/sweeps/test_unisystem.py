"""Every weapon, range, light, armor, defense and kind of target: the dice, the floors and the sums of the rules."""

from functools import cache
from typing import Any

import msgspec

from events.play import Rolled
from tests.sweeps.stage import Stage, combinations

NAMES = ("strength", "dexterity", "constitution", "intelligence", "perception", "willpower")
ATTRIBUTES = dict.fromkeys(NAMES, 3)
BANDS = {"point_blank": (1, 1), "short": (0, 0), "medium": (0, 0), "long": (-3, -1), "extreme": (-6, -2)}
LIGHTS = {"normal": 0, "poor": -1, "bad": -4, "total_darkness": None}


class Arm(msgspec.Struct, frozen=True):
    """A weapon by hand: its die, multiplier and what it does past armor; whether it is for arm's length."""

    sides: int
    times: int
    factor: int
    close: bool = False


ARMS = {
    "small": Arm(4, 2, 2),
    "large": Arm(6, 5, 2),
    "shotgun": Arm(8, 6, 2),
    "axe": Arm(12, 4, 2, close=True),
    "spear": Arm(6, 3, 1, close=True),
    "club": Arm(10, 2, 1, close=True),
}
SHEETS = {
    "small": {"model": "pistol-22"},
    "large": {"model": "pistol-10mm"},
    "shotgun": {"model": "shotgun-buckshot"},
    "axe": {"dice": "1d12", "multiplier": "strength+1", "damage_type": "slash", "skill": "hand_weapon"},
    "spear": {"dice": "1d6", "multiplier": "strength", "damage_type": "stab", "skill": "hand_weapon"},
    "club": {"dice": "1d10", "multiplier": "strength-1", "damage_type": "blunt", "skill": "hand_weapon"},
}
SKILLS = {"handguns": 4, "shotguns": 4, "hand_weapon": 4, "dodge": 4}
ARMOR: dict[str, tuple[Any, int, int]] = {
    "none": (0, 0, 0),
    "fixed": (8, 0, 8),
    "die": ("1d8", 3, 3),
    "many": ("d6*2", 3, 6),
}
"""How armor is written, the face that falls for it (0: none is thrown), and what that takes."""


@cache
def stage() -> Stage:
    """Somebody with one of each weapon; people and things in every armor."""
    attacker = {"attributes": ATTRIBUTES, "skills": SKILLS, "weapons": SHEETS}
    sheets: dict[str, Any] = {"ann": attacker}
    for name, (written, _, _) in ARMOR.items():
        club = {"club": SHEETS["club"]}
        person = {"attributes": ATTRIBUTES, "life_points": 1000, "skills": SKILLS, "weapons": club}
        sheets[f"person-{name}"] = {**person, "armor": {"av": written}}
        sheets[f"thing-{name}"] = {"structure": 1000, "armor": {"av": written}}
    return Stage("unisystem", sheets)


def test_every_attack_comes_to_what_the_rules_say() -> None:
    attacks = [(name, band) for name, arm in ARMS.items() for band in ([None] if arm.close else BANDS)]
    defenses = ("none", "dodge", "parry")
    every = combinations(
        attacks, [*LIGHTS], [*ARMOR], ("person", "thing"), defenses, (2, 5, 9), (3, 5, 9), (1, 4), ci=1500
    )
    for (name, band), light, armor, kind, defense, face, against, die in every:
        arm = ARMS[name]
        if (kind == "thing" and defense != "none") or (not arm.close and defense == "parry"):
            continue
        act = {"kind": "strike" if arm.close else "shoot", "weapon": name, "target": f"{kind}-{armor}", "light": light}
        act |= {"defense": defense, **({"range": band} if band else {})}
        strike, multiplier = BANDS[band] if band else (0, 0)
        dark = LIGHTS[light] is None
        # in the dark a perception of 3 + 8 is Success Level 2, and nothing else counts
        total = face + 2 if dark else face + 7 + strike + (LIGHTS[light] or 0)
        defended = 0 if defense == "none" else against + 7
        hit = total >= 9 and (defended < 9 or total > defended)
        _, thrown, stopped = ARMOR[armor]
        dice = [*([8] if dark else []), face, *([against] if defended else [])]
        dice += [die, *([thrown] if thrown else [])] if hit else []
        outcome = stage().play("ann", act, dice)
        factor = arm.factor if kind == "person" else 1
        lost = factor * max(0, die * max(0, arm.times + multiplier) - stopped)
        pool = "life" if kind == "person" else "structure"
        assert outcome.losses == ([(pool, -lost)] if hit else [])
        assert next(roll for roll in outcome.of(Rolled) if roll.purpose == "strike").total == total
