"""Actions that need no dice: moving, handling a weapon, getting into or out of a vehicle."""

from collections.abc import Mapping

from engine.context import Context
from engine.procedures.targets import rounds_of_full
from engine.requests import Procedure, Record
from engine.rulesets.interlock.armoury import Weapon
from engine.rulesets.interlock.fields import MoveAct, ReloadAct, SwapAct, UnjamAct, VehicleAct
from engine.rulesets.interlock.sheet import Sheet
from engine.rulesets.interlock.tables import TABLES
from engine.rulesets.interlock.tasks import counted
from engine.rulesets.interlock.words import DROPPED, IN_COVER, JAMMED, PRONE
from engine.rulesets.interlock.wounds import in_force
from events.base import CombatantId
from events.play import ConditionGained, ConditionLost, Reloaded
from events.roster import Placed


def farthest(ctx: Context, who: CombatantId) -> int:
    """How far somebody moves in one action, in metres."""
    return TABLES.actions.move * in_force(ctx, who, "ma")


def move(ctx: Context, actor: CombatantId, act: MoveAct) -> Procedure[str]:
    """One action: moving, ducking behind cover, lying down or getting up."""
    yield from counted(ctx, actor, "move")
    if (act.zone, act.cover, act.posture) != (None, None, None):
        yield Record(Placed(actor, act.zone, act.cover, act.posture))
    yield from _now(ctx, actor, PRONE, None if act.posture is None else act.posture == "prone")
    yield from _now(ctx, actor, IN_COVER, None if act.cover is None else act.cover > 0)
    return "moved"


def _now(ctx: Context, who: CombatantId, condition: str, holds: bool | None) -> Procedure[None]:
    causes = ctx.combatant(who).conditions.get(condition, ())
    if holds and not causes:
        yield Record(ConditionGained(who, condition, "INT-ACT-3"))
    elif holds is False and causes:
        yield Record(ConditionLost(who, condition, causes, "INT-ACT-3"))


def full_load(weapon: Weapon) -> int | None:
    """The rounds of a full weapon: its magazine, or where none is stated what it was brought with; None: uncounted."""
    return weapon.magazine or weapon.loaded


def full_loads(sheet: Sheet) -> Mapping[str, int]:
    """The rounds of every full weapon that counts them."""
    return rounds_of_full(sheet.weapons, full_load)


def reload(ctx: Context, actor: CombatantId, act: ReloadAct) -> Procedure[str]:
    """One action: reloading; the weapon holds what it can hold."""
    yield from counted(ctx, actor, "reload")
    sheet: Sheet = ctx.sheet(actor)
    yield Record(Reloaded(actor, act.weapon, full_load(sheet.weapons[act.weapon]) or 0))
    return "reloaded"


def swap(ctx: Context, actor: CombatantId, act: SwapAct) -> Procedure[str]:
    """One action: another weapon in hand, from the holster or from the ground (INT-ACT-4)."""
    yield from counted(ctx, actor, "swap")
    dropped = ctx.combatant(actor).conditions.get(DROPPED + act.weapon, ())
    if dropped:
        yield Record(ConditionLost(actor, DROPPED + act.weapon, dropped, "INT-ACT-4"))
    return "swapped"


def unjam(ctx: Context, actor: CombatantId, act: UnjamAct) -> Procedure[str]:
    """One action: clearing a jam (INT-ACT-4)."""
    yield from counted(ctx, actor, "unjam")
    jammed = ctx.combatant(actor).conditions.get(JAMMED + act.weapon, ())
    if jammed:
        yield Record(ConditionLost(actor, JAMMED + act.weapon, jammed, "INT-ACT-4"))
    return "cleared"


def vehicle(ctx: Context, actor: CombatantId, act: VehicleAct) -> Procedure[str]:
    """One action: getting into or out of a vehicle."""
    yield from counted(ctx, actor, "vehicle")
    return "in" if act.doing == "enter" else "out"
