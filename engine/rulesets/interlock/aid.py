"""Medical attention, and what it puts an end to; points given back."""

from engine.context import Context
from engine.registry import rule
from engine.requests import Cause, Procedure, Record
from engine.rulesets.interlock.fields import FirstAidAct, StabiliseAct
from engine.rulesets.interlock.injury import forget_minutes
from engine.rulesets.interlock.tasks import Throw, ability, attempt, counted, of_the_action, outcome_of
from engine.rulesets.interlock.words import AID_FAILED, STABILISED, WOUNDS, alive
from engine.rulesets.interlock.wounds import mortality_of, owes_death_saves, points_of
from events.base import CombatantId
from events.play import ConditionGained, ConditionLost, CounterRaised, PoolRestored


def first_aid(ctx: Context, medic: CombatantId, act: FirstAidAct | StabiliseAct) -> Procedure[str]:
    """One action: an attempt to stabilise somebody."""
    nth = yield from counted(ctx, medic, "aid")
    patient = act.target
    what = Throw(medic, "stabilise", "INT-STAB-1", damage_taken(ctx, patient))
    own = ability(ctx, medic, stat_of_aid(), "first_aid", "INT-STAB-2")
    tried = yield from attempt(ctx, what, own, of_the_action(ctx, medic, nth))
    if alive(ctx, patient):
        if tried.success:
            yield from stabilise(ctx, patient, tried.cause)
        else:
            yield from attention_fails(ctx, patient, tried.cause)
    return (yield from outcome_of(ctx, medic, tried))


def damage_taken(ctx: Context, patient: CombatantId) -> int:
    """What the check is made against: the damage the patient has taken so far."""
    return points_of(ctx.combatant(patient))


@rule("INT-STAB-2", mutant=lambda: "int")
def stat_of_aid() -> str:
    """The stat of the check."""
    return "tech"


@rule("INT-STAB-1")
def stabilise(ctx: Context, patient: CombatantId, cause: Cause) -> Procedure[None]:
    """No more Death Saves; healing can begin. The minutes without help no longer count."""
    if mortality_of(ctx.combatant(patient)) is not None and not ctx.combatant(patient).has(STABILISED):
        yield Record(ConditionGained(patient, STABILISED, "INT-STAB-1"), (cause,))
    yield from forget_minutes(ctx, patient, cause)


def attention_fails(ctx: Context, patient: CombatantId, cause: Cause) -> Procedure[None]:
    """From the first failed check on the minutes count (INT-STAB-3)."""
    one = ctx.combatant(patient)
    if owes_death_saves(one) and not one.count(AID_FAILED):
        yield Record(CounterRaised(patient, AID_FAILED), (cause,))


def restore(ctx: Context, target: CombatantId, amount: int, pool: str) -> Procedure[None]:
    """Points given back: wounds never below none, a structure never above its full."""
    held = ctx.combatant(target).pools[pool]
    points = -min(amount, held.now) if pool == WOUNDS else max(0, min(amount, held.full - held.now))
    cause: Cause = yield Record(PoolRestored(target, pool, points, "INT-HEAL-2" if pool == WOUNDS else ""))
    if pool == WOUNDS:
        yield from better(ctx, target, cause)


def better(ctx: Context, patient: CombatantId, cause: Cause) -> Procedure[None]:
    """Whoever is no longer mortally wounded needs no stabilising any more."""
    one = ctx.combatant(patient)
    if mortality_of(one) is not None:
        return
    stable = one.conditions.get(STABILISED, ())
    if stable:
        yield Record(ConditionLost(patient, STABILISED, stable, "INT-HEAL-1"), (cause,))
    yield from forget_minutes(ctx, patient, cause)
