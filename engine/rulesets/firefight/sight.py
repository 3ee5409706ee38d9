"""The light of an attack: as stated or as the scene has it; nothing for the blind, better through night vision."""

from typing import Final

from engine.context import Context
from engine.registry import rule
from engine.rulesets.firefight.aiming import aims_through_night_vision
from engine.rulesets.unisystem.ranged import light_on
from events.base import CombatantId

BLINDED: Final = "blinded"


@rule("FIRE-SMOKE-3", mutant=lambda ctx, attacker, target, weapon, stated: "normal")
def light(ctx: Context, attacker: CombatantId, target: CombatantId, weapon: str, stated: str | None) -> str:
    """The light of an attack, in smoke as the caller names it."""
    seen = light_on(ctx, attacker, target, weapon, stated)
    if aims_through_night_vision(ctx, attacker, weapon):
        seen = through_night_vision(seen)
    return to_the_blind(seen) if ctx.combatant(attacker).has(BLINDED) else seen


@rule("FIRE-SCOPE-3", "FIRE-SCOPE-1", mutant=lambda light: light)
def through_night_vision(light: str) -> str:
    """What an aimed shot through night vision makes of the light: only total darkness stays as it is."""
    return light if light == "total_darkness" else "normal"


@rule("FIRE-FLASH-3", mutant=lambda light: light)
def to_the_blind(light: str) -> str:
    """Who is blinded attacks as in total darkness."""
    return "total_darkness"
