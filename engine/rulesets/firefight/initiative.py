"""Initiative of these rules: d10 + dexterity, and more for Fast Reaction Time."""

from collections.abc import Mapping
from typing import Final

from engine.options import Options
from engine.registry import rule
from engine.requests import D10, Dice
from engine.rulesets.firefight.tables import TABLES
from engine.rulesets.unisystem import initiative
from engine.rulesets.unisystem.arithmetic import Modifiers
from engine.rulesets.unisystem.dice import task_die
from engine.rulesets.unisystem.sheet import Sheet
from events.base import CombatantId
from events.play import Modifier

FAST_REACTION_TIME: Final = "fast_reaction_time"


@rule("FIRE-INIT-1")
def initiative_modifiers(sheet: Sheet) -> Modifiers:
    """What initiative adds to the die."""
    if sheet.minimal is not None:
        return initiative.stated_initiative("FIRE-INIT-1", sheet)
    return (Modifier("FIRE-INIT-1", sheet.attribute("dexterity"), "dexterity"), *fast_reaction_modifiers(sheet))


@rule("FIRE-INIT-2")
def fast_reaction_modifiers(sheet: Sheet) -> Modifiers:
    """What Fast Reaction Time adds to it."""
    row = TABLES.fast_reaction
    fast = FAST_REACTION_TIME in sheet.qualities
    return (Modifier(row.rule, row.bonus, "Fast Reaction Time"),) if fast else ()


@rule("FIRE-INIT-1", mutant=lambda numbers: sorted(set(numbers.values())))
def highest_first(numbers: Mapping[CombatantId, int]) -> list[int]:
    """The numbers in the order in which they act."""
    return initiative.highest_first(numbers)


@rule("FIRE-BASE-1", mutant=lambda options: D10)
def initiative_die(options: Options) -> Dice:
    """The die of unisystem: where these rules are silent, its rules apply."""
    return task_die(options)
