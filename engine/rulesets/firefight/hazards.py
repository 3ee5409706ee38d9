"""Hazards of these rules: body parts with their levels, and the rules' own kinds of damage."""

from typing import Final

from engine.context import Context
from engine.hazard import ALL, Danger
from engine.rulesets.firefight.armoury import FireWeapon
from engine.rulesets.firefight.attack import FireAttack, fire_attack, side_of
from engine.rulesets.firefight.tables import CALLED_SHOTS, DAMAGE_LEVELS
from engine.rulesets.unisystem.hazards import attack_like, usual_first
from events.base import CombatantId

TORSO: Final = "torso"
LOCATIONS: Final = (ALL, TORSO, *(part for part in CALLED_SHOTS if part != TORSO))
DAMAGE_KINDS: Final = usual_first(DAMAGE_LEVELS)


def hazard(ctx: Context, target: CombatantId, danger: Danger) -> FireAttack:
    """The attack that a hazard is like: on the whole body, or on the part that is named."""
    like = attack_like(target, danger)
    weapon = FireWeapon(like.weapon.name, like.weapon.dice, like.weapon.multiplier, like.weapon.damage_type, "")
    location = danger.location if danger.location not in ("", ALL, TORSO) else None
    return fire_attack(like, weapon=weapon, location=location, side=side_of(ctx, target, None))
