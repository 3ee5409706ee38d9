"""Work as the caller states it: what each grade costs in Endurance, and when."""

from collections.abc import Iterator
from typing import Final

from engine.context import Context
from engine.notation import read_dice
from engine.options import Options
from engine.refusals import Refusal, refusal
from engine.registry import rule
from engine.requests import Cause, Dice, Procedure, Roll, Total
from engine.rulesets.unisystem.dice import plain
from engine.rulesets.unisystem.fatigue import tire
from engine.rulesets.unisystem.harm import average, damage_is_thrown
from engine.rulesets.unisystem.tables import REPOSE, TABLES, WORK, Work
from engine.rulesets.unisystem.wounds import ENDURANCE, takes_turns
from engine.span import Span
from engine.tables import TableError
from events.base import CombatantId
from events.play import DamageApplied, Step

SLEEP, AWAKE, VERY_HARD, FRENZIED = "sleep", "awake", "very_hard", "frenzied"
ACTIVITIES: Final = (*REPOSE, AWAKE, *WORK)
"""What somebody may do while time passes."""


def check_time(ctx: Context, span: Span) -> Iterator[Refusal]:
    """What speaks against a stretch of time: nobody knows how many Turns of frenzy there are in a minute."""
    if FRENZIED in span.words and span.in_minutes:
        yield refusal("invalid", "frenzied activity is counted in turns: say how many", "UNI-END-3")


def at_work(ctx: Context, span: Span, grade: str) -> tuple[CombatantId, ...]:
    """Who does work of a grade, in the order they joined; who lies unconscious does none."""
    return tuple(
        one.id
        for one in ctx.state.combatants.values()
        if ENDURANCE in one.pools and takes_turns(ctx.state, one) and stated_effort(span.done_by(one.id)) == grade
    )


@rule("UNI-END-4", mutant=lambda doing: doing or "hard")
def stated_effort(doing: str) -> str:
    """The effort that somebody makes: the one that was stated, and none where nobody stated one."""
    return doing


@rule("UNI-END-4", mutant=lambda minutes, period: -(-minutes // period))
def full_periods(minutes: int, period: int) -> int:
    """How many periods are over: one that has only begun is not charged."""
    return minutes // period


@rule("UNI-END-1", mutant=lambda: 0)
def hard_work() -> int:
    """What ten minutes of hard work cost."""
    return WORK["hard"].points


@rule("UNI-END-2")
def toil(ctx: Context, worker: CombatantId) -> Procedure[None]:
    """A minute of very hard work."""
    yield from _lose_a_die(ctx, worker, WORK[VERY_HARD])


@rule("UNI-END-3")
def frenzy(ctx: Context, worker: CombatantId) -> Procedure[None]:
    """A Turn of frenzied activity."""
    yield from _lose_a_die(ctx, worker, WORK[FRENZIED])


@rule("UNI-END-2", "UNI-END-3", mutant=lambda options: True)
def loss_is_thrown(options: Options) -> bool:
    """Whether what work costs is thrown; else it is the average, and no die is asked for."""
    return damage_is_thrown(options)


def _lose_a_die(ctx: Context, worker: CombatantId, work: Work) -> Procedure[None]:
    """One die of Endurance, or its average where the table wants fewer rolls."""
    points, cause = average(die_of(work)), 0
    if loss_is_thrown(ctx.state.options):
        rolled: Total = yield Roll(worker, "loss", plain(die_of(work)), rule=work.rule, discloses="nothing")
        points, cause = rolled.total, rolled.cause
    if ctx.knows(worker):
        yield from wear(ctx, worker, points, 1, work, (cause,))


def wear(
    ctx: Context, worker: CombatantId, points: int, periods: int, work: Work, because: tuple[Cause, ...] = ()
) -> Procedure[None]:
    """The cost of so many periods of work."""
    each = Step(work.grade, "set", points, points, work.rule)
    steps = (each,) if periods == 1 else (each, Step("periods", "times", periods, points * periods, work.rule))
    if points * periods:
        yield from tire(ctx, DamageApplied(worker, ENDURANCE, -points * periods, steps), because)


def die_of(work: Work) -> Dice:
    """The die that a grade of work costs.

    Raises:
        TableError: it costs none.
    """
    dice = read_dice(work.dice)
    if dice is None:
        raise TableError(f"work of the grade {work.grade} costs no die")
    return dice


def missed_sleep(ctx: Context, one: CombatantId, missing: int, beyond: int) -> Procedure[None]:
    """The cost of sleep that was not slept."""
    steps: tuple[Step, ...] = ()
    if missing:
        steps = (Step("missing sleep", "set", missing, missing, TABLES.night.rule),)
    if beyond:
        steps += (Step("hours beyond", "plus" if steps else "set", beyond, missing + beyond, "UNI-END-6"),)
    if steps:
        yield from tire(ctx, DamageApplied(one, ENDURANCE, -(missing + beyond), steps))
