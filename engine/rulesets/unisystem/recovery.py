"""Life Points by the day, and what more of them put an end to."""

from engine.context import Context
from engine.options import Options, word
from engine.procedures.standing import UNCONSCIOUS
from engine.registry import rule
from engine.requests import Cause, Procedure, Record
from engine.rulesets.unisystem.counters import MINUTES_DYING, WORN_OUT
from engine.rulesets.unisystem.harm import in_mortal_danger
from engine.rulesets.unisystem.tables import TABLES
from engine.rulesets.unisystem.wounds import DYING, LIFE, STABILISED, life_of
from events.base import CombatantId
from events.play import ConditionLost, CountersLapsed, PoolRestored


def mend(ctx: Context, combatant: CombatantId) -> Procedure[None]:
    """What one day gives back."""
    pool, sheet = ctx.combatant(combatant).pools[LIFE], ctx.sheet(combatant)
    points = day_of_recovery(pool.now, pool.full, sheet.attribute("constitution"), ctx.state.options)
    if points:
        rule_id = "UNI-REC-1" if pool.now < 0 else "UNI-REC-2"
        cause: Cause = yield Record(PoolRestored(combatant, LIFE, points, rule_id))
        yield from better(ctx, combatant, cause)


def _unbounded(life: int, full: int, constitution: int, options: Options) -> int:
    return recovery_below_zero(constitution) if life < 0 else recovery_from_zero()


@rule("UNI-REC-3", mutant=_unbounded)
def day_of_recovery(life: int, full: int, constitution: int, options: Options) -> int:
    """The Life Points that a day gives back: below zero up to zero, from zero on two, never above the maximum."""
    if life >= 0:
        return max(0, min(recovery_from_zero(), full - life))
    points = recovery_below_zero(constitution)
    return min(points, full - life) if may_cross_zero(options) else min(points, -life)


@rule("UNI-REC-1", mutant=lambda constitution: TABLES.mending.points)
def recovery_below_zero(constitution: int) -> int:
    """Below zero a day gives back as many Life Points as the constitution."""
    return constitution


@rule("UNI-REC-2", mutant=lambda: TABLES.mending.points - 1)
def recovery_from_zero() -> int:
    """From zero on a day gives back two Life Points, whatever the constitution."""
    return TABLES.mending.points


@rule("UNI-REC-3", mutant=lambda options: word(options, "recovery_crossing_zero") != "carry_over")
def may_cross_zero(options: Options) -> bool:
    """Whether a day that reaches zero still gives all of its points, or ends there."""
    return word(options, "recovery_crossing_zero") == "carry_over"


def better(ctx: Context, patient: CombatantId, cause: Cause) -> Procedure[None]:
    """What more Life Points put an end to: dying above -10 (UNI-INJ-6), unconsciousness above 0."""
    life = life_of(ctx, patient)
    if life is None:
        return
    dying = ctx.combatant(patient).conditions.get(DYING, ())
    if dying and not in_mortal_danger(life):
        yield Record(ConditionLost(patient, DYING, dying, "UNI-INJ-6"), (cause,))
        yield from forget_minutes(ctx, patient, cause)
    if wakes(life):
        yield from wake(ctx, patient, cause)


@rule("UNI-REC-4", mutant=lambda life: life >= 0)
def wakes(life: int) -> bool:
    """Whether the unconscious wake with so many Life Points: at 1 or more, not at 0."""
    return life > 0


@rule("UNI-REC-4")
def wake(ctx: Context, patient: CombatantId, cause: Cause) -> Procedure[None]:
    """Unconscious no more, and past needing to be kept alive. Who passed out from exhaustion sleeps on."""
    one = ctx.combatant(patient)
    over = [STABILISED] if one.count(WORN_OUT) else [STABILISED, UNCONSCIOUS]
    for condition in over:
        causes = one.conditions.get(condition, ())
        if causes:
            yield Record(ConditionLost(patient, condition, causes, "UNI-REC-4"), (cause,))


def forget_minutes(ctx: Context, patient: CombatantId, cause: Cause) -> Procedure[None]:
    """Whoever comes to be dying again begins a new count of minutes."""
    minutes = ctx.combatant(patient).counters.get(MINUTES_DYING, ())
    if minutes:
        yield Record(CountersLapsed(patient, {MINUTES_DYING: minutes}), (cause,))
