"""How a sheet of the firefight house rules is written in JSON: that of unisystem and what is said beyond it."""

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from engine.forms import MOST_WEAPONS, Name
from engine.rulesets.unisystem.sheet_form import ArmorForm, SheetForm, WeaponForm

Burden = Literal["none", "light", "medium", "heavy"]
Mode = Literal["single", "burst", "rock_and_roll", "suppressive"]


class FireArmorForm(ArmorForm, frozen=True, forbid_unknown_fields=True):
    """Armor as written, and what is special about it."""

    encumbrance: Burden | None = None
    sealed_bomb_suit: bool = False
    heat_resistant: bool = False


class FireWeaponForm(WeaponForm, frozen=True, forbid_unknown_fields=True):
    """A weapon as written: `automatic` for that version of a listed one, `fire_modes` for one that is not listed."""

    automatic: bool = False
    night_vision: bool = False
    fire_modes: tuple[Mode, ...] | None = None


class FireSheetForm(SheetForm, frozen=True, forbid_unknown_fields=True):
    """A sheet as written; `encumbrance` is what is carried beside armor."""

    armor: FireArmorForm | None = None
    weapons: Annotated[Mapping[Name, FireWeaponForm], msgspec.Meta(max_length=MOST_WEAPONS)] = {}
    encumbrance: Burden = "none"
