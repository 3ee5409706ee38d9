"""What is kept of somebody between one stretch of time and the next: minutes not yet full periods, hours without sleep.

The arithmetic of sleep: seven hours in each 24, and what every hour without costs. All times in minutes.
"""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from engine.registry import rule
from engine.rulesets.unisystem.tables import TABLES

HOUR: Final = 60
DAY: Final = TABLES.night.day * HOUR
NIGHT: Final = TABLES.night.hours * HOUR

OWED: Final = "owed"
"""Endurance Points lost through missing sleep that only sleep gives back."""


class Clocks(msgspec.Struct, frozen=True):
    """How far somebody is on the way to what time brings; each field is a tally of the combatant.

    `mending` leads to the next day of recovery, `gathering` to the next hour of Essence, `sleep`, `rest` and `hard` to
    the next full period of just that. `since` is how long ago the last night was over, `slept` how much of it was
    sleep, `awake` how long ago any sleep was; `charged` what this waking has cost, `owed` what sleep must give back.
    """

    mending: int = 0
    gathering: int = 0
    sleep: int = 0
    rest: int = 0
    hard: int = 0
    since: int = 0
    slept: int = 0
    awake: int = 0
    charged: int = 0
    owed: int = 0


class Cost(msgspec.Struct, frozen=True):
    """Endurance Points for hours of sleep that are missing in a day, and for hours awake beyond it."""

    missing: int
    beyond: int


def clocks_of(tallies: Mapping[str, int]) -> Clocks:
    """The clocks that somebody's tallies show."""
    return Clocks(**{name: tallies.get(name, 0) for name in Clocks.__struct_fields__})


def changes(before: Clocks, after: Clocks) -> dict[str, int]:
    """By how much each clock that has changed went on, or back."""
    moved = {name: getattr(after, name) - getattr(before, name) for name in Clocks.__struct_fields__}
    return {name: change for name, change in moved.items() if change}


def slept_in_order(clocks: Clocks) -> Clocks:
    """After ordinary days: nothing of sleep is missing."""
    return replace(clocks, since=0, slept=0, awake=0, charged=0)


def slept(clocks: Clocks, minutes: int) -> Clocks:
    """After sleep of at least an hour. Once a day has been settled, sleep begins a new one."""
    if clocks.since >= DAY:
        clocks = replace(clocks, since=0, slept=0, charged=0)
    return replace(clocks, since=clocks.since + minutes, slept=clocks.slept + minutes, awake=0)


def is_night_over(clocks: Clocks) -> bool:
    """Whether waking now settles a day: enough was slept in it, or it is over."""
    return clocks.slept >= NIGHT or clocks.since >= DAY


def stayed_awake(clocks: Clocks, minutes: int) -> Clocks:
    """After time without sleep."""
    return replace(clocks, since=clocks.since + minutes, awake=clocks.awake + minutes)


def cost_so_far(clocks: Clocks) -> Cost:
    """What this waking costs in all: the sleep missing in its day, or the whole night and each hour beyond the day."""
    missing = missing_sleep(clocks.slept) if clocks.since >= DAY else 0
    if clocks.awake < DAY:
        return Cost(missing, 0)
    return Cost(missing_sleep(0), hours_beyond(clocks.awake))


@rule("UNI-END-5", mutant=lambda minutes: 0)
def missing_sleep(minutes: int) -> int:
    """What so much sleep in 24 hours costs: one for each full hour that is missing of seven."""
    return max(0, NIGHT - minutes) // HOUR


@rule("UNI-END-6", mutant=lambda minutes: 0)
def hours_beyond(minutes: int) -> int:
    """What being awake for so long costs beyond the night that is missing: one for each full hour after 24."""
    return max(0, minutes - DAY) // HOUR


@rule("UNI-END-7", mutant=lambda doing, missing, owed: missing)
def within_reach(doing: str, missing: int, owed: int) -> int:
    """How many of the missing Endurance Points can come back: what is owed to sleep comes back by sleeping alone."""
    return missing if doing == "sleep" else max(0, missing - owed)
