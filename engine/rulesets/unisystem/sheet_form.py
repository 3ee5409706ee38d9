"""How a sheet is written in JSON, and the limits of what may stand in it."""

from collections.abc import Mapping
from typing import Annotated

import msgspec

from engine.forms import MOST_SKILLS, MOST_WEAPONS, Level, Name, Rounds, SomePoints, Text, Word
from engine.notation import MOST_ADDED
from engine.rulesets.unisystem.armoury import StrengthWord
from engine.rulesets.unisystem.tables import BANDS

Points = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Factor = Annotated[int, msgspec.Meta(ge=0, le=100)]
Yards = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class Attributes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The six attributes, 0 to 20."""

    strength: Level
    dexterity: Level
    constitution: Level
    intelligence: Level
    perception: Level
    willpower: Level


class MinimalForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is enough to keep count of somebody: Life Points, and what initiative adds to the die."""

    life: SomePoints
    initiative: Annotated[int, msgspec.Meta(ge=-20, le=50)] = 0


class ArmorForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Armor as written: a model of the lists (`worn`), or an Armor Value as a number or as dice."""

    worn: Name | None = None
    av: Annotated[int, msgspec.Meta(ge=0, le=MOST_ADDED)] | Text | None = None


class WeaponForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A weapon as written: a model of the lists, or its own dice, damage type, skill and multiplier (else 1)."""

    model: Name | None = None
    name: Text | None = None
    dice: Text | None = None
    multiplier: Factor | StrengthWord | None = None
    damage_type: Word | None = None
    skill: Word | None = None
    kind: Word | None = msgspec.field(default=None, name="class")
    ranges: Annotated[tuple[Yards, ...], msgspec.Meta(max_length=len(BANDS))] | None = None
    capacity: Annotated[int, msgspec.Meta(ge=1, le=10_000)] | None = None
    loaded: Rounds | None = None
    built_strength: Level | None = None
    scope: bool = False


class SheetForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sheet as written. Somebody has attributes; a thing has `structure` and, at most, armor.

    A `minimal` sheet stands in place of attributes: the referee types what the rules would need them for.

    What a thing is `proof_against` does nothing to it: damage types, or skills such as brawling.
    """

    attributes: Attributes | None = None
    minimal: MinimalForm | None = None
    skills: Annotated[dict[Word, Level], msgspec.Meta(max_length=MOST_SKILLS)] = {}
    life_points: SomePoints | None = None
    endurance: Points | None = None
    essence: Points | None = None
    speed: Points | None = None
    qualities: Annotated[tuple[Word, ...], msgspec.Meta(max_length=MOST_SKILLS)] = ()
    armor: ArmorForm | None = None
    shield: Name | None = None
    weapons: Annotated[Mapping[Name, WeaponForm], msgspec.Meta(max_length=MOST_WEAPONS)] = {}
    structure: SomePoints | None = None
    proof_against: Annotated[tuple[Word, ...], msgspec.Meta(max_length=MOST_SKILLS)] = ()
