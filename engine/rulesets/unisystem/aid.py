"""First Aid."""

from engine.context import Context
from engine.options import Options, word
from engine.registry import rule
from engine.requests import Cause, Procedure, Record
from engine.rulesets.unisystem.arithmetic import extra_action_modifiers, task_modifiers
from engine.rulesets.unisystem.counters import FIRST_AID
from engine.rulesets.unisystem.harm import first_aid_heals
from engine.rulesets.unisystem.levels import in_force
from engine.rulesets.unisystem.recovery import better, forget_minutes
from engine.rulesets.unisystem.tasks import Throw, action_penalties, roll_against_nine
from engine.rulesets.unisystem.wounds import DYING, LIFE, STABILISED, life_of
from engine.state import Combatant
from events.base import CombatantId
from events.play import ConditionGained, ConditionLost, CounterRaised, PoolRestored


def first_aid(
    ctx: Context, healer: CombatantId, patient: CombatantId, nth: int, because: tuple[Cause, ...]
) -> Procedure[str]:
    """An intelligence and First Aid Task: it stabilises, and gives Life Points back."""
    own = task_modifiers(in_force(ctx, healer), "intelligence", "first_aid", ctx.state.options)
    throw = Throw(healer, "first_aid", "UNI-AID-1", lapses=True, mental=True)
    penalties = (extra_action_modifiers(nth), action_penalties(ctx, healer))
    rolled = yield from roll_against_nine(ctx, throw, own, *penalties, ctx.modifiers, because=because)
    if helps(rolled.success) and life_of(ctx, patient) is not None:
        yield from stabilise(ctx, patient, rolled.cause)
        yield from heal(ctx, patient, rolled.success_level or 0, rolled.cause)
    return "success" if rolled.success else "failure"


@rule("UNI-AID-3", mutant=lambda success: True)
def helps(success: bool) -> bool:
    """Whether First Aid helps: a failed Task neither stabilises nor heals."""
    return success


@rule("UNI-AID-1")
def stabilise(ctx: Context, patient: CombatantId, cause: Cause) -> Procedure[None]:
    """The dying is over: no more Survival Tests, and the count of minutes ends."""
    dying = ctx.combatant(patient).conditions.get(DYING, ())
    if dying:
        yield Record(ConditionLost(patient, DYING, dying, "UNI-AID-1"), (cause,))
        yield Record(ConditionGained(patient, STABILISED, "UNI-AID-1"), (cause,))
        yield from forget_minutes(ctx, patient, cause)


def heal(ctx: Context, patient: CombatantId, success_level: int, cause: Cause) -> Procedure[None]:
    """As many Life Points as the Success Level, once for the same wounds, never above the maximum."""
    one = ctx.combatant(patient)
    if not may_heal(one, ctx.state.options):
        return
    pool = one.pools[LIFE]
    points = first_aid_heals(success_level, pool.now, pool.full)
    yield Record(CounterRaised(patient, FIRST_AID), (cause,))
    if points:
        healed: Cause = yield Record(PoolRestored(patient, LIFE, points, "UNI-AID-2"), (cause,))
        yield from better(ctx, patient, healed)


@rule("UNI-AID-3", mutant=lambda one, options: word(options, "first_aid_healing") != "every_success")
def may_heal(one: Combatant, options: Options) -> bool:
    """Whether First Aid gives Life Points back: on the same wounds once only; any later wound makes new ones."""
    return word(options, "first_aid_healing") == "every_success" or not one.count(FIRST_AID)
