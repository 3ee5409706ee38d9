"""Firing: single shots, bursts and full auto, each with its rolls, its hits and what a natural one brings."""

from collections.abc import Callable

import msgspec

from engine.context import Context
from engine.options import Options, word
from engine.procedures.ranges import Range
from engine.registry import rule
from engine.requests import Ask, Call, Each, Procedure, Record, Roll, Success, Total
from engine.rulesets.interlock.aim import lose_aim
from engine.rulesets.interlock.damage import land
from engine.rulesets.interlock.fields import FireAct
from engine.rulesets.interlock.ranged import band_to
from engine.rulesets.interlock.sheet import Sheet
from engine.rulesets.interlock.tables import TABLES
from engine.rulesets.interlock.tasks import Throw, ability, counted, of_the_action, roll_of
from engine.rulesets.interlock.volleys import (
    D6,
    UNCOUNTED,
    Fire,
    Struck,
    blow_of,
    burst,
    loaded,
    single_shot,
    spend,
    targets_of,
    volley,
)
from engine.rulesets.interlock.wounds import can_defend, inability
from events.base import CombatantId
from events.roster import RangeStated

INTERRUPTED = "interrupted"


def fire(ctx: Context, actor: CombatantId, act: FireAct) -> Procedure[str]:
    """A firing action in one of its modes."""
    for target in targets_of(act):
        if act.range is not None or act.distance is not None:
            yield Record(RangeStated(actor, target, act.range or "", act.distance))
    regardless = inability(ctx.state, ctx.combatant(actor)) is not None
    nth = yield from counted(ctx, actor, "attack")
    ways = tuple(fire_at(ctx, actor, target, act, nth, regardless) for target in targets_of(act))
    return (yield from way_of_firing(act.mode)(ctx, ways))


def fire_at(ctx: Context, actor: CombatantId, target: CombatantId, act: FireAct, nth: int, regardless: bool) -> Fire:
    """The firing action at one target as plain values."""
    sheet: Sheet = ctx.sheet(actor)
    weapon = sheet.weapons[act.weapon]
    if act.ammunition is not None:
        weapon = msgspec.structs.replace(weapon, piercing=act.ammunition == "ap")
    band = band_to(ctx.state, actor, target, weapon, Range(act.range, act.distance)) or "extreme"
    own = of_the_action(ctx, actor, nth)
    return Fire(actor, target, act.weapon, weapon, act, band, nth, regardless, own)


# the modes


def singly(ctx: Context, ways: tuple[Fire, ...]) -> Procedure[str]:
    """Single shots, each with a roll of its own."""
    ends: tuple[Struck, ...] = yield Each(ways[0].act.shots or 1, single_shot, (ways[0],), at="shot")
    return _word(ends)


def in_a_burst(ctx: Context, ways: tuple[Fire, ...]) -> Procedure[str]:
    """One three-round burst."""
    return _word(((yield Call(burst, (ways[0],), at="burst")),))


def on_full_auto(ctx: Context, ways: tuple[Fire, ...]) -> Procedure[str]:
    """Full automatic fire, its rounds shared by the targets."""
    each = share(rounds_of(ctx, ways[0]), len(ways))
    ends: list[Struck] = []
    for place, way in enumerate(ways, start=1):
        ends.append((yield Call(volley, (way, each), at=f"volley{place}")))
    return _word(tuple(ends))


def to_suppress(ctx: Context, ways: tuple[Fire, ...]) -> Procedure[str]:
    """Suppressive fire on everybody in a zone, where the table knows it. Who cannot defend does not get out of it."""
    first = ways[0]
    rounds = rounds_of(ctx, first)
    yield from spend(ctx, first, rounds)
    yield from lose_aim(ctx, first.shooter)
    difficulty = zone_difficulty(rounds, first.act.width)
    asked = [way for way in ways if ctx.knows(way.target) and can_defend(ctx.combatant(way.target))]
    rolls = tuple(into_cover(ctx, way.target, difficulty) for way in asked)
    replies: tuple[Success, ...] = (yield Ask(rolls)) if rolls else ()
    reached = {way.target: reply for way, reply in zip(asked, replies, strict=True)}
    caught = [way for way in ways if way.target not in reached or not reached[way.target].success]
    for place, way in enumerate(caught, start=1):
        because = (reached[way.target].cause,) if way.target in reached else ()
        yield Call(caught_in_fire, (way, rounds), at=f"zone{place}", because=because)
    return "hit" if caught else "missed"


WAYS = {"single": singly, "burst": in_a_burst, "full_auto": on_full_auto, "suppressive": to_suppress}


@rule("INT-FIRE-1", mutant=lambda mode: singly)
def way_of_firing(mode: str) -> Callable[[Context, tuple[Fire, ...]], Procedure[str]]:
    """How a firing action goes in each of its modes."""
    return WAYS[mode]


def _word(ends: tuple[Struck, ...]) -> str:
    fumble = next((end.word for end in ends if end.word), "")
    return "hit" if any(end.hits for end in ends) else fumble or "missed"


def rounds_of(ctx: Context, way: Fire) -> int:
    """The rounds of full automatic fire: those that were said, else all that rate of fire and magazine allow."""
    return way.act.shots or min(way.weapon.rof or UNCOUNTED, loaded(ctx, way))


@rule("INT-AUTO-5", mutant=lambda rounds, targets: rounds)
def share(rounds: int, targets: int) -> int:
    """The rounds for each of several targets: shared equally, rounded down."""
    return rounds // targets


# suppressive fire


def zone_difficulty(rounds: int, width: int | None) -> int:
    """What everybody in a zone must reach: the rounds for each metre of its width."""
    return -(-rounds // max(width or 0, TABLES.suppression.width))


def into_cover(ctx: Context, who: CombatantId, difficulty: int) -> Roll:
    """REF + Athletics + d10 of somebody in a zone under fire."""
    own = ability(ctx, who, "ref", "athletics", "INT-SUPP-1")
    return roll_of(ctx, Throw(who, "defense", "INT-SUPP-1", difficulty), Success, (own,))


def caught_in_fire(ctx: Context, way: Fire, rounds: int) -> Procedure[None]:
    """Whoever does not get out of the zone takes a d6 of hits, and no more than rounds were fired."""
    if not ctx.knows(way.target):
        return
    rolled: Total = yield Roll(way.shooter, "hits", D6, rule="INT-SUPP-1", discloses="nothing", lapses=True)
    if ctx.knows(way.target):
        blow = msgspec.structs.replace(blow_of(ctx, way), called=None)
        yield Call(land, (blow, min(rolled.total, rounds)), because=(rolled.cause,))


@rule("INT-SUPP-1", mutant=lambda options: word(options, "suppressive_fire") == "off")
def may_suppress(options: Options) -> bool:
    """Whether there is suppressive fire at this table."""
    return word(options, "suppressive_fire") != "off"
