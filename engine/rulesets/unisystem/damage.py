"""From a hit to the points it costs: the damage die, the armor, and the wounds they leave."""

import msgspec

from engine.context import Context
from engine.registry import rule
from engine.requests import Call, Cause, Each, Procedure, Record, Roll, Total
from engine.rulesets.unisystem.attack import Attack
from engine.rulesets.unisystem.dice import plain
from engine.rulesets.unisystem.harm import Blow, average, damage_is_thrown, damage_steps, fixed_armor
from engine.rulesets.unisystem.injury import tests_after_each_hit, wounded
from engine.rulesets.unisystem.objects import can_harm, no_harm
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.wounds import is_thing, vital_pool
from events.base import CombatantId
from events.play import DamageApplied, Modifier, Step


class Hurt(msgspec.Struct, frozen=True):
    """What one hit cost, and the fact that says so."""

    points: int
    cause: Cause


def land(ctx: Context, attack: Attack, bonus: int) -> Procedure[None]:
    """The hits of one attack roll, each with its own damage and armor, and the Tests they call for."""
    each = tests_after_each_hit(ctx.state.options)
    hits: tuple[Hurt, ...] = yield Each(attack.hits, hit, (attack, bonus, each), at="hit")
    painful = [one for one in hits if one.points]
    if painful and not each:
        yield Call(wounded, (attack.target, painful[-1].cause), because=(painful[-1].cause,))


def hit(ctx: Context, attack: Attack, bonus: int, tested: bool) -> Procedure[Hurt]:
    """One hit: die times multiplier, less armor, times the factor of the damage type."""
    if not ctx.knows(attack.target):
        return Hurt(0, 0)
    if not can_harm(ctx, attack):
        return (yield from lose(ctx, _loss(ctx, attack, no_harm())))
    die, die_cause = yield from damage_die(ctx, attack, bonus)
    if not ctx.knows(attack.target):
        return Hurt(0, 0)
    armor, armor_cause = yield from armor_value(ctx, attack.target)
    if not ctx.knows(attack.target):
        return Hurt(0, 0)
    steps = damage_steps(
        die,
        armor,
        Blow(attack.weapon, attack.strength, attack.band, bonus),
        ctx.state.options,
        is_thing(ctx.combatant(attack.target)),
    )
    hurt = yield from lose(ctx, _loss(ctx, attack, steps), (die_cause, armor_cause))
    if hurt.points and tested:
        yield from wounded(ctx, attack.target, hurt.cause)
    return hurt


def _loss(ctx: Context, attack: Attack, steps: tuple[Step, ...]) -> DamageApplied:
    pool = vital_pool(ctx.combatant(attack.target))
    return DamageApplied(
        attack.target, pool, -steps[-1].result, steps, source=attack.attacker, weapon=attack.weapon_name
    )


def damage_die(ctx: Context, attack: Attack, bonus: int) -> Procedure[tuple[int, Cause]]:
    """What the damage die of one hit comes to, or its average where the table wants fewer rolls; a good hit adds."""
    dice = plain(attack.weapon.dice)
    if not damage_is_thrown(ctx.state.options):
        return average(dice) + bonus, 0
    rolled: Total = yield Roll(
        combatant=attack.attacker,
        purpose="damage",
        dice=dice,
        modifiers=(Modifier("UNI-DMG-4", bonus, "good hit"),) if bonus else (),
        rule="UNI-DMG-1",
        discloses="nothing",
        lapses=True,
    )
    return rolled.total, rolled.cause


def armor_value(ctx: Context, target: CombatantId) -> Procedure[tuple[int, Cause]]:
    """What the armor stops of one hit."""
    sheet: Sheet = ctx.sheet(target)
    armor = sheet.armor
    fixed = fixed_armor(armor, ctx.state.options)
    if fixed is not None or isinstance(armor.value, int):
        return fixed or 0, 0
    rolled: Total = yield Roll(target, "armor", plain(armor.value.dice), rule="UNI-ARM-1", discloses="nothing")
    return rolled.total * armor.value.times, rolled.cause


def _unharmed(ctx: Context, loss: DamageApplied, because: tuple[Cause, ...] = ()) -> Procedure[Hurt]:
    return Hurt(0, 0)
    yield


@rule("UNI-LIFE-1", mutant=_unharmed)
def lose(ctx: Context, loss: DamageApplied, because: tuple[Cause, ...] = ()) -> Procedure[Hurt]:
    """Points off a pool."""
    cause: Cause = yield Record(loss, because)
    return Hurt(-loss.change, cause)
