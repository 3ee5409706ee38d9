"""What a sweep leaves behind: a bonus for whoever made it, a penalty for the opponent, each for one attack."""

from engine.context import Context
from engine.registry import rule
from engine.requests import Procedure, Record
from engine.rulesets.interlock.harm import Modifiers
from engine.rulesets.interlock.tables import TABLES
from engine.rulesets.interlock.words import SWEEPING, SWEPT
from events.base import CombatantId
from events.play import CounterRaised, CountersLapsed, Modifier


@rule("INT-HTH-14")
def swept_modifiers(ctx: Context, attacker: CombatantId) -> Modifiers:
    """What sweeps since the last attack give to this one and take from it."""
    one = ctx.combatant(attacker)
    gained, lost = TABLES.sweep.next_attack * one.count(SWEEPING), TABLES.sweep.opponent * one.count(SWEPT)
    modifiers = (Modifier("INT-HTH-14", gained, "after a sweep"), Modifier("INT-HTH-14", lost, "swept"))
    return tuple(modifier for modifier in modifiers if modifier.value)


def swept(ctx: Context, attacker: CombatantId, target: CombatantId) -> Procedure[None]:
    """A sweep succeeds."""
    yield Record(CounterRaised(attacker, SWEEPING))
    yield Record(CounterRaised(target, SWEPT, attacker))


@rule("INT-HTH-21")
def use_up_sweep(ctx: Context, attacker: CombatantId) -> Procedure[None]:
    """The attack that is being made uses up what a sweep has left, however many turns ago it was."""
    one = ctx.combatant(attacker)
    gone = {name: causes for name in (SWEEPING, SWEPT) if (causes := one.counters.get(name, ()))}
    if gone:
        yield Record(CountersLapsed(attacker, gone))
