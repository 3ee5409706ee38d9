"""Time between turns and fights: Death Saves minute by minute, and days of healing."""

from engine.context import Context
from engine.procedures.standing import DEAD, is_thing
from engine.registry import rule
from engine.requests import Call, Cause, Procedure, Record
from engine.rulesets.interlock.aid import better
from engine.rulesets.interlock.injury import death_save, doomed_die
from engine.rulesets.interlock.turns import begin_activation, forget_turn
from engine.rulesets.interlock.words import AID_FAILED, DOOMED, HEALING, MENDING, MINUTES, STABILISED, WOUNDS
from engine.rulesets.interlock.wounds import mortality_of, owes_death_saves, takes_turns
from engine.span import MINUTES_OF_A_DAY, Span
from engine.state import Combatant
from events.base import CombatantId
from events.play import CounterRaised, CountersLapsed, PoolRestored, TallyChanged


def pass_time(ctx: Context, span: Span) -> Procedure[None]:
    """Time passes: the doomed die, rounds and minutes bring their saves, wounds heal day by day."""
    yield from doomed_die(ctx)
    for turn in range(1, span.turns + 1):
        for one in tuple(ctx.state.combatants):
            yield Call(turn_passes, (one,), at=f"turn{turn}")
        yield from doomed_die(ctx)
    yield from minute_by_minute(ctx, span.in_minutes)
    for name in tuple(ctx.state.combatants):
        yield from heal(ctx, name, span.in_minutes)


def heal(ctx: Context, patient: CombatantId, minutes: int) -> Procedure[None]:
    """What the full days bring; the minutes of one that is not full yet wait for the rest of it."""
    held = ctx.combatant(patient).tallies.get(MENDING, 0)
    days, left = divmod(held + minutes, MINUTES_OF_A_DAY)
    for _ in range(days):
        if can_heal(ctx.combatant(patient)):
            yield from day_of_healing(ctx, patient)
    left = left if can_heal(ctx.combatant(patient)) else 0
    if left != held:
        yield Record(TallyChanged(patient, {MENDING: left - held}))


def turn_passes(ctx: Context, who: CombatantId) -> Procedure[None]:
    """A turn that nobody plays: the saves that somebody would make when coming up in it."""
    if ctx.knows(who) and takes_turns(ctx.state, ctx.combatant(who)):
        yield from begin_activation(ctx, who)
        yield from forget_turn(ctx, who)


def minute_by_minute(ctx: Context, minutes: int) -> Procedure[None]:
    """The saves of those whom medical attention failed, until nobody owes any more."""
    for minute in range(1, minutes + 1):
        mortal = tuple(one.id for one in ctx.state.combatants.values() if owes_saves_by_the_minute(one))
        if not mortal:
            break
        for victim in mortal:
            yield Call(minute_of_dying, (victim,), at=f"minute{minute}")
        yield from doomed_die(ctx)


def owes_saves_by_the_minute(one: Combatant) -> bool:
    """Whether somebody makes a Death Save every minute: once medical attention has failed (INT-STAB-3)."""
    return owes_death_saves(one) and one.count(AID_FAILED) > 0


def minute_of_dying(ctx: Context, victim: CombatantId) -> Procedure[None]:
    """One more minute since medical attention failed: a Death Save, one harder than the one before."""
    if not ctx.knows(victim) or ctx.sheet(victim).minimal is not None:
        return
    yield from count_minute(ctx, victim)
    yield from death_save(ctx, victim, mortality_of(ctx.combatant(victim)) or 0, "INT-STAB-3")


@rule("INT-STAB-4")
def count_minute(ctx: Context, victim: CombatantId) -> Procedure[None]:
    """Each full minute since medical attention failed counts on every Death Save from then on."""
    yield Record(CounterRaised(victim, MINUTES))


@rule("INT-HEAL-1", mutant=lambda one: not (is_thing(one) or one.has(DEAD)) and one.pools[WOUNDS].now > 0)
def can_heal(one: Combatant) -> bool:
    """Whether somebody heals: not while mortally wounded and not stabilised."""
    if is_thing(one) or one.has(DEAD) or one.has(DOOMED) or one.pools[WOUNDS].now <= 0:
        return False
    return mortality_of(one) is None or one.has(STABILISED)


@rule("INT-HEAL-2")
def day_of_healing(ctx: Context, patient: CombatantId) -> Procedure[None]:
    """A full day: the table's points come back, with a half one every second day; never below no damage."""
    per_day = float(ctx.option("healing_per_day"))
    if not per_day:
        return
    yield Record(CounterRaised(patient, HEALING))
    days = ctx.combatant(patient).counters[HEALING]
    if len(days) * per_day < 1:
        return
    yield Record(CountersLapsed(patient, {HEALING: days}))
    points = min(int(len(days) * per_day), ctx.combatant(patient).pools[WOUNDS].now)
    cause: Cause = yield Record(PoolRestored(patient, WOUNDS, -points, "INT-HEAL-2"))
    yield from better(ctx, patient, cause)
