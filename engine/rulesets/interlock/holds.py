"""Grapples, holds and chokes: who has whom in their hands, and what that does turn by turn."""

from engine.context import Context
from engine.options import flag
from engine.procedures.calculation import Op, worked_out
from engine.registry import rule
from engine.requests import Call, Cause, Procedure, Record, Roll, Total
from engine.rulesets.interlock.harm import Modifiers, damage_modifiers, not_below_zero, past_body
from engine.rulesets.interlock.injury import wounded
from engine.rulesets.interlock.tables import MANEUVERS, TABLES
from engine.rulesets.interlock.tasks import skill_level
from engine.rulesets.interlock.words import (
    ACTIONS,
    CHOKED,
    CHOKED_BY,
    CHOKED_WITH_ART,
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
from events.play import ConditionGained, ConditionLost, CounterRaised, CountersLapsed, DamageApplied, Modifier


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
def slip_away(ctx: Context, who: CombatantId, holder: CombatantId) -> Procedure[None]:
    """An escape frees from the hands of the one it was rolled against; those of others still have hold."""
    one = ctx.combatant(who)
    hands = {f"{hand}{holder}" for hand in (GRAPPLED_BY, HELD_BY, CHOKED_BY, CHOKED_WITH_ART)}
    gone = {name: causes for name, causes in one.counters.items() if name in hands and causes}
    if gone:
        yield Record(CountersLapsed(who, gone))
    for condition, hand in ((GRAPPLED, GRAPPLED_BY), (HELD, HELD_BY)):
        causes = ctx.combatant(who).conditions.get(condition, ())
        if causes and not named(ctx.combatant(who), hand):
            yield Record(ConditionLost(who, condition, causes, "INT-HTH-12"))


def choke(ctx: Context, attacker: CombatantId, target: CombatantId, on_top: Modifiers) -> Procedure[None]:
    """A choke takes hold: its damage now, and again in every turn (INT-HTH-13)."""
    one = ctx.combatant(target)
    if not one.count(CHOKED_BY + attacker):
        yield Record(CounterRaised(target, CHOKED_BY + attacker, attacker))
    if on_top and not one.count(CHOKED_WITH_ART + attacker):
        yield Record(CounterRaised(target, CHOKED_WITH_ART + attacker, attacker))
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
                artful = ctx.combatant(target).count(CHOKED_WITH_ART + attacker)
                on_top = art_on_damage(ctx, attacker, TABLES.unarmed.skill) if artful else ()
                yield Call(squeeze, (attacker, target, on_top), at=f"choke:{target}")


@rule("INT-HTH-20")
def art_on_damage(ctx: Context, attacker: CombatantId, skill: str) -> Modifiers:
    """What the level of a martial art adds to damage, where the table wants it."""
    if not flag(ctx.state.options, "martial_arts_damage_bonus") or skill != TABLES.unarmed.skill:
        return ()
    level = skill_level(ctx.sheet(attacker), skill)
    return (Modifier("INT-HTH-20", level, skill),) if level else ()


def _goes_on_choking(ctx: Context, attacker: CombatantId, target: CombatantId) -> bool:
    if not alive(ctx, target) or not goes_on(ctx, attacker) or not has_held(ctx.combatant(target), attacker):
        return False
    busy = ctx.combatant(attacker).count(ACTIONS)
    return not busy and not ctx.combatant(target).count(CHOKED + attacker)
