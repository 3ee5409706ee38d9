"""Close combat: a blow at arm's length. One attack and one defense of a Turn are free, the rest stand in a series."""

from engine.context import Context
from engine.options import Options
from engine.registry import rule
from engine.requests import Procedure, Record
from engine.rulesets.unisystem.arithmetic import (
    Modifiers,
    close_combat_modifiers,
    extra_action_modifiers,
    task_modifiers,
)
from engine.rulesets.unisystem.attack import Attack
from engine.rulesets.unisystem.counters import ACTIONS, CLOSE_ATTACKS, CLOSE_DEFENSES
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.strike import attack_roll
from engine.rulesets.unisystem.ways import ways
from events.play import CounterRaised


def blow(ctx: Context, attack: Attack) -> Procedure[bool]:
    """One close combat attack."""
    takes = yield from ways(ctx).blow_takes(ctx, attack)
    skilled = close_attack_modifiers(ctx.sheet(attack.attacker), attack.skill, ctx.state.options)
    return (yield from attack_roll(ctx, attack, "UNI-CLOSE-4", skilled, *takes))


def blow_takes(ctx: Context, attack: Attack) -> Procedure[tuple[Modifiers, ...]]:
    """What a blow takes from the Turn.

    It counts with the other close attacks (UNI-CLOSE-2) and comes after the other actions (UNI-ACT-2), so that the nth
    action of a Turn takes the same whether the ones before it were blows or not.
    """
    one = ctx.combatant(attack.attacker)
    close = close_combat_modifiers(one.count(CLOSE_ATTACKS), one.count(CLOSE_DEFENSES), False, ctx.state.options)
    others = extra_action_modifiers(one.count(ACTIONS) + 1)
    yield Record(CounterRaised(attack.attacker, CLOSE_ATTACKS))
    return close, others


@rule("UNI-CLOSE-4")
def close_attack_modifiers(sheet: Sheet, skill: str, options: Options) -> Modifiers:
    """What a close combat attack adds to the die: dexterity and the skill that fits it."""
    return task_modifiers(sheet, "dexterity", skill, options)
