"""Weapons and armor as the rules read them, and the list of weapons that a sheet may name by model."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

import msgspec

from engine.notation import read_dice
from engine.requests import Dice
from engine.rulesets.interlock.dice import halved
from engine.rulesets.interlock.tables import PACKAGE, RANGES, RULEBOOK
from engine.tables import ListedRow, TableError, TableFile, read_rows

Kind = Literal["soft", "hard"]


class Layer(msgspec.Struct, frozen=True):
    """One layer of worn armor: its stopping power and whether it is soft or hard."""

    sp: int
    kind: Kind = "soft"


class Weapon(msgspec.Struct, frozen=True):
    """A weapon as a combatant carries it.

    `kind` is its class; guns are those that have ranges. `rof` and `magazine` are None where nobody states them;
    `loaded` is None where nobody counts rounds. `automatic` None: nobody said. `sights` are the bonuses of those on
    it. `structure`: what it takes before it breaks, where it is to parry with.
    """

    name: str
    kind: str
    dice: Dice
    skill: str = ""
    model: str = ""
    accuracy: int = 0
    rof: int | None = None
    magazine: int | None = None
    loaded: int | None = None
    automatic: bool | None = None
    sights: tuple[tuple[str, int], ...] = ()
    piercing: bool = False
    edge: Literal["", "edged", "monofilament"] = ""
    damage_modifier: bool = False
    structure: int | None = None

    @property
    def gun(self) -> bool:
        """Whether it is fired: its class has range bands."""
        return self.kind in RANGES

    @property
    def fires_bursts(self) -> bool:
        """Whether it may fire bursts and full auto: unless its owner says that it is not automatic."""
        return self.automatic is not False

    @property
    def is_automatic(self) -> bool:
        """Whether it counts as an automatic weapon: as its owner says, else submachine guns do."""
        return self.kind == "smg" if self.automatic is None else self.automatic


class WeaponRow(ListedRow, frozen=True, kw_only=True):
    """A weapon of `armoury.toml`. Without dice the sheet brings the damage."""

    kind: str = msgspec.field(name="class")
    skill: str
    dice: str = ""
    halved: bool = False
    damage_modifier: bool = False


class _Written(TableFile, frozen=True):
    weapon: tuple[WeaponRow, ...] = ()


def _listed() -> tuple[WeaponRow, ...]:
    rows = read_rows(PACKAGE, "armoury.toml", _Written, RULEBOOK.by_id).weapon
    if any(row.dice and read_dice(row.dice) is None for row in rows):
        raise TableError(f"{PACKAGE}/armoury.toml has a weapon with dice that are none")
    return rows


def dice_of(row: WeaponRow) -> Dice | None:
    """The damage dice of a listed weapon; None: the sheet brings them."""
    dice = read_dice(row.dice) if row.dice else None
    return halved(dice) if dice is not None and row.halved else dice


WEAPON_ROWS: Final = _listed()
"""The weapons as the list has them, for people to look up."""

MODELS: Final[Mapping[str, WeaponRow]] = MappingProxyType({row.id: row for row in WEAPON_ROWS})
"""What a sheet may name by model."""
