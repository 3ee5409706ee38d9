"""The rulebook and the tables of classic Unisystem, read once when the rule set is imported."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from engine.rulebook import load
from engine.tables import Row, TableFile, read_rows

PACKAGE: Final = "engine.rulesets.unisystem"


class Task(Row, frozen=True, kw_only=True):
    """What a Task or Test must reach."""

    target_number: int


class SuccessLevels(Row, frozen=True, kw_only=True):
    """The lowest total of level 1, 2, 3 ...; after the last, each `beyond` points add one more."""

    starts: tuple[int, ...]
    beyond: int


class Series(Row, frozen=True, kw_only=True):
    """Penalties in a row: the first `free` cost nothing, each further one `step` more than the one before."""

    free: int
    step: int


class CloseCombat(Series, frozen=True, kw_only=True):
    """The series of attacks and defenses at arm's length, and the skills to attack with there."""

    skills: tuple[str, ...]


class RangeBand(Row, frozen=True, kw_only=True):
    """What a distance does to the strike and to the damage multiplier."""

    band: str
    strike: int
    multiplier: int


class Light(Row, frozen=True, kw_only=True):
    """What bad light does to the strike; with a bare die nothing but the die counts."""

    light: str
    strike: int = 0
    bare_die: bool = False


class DamageType(Row, frozen=True, kw_only=True):
    """The factor on what passes the armor."""

    damage_type: str
    factor: int


class Wound(Row, frozen=True, kw_only=True):
    """A state that wounds bring about, and the most Life Points somebody in it has."""

    state: str
    at_most: int


class Injury(Row, frozen=True, kw_only=True):
    """The worst penalty of the seriously hurt."""

    worst: int


class Survival(Row, frozen=True, kw_only=True):
    """A Survival Test is harder by one for each so many points below zero."""

    points: int


class GoodHit(Row, frozen=True, kw_only=True):
    """The Success Level from which good hits add to the damage die, where a table wants that."""

    from_level: int


class Low(Row, frozen=True, kw_only=True):
    """The most points of a pool that somebody in a low state has, and what the state takes."""

    at_most: int
    penalty: int


class Work(Row, frozen=True, kw_only=True):
    """What a full period of work costs: points or a die, in so many minutes; None: in each Turn."""

    grade: str
    minutes: int | None = None
    points: int = 0
    dice: str = ""


class Night(Row, frozen=True, kw_only=True):
    """The hours of sleep that a day of so many hours needs."""

    hours: int
    day: int


class Repose(Row, frozen=True, kw_only=True):
    """A full period, in minutes, of what gives Endurance back."""

    doing: str
    minutes: int


class Numb(Row, frozen=True, kw_only=True):
    """Numb is whose Essence so many times over is no more than the pool; what that takes."""

    times: int
    penalty: int


class Drained(Row, frozen=True, kw_only=True):
    """A Test of those whose Essence is below zero is harder by one for each so many points."""

    points: int


class DrainedToDeath(Drained, frozen=True, kw_only=True):
    """The same, for those who may die of it: their Essence, at most."""

    at_most: int


class Mending(Row, frozen=True, kw_only=True):
    """The Life Points that a day gives back from zero upwards."""

    points: int


class Tables(TableFile, frozen=True):
    """Everything in `tables.toml`."""

    task: Task
    success_levels: SuccessLevels
    extra_actions: Series
    close_combat: CloseCombat
    shots: Series
    injury: Injury
    survival: Survival
    good_hit: GoodHit
    range_band: tuple[RangeBand, ...]
    light: tuple[Light, ...]
    damage_type: tuple[DamageType, ...]
    wound: tuple[Wound, ...]
    tired: Low
    work: tuple[Work, ...]
    night: Night
    repose: tuple[Repose, ...]
    numb: Numb
    depressed: Low
    drained: Drained
    drained_to_death: DrainedToDeath
    mending: Mending


RULEBOOK: Final = load(PACKAGE)
TABLES: Final = read_rows(PACKAGE, "tables.toml", Tables, RULEBOOK.by_id)

BANDS: Final[Mapping[str, RangeBand]] = MappingProxyType({row.band: row for row in TABLES.range_band})
"""Range bands by name, nearest first."""

LIGHTS: Final[Mapping[str, Light]] = MappingProxyType({row.light: row for row in TABLES.light})
"""What is not normal light, by name."""

LIGHT_NAMES: Final = ("normal", *LIGHTS)
"""Every light there is, normal light first."""

WOUNDS: Final[Mapping[str, Wound]] = MappingProxyType({row.state: row for row in TABLES.wound})
"""What wounds bring about, lightest first."""

DAMAGE_TYPES: Final[Mapping[str, DamageType]] = MappingProxyType({r.damage_type: r for r in TABLES.damage_type})
"""Damage types by name."""

WORK: Final[Mapping[str, Work]] = MappingProxyType({row.grade: row for row in TABLES.work})
"""Grades of work, lightest first."""

REPOSE: Final[Mapping[str, Repose]] = MappingProxyType({row.doing: row for row in TABLES.repose})
"""What gives Endurance back."""
