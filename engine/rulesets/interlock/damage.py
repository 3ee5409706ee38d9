"""From a hit to the wounds it makes: location, damage, armor and body, lost limbs, and the saves it calls for."""

from typing import Final

import msgspec

from engine.context import Context
from engine.procedures.standing import DEAD, STRUCTURE, is_thing
from engine.requests import Call, Cause, Dice, Each, Procedure, Record, Roll, Total
from engine.rulesets.interlock.harm import (
    Edge,
    Modifiers,
    Stopped,
    armor_wears_down,
    hits_add_up,
    kills_at_once,
    layered,
    limb_is_lost,
    past_armor,
    past_body,
    taken,
    worn,
)
from engine.rulesets.interlock.injury import wounded
from engine.rulesets.interlock.locations import called_is_hit, missing, roll_location
from engine.rulesets.interlock.saves import saves_after_each_hit
from engine.rulesets.interlock.sheet import Sheet
from engine.rulesets.interlock.tables import LOCATIONS
from engine.rulesets.interlock.words import ABLATED, LOST, WOUNDS, pool_of
from engine.rulesets.interlock.wounds import points_of
from events.base import CombatantId
from events.play import ConditionGained, CounterRaised, DamageApplied, Level, Step

LOSS_RULES: Final = {WOUNDS: "INT-WOUND-1", STRUCTURE: "INT-ARM-2"}


class Blow(msgspec.Struct, frozen=True):
    """What the hits of one attack bring. `called` is a location that needs no roll; `most`: damage is not rolled.

    `on_top` goes onto the damage die, `cover` stands in the way, `rule` says why it does damage. An empty `attacker` is
    nobody: a hazard. Of that the damage may be `thrown` before, it may hit `everywhere`, armor may be `bare` of effect
    or a stated value `stops` it, and `level` tells who sees its dice.
    """

    attacker: CombatantId
    target: CombatantId
    weapon: str
    dice: Dice
    rule: str
    on_top: Modifiers = ()
    called: str | None = None
    cover: int = 0
    piercing: bool = False
    edge: Edge = ""
    most: bool = False
    thrown: tuple[int, Cause] | None = None
    everywhere: bool = False
    bare: bool = False
    stops: int | None = None
    level: Level | None = None


class Landed(msgspec.Struct, frozen=True):
    """One hit: the fact that says so; where and how much before doubling, if hits of one attack are added up."""

    cause: Cause
    location: str = ""
    undoubled: int = 0


def land(ctx: Context, blow: Blow, hits: int, further: int | None = None) -> Procedure[None]:
    """The hits of one attack roll, and the saves they call for: once after the last hit (INT-STUN-7).

    What they did is read off the target, so that for odds all ways to the same wounds are one.
    """
    if not ctx.knows(blow.target):
        return
    before, had_lost = points_of(ctx.combatant(blow.target)), missing(ctx, blow.target)
    each = saves_after_each_hit(ctx.state.options)
    landed: tuple[Landed, ...]
    if blow.everywhere:
        landed = yield from hit_everywhere(ctx, blow, each)
    else:
        landed = yield Each(hits, hit, (blow, each, further), at="hit")
    if not ctx.knows(blow.target):
        return
    singly = () if each else newly_lost(ctx, blow.target, had_lost)
    limbs = (*singly, *(yield from _limbs_lost_together(ctx, blow, landed)))
    hurt = points_of(ctx.combatant(blow.target)) > before and not each
    thrown = None if each else further
    if hurt or limbs or thrown is not None:
        yield Call(wounded, (blow.target, hurt, limbs, thrown), because=(landed[-1].cause,))


def hit_everywhere(ctx: Context, blow: Blow, saved: bool) -> Procedure[tuple[Landed, ...]]:
    """One throw of damage at every location that is there, each with its own armor."""
    thrown = yield from damage_of(ctx, blow)
    gone = missing(ctx, blow.target)
    places = () if is_thing(ctx.combatant(blow.target)) else tuple(name for name in LOCATIONS if name not in gone)
    landed: list[Landed] = []
    for place in places or (None,):
        at = msgspec.structs.replace(blow, called=place, thrown=thrown)
        landed.append((yield Call(hit, (at, saved), at=f"hit-{place}")))
    return tuple(landed)


def newly_lost(ctx: Context, target: CombatantId, had_lost: tuple[str, ...]) -> tuple[str, ...]:
    """The limbs that somebody has lost since."""
    one = ctx.combatant(target)
    return tuple(name for name in LOCATIONS if one.has(LOST + name) and name not in had_lost)


def hit(ctx: Context, blow: Blow, saved: bool, further: int | None = None) -> Procedure[Landed]:
    """One hit: its location, its damage, what armor and body leave of it; where each is `saved` for, its saves."""
    if not ctx.knows(blow.target):
        return Landed(0)
    location, where = yield from place_of_hit(ctx, blow)
    raw, thrown = yield from damage_of(ctx, blow)
    if not ctx.knows(blow.target):
        return Landed(0)
    before, had_lost = points_of(ctx.combatant(blow.target)), missing(ctx, blow.target)
    landed = yield from apply(ctx, blow, location, raw, (where, thrown))
    limbs = newly_lost(ctx, blow.target, had_lost)
    hurt = points_of(ctx.combatant(blow.target)) > before
    if saved and (hurt or limbs or further is not None):
        yield Call(wounded, (blow.target, hurt, limbs, further), because=(landed.cause,))
    return landed


def place_of_hit(ctx: Context, blow: Blow) -> Procedure[tuple[str | None, Cause]]:
    """The location of a hit: the one that was called, or that of a d10. Things have none."""
    if is_thing(ctx.combatant(blow.target)):
        return None, 0
    if called_is_hit(blow.called):
        return blow.called, 0
    return (yield from roll_location(ctx, blow.attacker, blow.target, blow.level))


# what it does


def damage_of(ctx: Context, blow: Blow) -> Procedure[tuple[int, Cause]]:
    """The damage of a hit: rolled, or all the dice can do; or what was thrown before."""
    if blow.thrown is not None:
        return blow.thrown
    if blow.most:
        most = blow.dice.count * blow.dice.sides + blow.dice.plus
        return most + sum(one.value for one in blow.on_top), 0
    rolled: Total = yield Roll(
        combatant=blow.attacker or None,
        purpose="damage",
        dice=blow.dice,
        modifiers=blow.on_top,
        rule=blow.rule,
        discloses="nothing",
        level=blow.level,
        lapses=True,
    )
    return rolled.total, rolled.cause


def apply(ctx: Context, blow: Blow, location: str | None, raw: int, because: tuple[Cause, ...]) -> Procedure[Landed]:
    """The damage of a hit as it is taken: less armor and cover, less the body, doubled at the head."""
    one, sheet, options = ctx.combatant(blow.target), ctx.sheet(blow.target), ctx.state.options
    steps = past_armor(raw, blow.rule, stopping(ctx, blow, location), options)
    if is_thing(one):
        return Landed((yield from lose(ctx, blow, location, steps, because)))
    through = steps[-1].result > 0
    steps = past_body(steps, sheet.body, options) if sheet.minimal is None else steps
    undoubled = steps[-1].result
    cause = yield from lose(ctx, blow, location, taken(steps, location), because)
    if through and armor_wears_down(options) and sheet.layers(location) and not blow.bare:
        yield Record(CounterRaised(blow.target, ABLATED + (location or "")), (cause,))
    if kills_at_once(location, undoubled, options) and not ctx.combatant(blow.target).has(DEAD):
        yield Record(ConditionGained(blow.target, DEAD, "INT-HEAD-2"), (cause,))
    if hits_add_up(options):
        return Landed(cause, location or "", undoubled)
    if location is not None and limb_is_lost(location, (undoubled,), options):
        yield Record(ConditionGained(blow.target, LOST + location, "INT-LIMB-1"), (cause,))
    return Landed(cause)


def stopping(ctx: Context, blow: Blow, location: str | None) -> Stopped:
    """What armor and cover stop of a hit."""
    if blow.stops is not None:
        return Stopped(piercing=blow.piercing, stated=blow.stops)
    sheet: Sheet = ctx.sheet(blow.target)
    ablated = ctx.combatant(blow.target).count(ABLATED + (location or ""))
    options = ctx.state.options
    layers = () if blow.bare else worn(sheet.layers(location), ablated, blow.edge, blow.piercing, options)
    return msgspec.structs.replace(layered(layers, blow.cover, options), piercing=blow.piercing)


def lose(
    ctx: Context, blow: Blow, location: str | None, steps: tuple[Step, ...], because: tuple[Cause, ...]
) -> Procedure[Cause]:
    """Points taken: onto the wound track, or off the structure of a thing."""
    pool = pool_of(ctx.combatant(blow.target))
    change = -steps[-1].result if pool == STRUCTURE else steps[-1].result
    fact = DamageApplied(blow.target, pool, change, steps, blow.attacker or None, blow.weapon or None, location)
    cause: Cause = yield Record(fact, because)
    return cause


def _limbs_lost_together(ctx: Context, blow: Blow, landed: tuple[Landed, ...]) -> Procedure[tuple[str, ...]]:
    """Limbs that the hits of one attack take together, where the table adds them up."""
    lost: list[str] = []
    for location in dict.fromkeys(one.location for one in landed if one.location):
        at = [one for one in landed if one.location == location]
        gone = ctx.combatant(blow.target).has(LOST + location)
        if not gone and limb_is_lost(location, [one.undoubled for one in at], ctx.state.options):
            yield Record(ConditionGained(blow.target, LOST + location, "INT-LIMB-3"), (at[-1].cause,))
            lost.append(location)
    return tuple(lost)


def suffer(ctx: Context, target: CombatantId, amount: int, pool: str, attribute: str) -> Procedure[None]:
    """Points as they stand, without armor, BTM or location. Wounds ask for every save at once, in any phase."""
    rule_id = LOSS_RULES.get(pool, LOSS_RULES[STRUCTURE])
    steps = (Step("stated", "set", amount, amount, rule_id),)
    change = amount if pool == WOUNDS else -amount
    cause: Cause = yield Record(DamageApplied(target, pool, change, steps))
    if pool == WOUNDS and amount:
        yield Call(wounded, (target,), because=(cause,))
