"""Time that passes: Turns one by one, then minute by minute what dice decide, then what the hours and days bring."""

import msgspec
from msgspec.structs import replace

from engine.context import Context
from engine.procedures.standing import DEAD, UNCONSCIOUS, in_a_turn
from engine.registry import rule
from engine.requests import Call, Cause, Procedure, Record
from engine.rulesets.unisystem.clocks import (
    DAY,
    HOUR,
    NIGHT,
    Clocks,
    changes,
    clocks_of,
    cost_so_far,
    is_night_over,
    slept,
    slept_in_order,
    stayed_awake,
    within_reach,
)
from engine.rulesets.unisystem.counters import MINUTES_DYING
from engine.rulesets.unisystem.essence import essence_of, gathered, refill
from engine.rulesets.unisystem.fatigue import refresh, reposed, weary
from engine.rulesets.unisystem.harm import average
from engine.rulesets.unisystem.injury import shake_off, survival_test
from engine.rulesets.unisystem.levels import in_force
from engine.rulesets.unisystem.recovery import mend
from engine.rulesets.unisystem.tables import REPOSE, WORK
from engine.rulesets.unisystem.ways import ways
from engine.rulesets.unisystem.work import (
    AWAKE,
    FRENZIED,
    SLEEP,
    VERY_HARD,
    at_work,
    die_of,
    frenzy,
    full_periods,
    hard_work,
    loss_is_thrown,
    missed_sleep,
    stated_effort,
    toil,
    wear,
)
from engine.rulesets.unisystem.wounds import DYING, ENDURANCE, ESSENCE, LIFE, life_of
from engine.span import MINUTES_OF_A_DAY, Span
from events.base import CombatantId
from events.play import CounterRaised, TallyChanged


class Stretch(msgspec.Struct, frozen=True):
    """Minutes in which somebody does one thing. In an `ordinary` one nobody counts hours of sleep."""

    minutes: int
    doing: str
    ordinary: bool = False


def pass_time(ctx: Context, span: Span) -> Procedure[None]:
    """Time passes for everybody, in the order they joined; the stunned come round."""
    for turn in range(1, span.turns + 1):
        yield Call(turn_passes, (at_work(ctx, span, FRENZIED),), at=f"turn{turn}")
    yield from minute_by_minute(ctx, span)
    for one in tuple(ctx.state.combatants):
        yield from live_through(ctx, one, span)
    yield from shake_off(ctx)


def turn_passes(ctx: Context, frenzied: tuple[CombatantId, ...]) -> Procedure[None]:
    """A Turn that nobody plays: what frenzy costs, then all that the end of a Turn and the next one bring.

    In a fight it is the Turn that is being played, told as work: what else falls due comes with the next Turn.
    """
    for one in frenzied:
        if ctx.knows(one):
            yield from frenzy(ctx, one)
    if in_a_turn(ctx):
        yield from weary(ctx)
        return
    yield from ways(ctx).end_turn(ctx)
    yield from ways(ctx).begin_turn(ctx)


def minute_by_minute(ctx: Context, span: Span) -> Procedure[None]:
    """What dice decide: each minute the Survival Tests of the dying, then what very hard work costs."""
    working = minutes_of_work(span) if loss_is_thrown(ctx.state.options) else 0
    for minute in range(1, span.in_minutes + 1):
        dying = still_dying(ctx)
        workers = at_work(ctx, span, VERY_HARD) if minute <= working else ()
        if not dying and not workers:
            break
        for victim in dying:
            yield Call(minute_of_dying, (victim,), at=f"minute{minute}")
        for worker in workers:
            if ctx.knows(worker):
                yield Call(toil, (worker,), at=f"minute{minute}")


def minutes_of_work(span: Span) -> int:
    """How long somebody works who works all this time: at night people sleep."""
    return span.in_minutes - span.days * NIGHT


def still_dying(ctx: Context) -> tuple[CombatantId, ...]:
    """Who owes a Survival Test every minute."""
    return tuple(one.id for one in ctx.state.combatants.values() if one.has(DYING) and not one.has(DEAD))


@rule("UNI-INJ-7")
def minute_of_dying(ctx: Context, victim: CombatantId) -> Procedure[None]:
    """One more minute without First Aid: the Survival Test is repeated, one harder than the one before."""
    if not ctx.knows(victim) or ctx.sheet(victim).minimal is not None:
        return
    cause: Cause = yield Record(CounterRaised(victim, MINUTES_DYING))
    yield from survival_test(ctx, victim, cause)


# what the hours and days bring to one


def live_through(ctx: Context, one: CombatantId, span: Span) -> Procedure[None]:
    """Everything that falls due for one combatant, stretch by stretch. It throws no die."""
    if life_of(ctx, one) is None or ctx.sheet(one).minimal is not None or not span.in_minutes:
        return
    before = clocks = clocks_of(ctx.combatant(one).tallies)
    doing = span.done_by(one)
    for _ in range(span.days if days_pass_alike(doing) else 0):
        yesterday = (ctx.combatant(one), clocks)
        for stretch in ordinary_day(doing):
            clocks = yield from live(ctx, one, stretch, clocks)
        if (ctx.combatant(one), clocks) == yesterday:
            break  # every further day would be like this one
    rest = Stretch(
        span.in_minutes - (span.days * MINUTES_OF_A_DAY if days_pass_alike(doing) else 0),
        doing,
        ordinary=not doing and ctx.combatant(one).status == "reserve",
    )
    if rest.minutes:
        clocks = yield from live(ctx, one, rest, clocks)
    if changes(before, clocks):
        yield Record(TallyChanged(one, changes(before, clocks)))


def days_pass_alike(doing: str) -> bool:
    """Whether whole days have a night of sleep each: unless they are slept or watched through."""
    return doing not in (SLEEP, AWAKE)


def ordinary_day(doing: str) -> tuple[Stretch, Stretch]:
    """A day with its night. Nobody needs to say that people sleep at night, but hours and minutes in which nobody
    says that somebody sleeps are hours awake; those kept in reserve live as usual."""
    return Stretch(DAY - NIGHT, doing, ordinary=True), Stretch(NIGHT, SLEEP, ordinary=True)


def live(ctx: Context, one: CombatantId, stretch: Stretch, clocks: Clocks) -> Procedure[Clocks]:
    """What one stretch brings. Whoever is unconscious when it begins sleeps through it."""
    asleep = ctx.combatant(one).has(UNCONSCIOUS)
    stretch = replace(stretch, doing=SLEEP) if asleep else stretch
    clocks = yield from work_or_rest(ctx, one, stretch, clocks)
    clocks = slept_in_order(clocks) if stretch.ordinary else (yield from lose_sleep(ctx, one, stretch, clocks))
    clocks = yield from gather(ctx, one, stretch.minutes, clocks)
    return (yield from heal(ctx, one, stretch.minutes, clocks))


def work_or_rest(ctx: Context, one: CombatantId, stretch: Stretch, clocks: Clocks) -> Procedure[Clocks]:
    """Endurance by what somebody does. Only full periods count; what is left of one waits, unless something else is
    done meanwhile."""
    doing, held = stated_effort(stretch.doing), {"sleep": clocks.sleep, "rest": clocks.rest, "hard": clocks.hard}
    clocks = replace(clocks, sleep=0, rest=0, hard=0)
    if doing == VERY_HARD and not loss_is_thrown(ctx.state.options):
        work = WORK[VERY_HARD]
        yield from wear(ctx, one, average(die_of(work)), stretch.minutes, work)
    if doing not in held:
        return clocks
    period = (REPOSE[doing].minutes if doing in REPOSE else WORK[doing].minutes) or 1
    minutes = held[doing] + stretch.minutes
    periods = full_periods(minutes, period)
    if doing in REPOSE:
        clocks = yield from repose(ctx, one, doing, periods, clocks)
    elif periods:
        yield from wear(ctx, one, hard_work(), periods, WORK[doing])
    return replace(clocks, **{doing: minutes % period})


def repose(ctx: Context, one: CombatantId, doing: str, periods: int, clocks: Clocks) -> Procedure[Clocks]:
    """Sleep or rest give Endurance back, sleep first what is owed to it."""
    pool = ctx.combatant(one).pools[ENDURANCE]
    points = reposed(doing, ctx.sheet(one).attribute("constitution"), periods)
    points = min(points, within_reach(doing, max(0, pool.full - pool.now), clocks.owed))
    if points:
        yield from refresh(ctx, one, points)
    return replace(clocks, owed=max(0, clocks.owed - points)) if doing == SLEEP else clocks


def lose_sleep(ctx: Context, one: CombatantId, stretch: Stretch, clocks: Clocks) -> Procedure[Clocks]:
    """What hours without sleep cost, as soon as a day is over; less than an hour of sleep is none."""
    sleeping = stretch.doing == SLEEP and stretch.minutes >= HOUR
    clocks = slept(clocks, stretch.minutes) if sleeping else stayed_awake(clocks, stretch.minutes)
    settled = is_night_over(clocks) if sleeping else True
    cost = cost_so_far(clocks)
    due = cost.missing + cost.beyond - clocks.charged
    if settled and due > 0:
        beyond = min(cost.beyond, due)
        yield from missed_sleep(ctx, one, due - beyond, beyond)
        clocks = replace(clocks, charged=clocks.charged + due, owed=clocks.owed + due)
    return slept_in_order(clocks) if sleeping and settled else clocks


def gather(ctx: Context, one: CombatantId, minutes: int, clocks: Clocks) -> Procedure[Clocks]:
    """Essence by the full hour. Below zero a lost level of willpower slows it down until it returns."""
    pool = ctx.combatant(one).pools[ESSENCE]
    hours = (clocks.gathering + minutes) // HOUR
    while hours and pool.now < pool.full:
        each = gathered(in_force(ctx, one).attribute("willpower"), 1)
        if each < 1:
            break
        some = min(hours, -(pool.now // each)) if pool.now < 0 else hours
        yield from refill(ctx, one, min(each * some, pool.full - pool.now))
        hours -= some
        pool = ctx.combatant(one).pools[ESSENCE]
    whole = essence_of(ctx, one) >= pool.full
    return replace(clocks, gathering=0 if whole else (clocks.gathering + minutes) % HOUR)


def heal(ctx: Context, one: CombatantId, minutes: int, clocks: Clocks) -> Procedure[Clocks]:
    """Life Points by the full day."""
    for _ in range((clocks.mending + minutes) // DAY):
        if is_whole(ctx, one):
            break
        yield from mend(ctx, one)
    return replace(clocks, mending=0 if is_whole(ctx, one) else (clocks.mending + minutes) % DAY)


def is_whole(ctx: Context, one: CombatantId) -> bool:
    """Whether no Life Point is missing."""
    pool = ctx.combatant(one).pools[LIFE]
    return pool.now >= pool.full
