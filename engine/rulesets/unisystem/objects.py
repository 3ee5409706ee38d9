"""Objects: what can harm them at all, and how they break."""

from engine.context import Context
from engine.procedures.standing import STRUCTURE, is_thing
from engine.registry import rule
from engine.requests import Cause, Procedure, Record
from engine.rulesets.unisystem.attack import Attack
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.wounds import DESTROYED
from events.base import CombatantId
from events.play import ConditionGained, ConditionLost, Step


@rule("UNI-OBJ-1")
def break_down(ctx: Context, thing: CombatantId, cause: Cause) -> Procedure[None]:
    """A thing whose Damage Capacity is used up is destroyed; each further loss is one more cause."""
    if not ctx.knows(thing) or not is_thing(ctx.combatant(thing)):
        return
    if is_used_up(ctx.combatant(thing).pools[STRUCTURE].now):
        yield Record(ConditionGained(thing, DESTROYED, "UNI-OBJ-1"), (cause,))


@rule("UNI-OBJ-1", mutant=lambda capacity: capacity < 0)
def is_used_up(capacity: int) -> bool:
    """Whether nothing is left of a Damage Capacity."""
    return capacity <= 0


def put_together(ctx: Context, thing: CombatantId, cause: Cause) -> Procedure[None]:
    """A thing that the referee mends is destroyed no more."""
    one = ctx.combatant(thing)
    causes = one.conditions.get(DESTROYED, ())
    if causes and not is_used_up(one.pools[STRUCTURE].now):
        yield Record(ConditionLost(thing, DESTROYED, causes, "UNI-OBJ-1"), (cause,))


@rule("UNI-OBJ-2", mutant=lambda ctx, attack: True)
def can_harm(ctx: Context, attack: Attack) -> bool:
    """Whether an attack can harm its target at all: a thing that the referee holds to be proof against it, it cannot.

    The referee says so of one attack, or on the sheet of the thing for a damage type or a skill.
    """
    if not is_thing(ctx.combatant(attack.target)):
        return True
    sheet: Sheet = ctx.sheet(attack.target)
    return not attack.harmless and sheet.proof_against.isdisjoint((attack.weapon.damage_type, attack.skill))


def no_harm() -> tuple[Step, ...]:
    """The steps of a hit that can do nothing."""
    return (Step("no harm", "set", 0, 0, "UNI-OBJ-2"),)
