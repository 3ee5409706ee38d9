"""Where a hit lands: the called location, or the location die, and what is missing already."""

from functools import lru_cache

from engine.context import Context
from engine.registry import rule
from engine.requests import Cause, Dice, Procedure, Reading, Roll, Total, Verdict
from engine.rulesets.interlock.dice import plain_d10
from engine.rulesets.interlock.tables import LOCATIONS, TABLES, on_face
from engine.rulesets.interlock.words import LOST
from events.base import CombatantId
from events.play import Level


@rule("INT-LOC-3", mutant=lambda called: False)
def called_is_hit(called: str | None) -> bool:
    """Whether no location is rolled for: a called one is hit."""
    return called is not None


def _always_the_torso(
    ctx: Context, attacker: CombatantId, target: CombatantId, level: Level | None = None
) -> Procedure[tuple[str, Cause]]:
    return "torso", 0
    yield


@rule("INT-LOC-1", mutant=_always_the_torso)
def roll_location(
    ctx: Context, attacker: CombatantId, target: CombatantId, level: Level | None = None
) -> Procedure[tuple[str, Cause]]:
    """Every hit rolls a location; one that is not there is rolled again."""
    rolled: Total = yield Roll(
        combatant=attacker or None,
        purpose="location",
        dice=location_die(missing(ctx, target)),
        judge=located,
        rule="INT-LOC-1",
        discloses="nothing",
        level=level,
        lapses=True,
    )
    return rolled.location or "torso", rolled.cause


@rule("INT-LOC-4")
def missing(ctx: Context, target: CombatantId) -> tuple[str, ...]:
    """The locations that somebody has no longer, in the order of the table."""
    one = ctx.combatant(target)
    return tuple(location for location in LOCATIONS if one.has(LOST + location))


@rule("INT-LOC-2", mutant=lambda face: "left_leg" if face == 7 else on_face(TABLES.hit_location, face).location)
def location_at(face: int) -> str:
    """The location of a face of the d10."""
    return on_face(TABLES.hit_location, face).location


def located(total: int, faces: tuple[int, ...], target: int | None) -> Verdict:
    """The location that the last face of the die hits."""
    return Verdict(location=location_at(faces[-1]))


def location_die(gone: tuple[str, ...]) -> Dice:
    """The die of a hit location; faces of what is gone are rolled again."""
    if not gone:
        return plain_d10()
    there = tuple(face for face in range(1, 11) if location_at(face) not in gone)
    return Dice(1, 10, reading=_reader(gone), until=there)


@lru_cache(maxsize=64)
def _reader(gone: tuple[str, ...]) -> Reading:
    def read(faces: tuple[int, ...]) -> tuple[int, ...] | None:
        if not faces or location_at(faces[-1]) in gone:
            return None
        return (*(0 for _ in faces[:-1]), faces[-1])

    return read
