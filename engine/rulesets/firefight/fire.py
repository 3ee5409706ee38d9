"""A firing action: single shots, bursts, rock and roll."""

from msgspec.structs import replace

from engine.context import Context
from engine.requests import Call, Each, Procedure
from engine.rulesets.firefight.attack import FireAttack, attack_of
from engine.rulesets.firefight.burning import shell_ignites, splash
from engine.rulesets.firefight.dodging import covered_by_dodge
from engine.rulesets.firefight.fields import FireAct
from engine.rulesets.firefight.suppression import sweep
from engine.rulesets.unisystem import actions
from engine.rulesets.unisystem.actions import at_range
from engine.rulesets.unisystem.attack import Ready
from engine.rulesets.unisystem.defense import DODGE, NONE
from engine.rulesets.unisystem.fields import ShootAct
from engine.rulesets.unisystem.ranged import shot
from events.base import CombatantId


def fire(ctx: Context, actor: CombatantId, act: FireAct) -> Procedure[str]:
    """Fire at somebody, or sweep an area."""
    if act.mode == "suppressive":
        return (yield from sweep(ctx, actor, act))
    return (yield from actions.shoot(ctx, actor, act))


def volley(ctx: Context, actor: CombatantId, act: ShootAct, ready: Ready) -> Procedure[Each]:
    """The rolls of a firing action: one for each single shot, one for all rounds of a burst."""
    assert isinstance(act, FireAct)
    attack = at_range(ctx, attack_of(ctx, actor, act, ready), act)
    return Each(rolls_of(act), shot_with_splash, (attack, act.near), "shot", ready.because)
    yield


def rolls_of(act: FireAct) -> int:
    """The attack rolls of a firing action (FIRE-BURST-1)."""
    return act.shots if act.mode == "single" else 1


def shot_with_splash(ctx: Context, attack: FireAttack, near: tuple[CombatantId, ...]) -> Procedure[bool]:
    """One attack roll; where a burning shell hits, those close by are splashed."""
    if attack.defense == DODGE and ctx.knows(attack.target):
        attack = replace(attack, defense=DODGE if covered_by_dodge(ctx, attack.target) else NONE)
    struck = yield from shot(ctx, attack)
    if struck and shell_ignites(attack):
        for name in near:
            yield Call(splash, (replace(attack, target=name),), at=f"splash:{name}")
    return struck
