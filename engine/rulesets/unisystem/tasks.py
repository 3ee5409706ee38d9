"""Tasks and Tests: the one roll of this rule set, what counts on every action, and the acts that are just a roll."""

from typing import Literal

import msgspec

from engine.context import Context
from engine.procedures.standing import in_a_turn
from engine.registry import rule
from engine.requests import Cause, Procedure, Roll, Success, Total
from engine.rulesets.unisystem.arithmetic import (
    Modifiers,
    add_up,
    difficult_test_modifiers,
    extra_action_modifiers,
    judge_task,
    simple_test_modifiers,
    target_number,
    task_modifiers,
    two_attribute_test_modifiers,
)
from engine.rulesets.unisystem.counters import actions_taken
from engine.rulesets.unisystem.dice import task_die
from engine.rulesets.unisystem.fields import TaskAct, TestAct
from engine.rulesets.unisystem.harm import injury_modifiers
from engine.rulesets.unisystem.levels import in_force, is_mental
from engine.rulesets.unisystem.low_spirits import essence_modifiers, fatigue_modifiers, is_spared
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.wounds import life_of
from events.base import CombatantId

Discloses = Literal["outcome", "nothing"]


class Throw(msgspec.Struct, frozen=True):
    """What is particular about one roll against 9: who, what for, the rule behind it.

    A `mental` Task is one with intelligence, perception or willpower. On a `spared` Test no penalty of Essence counts.
    Of a total that stands `beside` another number only the comparison is read.
    """

    combatant: CombatantId
    purpose: str
    rule: str
    discloses: Discloses = "outcome"
    lapses: bool = False
    mental: bool = False
    spared: bool = False
    beside: int | None = None


def roll_against_nine(
    ctx: Context, throw: Throw, *groups: Modifiers, because: tuple[Cause, ...] = ()
) -> Procedure[Total]:
    """A Task or Test of which the total counts: the d10 and all that counts on it, against 9."""
    total: Total = yield _against_nine(ctx, throw, Total, groups, because)
    return total


def passes(ctx: Context, throw: Throw, *groups: Modifiers, because: tuple[Cause, ...] = ()) -> Procedure[Success]:
    """A Task or Test of which only success counts."""
    success: Success = yield _against_nine(ctx, throw, Success, groups, because)
    return success


def _against_nine(
    ctx: Context,
    throw: Throw,
    reads: type[Total] | type[Success],
    groups: tuple[Modifiers, ...],
    because: tuple[Cause, ...],
) -> Roll:
    return Roll(
        combatant=throw.combatant,
        purpose=throw.purpose,
        dice=task_die(ctx.state.options),
        reads=reads,
        modifiers=add_up(*groups, low_essence(ctx, throw)),
        target_number=target_number(),
        judge=judge_task,
        rule=throw.rule,
        discloses=throw.discloses,
        because=because,
        lapses=throw.lapses,
        beside=throw.beside,
    )


def low_essence(ctx: Context, throw: Throw) -> Modifiers:
    """What low Essence takes from a Task or Test, except from those that Essence loss itself calls for (UNI-ESS-5)."""
    if is_spared(throw.spared):
        return ()
    return essence_modifiers(ctx.combatant(throw.combatant), throw.mental, ctx.state.options)


def action_penalties(ctx: Context, combatant: CombatantId) -> Modifiers:
    """What wounds (UNI-INJ-1) and fatigue (UNI-END-8) take from every action of somebody."""
    life = life_of(ctx, combatant)
    if life is None:
        return ()
    return (*injury_modifiers(life, ctx.state.options), *fatigue_modifiers(ctx.combatant(combatant)))


def action_number(ctx: Context, combatant: CombatantId) -> int:
    """Which action of the Turn the next one will be; outside Turns each is the first."""
    return actions_taken(ctx.combatant(combatant)) + 1 if in_a_turn(ctx) else 1


def task_or_test(
    ctx: Context, actor: CombatantId, act: TaskAct | TestAct, nth: int, because: tuple[Cause, ...]
) -> Procedure[str]:
    """The one roll of an act that is nothing else: its nth action of the Turn."""
    sheet = in_force(ctx, actor)
    rule_id, own = _task(ctx, sheet, act) if isinstance(act, TaskAct) else _test(sheet, act)
    penalties = (extra_action_modifiers(nth), action_penalties(ctx, actor))
    throw = Throw(actor, "task", rule_id, lapses=True, mental=is_mental_task(act))
    rolled = yield from passes(ctx, throw, own, *penalties, ctx.modifiers, because=because)
    return "success" if rolled.success else "failure"


@rule("UNI-ESS-5", mutant=lambda act: True)
def is_mental_task(act: TaskAct | TestAct) -> bool:
    """Whether an act is a mental Task; a Test is none."""
    return isinstance(act, TaskAct) and is_mental(act.attribute)


def _task(ctx: Context, sheet: Sheet, act: TaskAct) -> tuple[str, Modifiers]:
    if act.skill is None:
        return "UNI-TASK-1", difficult_test_modifiers(sheet, act.attribute)
    return "UNI-TASK-1", task_modifiers(sheet, act.attribute, act.skill, ctx.state.options)


def _test(sheet: Sheet, act: TestAct) -> tuple[str, Modifiers]:
    if act.second is not None:
        return "UNI-TEST-3", two_attribute_test_modifiers(sheet, act.attribute, act.second)
    if act.difficulty == "simple":
        return "UNI-TEST-1", simple_test_modifiers(sheet, act.attribute)
    return "UNI-TEST-2", difficult_test_modifiers(sheet, act.attribute)
