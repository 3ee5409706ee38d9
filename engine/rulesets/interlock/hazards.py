"""Harm that is nobody's attack: a hit like any other, at a location that is rolled, at one that is named, or at all."""

from collections.abc import Iterator
from typing import Final, cast

from engine.context import Context
from engine.hazard import ALL, ROLLED, Danger, Harm, who_sees_the_dice
from engine.procedures.ranges import cover_of
from engine.refusals import Refusal, refusal
from engine.requests import Dice, Procedure
from engine.rulesets.interlock.damage import Blow, damage_of, land
from engine.rulesets.interlock.dice import plain
from engine.rulesets.interlock.harm import Edge
from engine.rulesets.interlock.tables import LOCATIONS
from events.base import CombatantId
from events.play import Level

ORDINARY, PIERCING = "ordinary", "ap"
EDGES: Final = ("edged", "monofilament")
DAMAGE_KINDS: Final = (ORDINARY, PIERCING, *EDGES)
PLACES: Final = (ROLLED, ALL, *LOCATIONS)


def check_hazard(ctx: Context, danger: Danger) -> Iterator[Refusal]:
    """What speaks against a hazard: damage is dice and a number, nothing is multiplied."""
    if danger.thrown is not None and danger.thrown.times != 1:
        yield refusal("invalid", f"these rules multiply no damage dice: write {danger.dice.partition('*')[0]} alone")


def throw_hazard(ctx: Context, danger: Danger, level: Level) -> Procedure[Harm]:
    """What the dice of a hazard show; a stated amount as it is."""
    return (yield from damage_of(ctx, blow_of("", danger, level)))


def endanger(ctx: Context, target: CombatantId, danger: Danger, thrown: Harm | None) -> Procedure[None]:
    """A hazard meets somebody: location, damage, armor, body, and the saves it calls for."""
    cover = cover_of(ctx.state, target, None) if danger.cover else 0
    yield from land(ctx, blow_of(target, danger, who_sees_the_dice(ctx, danger, target), cover, thrown), 1)


def blow_of(target: CombatantId, danger: Danger, level: Level, cover: int = 0, thrown: Harm | None = None) -> Blow:
    """The blow that a hazard is like."""
    stated = (danger.amount, 0) if danger.amount is not None else None
    return Blow(
        attacker="",
        target=target,
        weapon=danger.label,
        dice=plain(danger.thrown.dice if danger.thrown is not None else Dice(0, 2)),
        rule="INT-WOUND-1",
        called=danger.location if danger.location in LOCATIONS else None,
        cover=cover,
        piercing=danger.kind == PIERCING,
        edge=cast(Edge, danger.kind if danger.kind in EDGES else ""),
        thrown=thrown or stated,
        everywhere=danger.location == ALL,
        bare=not danger.armor or danger.stops is not None,
        stops=danger.stops,
        level=level,
    )
