"""Endurance: what losing it brings, the Consciousness Test of every Turn below zero, and what gives it back."""

from engine.context import Context
from engine.options import Options, word
from engine.procedures.standing import UNCONSCIOUS, in_a_turn
from engine.registry import rule
from engine.requests import Cause, Procedure, Record
from engine.rulesets.unisystem.arithmetic import Modifiers, two_attribute_test_modifiers
from engine.rulesets.unisystem.counters import FATIGUE_TESTED, WORN_OUT
from engine.rulesets.unisystem.damage import lose
from engine.rulesets.unisystem.levels import in_force
from engine.rulesets.unisystem.low_spirits import rise, sink
from engine.rulesets.unisystem.tables import REPOSE
from engine.rulesets.unisystem.tasks import Throw, passes
from engine.rulesets.unisystem.ways import Hurt
from engine.rulesets.unisystem.wounds import ENDURANCE, life_of, takes_turns
from engine.state import Combatant
from events.base import CombatantId
from events.play import (
    ConditionGained,
    ConditionLost,
    CounterRaised,
    CountersLapsed,
    DamageApplied,
    Modifier,
    PoolRestored,
)


def tire(ctx: Context, loss: DamageApplied, because: tuple[Cause, ...] = ()) -> Procedure[Hurt]:
    """Endurance is lost. No Test comes with it: below zero there is one in every Turn."""
    hurt = yield from lose(ctx, loss, because)
    if hurt.points:
        yield from sink(ctx, loss.combatant, ENDURANCE, hurt.cause)
    return hurt


def endurance_of(one: Combatant) -> int:
    """Endurance Points; a thing has none and never tires."""
    return one.pools[ENDURANCE].now if ENDURANCE in one.pools else 0


@rule("UNI-END-9")
def weary(ctx: Context) -> Procedure[None]:
    """The end of a Turn: everybody below zero Endurance must stay awake, in the order they joined."""
    for one in tuple(ctx.state.combatants):
        if is_tested(ctx, one):
            yield from stay_awake(ctx, one)


def is_tested(ctx: Context, combatant: CombatantId) -> bool:
    """Whether somebody owes the Test of this Turn: awake, there, below zero, and not tested in it before."""
    if not ctx.knows(combatant):
        return False
    one = ctx.combatant(combatant)
    there = one.status == "in-fight" if in_a_turn(ctx) else one.status != "reserve"
    due = there and takes_turns(ctx.state, one) and not (in_a_turn(ctx) and one.count(FATIGUE_TESTED))
    return due and is_exhausted(endurance_of(one))


@rule("UNI-END-9", mutant=lambda endurance: endurance <= 0)
def is_exhausted(endurance: int) -> bool:
    """Whether so few Endurance Points make staying awake a Test: below zero, not at zero."""
    return endurance < 0


def stay_awake(ctx: Context, combatant: CombatantId) -> Procedure[None]:
    """The Consciousness Test of the exhausted."""
    sheet, endurance = in_force(ctx, combatant), endurance_of(ctx.combatant(combatant))
    attributes = two_attribute_test_modifiers(sheet, "constitution", "willpower")
    yield Record(CounterRaised(combatant, FATIGUE_TESTED))
    throw = Throw(combatant, "consciousness", "UNI-END-9", "nothing")
    awake = yield from passes(ctx, throw, attributes, exhaustion_modifiers(endurance, ctx.state.options))
    if not awake.success and ctx.knows(combatant):
        yield from pass_out(ctx, combatant, awake.cause)


@rule("UNI-END-10")
def exhaustion_modifiers(endurance: int, options: Options) -> Modifiers:
    """What Endurance Points below zero take from that Test: one each, unless the table says none."""
    if is_penalty_waived(options):
        return ()
    return (Modifier("UNI-END-10", endurance, "below zero"),)


@rule("UNI-END-10", mutant=lambda options: word(options, "fatigue_test_penalty") != "none")
def is_penalty_waived(options: Options) -> bool:
    """Whether the Test of the exhausted has no penalty of its own."""
    return word(options, "fatigue_test_penalty") == "none"


@rule("UNI-END-9")
def pass_out(ctx: Context, combatant: CombatantId, cause: Cause) -> Procedure[None]:
    """Who fails passes out, and lies there until Endurance is no longer below zero."""
    yield Record(ConditionGained(combatant, UNCONSCIOUS, "UNI-END-9"), (cause,))
    yield Record(CounterRaised(combatant, WORN_OUT), (cause,))


@rule("UNI-END-11", mutant=lambda doing, constitution, periods: 0)
def reposed(doing: str, constitution: int, periods: int) -> int:
    """The Endurance that so many full periods of sleep or rest give back."""
    return constitution * periods if doing in REPOSE else 0


def refresh(ctx: Context, combatant: CombatantId, points: int, rule_id: str = "UNI-END-11") -> Procedure[None]:
    """Endurance given back, and what that puts an end to. The points are known to have room."""
    cause: Cause = yield Record(PoolRestored(combatant, ENDURANCE, points, rule_id))
    yield from rise(ctx, combatant, ENDURANCE, cause)
    yield from come_round(ctx, combatant, cause)


def come_round(ctx: Context, combatant: CombatantId, cause: Cause) -> Procedure[None]:
    """Who had passed out from exhaustion wakes when Endurance is at zero again, unless wounds say otherwise."""
    one = ctx.combatant(combatant)
    worn_out = one.counters.get(WORN_OUT, ())
    if not worn_out or is_exhausted(endurance_of(one)):
        return
    yield Record(CountersLapsed(combatant, {WORN_OUT: worn_out}), (cause,))
    asleep = one.conditions.get(UNCONSCIOUS, ())
    if asleep and (life_of(ctx, combatant) or 0) > 0:
        yield Record(ConditionLost(combatant, UNCONSCIOUS, asleep, "UNI-END-9"), (cause,))
