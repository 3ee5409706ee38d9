"""The lists of weapons, explosives, incendiaries and armor, as people look them up."""

from types import MappingProxyType
from typing import Final, Literal

import msgspec

from engine.rulesets.firefight.tables import PACKAGE, RULEBOOK
from engine.rulesets.unisystem.armoury import StrengthWord
from engine.tables import Basis, ListedRow, TableFile, read_rows


class Variant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the values that stand side by side in a list."""

    name: str
    dice: str
    multiplier: int
    damage_type: str = ""
    ignites: bool = False


class ListRow(ListedRow, frozen=True, kw_only=True):
    """What the rows of all three lists of weapons have."""

    skill: str
    damage_type: str = ""
    damage_type_basis: Basis = "decision"
    variants: tuple[Variant, ...] = ()
    capacity: int | None = None
    capacity_kind: Literal["magazine", "unclear", ""] = ""
    notes: str = ""


class WeaponRow(ListRow, frozen=True, kw_only=True):
    """A row of the melee or the ranged weapons."""

    group: Literal["melee", "ranged"]
    kind: str = msgspec.field(name="class")
    fire_modes: tuple[str, ...]
    dice: str = ""
    multiplier: int | StrengthWord = 1
    automatic_capacity: int | None = None
    automatic_fire_modes: tuple[str, ...] = ()
    skill_alternatives: tuple[str, ...] = ()
    ap_only: bool = False
    scope: bool = False
    night_vision: bool = False
    damage_pool: Literal["life", "endurance"] = "life"


class ExplosiveRow(ListRow, frozen=True, kw_only=True):
    """A row of the explosive weapons."""

    kind: str
    no_damage: bool = False
    capacity_alternative: int | None = None
    effect: Literal["", "flash", "gas", "smoke"] = ""
    effect_rules: tuple[str, ...] = ()


class IncendiaryRow(ListRow, frozen=True, kw_only=True):
    """A row of the incendiary weapons."""

    kind: str


class ArmorRow(ListedRow, frozen=True, kw_only=True):
    """A row of the armor."""

    value: int
    encumbrance: str
    front_only: bool = False
    shield: bool = False
    sealed_bomb_suit: bool = False
    heat_resistant: bool = False


class AmmunitionRow(ListedRow, frozen=True, kw_only=True):
    """A kind of bullets or a form of shell."""


class Lists(TableFile, frozen=True):
    """Everything in `armoury.toml`."""

    weapon: tuple[WeaponRow, ...]
    explosive: tuple[ExplosiveRow, ...]
    incendiary: tuple[IncendiaryRow, ...]
    armor: tuple[ArmorRow, ...]
    ammunition: tuple[AmmunitionRow, ...]

    def weapons(self) -> tuple[WeaponRow | ExplosiveRow | IncendiaryRow, ...]:
        """The rows of all weapons."""
        return (*self.weapon, *self.explosive, *self.incendiary)


LISTS: Final = read_rows(PACKAGE, "armoury.toml", Lists, RULEBOOK.by_id)

ROWS: Final = MappingProxyType({row.id: row for row in LISTS.weapons()})
