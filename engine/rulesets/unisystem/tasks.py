"""Tasks and Tests: the one roll of this rule set, what counts on every action, and the acts that are just a roll."""

from typing import Literal

import msgspec

from engine.context import Context
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
from engine.rulesets.unisystem.counters import actions_taken, in_a_turn
from engine.rulesets.unisystem.dice import task_die
from engine.rulesets.unisystem.fields import TaskAct, TestAct
from engine.rulesets.unisystem.harm import injury_modifiers
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.wounds import life_of
from events.base import CombatantId

Discloses = Literal["outcome", "nothing"]


class Throw(msgspec.Struct, frozen=True):
    """What is particular about one roll against 9: who, what for, the rule behind it."""

    combatant: CombatantId
    purpose: str
    rule: str
    discloses: Discloses = "outcome"
    lapses: bool = False


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
        modifiers=add_up(*groups),
        target_number=target_number(),
        judge=judge_task,
        rule=throw.rule,
        discloses=throw.discloses,
        because=because,
        lapses=throw.lapses,
    )


def wound_penalty(ctx: Context, combatant: CombatantId) -> Modifiers:
    """What wounds take from every action of somebody (UNI-INJ-1)."""
    life = life_of(ctx, combatant)
    return () if life is None else injury_modifiers(life, ctx.state.options)


def action_number(ctx: Context, combatant: CombatantId) -> int:
    """Which action of the Turn the next one will be; outside Turns each is the first."""
    return actions_taken(ctx.combatant(combatant)) + 1 if in_a_turn(ctx) else 1


def task_or_test(
    ctx: Context, actor: CombatantId, act: TaskAct | TestAct, nth: int, because: tuple[Cause, ...]
) -> Procedure[str]:
    """The one roll of an act that is nothing else: its nth action of the Turn."""
    rule_id, own = _task(ctx, actor, act) if isinstance(act, TaskAct) else _test(ctx.sheet(actor), act)
    penalties = (extra_action_modifiers(nth), wound_penalty(ctx, actor))
    throw = Throw(actor, "task", rule_id, lapses=True)
    rolled = yield from passes(ctx, throw, own, *penalties, ctx.modifiers, because=because)
    return "success" if rolled.success else "failure"


def _task(ctx: Context, actor: CombatantId, act: TaskAct) -> tuple[str, Modifiers]:
    sheet: Sheet = ctx.sheet(actor)
    if act.skill is None:
        return "UNI-TASK-1", difficult_test_modifiers(sheet, act.attribute)
    return "UNI-TASK-1", task_modifiers(sheet, act.attribute, act.skill, ctx.state.options)


def _test(sheet: Sheet, act: TestAct) -> tuple[str, Modifiers]:
    if act.second is not None:
        return "UNI-TEST-3", two_attribute_test_modifiers(sheet, act.attribute, act.second)
    if act.difficulty == "simple":
        return "UNI-TEST-1", simple_test_modifiers(sheet, act.attribute)
    return "UNI-TEST-2", difficult_test_modifiers(sheet, act.attribute)
