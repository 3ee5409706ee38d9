"""Attributes as they are in force: mental levels that Essence loss took count as gone until they return."""

from typing import Final, get_args

from msgspec.structs import replace

from engine.context import Context
from engine.registry import rule
from engine.rulesets.unisystem.sheet import Mental, Sheet
from engine.state import Combatant
from events.base import CombatantId

MENTAL: Final[tuple[Mental, ...]] = get_args(Mental)
"""The attributes that the mind has."""

LEVELS_LOST: Final = "levels-lost:"
"""Followed by a mental attribute; one count for each level that is lost for a time."""

COUNTERS: Final = {name: f"{LEVELS_LOST}{name}" for name in MENTAL}


def in_force(ctx: Context, combatant: CombatantId) -> Sheet:
    """The sheet that the rules read, with the attributes that somebody has now."""
    sheet: Sheet = ctx.sheet(combatant)
    return lowered(sheet, ctx.combatant(combatant))


@rule("UNI-ESS-7", mutant=lambda sheet, one: sheet)
def lowered(sheet: Sheet, one: Combatant) -> Sheet:
    """The sheet without the mental levels that are lost for a time; no attribute falls below 0."""
    if sheet.attributes is None or not any(counter in one.counters for counter in COUNTERS.values()):
        return sheet
    lost = {name: one.count(counter) for name, counter in COUNTERS.items()}
    levels = {name: max(0, sheet.attribute(name) - lost[name]) for name in MENTAL}
    return replace(sheet, attributes=replace(sheet.attributes, **levels))


def is_mental(attribute: str) -> bool:
    """Whether it is an attribute of the mind."""
    return attribute in MENTAL
