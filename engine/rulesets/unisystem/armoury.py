"""Weapons and armor as the rules read them, and the list of those that a sheet may name by model."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal

import msgspec

from engine.notation import Thrown, read_dice
from engine.requests import Dice
from engine.rulesets.unisystem.tables import BANDS, DAMAGE_TYPES, PACKAGE, RULEBOOK, TABLES
from engine.tables import Basis, ListedRow, TableError, TableFile, read_rows

StrengthWord = Literal["strength", "strength-1", "strength+1", "built_strength"]
"""A multiplier that is the strength of whoever uses the weapon, or that the weapon was built for."""


class Weapon(msgspec.Struct, frozen=True):
    """A weapon as a combatant carries it, whether it stands in the list or was written out on the sheet.

    Ranges are in yards, the outer ends of the five bands, or empty. `capacity` is None where none is listed;
    `loaded` is None where nobody counts rounds, and full where a capacity is listed and nothing was said. `close` says
    that it is for fighting at arm's length (UNI-CLOSE-4).
    """

    name: str
    dice: Dice
    multiplier: int | StrengthWord
    damage_type: str
    skill: str
    model: str = ""
    kind: str = ""
    ranges: tuple[int, ...] = ()
    capacity: int | None = None
    loaded: int | None = None
    built_strength: int | None = None
    scope: bool = False
    close: bool = False

    @property
    def fired(self) -> bool:
        """Whether its damage is that of what flies from it: a blow with it has none in these rules."""
        shoots = self.ranges or (self.capacity, self.loaded) != (None, None) or self.damage_type.startswith("bullet")
        return bool(shoots) and not self.close


class Armor(msgspec.Struct, frozen=True):
    """What stops damage: a fixed Armor Value, or dice thrown for every hit."""

    value: int | Thrown = 0
    model: str = ""


class WeaponRow(ListedRow, frozen=True, kw_only=True):
    """A weapon of `armoury.toml`."""

    dice: str
    multiplier: int | StrengthWord
    damage_type: str
    skill: str
    damage_type_basis: Basis = "decision"
    skill_basis: Basis = "decision"
    kind: str = msgspec.field(name="class")
    ranges: tuple[int, ...] = ()
    capacity: int | None = None


class _Written(TableFile, frozen=True):
    weapon: tuple[WeaponRow, ...] = ()


def as_written(weapon: Weapon, form: Any) -> Weapon:
    """A weapon of which the sheet says nothing that only other rules know."""
    return weapon


class Armoury(msgspec.Struct, frozen=True):
    """The weapons and armor that a sheet may name by model.

    `fitted` makes of a weapon what the sheet says of it beyond the forms here.
    """

    weapons: Mapping[str, Weapon] = {}
    armor: Mapping[str, Armor] = {}
    damage_types: frozenset[str] = frozenset(DAMAGE_TYPES)
    close_skills: frozenset[str] = frozenset(TABLES.close_combat.skills)
    fitted: Callable[[Weapon, Any], Weapon] = as_written


def bad_ranges(ranges: tuple[int, ...]) -> str | None:
    """Why this is no list of ranges (UNI-RANGE-7); right are none, or five, nearest first."""
    if not ranges or (len(ranges) == len(BANDS) and ranges[0] > 0 and list(ranges) == sorted(set(ranges))):
        return None
    return f"ranges are {len(BANDS)} distances in yards, nearest first, each farther than the one before"


def weapon_of(row: WeaponRow) -> Weapon:
    """The weapon that a row of the list describes.

    Raises:
        TableError: its dice, ranges or damage type are none.
    """
    dice, ranges_wrong = read_dice(row.dice), bad_ranges(row.ranges)
    if dice is None or ranges_wrong or row.damage_type not in DAMAGE_TYPES:
        raise TableError(f"weapon {row.id}: {ranges_wrong or 'its dice or its damage type are not known'}")
    return Weapon(
        name=row.name,
        dice=dice,
        multiplier=row.multiplier,
        damage_type=row.damage_type,
        skill=row.skill,
        model=row.id,
        kind=row.kind,
        ranges=row.ranges,
        capacity=row.capacity,
        close=row.skill in TABLES.close_combat.skills,
    )


WEAPON_ROWS: Final = read_rows(PACKAGE, "armoury.toml", _Written, RULEBOOK.by_id).weapon
"""The weapons as the list has them, for people to look up."""

ARMOURY: Final = Armoury(weapons=MappingProxyType({row.id: weapon_of(row) for row in WEAPON_ROWS}))
