"""Tasks: stat + skill + d10 against a difficulty or an opponent, what counts on every action, and failing badly."""

from typing import Final

import msgspec

from engine.context import Context
from engine.options import word
from engine.procedures.standing import in_a_turn
from engine.registry import rule
from engine.requests import Call, Cause, Faces, Procedure, Record, Roll, Success, Total
from engine.rulesets.interlock.dice import contest_judge, plain_d10, task_die, task_judge
from engine.rulesets.interlock.fields import RepairAct, TaskAct
from engine.rulesets.interlock.harm import Modifiers
from engine.rulesets.interlock.sheet import Sheet
from engine.rulesets.interlock.tables import DIFFICULTIES, TABLES, on_face
from engine.rulesets.interlock.words import ACTIONS
from engine.rulesets.interlock.wounds import in_force
from events.base import CombatantId
from events.play import CounterRaised, Modifier

SUCCESS, FAILURE, FUMBLE = "success", "failure", "fumble"


class Throw(msgspec.Struct, frozen=True):
    """What is particular about one throw of the task die: who, what for, against what, the rule behind it."""

    combatant: CombatantId
    purpose: str
    rule: str
    difficulty: int | None = None
    contest: bool = False


def throw(ctx: Context, what: Throw, *groups: Modifiers, because: tuple[Cause, ...] = ()) -> Procedure[Total]:
    """One throw of the task die with all that counts on it, of which the total counts."""
    total: Total = yield roll_of(ctx, what, Total, groups, because)
    return total


def attempt(ctx: Context, what: Throw, *groups: Modifiers, because: tuple[Cause, ...] = ()) -> Procedure[Success]:
    """One throw of the task die of which only success counts, or how badly it failed."""
    success: Success = yield roll_of(ctx, what, Success, groups, because)
    return success


def roll_of(
    ctx: Context,
    what: Throw,
    reads: type[Total] | type[Success],
    groups: tuple[Modifiers, ...],
    because: tuple[Cause, ...] = (),
) -> Roll:
    """The throw itself. What is settled against another roll needs no more than who is higher."""
    judge = contest_judge if what.contest else task_judge
    return Roll(
        combatant=what.combatant,
        purpose=what.purpose,
        dice=task_die(ctx.state.options),
        reads=reads,
        modifiers=add_up(*groups),
        target_number=what.difficulty,
        judge=judge(ctx.state.options),
        rule=what.rule,
        because=because,
        lapses=True,
        beside=what.difficulty if what.contest else None,
    )


def _only_the_first(*groups: Modifiers) -> Modifiers:
    return tuple(modifier for group in groups[:1] for modifier in group)


@rule("INT-MOD-6", mutant=_only_the_first)
def add_up(*groups: Modifiers) -> Modifiers:
    """All modifiers of one roll, each of them listed."""
    return tuple(modifier for group in groups for modifier in group)


def ability(ctx: Context, who: CombatantId, stat: str, skill: str | None, rule_id: str) -> Modifiers:
    """What a stat and a skill add to the die; a skill is listed even where it counts nothing."""
    level = Modifier(rule_id, in_force(ctx, who, stat), stat)
    return (level,) if skill is None else (level, Modifier(rule_id, skill_level(ctx.sheet(who), skill), skill))


@rule("INT-TASK-4", mutant=lambda sheet, skill: sheet.skills.get(skill, -1))
def skill_level(sheet: Sheet, skill: str) -> int:
    """The level of a skill; one that is missing counts 0."""
    return sheet.skills.get(skill, 0)


# what counts on every action


@rule("INT-ACT-1", mutant=lambda ctx, who, nth: ())
@rule("INT-ACT-2", mutant=lambda ctx, who, nth: (Modifier("INT-ACT-2", -3, f"action {nth}"),) if nth > 1 else ())
def extra_action(ctx: Context, who: CombatantId, nth: int) -> Modifiers:
    """What the nth action of a turn takes from its rolls: nothing from the first, three more from each further one."""
    counted = nth
    if word(ctx.state.options, "extra_action_penalty") == "all_actions":
        counted = max(nth, _announced(ctx, who))
    penalty = TABLES.actions.extra * (counted - 1)
    return (Modifier("INT-ACT-2", penalty, f"action {nth}"),) if penalty else ()


def _announced(ctx: Context, who: CombatantId) -> int:
    declared = ctx.state.fight.declared.get(who) if ctx.state.fight else None
    return (declared.attacks if declared else None) or 1


@rule("INT-INIT-1")
def haste_penalty(ctx: Context, who: CombatantId) -> Modifiers:
    """What haste takes from all own actions of the turn."""
    return (Modifier("INT-INIT-1", TABLES.actions.haste, "haste"),) if in_haste(ctx, who) else ()


def in_haste(ctx: Context, who: CombatantId) -> bool:
    """Whether somebody has declared haste for this turn."""
    declared = ctx.state.fight.declared.get(who) if ctx.state.fight else None
    return declared is not None and declared.haste


def of_the_action(ctx: Context, who: CombatantId, nth: int) -> Modifiers:
    """What counts on every roll of an action: its place in the turn, haste, and the referee's own modifiers."""
    return add_up(haste_penalty(ctx, who), extra_action(ctx, who, nth), ctx.modifiers)


ONE_ACTION_EACH: Final = frozenset(
    {"move", "reload", "swap", "unjam", "vehicle", "repair", "aid", "task", "attack", "defense", "aim"}
)


@rule("INT-ACT-3", mutant=lambda deed: deed != "move")
@rule("INT-ACT-4", mutant=lambda deed: deed != "reload")
@rule("INT-ACT-5", mutant=lambda deed: deed != "vehicle")
@rule("INT-ACT-6", mutant=lambda deed: deed != "repair")
@rule("INT-ACT-7", mutant=lambda deed: deed != "aid")
@rule("INT-ACT-8", mutant=lambda deed: deed != "task")
@rule("INT-ACT-9", mutant=lambda deed: deed != "attack")
def is_an_action(deed: str) -> bool:
    """Whether a deed is one of the actions of a turn."""
    return deed in ONE_ACTION_EACH


def counted(ctx: Context, who: CombatantId, deed: str) -> Procedure[int]:
    """A deed takes its place among the actions of the turn; the number of that place."""
    if not in_a_turn(ctx) or not is_an_action(deed):
        return 1
    nth = ctx.combatant(who).count(ACTIONS) + 1
    yield Record(CounterRaised(who, ACTIONS))
    return nth


# failing badly


@rule("INT-FUMBLE-1", mutant=lambda face: FUMBLE)
def task_fumble(face: int) -> str:
    """How badly a task fails: the word for what the fumble die brings."""
    return on_face(TABLES.task_fumble, face).result


def fails_badly(ctx: Context, who: CombatantId, cause: Cause) -> Procedure[str]:
    """A natural one on a task: one d10 tells how bad it is."""
    if not ctx.knows(who):
        return FUMBLE
    rolled: Faces = yield Roll(who, "fumble", plain_d10(), Faces, rule="INT-FUMBLE-1", because=(cause,), lapses=True)
    return task_fumble(rolled.faces[0])


def outcome_of(ctx: Context, who: CombatantId, tried: Success) -> Procedure[str]:
    """The word for a task: success, failure, or how badly it failed."""
    if tried.fumble:
        return (yield from fails_badly(ctx, who, tried.cause))
    return SUCCESS if tried.success else FAILURE


# acts that are just a task


def difficulty_of(stated: int | str) -> int:
    """The number behind a difficulty."""
    return stated if isinstance(stated, int) else DIFFICULTIES[stated]


def _no_skill(ctx: Context, who: CombatantId, act: TaskAct, nth: int) -> Procedure[str]:
    tried = yield from attempt(ctx, Throw(who, "task", "INT-TASK-1", 0), of_the_action(ctx, who, nth))
    return (yield from outcome_of(ctx, who, tried))


@rule("INT-TASK-1", mutant=_no_skill)
def against_difficulty(ctx: Context, who: CombatantId, act: TaskAct, nth: int) -> Procedure[str]:
    """A task against a difficulty."""
    what = Throw(who, "task", "INT-TASK-1", difficulty_of(act.difficulty))
    own = ability(ctx, who, act.stat, act.skill, "INT-TASK-1")
    tried = yield from attempt(ctx, what, own, of_the_action(ctx, who, nth))
    return (yield from outcome_of(ctx, who, tried))


@rule("INT-TASK-2", mutant=against_difficulty)
def against_opponent(ctx: Context, who: CombatantId, act: TaskAct, nth: int) -> Procedure[str]:
    """A task against somebody: both throw, and it takes the higher total. The opponent throws second."""
    other = act.opponent or ""
    own = ability(ctx, who, act.stat, act.skill, "INT-TASK-2")
    what = Throw(who, "task", "INT-TASK-2", contest=True)
    mine = yield from throw(ctx, what, own, of_the_action(ctx, who, nth))
    if not ctx.knows(other):
        return FAILURE
    theirs = ability(ctx, other, act.opponent_stat or act.stat, act.opponent_skill or act.skill, "INT-TASK-2")
    reply = Throw(other, "defense", "INT-TASK-2", mine.total, contest=True)
    answer = yield from throw(ctx, reply, theirs, because=(mine.cause,))
    badly = yield from who_fails_badly(ctx, (who, mine), (other, answer))
    return badly or (SUCCESS if wins(mine, answer) else FAILURE)


def wins(mine: Total, theirs: Total, tie: bool = False) -> bool:
    """Whether the first of two totals wins: it must be higher, and a natural one loses against anything else."""
    if mine.fumble or theirs.fumble:
        return theirs.fumble and not mine.fumble
    return mine.total > theirs.total or (tie and mine.total == theirs.total)


def _everybody(ctx: Context, mine: tuple[CombatantId, Total], theirs: tuple[CombatantId, Total]) -> Procedure[str]:
    word = ""
    for place, (who, total) in enumerate((mine, theirs)):
        if total.fumble:
            word = yield Call(fails_badly, (who, total.cause), at=f"side{place}")
    return word


@rule("INT-FUMBLE-7", mutant=_everybody)
def who_fails_badly(ctx: Context, mine: tuple[CombatantId, Total], theirs: tuple[CombatantId, Total]) -> Procedure[str]:
    """Of two who roll against each other one may fail badly; if both do, nothing happens. The word for the first."""
    if mine[1].fumble == theirs[1].fumble:
        return FAILURE if mine[1].fumble else ""
    who, total = mine if mine[1].fumble else theirs
    word: str = yield Call(fails_badly, (who, total.cause))
    return word if who == mine[0] else ""


def task(ctx: Context, actor: CombatantId, act: TaskAct) -> Procedure[str]:
    """One action: a task that is not fighting."""
    nth = yield from counted(ctx, actor, "task")
    return (yield from (against_opponent if act.opponent else against_difficulty)(ctx, actor, act, nth))


def repair(ctx: Context, actor: CombatantId, act: RepairAct) -> Procedure[str]:
    """One action: mending a machine or a piece of equipment, a task against its difficulty."""
    nth = yield from counted(ctx, actor, "repair")
    own = TaskAct(kind="task", stat=act.stat, skill=act.skill, difficulty=act.difficulty)
    return (yield from against_difficulty(ctx, actor, own, nth))
