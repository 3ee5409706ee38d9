"""Aiming round by round: what it gives, and when it is lost."""

from engine.context import Context
from engine.registry import rule
from engine.requests import Cause, Procedure, Record
from engine.rulesets.interlock.armoury import Weapon
from engine.rulesets.interlock.fields import AimAct
from engine.rulesets.interlock.harm import Modifiers
from engine.rulesets.interlock.tables import TABLES
from engine.rulesets.interlock.tasks import counted
from engine.rulesets.interlock.words import AIM, AIMED, AIMING, named
from engine.state import Combatant
from events.base import CombatantId
from events.flow import CombatantDone
from events.play import ConditionGained, ConditionLost, CounterRaised, CountersLapsed, Modifier


def take_aim(ctx: Context, actor: CombatantId, act: AimAct) -> Procedure[str]:
    """One more round spent on aiming a weapon. Another weapon that was aimed is so no longer."""
    yield from counted(ctx, actor, "aim")
    one = ctx.combatant(actor)
    if not one.count(AIM + act.weapon):
        yield from lose_aim(ctx, actor)
        yield Record(ConditionGained(actor, AIMING, "INT-AIM-1"))
    yield Record(CounterRaised(actor, AIM + act.weapon))
    yield Record(CounterRaised(actor, AIMED))
    if ctx.state.fight is not None and ctx.state.fight.up == actor:
        yield Record(CombatantDone(actor))
    return "aiming"


@rule("INT-AIM-1")
def aim_modifiers(one: Combatant, weapon: str) -> Modifiers:
    """What the rounds spent on aiming a weapon give to the shot."""
    rounds = min(one.count(AIM + weapon), TABLES.aim.rounds)
    return (Modifier("INT-AIM-1", rounds * TABLES.aim.per_round, "aim"),) if rounds else ()


@rule("INT-AIM-2", mutant=lambda one, name, weapon: tuple(Modifier("INT-AIM-2", v, n) for n, v in weapon.sights))
def sight_modifiers(one: Combatant, name: str, weapon: Weapon) -> Modifiers:
    """What the sights on a weapon give, which they do only while it is aimed."""
    if not one.count(AIM + name):
        return ()
    return tuple(Modifier("INT-AIM-2", bonus, sight) for sight, bonus in weapon.sights)


@rule("INT-AIM-3")
def lose_aim(ctx: Context, who: CombatantId, cause: Cause = 0) -> Procedure[None]:
    """The aim is lost: by firing, by doing anything else, or by a round without it."""
    if not ctx.knows(who):
        return
    one = ctx.combatant(who)
    gone = {AIM + weapon: one.counters[AIM + weapon] for weapon in named(one, AIM)}
    if gone:
        yield Record(CountersLapsed(who, gone), (cause,) if cause else ())
    aiming = one.conditions.get(AIMING, ())
    if gone and aiming:
        yield Record(ConditionLost(who, AIMING, aiming, "INT-AIM-3"), (cause,) if cause else ())
