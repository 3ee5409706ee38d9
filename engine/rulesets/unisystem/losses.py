"""Points off a pool as somebody states them, and points given back: each pool has its own consequences."""

from collections.abc import Iterator
from typing import Final, cast

from engine.commands import ApplyDamage
from engine.context import Context
from engine.procedures.standing import STRUCTURE
from engine.refusals import Refusal
from engine.requests import Cause, Procedure, Record
from engine.rulesets.unisystem.clocks import OWED
from engine.rulesets.unisystem.damage import lose
from engine.rulesets.unisystem.essence import against_loss, drain, essence_of, most_to_lose, refill
from engine.rulesets.unisystem.fatigue import refresh, tire
from engine.rulesets.unisystem.injury import wounded
from engine.rulesets.unisystem.objects import put_together
from engine.rulesets.unisystem.recovery import better
from engine.rulesets.unisystem.sheet import Mental
from engine.rulesets.unisystem.wounds import ENDURANCE, ESSENCE, LIFE, vital_pool
from events.base import CombatantId
from events.play import DamageApplied, PoolRestored, Step, TallyChanged

LOSS_RULES: Final = {LIFE: "UNI-LIFE-1", STRUCTURE: "UNI-OBJ-1", ENDURANCE: "UNI-END-4", ESSENCE: "UNI-ESS-2"}
"""The rules behind losses that are just stated."""


def suffer(ctx: Context, target: CombatantId, amount: int, pool: str, attribute: str) -> Procedure[None]:
    """Points off a pool as they stand, with every Test that such a loss asks for, at once and in any phase."""
    points = most_to_lose(amount, essence_of(ctx, target)) if pool == ESSENCE else amount
    loss = DamageApplied(target, pool, -points, (Step("stated", "set", points, points, LOSS_RULES[pool]),))
    if pool == ESSENCE:
        yield from drain(ctx, loss, cast(Mental, attribute or "willpower"))
    elif pool == ENDURANCE:
        yield from tire(ctx, loss)
    else:
        hurt = yield from lose(ctx, loss)
        if hurt.points:
            yield from wounded(ctx, target, hurt.cause)


def check_loss(ctx: Context, loss: ApplyDamage) -> Iterator[Refusal]:
    """What speaks against a stated loss."""
    yield from against_loss(loss.pool or vital_pool(ctx.combatant(loss.target)), loss.attribute)


def restore(ctx: Context, target: CombatantId, amount: int, pool: str) -> Procedure[None]:
    """Points given back, never above what the pool holds at its fullest."""
    held = ctx.combatant(target).pools[pool]
    points = max(0, min(amount, held.full - held.now))
    if pool == ENDURANCE:
        yield from refresh(ctx, target, points, "")
        yield from forgive(ctx, target)
    elif pool == ESSENCE:
        yield from refill(ctx, target, points, "")
    else:
        cause: Cause = yield Record(PoolRestored(target, pool, points, "UNI-REC-3" if pool == LIFE else ""))
        yield from (better(ctx, target, cause) if pool == LIFE else put_together(ctx, target, cause))


def forgive(ctx: Context, target: CombatantId) -> Procedure[None]:
    """Nobody owes more to sleep than is missing."""
    one = ctx.combatant(target)
    missing = one.pools[ENDURANCE].full - one.pools[ENDURANCE].now
    too_much = one.tallies.get(OWED, 0) - max(0, missing)
    if too_much > 0:
        yield Record(TallyChanged(target, {OWED: -too_much}))
