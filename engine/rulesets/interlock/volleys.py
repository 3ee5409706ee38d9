"""The rounds of one roll: what must still hold, the roll to hit, how many hit, and what each brings."""

import msgspec

from engine.context import Context
from engine.options import word
from engine.procedures.ranges import cover_of
from engine.registry import rule
from engine.requests import Call, Cause, Dice, Procedure, Record, Roll, Success, Total
from engine.rulesets.interlock.aim import lose_aim
from engine.rulesets.interlock.armoury import Weapon
from engine.rulesets.interlock.damage import Blow, land
from engine.rulesets.interlock.dice import halved, plain
from engine.rulesets.interlock.fields import FireAct
from engine.rulesets.interlock.fumbles import Mishap, weapon_fumbles
from engine.rulesets.interlock.harm import Modifiers
from engine.rulesets.interlock.ranged import (
    aim_and_sights,
    circumstances,
    difficulty_at,
    does_its_most,
    of_burst,
    of_full_auto,
    shot_ability,
)
from engine.rulesets.interlock.sweeps import swept_modifiers, use_up_sweep
from engine.rulesets.interlock.tables import TABLES
from engine.rulesets.interlock.tasks import Throw, roll_of
from engine.rulesets.interlock.words import DROPPED, JAMMED, LOST
from engine.rulesets.interlock.wounds import goes_on
from events.base import CombatantId
from events.play import AmmoSpent

D6 = Dice(1, 6)

UNCOUNTED = 1_000_000
"""Rounds where nobody counts them."""


class Fire(msgspec.Struct, frozen=True):
    """A firing action under way, at one target: the weapon, how far it is, and all that stays the same from roll to
    roll. `regardless`: the referee lets somebody fire who could not."""

    shooter: CombatantId
    target: CombatantId
    name: str
    weapon: Weapon
    act: FireAct
    band: str
    nth: int
    regardless: bool
    own: Modifiers = ()

    @property
    def targets(self) -> tuple[CombatantId, ...]:
        """Everybody who is fired at."""
        return targets_of(self.act)


class Struck(msgspec.Struct, frozen=True):
    """How many rounds of one roll hit, the roll that says so, and the word for a natural one."""

    hits: int
    cause: Cause
    word: str = ""


def targets_of(act: FireAct) -> tuple[CombatantId, ...]:
    """Whom an act fires at."""
    return act.targets or ((act.target,) if act.target else ())


class Volley(msgspec.Struct, frozen=True):
    """The rounds behind one roll: how many, of which mode, and what the mode adds."""

    rounds: int
    mode: str = "single"
    bonus: Modifiers = ()


def single_shot(ctx: Context, way: Fire) -> Procedure[Struck]:
    """One single shot: a round, a roll, and what follows."""
    return (yield from shoot(ctx, way, Volley(1)))


def burst(ctx: Context, way: Fire) -> Procedure[Struck]:
    """One burst; with fewer rounds loaded, where the table admits it, a short one."""
    rounds = way.act.shots or TABLES.burst.rounds
    if word(ctx.state.options, "short_burst") == "cap":
        rounds = min(rounds, loaded(ctx, way))
    return (yield from shoot(ctx, way, Volley(rounds, "burst", of_burst(way.band, ctx.state.options))))


def volley(ctx: Context, way: Fire, rounds: int) -> Procedure[Struck]:
    """The share of full automatic fire that goes at one target."""
    bonus = of_full_auto(rounds, way.band, ctx.state.options)
    return (yield from shoot(ctx, way, Volley(rounds, "full_auto", bonus)))


def shoot(ctx: Context, way: Fire, what: Volley) -> Procedure[Struck]:
    """Rounds, a roll, and what follows from it. Nobody goes on firing who can no longer act, or with a jammed gun."""
    if not can_fire(ctx, way):
        return Struck(0, 0)
    yield from spend(ctx, way, what.rounds)
    struck: Struck = yield Call(roll_to_hit, (way, what))
    if struck.word:
        mishap = Mishap(way.shooter, way.name, way.weapon, way.act.friend, way.targets)
        word: str = yield Call(weapon_fumbles, (mishap, struck.cause), because=(struck.cause,))
        return Struck(0, struck.cause, word)
    if struck.hits and ctx.knows(way.target):
        yield Call(land, (blow_of(ctx, way), struck.hits), because=(struck.cause,))
    return struck


def can_fire(ctx: Context, way: Fire) -> bool:
    """Whether the next roll can still be made: shooter, target and weapon are as they must be."""
    if not goes_on(ctx, way.shooter, way.regardless) or not ctx.knows(way.target):
        return False
    shooter, target = ctx.combatant(way.shooter), ctx.combatant(way.target)
    if way.act.location and target.has(LOST + way.act.location):
        return False
    return way.regardless or not (shooter.has(JAMMED + way.name) or shooter.has(DROPPED + way.name))


@rule("INT-FIRE-4")
def spend(ctx: Context, way: Fire, rounds: int) -> Procedure[None]:
    """The rounds of a roll are spent, whatever it comes to."""
    spent = min(rounds, loaded(ctx, way))
    if ctx.rounds(way.shooter, way.name) is not None and spent:
        yield Record(AmmoSpent(way.shooter, way.name, spent))


def loaded(ctx: Context, way: Fire) -> int:
    """The rounds in the weapon; more than enough where nobody counts them."""
    rounds = ctx.rounds(way.shooter, way.name)
    return UNCOUNTED if rounds is None else rounds


def roll_to_hit(ctx: Context, way: Fire, what: Volley) -> Procedure[Struck]:
    """REF + skill + d10 and all modifiers against the difficulty of the range, and the rounds that hit."""
    reads = Total if what.mode == "full_auto" else Success
    roll = strike_of(ctx, way, what, reads)
    yield from lose_aim(ctx, way.shooter)
    yield from use_up_sweep(ctx, way.shooter)
    struck: Total | Success = yield roll
    if struck.fumble:
        return Struck(0, struck.cause, "fumble")
    if isinstance(struck, Total):
        return Struck(rounds_that_hit(struck.total, difficulty_at(way.band), what.rounds), struck.cause)
    if not struck.success:
        return Struck(0, struck.cause)
    if what.mode == "burst":
        return (yield from burst_hits(ctx, way, what.rounds, struck.cause))
    return Struck(1, struck.cause)


def _against_nothing(ctx: Context, way: Fire, what: Volley, reads: type[Total] | type[Success]) -> Roll:
    return roll_of(ctx, Throw(way.shooter, "strike", "INT-FIRE-2", difficulty_at(way.band)), reads, (way.own,))


@rule("INT-FIRE-2", mutant=_against_nothing)
def strike_of(ctx: Context, way: Fire, what: Volley, reads: type[Total] | type[Success]) -> Roll:
    """The roll of a shot."""
    skill = way.act.skill or way.weapon.skill
    groups = (
        shot_ability(ctx, way.shooter, way.weapon, skill),
        circumstances(ctx, way.shooter, way.target, way.act),
        aim_and_sights(ctx, way.shooter, way.name, way.weapon, what.mode == "full_auto"),
        what.bonus,
        swept_modifiers(ctx, way.shooter),
        way.own,
    )
    return roll_of(ctx, Throw(way.shooter, "strike", "INT-FIRE-2", difficulty_at(way.band)), reads, groups)


def _all_of_them(ctx: Context, way: Fire, rounds: int, cause: Cause) -> Procedure[Struck]:
    return Struck(rounds, cause)
    yield


@rule("INT-BURST-2", mutant=_all_of_them)
def burst_hits(ctx: Context, way: Fire, rounds: int, cause: Cause) -> Procedure[Struck]:
    """The hits of a burst: half a d6, rounded up, and no more than the rounds fired."""
    rolled: Total = yield Roll(
        way.shooter, "hits", halved(D6), rule="INT-BURST-2", because=(cause,), discloses="nothing", lapses=True
    )
    return Struck(min(rolled.total, rounds), rolled.cause)


@rule("INT-AUTO-2", mutant=lambda total, difficulty, rounds: int(total > difficulty))
@rule("INT-AUTO-3", mutant=lambda total, difficulty, rounds: max(0, total - difficulty + 1))
def rounds_that_hit(total: int, difficulty: int, rounds: int) -> int:
    """One round for each point of success, and no more than were fired at that target."""
    return max(0, min(total - difficulty, rounds))


def blow_of(ctx: Context, way: Fire) -> Blow:
    """What the hits of a roll bring."""
    return Blow(
        attacker=way.shooter,
        target=way.target,
        weapon=way.name,
        dice=plain(way.weapon.dice),
        rule="INT-LOC-1",
        called=way.act.location,
        cover=cover_of(ctx.state, way.target, way.act.cover),
        piercing=way.weapon.piercing,
        edge=way.weapon.edge,
        most=does_its_most(way.band, ctx.state.options),
    )
