"""Grapples, holds and chokes: who has whom in their hands, and what that does turn by turn."""

from engine.context import Context
from engine.procedures.calculation import Op, worked_out
from engine.registry import rule
from engine.requests import Call, Cause, Procedure, Record, Roll, Total
from engine.rulesets.interlock.harm import Modifiers, damage_modifiers, not_below_zero, past_body
from engine.rulesets.interlock.injury import wounded
from engine.rulesets.interlock.tables import MANEUVERS
from engine.rulesets.interlock.words import (
    ACTIONS,
    CHOKED,
    CHOKED_BY,
    GRAPPLED,
    GRAPPLED_BY,
    HELD,
    HELD_BY,
    WOUNDS,
    alive,
    named,
)
from engine.rulesets.interlock.wounds import goes_on
from engine.state import Combatant
from events.base import CombatantId
from events.play import ConditionGained, ConditionLost, CounterRaised, CountersLapsed, DamageApplied


def has_grappled(one: Combatant, other: CombatantId) -> bool:
    """Whether a combatant is in another's grapple."""
    return one.count(GRAPPLED_BY + other) > 0


def has_held(one: Combatant, other: CombatantId) -> bool:
    """Whether a combatant is in another's hold."""
    return one.count(HELD_BY + other) > 0


def holder_of(one: Combatant) -> CombatantId | None:
    """Who has a combatant in their hands: in a hold, else in a grapple."""
    return next(iter((*named(one, HELD_BY), *named(one, GRAPPLED_BY))), None)


@rule("INT-HTH-15")
def grapple(ctx: Context, attacker: CombatantId, target: CombatantId) -> Procedure[None]:
    """The opponent is grappled, which a throw and a hold need."""
    yield Record(CounterRaised(target, GRAPPLED_BY + attacker, attacker))
    yield Record(ConditionGained(target, GRAPPLED, "INT-HTH-15"))


@rule("INT-HTH-11")
def hold(ctx: Context, attacker: CombatantId, target: CombatantId) -> Procedure[None]:
    """The opponent cannot move until an escape."""
    yield Record(CounterRaised(target, HELD_BY + attacker, attacker))
    yield Record(ConditionGained(target, HELD, "INT-HTH-11"))


@rule("INT-HTH-12")
def slip_away(ctx: Context, who: CombatantId) -> Procedure[None]:
    """An escape frees from every hand."""
    one = ctx.combatant(who)
    hands = [name for name in one.counters if name.startswith((GRAPPLED_BY, HELD_BY, CHOKED_BY)) and one.count(name)]
    if hands:
        yield Record(CountersLapsed(who, {name: one.counters[name] for name in hands}))
    for condition in (GRAPPLED, HELD):
        causes = ctx.combatant(who).conditions.get(condition, ())
        if causes:
            yield Record(ConditionLost(who, condition, causes, "INT-HTH-12"))


def choke(ctx: Context, attacker: CombatantId, target: CombatantId, on_top: Modifiers) -> Procedure[None]:
    """A choke takes hold: its damage now, and again in every turn (INT-HTH-13)."""
    if not ctx.combatant(target).count(CHOKED_BY + attacker):
        yield Record(CounterRaised(target, CHOKED_BY + attacker, attacker))
    yield from squeeze(ctx, attacker, target, on_top)


def squeeze(ctx: Context, attacker: CombatantId, target: CombatantId, on_top: Modifiers = ()) -> Procedure[None]:
    """The damage of one turn of choking: it takes no location and ignores armor, the body takes its part of it."""
    yield Record(CounterRaised(target, CHOKED + attacker, attacker))
    row = MANEUVERS["choke"]
    dice, adds = row.thrown, damage_modifiers(ctx.sheet(attacker).body)
    assert dice is not None, "the table gives a choke its dice"
    rolled: Total = yield Roll(
        attacker, "damage", dice, modifiers=(*adds, *on_top), rule="INT-HTH-13", discloses="nothing", lapses=True
    )
    if not alive(ctx, target):
        return
    steps = worked_out((Op("choke", "set", rolled.total, "INT-HTH-13"), *not_below_zero()))
    steps = past_body(steps, ctx.sheet(target).body, ctx.state.options)
    fact = DamageApplied(target, WOUNDS, steps[-1].result, steps, attacker)
    cause: Cause = yield Record(fact, (rolled.cause,))
    if fact.change:
        yield Call(wounded, (target,), because=(cause,))


@rule("INT-HTH-13")
def chokes_go_on(ctx: Context) -> Procedure[None]:
    """The end of a turn: whoever is choked still suffers from it, unless the hand was busy with something else."""
    for target in tuple(ctx.state.combatants):
        for attacker in named(ctx.combatant(target), CHOKED_BY) if ctx.knows(target) else ():
            if _goes_on_choking(ctx, attacker, target):
                yield Call(squeeze, (attacker, target), at=f"choke:{target}")


def _goes_on_choking(ctx: Context, attacker: CombatantId, target: CombatantId) -> bool:
    if not alive(ctx, target) or not goes_on(ctx, attacker) or not has_held(ctx.combatant(target), attacker):
        return False
    busy = ctx.combatant(attacker).count(ACTIONS)
    return not busy and not ctx.combatant(target).count(CHOKED + attacker)
