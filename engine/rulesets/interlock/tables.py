"""The rulebook and the tables of Cyberpunk 2020 combat, read once when the rule set is imported."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, TypeVar

import msgspec

from engine.notation import read_dice
from engine.requests import Dice
from engine.rulebook import load
from engine.tables import Row, TableError, TableFile, read_rows

PACKAGE: Final = "engine.rulesets.interlock"


class Initiative(Row, frozen=True, kw_only=True):
    """What haste and the Sandevistan booster add to initiative."""

    haste: int
    sandevistan: int


class Actions(Row, frozen=True, kw_only=True):
    """What haste and each further action take from every roll; how many times MA somebody moves in one."""

    haste: int
    extra: int
    move: int


class Aim(Row, frozen=True, kw_only=True):
    """What a round of aiming gives, and how many count."""

    per_round: int
    rounds: int


class PerRounds(Row, frozen=True, kw_only=True):
    """A bonus to hit for so many rounds."""

    rounds: int
    bonus: int


class Width(Row, frozen=True, kw_only=True):
    """The least width in metres of a zone under suppressive fire."""

    width: int


class Factor(Row, frozen=True, kw_only=True):
    """What a hit is multiplied by."""

    factor: int


class Difficulty(Row, frozen=True, kw_only=True):
    """How hard a task is."""

    difficulty: str
    value: int


class RangeBand(Row, frozen=True, kw_only=True):
    """The difficulty of a shot at a range; what each ten rounds of full auto and a burst may count there by option."""

    band: str
    difficulty: int
    full_auto: int
    burst: bool


class Ranges(Row, frozen=True, kw_only=True):
    """The far ends of the range bands of a class of weapon, in metres, nearest first."""

    name: str = msgspec.field(name="class")
    metres: tuple[int, ...]


class NamedModifier(Row, frozen=True, kw_only=True):
    """A modifier of an attack that people name."""

    modifier: str
    value: int


class Fumble(Row, frozen=True, kw_only=True):
    """What faces of the fumble die bring."""

    first: int = msgspec.field(name="from")
    last: int = msgspec.field(name="to")
    result: str


class OfBody(Row, frozen=True, kw_only=True):
    """A number for body types from `body` on."""

    body: int
    value: int


class HitLocation(Row, frozen=True, kw_only=True):
    """Faces of the location die, and where they hit."""

    first: int = msgspec.field(name="from")
    last: int = msgspec.field(name="to")
    location: str
    limb: bool = False


class Track(Row, frozen=True, kw_only=True):
    """The last point of the wound track."""

    last: int


class WoundLevel(Row, frozen=True, kw_only=True):
    """A level of wounds, its first point, what it takes from Stun Saves, and its mortality if it is mortal."""

    level: str
    first: int = msgspec.field(name="from")
    stun: int
    mortality: int | None = None


class Layering(Row, frozen=True, kw_only=True):
    """The bonus of two layers whose values differ by so much or more."""

    difference: int
    bonus: int


class Maneuver(Row, frozen=True, kw_only=True):
    """What may be done at arm's length, and the damage it does. A `blow` rolls a location and meets its armor."""

    maneuver: str
    requires: str = ""
    dice: str = ""
    halved: bool = False
    damage_modifier: bool = False
    blow: bool = False
    stun_save: int = 0

    @property
    def thrown(self) -> Dice | None:
        """Its damage dice, if it has any of its own."""
        return read_dice(self.dice) if self.dice else None


class Dodge(Row, frozen=True, kw_only=True):
    """What a declared dodge adds to the defense."""

    bonus: int


class Sweep(Row, frozen=True, kw_only=True):
    """What a sweep gives to the next attack of whoever made it, and what it takes from that of the opponent."""

    next_attack: int
    opponent: int


class Skills(Row, frozen=True, kw_only=True):
    """The skills to fight with at arm's length."""

    skills: tuple[str, ...]


class Skill(Row, frozen=True, kw_only=True):
    """The skill whose level may add to unarmed damage."""

    skill: str


class Tables(TableFile, frozen=True):
    """Everything in `tables.toml`."""

    initiative: Initiative
    actions: Actions
    aim: Aim
    burst: PerRounds
    full_auto: PerRounds
    suppression: Width
    head: Factor
    difficulty: tuple[Difficulty, ...]
    range_band: tuple[RangeBand, ...]
    ranges: tuple[Ranges, ...]
    modifier: tuple[NamedModifier, ...]
    task_fumble: tuple[Fumble, ...]
    weapon_fumble: tuple[Fumble, ...]
    damage_modifier: tuple[OfBody, ...]
    btm: tuple[OfBody, ...]
    hit_location: tuple[HitLocation, ...]
    track: Track
    wound: tuple[WoundLevel, ...]
    layering: tuple[Layering, ...]
    maneuver: tuple[Maneuver, ...]
    dodge: Dodge
    sweep: Sweep
    hand_to_hand: Skills
    unarmed: Skill


def _sound(tables: Tables) -> Tables:
    if any(row.dice and row.thrown is None for row in tables.maneuver):
        raise TableError(f"{PACKAGE}/tables.toml has a maneuver with dice that are none")
    return tables


RULEBOOK: Final = load(PACKAGE)
TABLES: Final = _sound(read_rows(PACKAGE, "tables.toml", Tables, RULEBOOK.by_id))

BANDS: Final[Mapping[str, RangeBand]] = MappingProxyType({row.band: row for row in TABLES.range_band})
"""Range bands by name, nearest first."""

RANGES: Final[Mapping[str, Ranges]] = MappingProxyType({row.name: row for row in TABLES.ranges})
"""The classes of guns, and how far their bands reach."""

MODIFIERS: Final[Mapping[str, NamedModifier]] = MappingProxyType({row.modifier: row for row in TABLES.modifier})
"""Modifiers of an attack by name."""

DIFFICULTIES: Final[Mapping[str, int]] = MappingProxyType({row.difficulty: row.value for row in TABLES.difficulty})
"""Difficulties of tasks by name."""

LOCATIONS: Final[Mapping[str, HitLocation]] = MappingProxyType({row.location: row for row in TABLES.hit_location})
"""Hit locations by name."""

MANEUVERS: Final[Mapping[str, Maneuver]] = MappingProxyType({row.maneuver: row for row in TABLES.maneuver})
"""What may be done at arm's length, by name."""

OfFaces = TypeVar("OfFaces", Fumble, HitLocation)


def on_face(rows: Sequence[OfFaces], face: int) -> OfFaces:
    """The row of a table of faces in which a face stands."""
    return next(row for row in rows if row.first <= face <= row.last)


def for_body(rows: Sequence[OfBody], body: int) -> OfBody:
    """The row of a table of body types that holds for one of them."""
    return [row for row in rows if row.body <= body][-1]
