"""Hits of these rules: the pool they take from, the armor in their way, and what follows them."""

from typing import Final, cast

from engine.context import Context
from engine.options import Options, word
from engine.procedures.calculation import Op
from engine.procedures.standing import is_thing
from engine.registry import rule
from engine.requests import Cause, Procedure, Record
from engine.rulesets.firefight.armoury import FireArmor
from engine.rulesets.firefight.attack import FireAttack
from engine.rulesets.firefight.burning import hit_by_fire
from engine.rulesets.firefight.levels import armor_ops, crippling_rule
from engine.rulesets.firefight.sheet import FireSheet
from engine.rulesets.unisystem.attack import Attack
from engine.rulesets.unisystem.low_spirits import sink
from engine.rulesets.unisystem.ways import Hurt
from engine.rulesets.unisystem.wounds import ENDURANCE, LIFE, vital_pool
from events.play import ConditionGained

CRIPPLED: Final = "crippled:"


def damage_pool(ctx: Context, attack: Attack) -> str:
    """The pool that an attack takes its points from."""
    target = ctx.combatant(attack.target)
    tired = not is_thing(target) and tires(cast(FireAttack, attack), ctx.state.options)
    return ENDURANCE if tired else vital_pool(target)


@rule("FIRE-UNARM-1", mutant=lambda attack, options: False)
def tires(attack: FireAttack, options: Options) -> bool:
    """Whether an attack takes Endurance: punches and kicks do, unless the table wants it otherwise."""
    return attack.arm.tires and word(options, "unarmed_damage_pool") == "endurance"


def armor(ctx: Context, attack: Attack) -> Procedure[tuple[tuple[Op, ...], Cause]]:
    """What armor and shield take off one hit; nobody rolls for it."""
    sheet: FireSheet = ctx.sheet(attack.target)
    shield = cast(FireArmor | None, sheet.shield)
    return armor_ops(cast(FireArmor, sheet.armor), shield, cast(FireAttack, attack), ctx.state.options), 0
    yield


def after_hits(ctx: Context, attack: Attack, hits: tuple[Hurt, ...]) -> Procedure[tuple[Hurt, ...]]:
    """What the hits of one attack roll bring beside wounds: crippled parts, fire. More hurts may come of fire."""
    assert isinstance(attack, FireAttack)
    if not ctx.knows(attack.target) or not hits:
        return ()
    yield from cripple(ctx, attack, hits)
    for hurt in hits:
        if hurt.pool == ENDURANCE and hurt.points:
            yield from sink(ctx, attack.target, ENDURANCE, hurt.cause)
    return (yield from hit_by_fire(ctx, attack, hits))


def cripple(ctx: Context, attack: FireAttack, hits: tuple[Hurt, ...]) -> Procedure[None]:
    """A limb, hand or foot that took enough of the hits of one attack is crippled."""
    target = ctx.combatant(attack.target)
    lost = [hurt for hurt in hits if hurt.pool == LIFE and hurt.points]
    if not lost or is_thing(target):
        return
    because = crippling_rule(attack.location, sum(hurt.points for hurt in lost), target.pools[LIFE].full)
    if because is not None:
        gained = ConditionGained(attack.target, f"{CRIPPLED}{attack.location}", because)
        yield Record(gained, tuple(hurt.cause for hurt in lost))
