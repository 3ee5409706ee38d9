"""The rulebook and the tables of the firefight house rules, read once when the rule set is imported."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.rulebook import load
from engine.rulesets.unisystem.tables import RULEBOOK as UNISYSTEM_RULEBOOK
from engine.rulesets.unisystem.tables import Series
from engine.tables import Row, TableFile, read_rows

PACKAGE: Final = "engine.rulesets.firefight"


class Gain(Row, frozen=True, kw_only=True):
    """What a total gains: one where it begins, one more for each further block of points."""

    begins: int
    each: int

    def of(self, total: int) -> int:
        """The gain of a total; 0 below the beginning."""
        return 1 + (total - self.begins) // self.each if total >= self.begins else 0


class Bonus(Row, frozen=True, kw_only=True):
    """A fixed bonus."""

    bonus: int


class Ranges(Row, frozen=True, kw_only=True):
    """The outer ends of the five range bands, in yards."""

    ranges: tuple[int, ...]


class Suppression(Row, frozen=True, kw_only=True):
    """The automatic hits of a sweep."""

    hits: str


class TearGas(Row, frozen=True, kw_only=True):
    """Rounds after the one in which somebody leaves the cloud that are tested too."""

    further_rounds: int


class DamageLevel(Row, frozen=True, kw_only=True):
    """The factor of a damage type past armor, and the column of the called shots it belongs to."""

    damage_type: str
    factor: int
    column: str = ""


class CalledShot(Row, frozen=True, kw_only=True):
    """What it costs to aim at some parts of the body, and what hits there bring."""

    location: str
    parts: tuple[str, ...]
    to_hit: int
    levels: dict[str, int] = {}
    level_rule: str = ""
    cripples: int = 0
    cripple_rule: str = ""


class FireMode(Row, frozen=True, kw_only=True):
    """A mode of fire: rounds of one attack roll (0: all that are loaded), and the step of its penalty."""

    mode: str
    step: int
    least: int = 0
    most: int = 0


class ShotType(Row, frozen=True, kw_only=True):
    """A load of a shotgun."""

    load: str
    to_hit: int
    hollow_point: bool = False


class Encumbrance(Row, frozen=True, kw_only=True):
    """What a level of encumbrance takes from each of some skills, and from speed."""

    level: str
    modifier: int
    affects: tuple[str, ...] = ()


class Tables(TableFile, frozen=True):
    """Everything in `tables.toml`."""

    multiplier_gain: Gain
    burst_hits: Gain
    aim_bonus: Gain
    scope: Bonus
    fast_reaction: Bonus
    buckshot: Ranges
    suppression: Suppression
    further_defense: Series
    tear_gas: TearGas
    damage_level: tuple[DamageLevel, ...]
    called_shot: tuple[CalledShot, ...]
    fire_mode: tuple[FireMode, ...]
    shot_type: tuple[ShotType, ...]
    encumbrance: tuple[Encumbrance, ...]


RULEBOOK: Final = load(PACKAGE, UNISYSTEM_RULEBOOK)
TABLES: Final = read_rows(PACKAGE, "tables.toml", Tables, RULEBOOK.by_id)

DAMAGE_LEVELS: Final[Mapping[str, DamageLevel]] = MappingProxyType({r.damage_type: r for r in TABLES.damage_level})
"""Damage levels by damage type."""

CALLED_SHOTS: Final[Mapping[str, CalledShot]] = MappingProxyType(
    {p: row for row in TABLES.called_shot for p in row.parts}
)
"""Called shots by body part."""

FIRE_MODES: Final[Mapping[str, FireMode]] = MappingProxyType({row.mode: row for row in TABLES.fire_mode})
"""Modes of fire by name, the smallest penalty first."""

SHOT_TYPES: Final[Mapping[str, ShotType]] = MappingProxyType({row.load: row for row in TABLES.shot_type})
"""Loads of shotguns by name."""

ENCUMBRANCE: Final[Mapping[str, Encumbrance]] = MappingProxyType({row.level: row for row in TABLES.encumbrance})
"""Levels of encumbrance by name, lightest first."""
