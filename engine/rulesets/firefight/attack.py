"""One attack of these rules as plain values: mode of fire, load, side, and the number of attacks that it states."""

from typing import Any, cast

from engine.context import Context
from engine.rulesets.firefight.ammunition import loaded_with
from engine.rulesets.firefight.armoury import FireWeapon
from engine.rulesets.firefight.fields import BlowAct, FireAct
from engine.rulesets.firefight.tables import FIRE_MODES
from engine.rulesets.unisystem import actions
from engine.rulesets.unisystem.attack import Attack, Ready
from engine.rulesets.unisystem.fields import ShootAct, StrikeAct
from events.base import CombatantId


class FireAttack(Attack, frozen=True):
    """An attack that is under way.

    `number` are the attacks that its act states for the round where nobody declared any, `load` the form of its shell.
    `ruins`: the referee lets fire ruin the armor.
    """

    mode: str = "single"
    number: int = 1
    load: str = ""
    side: str = "front"
    ruins: bool = False

    @property
    def arm(self) -> FireWeapon:
        """The weapon as these rules have it."""
        return cast(FireWeapon, self.weapon)


def fire_attack(attack: Attack, **own: Any) -> FireAttack:
    """An attack with what these rules know of it."""
    values = {name: getattr(attack, name) for name in Attack.__struct_fields__}
    return FireAttack(**{**values, **own})


def attack_of(ctx: Context, actor: CombatantId, act: ShootAct | StrikeAct, ready: Ready) -> FireAttack:
    """The attack of an act, its weapon loaded with what the act names."""
    attack = actions.attack_of(ctx, actor, act, ready)
    assert isinstance(act, FireAct | BlowAct)
    side = side_of(ctx, act.target or "", act.side)
    location = None if act.location == "torso" else act.location
    weapon = cast(FireWeapon, attack.weapon)
    if isinstance(act, BlowAct):
        return fire_attack(attack, location=location, side=side)
    loaded = loaded_with(weapon, act.ammunition, act.load)
    return fire_attack(
        attack,
        weapon=loaded.weapon,
        load=loaded.load,
        mode=act.mode,
        number=act.shots if act.mode == "single" else 1,
        rounds=rounds_of(act),
        location=location,
        side=side,
        ruins=act.destroys_armor,
    )


def rounds_of(act: FireAct) -> int:
    """The rounds that one attack roll of an act spends."""
    return max(FIRE_MODES[act.mode].least, act.shots if act.mode == "burst" else 1)


def side_of(ctx: Context, target: CombatantId, stated: str | None) -> str:
    """The side an attack comes from: as the act says, else as the target faces in the scene; the front."""
    facing = ctx.combatant(target).position.facing if ctx.knows(target) else None
    return stated or ("rear" if facing == "rear" else "front")
