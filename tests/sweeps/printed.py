"""The firefight house rules by hand: what a hit comes to, worked out from the printed lists and not from the engine."""

import re
from typing import Any

import msgspec

from tests.firefight.test_lists import printed, values

STRENGTH, BUILT = 5, 4
ABILITY = 17
"""Dexterity 5 and skill 12."""

BANDS = {"point_blank": (1, 1), "short": (0, 0), "medium": (0, 0), "long": (-3, -1), "extreme": (-6, -2)}
"""What a range does to the strike and to the multiplier."""

PARTS = (None, "torso", "head", "neck", *(f"{side}_{part}" for side in ("right", "left") for part in ("arm", "leg")),
         *(f"{side}_{part}" for side in ("right", "left") for part in ("hand", "foot")))  # fmt: skip

FACTORS = {"blunt": 1, "slash": 2, "stab": 2, "bullet": 2, "bullet_hollow_point": 3, "bullet_armor_piercing": 1,
           "explosive": 1, "fire": 1}  # fmt: skip
HARM = {
    "slash": ("Short Sword", "Broadsword", "Bastard", "Greatsword", "Rapier, Edge", "Katana", "Chainsaw", "Broken"),
    "stab": ("Small Knife", "Large Knife", "Fencing", "Rapier, Point", "Spear", "Thrown Knife", "Large Thrown",
             "Huge Thrown", "Short Bow", "Long/Composite", "Crossbow"),
    "blunt": ("Punch", "Kick", "Small Stick", "Police", "Bat", "Thrown Rock"),
    "fire": ("Cutting Torch",),
}  # fmt: skip
"""What the printed names do to a body."""

ARMOR: dict[str | None, int] = {None: 0}
"""The printed Armor Values."""
for armor_name, numbers in printed("armor"):
    ARMOR[armor_name] = int(re.findall(r"\d+", numbers)[0])


class Load(msgspec.Struct, frozen=True):
    """A weapon as it is loaded: its printed dice and multiplier, what it does, and what it adds to the strike."""

    dice: str
    multiplier: str
    harm: str
    to_hit: int = 0
    burning: str = ""
    pool: str = "life"

    @property
    def sides(self) -> int:
        """The sides of its die; 0: it has none."""
        return int(re.sub(r"-.*", "", self.dice.partition("d")[2]) or 0)


def harm_of(name: str) -> str:
    """The damage type of a printed name."""
    return next((harm for harm, names in HARM.items() if name.startswith(names)), "bullet")


def multiplier_of(text: str, built: bool = False) -> int:
    """A printed multiplier in these hands."""
    if text.startswith("strength"):
        return max(0, (BUILT if built else STRENGTH) + int(text.removeprefix("strength") or 0))
    return int(text)


def strike_total(face: int, band: str | None, part: str | None, load: Load, repeat: int = 0) -> int:
    """The total of an attack."""
    called = -4 if part == "head" else -5 if part == "neck" else 0
    if part and part.endswith(("arm", "leg")):
        called = -2
    if part and part.endswith(("hand", "foot")):
        called = -4
    return face + ABILITY + (BANDS[band][0] if band else 0) + called + load.to_hit + repeat


def level(load: Load, part: str | None) -> int:
    """The factor on what passes armor."""
    kind = load.harm.partition("_")[0]
    more = {
        "head": {"blunt": 1, "stab": 1, "slash": 1, "bullet": 2},
        "neck": {"blunt": 1, "stab": 2, "slash": 2, "bullet": 1},
    }.get(part or "", {})
    return FACTORS[load.harm] + more.get(kind, 0)


def stopped(load: Load, armor: int) -> int:
    """What armor of this value takes from one hit."""
    if load.harm == "fire":
        return 0
    return armor // 2 if load.harm in ("explosive", "bullet_armor_piercing") else armor


def points(load: Load, face: int, band: str | None, part: str | None, armor: tuple[int, ...], gain: int) -> int:
    """The points that one hit costs; `gain` is what the total of the attack adds to the multiplier."""
    die = face + int(load.dice.partition("-")[1] + load.dice.partition("-")[2] or 0) if load.sides else int(load.dice)
    times = multiplier_of(load.multiplier, built="built" in load.pool) + gain + (BANDS[band][1] if band else 0)
    if band:
        times = max(0, times)
    return level(load, part) * max(0, die * times - sum(stopped(load, value) for value in armor))


def gain_of(total: int) -> int:
    """What a single attack gains from its total."""
    return 1 + (total - 15) // 2 if total >= 15 else 0


def burst_hits(total: int, shots: int) -> int:
    """The hits of a burst."""
    return min(shots, 1 + (total - 9) // 2) if total >= 9 else 0


def cripples(part: str | None, lost: int, full: int) -> bool:
    """Whether so many Life Points through one attack cripple the part."""
    if part is None:
        return False
    times = 3 if part.endswith(("arm", "leg")) else 4 if part.endswith(("hand", "foot")) else 0
    return times * lost > full


def loads_of(section: str) -> dict[str, list[tuple[dict[str, str], Load]]]:
    """Every printed weapon of a section with the ways to load it: the fields of an act, and what they make of it."""
    return {name: list(_loads(name, values(numbers), numbers)) for name, numbers in printed(section)}


def _loads(name: str, printed_values: list[tuple[str, str]], numbers: str) -> Any:
    harm = harm_of(name)
    pool = "endurance" if name in ("Punch", "Kick") else "life"
    if name.startswith("Shotgun"):
        forms = zip(("birdshot", "buckshot", "slug"), (2, 1, 0), printed_values, strict=True)
        for form, to_hit, (dice, times) in forms:
            yield {"ammunition": form}, Load(dice, times, "bullet", to_hit)
            piercing = {"ammunition": "bullet_armor_piercing", "load": form}
            yield piercing, Load(dice, times, "bullet_armor_piercing", to_hit)
        dice, times = printed_values[2]
        yield {"ammunition": "bullet_hollow_point"}, Load(dice, times, "bullet_hollow_point")
        yield {"ammunition": "dragons-breath"}, Load("1d6", "2", "fire", burning="d6")
    elif name.startswith("Autocannon"):
        (slug, s), (high, h), (burning, b) = printed_values
        yield {"ammunition": "slug"}, Load(slug, s, "bullet")
        yield {"ammunition": "high_explosive"}, Load(high, h, "explosive")
        yield {"ammunition": "incendiary"}, Load(burning, b, "explosive", burning="d4")
    elif "AP Ammo Only" in numbers:
        ((dice, times),) = printed_values
        yield {}, Load(dice, times, "bullet_armor_piercing")
    else:
        ((dice, times),) = printed_values
        yield {}, Load(dice, times, harm, pool="built" if name == "Crossbow" else pool)
        if harm == "bullet":
            for kind in ("bullet", "bullet_hollow_point", "bullet_armor_piercing"):
                yield {"ammunition": kind}, Load(dice, times, kind)
