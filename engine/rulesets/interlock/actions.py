"""The kinds of action, and that whatever is done ends the aim."""

from collections.abc import Callable
from typing import Any, Final

from engine.context import Context
from engine.requests import Procedure
from engine.ruleset import ActionKind
from engine.rulesets.interlock import checks, fields
from engine.rulesets.interlock.aid import first_aid
from engine.rulesets.interlock.aim import lose_aim, take_aim
from engine.rulesets.interlock.checks_of_fire import against_fire
from engine.rulesets.interlock.checks_of_melee import against_melee
from engine.rulesets.interlock.fire import fire
from engine.rulesets.interlock.handling import move, reload, swap, unjam, vehicle
from engine.rulesets.interlock.melee import melee
from engine.rulesets.interlock.tasks import repair, task
from events.base import CombatantId

Deed = Callable[[Context, CombatantId, Any], Procedure[str]]


def distracting(deed: Deed) -> Deed:
    """The action with the loss of an aim before it (INT-AIM-3)."""

    def distracted(ctx: Context, actor: CombatantId, act: Any) -> Procedure[str]:
        yield from lose_aim(ctx, actor)
        return (yield from deed(ctx, actor, act))

    return distracted


_KINDS: Final = (
    ActionKind(
        "fire",
        "Fire",
        fields.FireAct,
        against_fire,
        fire,
        "INT-FIRE-1",
        usual=("target",),
        aimed=True,
    ),
    ActionKind(
        "melee",
        "Hand-to-hand",
        fields.MeleeAct,
        against_melee,
        melee,
        "INT-HTH-1",
        usual=("target",),
        opposed=True,
        aimed=True,
    ),
    ActionKind("aim", "Aim", fields.AimAct, checks.against_aim, take_aim, "INT-AIM-1"),
    ActionKind("move", "Move", fields.MoveAct, checks.against_move, distracting(move), "INT-ACT-3"),
    ActionKind(
        "reload",
        "Reload",
        fields.ReloadAct,
        checks.against_reload,
        distracting(reload),
        "INT-ACT-4",
        needs_sheet=False,
    ),
    ActionKind(
        "swap",
        "Change weapons",
        fields.SwapAct,
        checks.against_swap,
        distracting(swap),
        "INT-ACT-4",
        needs_sheet=False,
    ),
    ActionKind(
        "unjam",
        "Clear a jam",
        fields.UnjamAct,
        checks.against_unjam,
        distracting(unjam),
        "INT-ACT-4",
    ),
    ActionKind(
        "vehicle",
        "Vehicle",
        fields.VehicleAct,
        checks.against_vehicle,
        distracting(vehicle),
        "INT-ACT-5",
        needs_sheet=False,
    ),
    ActionKind(
        "task",
        "Task",
        fields.TaskAct,
        checks.against_task,
        distracting(task),
        "INT-ACT-8",
        in_the_lobby=True,
    ),
    ActionKind(
        "repair",
        "Repair",
        fields.RepairAct,
        checks.against_repair,
        distracting(repair),
        "INT-ACT-6",
        in_the_lobby=True,
    ),
    ActionKind(
        "first_aid",
        "First Aid",
        fields.FirstAidAct,
        checks.against_first_aid,
        distracting(first_aid),
        "INT-ACT-7",
        in_the_lobby=True,
    ),
    ActionKind(
        "stabilise",
        "Stabilise",
        fields.StabiliseAct,
        checks.against_first_aid,
        distracting(first_aid),
        "INT-ACT-7",
        in_the_lobby=True,
    ),
)

KINDS: Final = {kind.kind: kind for kind in _KINDS}
"""Every kind of action by its name."""
