"""Harm that is nobody's attack: its dice, what stands in its way, and the wounds it leaves as those of any hit."""

from collections.abc import Iterable
from typing import Final

from engine.context import Context
from engine.hazard import ALL, Danger, Harm, who_sees_the_dice
from engine.procedures.calculation import Op, worked_out
from engine.procedures.ranges import cover_of
from engine.requests import Cause, Dice, Procedure, Roll, Total
from engine.rulesets.unisystem.armoury import Weapon
from engine.rulesets.unisystem.attack import Attack
from engine.rulesets.unisystem.damage import leave_unharmed, lose, loss_by, past_it, tests_after_all
from engine.rulesets.unisystem.dice import plain
from engine.rulesets.unisystem.harm import Blow, average, damage_is_thrown, damage_steps
from engine.rulesets.unisystem.objects import can_harm
from engine.rulesets.unisystem.tables import DAMAGE_TYPES
from engine.rulesets.unisystem.ways import ways
from events.base import CombatantId
from events.play import Level, Step

USUAL_KIND: Final = "blunt"
NO_DICE: Final = Dice(0, 2)
LOCATIONS: Final = (ALL,)
"""These rules know no hit locations."""


def usual_first(kinds: Iterable[str]) -> tuple[str, ...]:
    """Kinds of damage, what a hazard does where nobody says otherwise before all others."""
    return (USUAL_KIND, *(kind for kind in kinds if kind != USUAL_KIND))


DAMAGE_KINDS: Final = usual_first(DAMAGE_TYPES)


def throw_hazard(ctx: Context, danger: Danger, level: Level) -> Procedure[Harm]:
    """What the dice of a hazard show, or their average where the table wants fewer rolls; a stated amount as it is."""
    thrown = danger.thrown
    if thrown is None:
        return danger.amount or 0, 0
    dice = plain(thrown.dice)
    if not damage_is_thrown(ctx.state.options):
        return average(dice), 0
    rolled: Total = yield Roll(None, "damage", dice, rule="UNI-DMG-1", discloses="nothing", level=level)
    return rolled.total, rolled.cause


def endanger(ctx: Context, target: CombatantId, danger: Danger, thrown: Harm | None) -> Procedure[None]:
    """A hazard meets somebody: its damage, less what stops it, and all that such a wound brings."""
    attack = ways(ctx).hazard(ctx, target, danger)
    if not can_harm(ctx, attack):
        yield from leave_unharmed(ctx, attack)
        return
    harm = thrown or (yield from throw_hazard(ctx, danger, who_sees_the_dice(ctx, danger, target)))
    stopped, cause = yield from in_the_way(ctx, attack, danger)
    if not ctx.knows(target):
        return
    steps = steps_of(ctx, attack, danger, harm[0], (*stopped, *past_it(ctx, attack)))
    hurt = yield from lose(ctx, loss_by(ctx, attack, steps), (harm[1], cause))
    more = yield from ways(ctx).after_hits(ctx, attack, (hurt,))
    yield from tests_after_all(ctx, attack, (hurt, *more))


def attack_like(target: CombatantId, danger: Danger) -> Attack:
    """The attack that a hazard is like."""
    thrown = danger.thrown
    dice, times = (thrown.dice, thrown.times) if thrown else (NO_DICE, 1)
    weapon = Weapon(danger.label, dice, times, danger.kind or USUAL_KIND, "")
    return Attack("", target, danger.label, weapon, "", 0, "normal")


def in_the_way(ctx: Context, attack: Attack, danger: Danger) -> Procedure[tuple[tuple[Op, ...], Cause]]:
    """What stops a hazard: the armor that is worn, as the rules count it; the cover of the scene; or a stated value."""
    rule_id = ways(ctx).stopping_rule
    if danger.stops is not None:
        return _stops("stated", danger.stops, rule_id), 0
    worn: tuple[Op, ...] = ()
    cause: Cause = 0
    if danger.armor:
        worn, cause = yield from ways(ctx).armor(ctx, attack)
    cover = cover_of(ctx.state, attack.target, None) if danger.cover and ctx.knows(attack.target) else 0
    return (*worn, *_stops("cover", cover, rule_id)), cause


def _stops(what: str, value: int, rule_id: str) -> tuple[Op, ...]:
    return (Op(what, "minus", value, rule_id),) if value else ()


def steps_of(ctx: Context, attack: Attack, danger: Danger, points: int, stopped: tuple[Op, ...]) -> tuple[Step, ...]:
    """The way from what the dice show, or from what is stated, to the points lost."""
    blow = Blow(attack.weapon, 0)
    if danger.amount is not None:
        return worked_out((Op("stated", "set", points, ways(ctx).multiplier(blow).rule), *stopped))
    return damage_steps(points, blow, (ways(ctx).multiplier(blow),), stopped, ctx.state.options)
