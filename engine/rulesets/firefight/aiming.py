"""Taking aim: the attack is held back until everybody else has acted, and an aim roll brings a bonus to it."""

from typing import Final

from engine.context import Context
from engine.procedures.standing import in_a_turn
from engine.registry import rule
from engine.requests import Procedure, Record
from engine.rulesets.firefight.armoury import FireWeapon
from engine.rulesets.firefight.attack import FireAttack
from engine.rulesets.firefight.counters import AIM, AIMED
from engine.rulesets.firefight.fields import AimAct
from engine.rulesets.firefight.tables import TABLES
from engine.rulesets.unisystem.actions import INTERRUPTED, begin
from engine.rulesets.unisystem.arithmetic import Modifiers, task_modifiers
from engine.rulesets.unisystem.levels import in_force
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.tasks import Throw, action_penalties, roll_against_nine
from events.base import CombatantId, Version
from events.flow import Delayed
from events.play import ConditionGained, ConditionLost, CounterRaised, CountersLapsed, Modifier

AIMING: Final = "aiming"


def take_aim(ctx: Context, actor: CombatantId, act: AimAct) -> Procedure[str]:
    """The aim roll; then the aimer waits."""
    begun = yield from begin(ctx, actor)
    sheet: Sheet = ctx.sheet(actor)
    weapon = sheet.weapons.get(act.weapon)
    if isinstance(begun, str) or weapon is None:
        return begun if isinstance(begun, str) else INTERRUPTED
    own = aim_modifiers(ctx, actor, weapon.skill)
    throw = Throw(actor, "aim", "FIRE-AIM-2", "nothing", lapses=True)
    groups = (own, scope_modifiers(weapon.scope), action_penalties(ctx, actor), ctx.modifiers)
    rolled = yield from roll_against_nine(ctx, throw, *groups, because=begun.because)
    yield Record(ConditionGained(actor, AIMING, "FIRE-AIM-1", act.weapon), (rolled.cause,))
    yield Record(CounterRaised(actor, AIMED), (rolled.cause,))
    for _ in range(aim_bonus(rolled.total)):
        yield Record(CounterRaised(actor, AIM), (rolled.cause,))
    yield from hold_back(ctx, actor)
    return "aiming"


@rule("FIRE-AIM-2")
def aim_modifiers(ctx: Context, actor: CombatantId, skill: str) -> Modifiers:
    """What an aim roll adds to the die: perception and the skill of the weapon."""
    return task_modifiers(in_force(ctx, actor), "perception", skill, ctx.state.options)


@rule("FIRE-AIM-4", "FIRE-SCOPE-2")
def scope_modifiers(scope: bool) -> Modifiers:
    """What a scope adds to the aim roll, and only there."""
    row = TABLES.scope
    return (Modifier(row.rule, row.bonus, "scope"),) if scope else ()


@rule("FIRE-AIM-2", mutant=lambda total: 0)
def aim_bonus(total: int) -> int:
    """What an aim roll brings to the attack; a failed one is no penalty."""
    return TABLES.aim_bonus.of(total)


@rule("FIRE-AIM-1")
def hold_back(ctx: Context, actor: CombatantId) -> Procedure[None]:
    """The attack waits until everybody else has acted."""
    if in_a_turn(ctx):
        yield Record(Delayed(actor))


def spend_aim(ctx: Context, attack: FireAttack) -> Procedure[Modifiers]:
    """The bonus of the aim that was taken; it belongs to this attack, whatever comes of it."""
    one = ctx.combatant(attack.attacker)
    if not one.has(AIMING):
        return ()
    bonus = one.count(AIM)
    yield from lose_aim(ctx, attack.attacker)
    return aimed_attack_modifiers(bonus)


@rule("FIRE-AIM-3")
def aimed_attack_modifiers(bonus: int) -> Modifiers:
    """What aim adds to the attack roll, which is still needed."""
    return (Modifier("FIRE-AIM-2", bonus, "aimed"),) if bonus else ()


@rule("FIRE-AIM-5")
def lose_aim(ctx: Context, combatant: CombatantId) -> Procedure[None]:
    """Aim is spent, or lost with the round."""
    one = ctx.combatant(combatant)
    aiming: tuple[Version, ...] = one.conditions.get(AIMING, ())
    if aiming:
        yield Record(ConditionLost(combatant, AIMING, aiming, "FIRE-AIM-5"))
    points = one.counters.get(AIM, ())
    if points:
        yield Record(CountersLapsed(combatant, {AIM: points}))


def aims_through_night_vision(ctx: Context, combatant: CombatantId, weapon: str) -> bool:
    """Whether an attack now would be aimed through a scope with night vision."""
    sheet: Sheet = ctx.sheet(combatant)
    held = sheet.weapons.get(weapon)
    return isinstance(held, FireWeapon) and held.scope and held.night_vision and ctx.combatant(combatant).has(AIMING)
