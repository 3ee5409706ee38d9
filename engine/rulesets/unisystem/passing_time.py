"""Minutes: the Survival Tests of the dying come once in each, until First Aid, recovery or death."""

from engine.context import Context
from engine.registry import rule
from engine.requests import Call, Cause, Procedure, Record
from engine.rulesets.unisystem.counters import MINUTES_DYING
from engine.rulesets.unisystem.injury import shake_off, survival_test
from engine.rulesets.unisystem.wounds import DEAD, DYING
from events.base import CombatantId
from events.play import CounterRaised


def pass_time(ctx: Context, minutes: int) -> Procedure[None]:
    """Time passes: the dying are tested minute by minute, in the order they joined; the stunned come round."""
    for minute in range(1, minutes + 1):
        dying = still_dying(ctx)
        if not dying:
            break
        for victim in dying:
            yield Call(minute_of_dying, (victim,), at=f"minute{minute}")
    yield from shake_off(ctx)


def still_dying(ctx: Context) -> tuple[CombatantId, ...]:
    """Who owes a Survival Test every minute."""
    return tuple(one.id for one in ctx.state.combatants.values() if one.has(DYING) and not one.has(DEAD))


@rule("UNI-INJ-7")
def minute_of_dying(ctx: Context, victim: CombatantId) -> Procedure[None]:
    """One more minute without First Aid: the Survival Test is repeated, one harder than the one before."""
    if not ctx.knows(victim):
        return
    cause: Cause = yield Record(CounterRaised(victim, MINUTES_DYING))
    yield from survival_test(ctx, victim, cause)
