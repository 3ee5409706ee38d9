"""How a sheet is written in JSON, and the limits of what may stand in it."""

from typing import Annotated, Final, Literal

import msgspec

from engine.forms import MOST_SKILLS, MOST_WEAPONS, Level, Name, Rounds, SomePoints, SomeRounds, Text, Word
from engine.notation import MOST_ADDED
from engine.rulesets.interlock.armoury import Kind

Body = Annotated[int, msgspec.Meta(ge=1, le=20)]
Points = Annotated[int, msgspec.Meta(ge=0, le=MOST_ADDED)]
Bonus = Annotated[int, msgspec.Meta(ge=-20, le=20)]

USUAL: Final = 5
"""A stat that nobody wrote down: that of an ordinary person."""
MOST_LAYERS: Final = 3


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of a sheet; a field that it does not have is refused."""


class Stats(Form, frozen=True):
    """The stats, 0 to 20; body type 1 to 20. One that is left out is 5."""

    ref: Level = USUAL
    int: Level = USUAL
    cool: Level = USUAL
    bt: Body = USUAL
    ma: Level = USUAL
    tech: Level = USUAL
    attr: Level = USUAL
    luck: Level = USUAL
    emp: Level = USUAL


class LayerForm(Form, frozen=True):
    """A layer of armor as written."""

    sp: Points
    kind: Kind = "soft"


Worn = Points | LayerForm | Annotated[tuple[LayerForm, ...], msgspec.Meta(min_length=1, max_length=MOST_LAYERS)]
"""The armor of a location: its stopping power, with its kind, or several layers from the inside out."""


class ArmorForm(Form, frozen=True):
    """Armor by location; `av` covers every part that has none of its own."""

    av: Worn | None = None
    head: Worn | None = None
    torso: Worn | None = None
    right_arm: Worn | None = None
    left_arm: Worn | None = None
    right_leg: Worn | None = None
    left_leg: Worn | None = None


class SightsForm(Form, frozen=True):
    """The bonuses of the sights on a weapon."""

    telescopic_sight: Bonus = 0
    targeting_scope: Bonus = 0
    laser_sight: Bonus = 0


class WeaponForm(Form, frozen=True):
    """A weapon as written: a class or a model of the list, and what the list does not say. `damage` is its dice."""

    model: Name | None = None
    name: Text | None = None
    kind: Word | None = msgspec.field(default=None, name="class")
    damage: Text | None = None
    dice: Text | None = None
    skill: Word | None = None
    accuracy: Bonus = 0
    rof: SomeRounds | None = None
    magazine: SomeRounds | None = None
    loaded: Rounds | None = None
    automatic: bool | None = None
    sights: SightsForm = SightsForm()
    ap: bool = False
    edge: Literal["edged", "monofilament"] | None = None
    structure: SomePoints | None = None


class InitiativeForm(Form, frozen=True):
    """What adds to initiative: the levels of Combat Awareness and Kerenzikov, and whether there is a Sandevistan."""

    combat_awareness: Annotated[int, msgspec.Meta(ge=0, le=10)] = 0
    kerenzikov: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    sandevistan: bool | Literal[0, 3] = False


class MinimalForm(Form, frozen=True):
    """What is enough to keep count of somebody: what initiative adds to the die. Wounds are counted from none."""

    initiative: Annotated[int, msgspec.Meta(ge=-20, le=50)] = 0


class SheetForm(Form, frozen=True):
    """A sheet as written. A thing has `structure` and, at most, armor; everybody else has stats.

    `enhancements` are lasting ones: they count with the stat wherever it does. A `minimal` sheet stands in place of
    stats: the referee types what the rules would need them for.
    """

    stats: Stats | None = None
    minimal: MinimalForm | None = None
    enhancements: dict[Literal["ref", "int", "cool", "ma", "tech"], Bonus] = {}
    skills: Annotated[dict[Word, Level], msgspec.Meta(max_length=MOST_SKILLS)] = {}
    armor: ArmorForm | None = None
    weapons: Annotated[dict[Name, WeaponForm], msgspec.Meta(max_length=MOST_WEAPONS)] = {}
    initiative: InitiativeForm = InitiativeForm()
    structure: SomePoints | None = None
