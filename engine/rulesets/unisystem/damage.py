"""From a hit to the points it costs: the damage die, the armor, and the wounds they leave."""

from collections.abc import Hashable
from typing import Final

from engine.context import Context
from engine.procedures.calculation import Op
from engine.procedures.standing import STRUCTURE, is_thing
from engine.registry import rule
from engine.requests import Call, Cause, Each, Procedure, Record, Roll, Total
from engine.rulesets.unisystem.attack import Attack, Good
from engine.rulesets.unisystem.dice import plain
from engine.rulesets.unisystem.harm import (
    Blow,
    armor_of_things,
    armor_ops,
    average,
    damage_is_thrown,
    damage_steps,
    fixed_armor,
)
from engine.rulesets.unisystem.injury import tests_after_each_hit, wounded
from engine.rulesets.unisystem.objects import can_harm, no_harm
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.ways import Hurt, ways
from engine.rulesets.unisystem.wounds import LIFE, vital_pool
from events.play import DamageApplied, Modifier, Step

VITAL: Final = (LIFE, STRUCTURE)
"""Pools whose loss is a wound."""


def land(ctx: Context, attack: Attack, good: Good) -> Procedure[None]:
    """The hits of one attack roll, each with its own damage and armor, and the Tests they call for."""
    each = tests_after_each_hit(ctx.state.options)
    hits: tuple[Hurt, ...] = yield Each(good.hits, hit, (attack, good, each), at="hit", alike=what_they_cost)
    more = yield from ways(ctx).after_hits(ctx, attack, hits)
    if not each:
        yield from tests_after_all(ctx, attack, (*hits, *more))


def what_they_cost(hits: tuple[Hurt, ...]) -> Hashable:
    """All that matters of the hits of one roll together: what they cost which pool, and how many of them."""
    costs: dict[str, tuple[int, int]] = {}
    for one in hits:
        points, times = costs.get(one.pool, (0, 0))
        costs[one.pool] = (points + one.points, times + bool(one.points))
    return frozenset(costs.items())


def tests_after_all(ctx: Context, attack: Attack, hits: tuple[Hurt, ...]) -> Procedure[None]:
    """The Tests that the wounds of one attack call for, once after the last of them."""
    painful = [one for one in hits if one.points and one.pool in VITAL]
    if painful:
        yield Call(wounded, (attack.target, painful[-1].cause), because=(painful[-1].cause,))


def hit(ctx: Context, attack: Attack, good: Good, tested: bool) -> Procedure[Hurt]:
    """One hit: the damage die, and what it does."""
    if not ctx.knows(attack.target):
        return Hurt(0, 0)
    if not can_harm(ctx, attack):
        return (yield from leave_unharmed(ctx, attack))
    die, cause = yield from damage_die(ctx, attack, good.on_die)
    return (yield from harm(ctx, attack, good, die, cause, tested))


def leave_unharmed(ctx: Context, attack: Attack) -> Procedure[Hurt]:
    """A hit that does nothing to a thing, which is recorded with its reason."""
    return (yield from lose(ctx, loss_by(ctx, attack, no_harm())))


def harm(ctx: Context, attack: Attack, good: Good, die: int, die_cause: Cause, tested: bool) -> Procedure[Hurt]:
    """What a damage die does: times multiplier, less armor, and what happens past it."""
    if not ctx.knows(attack.target):
        return Hurt(0, 0)
    armor, armor_cause = yield from ways(ctx).armor(ctx, attack)
    if not ctx.knows(attack.target):
        return Hurt(0, 0)
    blow = Blow(attack.weapon, attack.strength, attack.band, good.on_die)
    multiplier = (ways(ctx).multiplier(blow), *ways(ctx).better_multiplier(good.on_multiplier))
    steps = damage_steps(die, blow, multiplier, (*armor, *past_it(ctx, attack)), ctx.state.options)
    hurt = yield from lose(ctx, loss_by(ctx, attack, steps), (die_cause, armor_cause))
    if hurt.points and tested and hurt.pool in VITAL:
        yield from wounded(ctx, attack.target, hurt.cause)
    return hurt


def past_it(ctx: Context, attack: Attack) -> tuple[Op, ...]:
    """What happens to the part of the damage that armor does not stop."""
    return ways(ctx).past_armor(attack, is_thing(ctx.combatant(attack.target)), ctx.state.options)


def loss_by(ctx: Context, attack: Attack, steps: tuple[Step, ...]) -> DamageApplied:
    """The loss that these steps of an attack come to."""
    return DamageApplied(
        attack.target,
        ways(ctx).damage_pool(ctx, attack),
        -steps[-1].result,
        steps,
        source=attack.attacker or None,
        weapon=attack.weapon_name or None,
        location=attack.location,
    )


def damage_pool(ctx: Context, attack: Attack) -> str:
    """The pool that an attack takes its points from."""
    return vital_pool(ctx.combatant(attack.target))


def nothing_follows(ctx: Context, attack: Attack, hits: tuple[Hurt, ...]) -> Procedure[tuple[Hurt, ...]]:
    """All that hits of one roll bring are the Tests of wounds."""
    return ()
    yield


def damage_die(ctx: Context, attack: Attack, bonus: int) -> Procedure[tuple[int, Cause]]:
    """What the damage die of one hit comes to, or its average where the table wants fewer rolls; a good hit adds."""
    dice = plain(attack.weapon.dice)
    if not dice.count or not damage_is_thrown(ctx.state.options):
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


def armor_value(ctx: Context, attack: Attack) -> Procedure[tuple[tuple[Op, ...], Cause]]:
    """What the armor stops of one hit."""
    sheet: Sheet = ctx.sheet(attack.target)
    armor = sheet.armor
    fixed = fixed_armor(armor, ctx.state.options)
    if fixed is not None or isinstance(armor.value, int):
        return armor_of(ctx, attack, fixed or 0), 0
    rolled: Total = yield Roll(attack.target, "armor", plain(armor.value.dice), rule="UNI-ARM-1", discloses="nothing")
    return armor_of(ctx, attack, rolled.total * armor.value.times), rolled.cause


def armor_of(ctx: Context, attack: Attack, value: int) -> tuple[Op, ...]:
    """What so much armor takes off, of somebody or of a thing."""
    return armor_of_things(value) if is_thing(ctx.combatant(attack.target)) else armor_ops(value)


def _unharmed(ctx: Context, loss: DamageApplied, because: tuple[Cause, ...] = ()) -> Procedure[Hurt]:
    return Hurt(0, 0)
    yield


@rule("UNI-LIFE-1", mutant=_unharmed)
def lose(ctx: Context, loss: DamageApplied, because: tuple[Cause, ...] = ()) -> Procedure[Hurt]:
    """Points off a pool."""
    cause: Cause = yield Record(loss, because)
    return Hurt(-loss.change, cause, loss.pool)
