"""What these rules leave to the people at the table beyond unisystem: bands, sides, zones, smoke, how long a flash."""

from collections.abc import Mapping
from typing import Any, Final

from engine.context import Context
from engine.options import word
from engine.rulesets.firefight.armoury import FireWeapon
from engine.rulesets.firefight.blasts import zones_of
from engine.rulesets.firefight.fields import BlowAct, FireAct, Side, ThrowAct
from engine.rulesets.firefight.sheet import FireSheet
from engine.rulesets.unisystem.left_open import SAID as UNISYSTEM
from engine.rulesets.unisystem.left_open import Left, Says, attack, by_hand_in_the_dark
from events.base import CombatantId
from events.play import LeftOpen


def shot(ctx: Context, by: CombatantId | None, act: FireAct) -> Left:
    """The band and side of a shot, what stands between, and whom a burning shell splashes."""
    targets = (act.target,) if act.target is not None else ()
    yield from _reach(ctx, act, targets)
    if act.target is not None:
        yield from attack(ctx, by, act)
    yield from (LeftOpen("FIRE-CANNON-3", f"close by: {name}") for name in act.near)
    yield from _ruin(ctx, act.destroys_armor)


def blow(ctx: Context, by: CombatantId | None, act: BlowAct) -> Left:
    """The side from which a blow comes."""
    yield from _side(act.side)
    yield from attack(ctx, by, act)


def throw(ctx: Context, by: CombatantId | None, act: ThrowAct) -> Left:
    """Who is in which zone, for how long a flash blinds, and what a shot leaves open too."""
    zones = zones_of(act)
    yield from _reach(ctx, act, tuple(zones))
    for target in tuple(zones)[:1]:
        yield from by_hand_in_the_dark(ctx, by, target, act.weapon, act.light)
    said = act.targets if isinstance(act.targets, dict) else zones if act.zone is not None else {}
    yield from (LeftOpen("FIRE-BLAST-4", f"{name} in the zone {zone}") for name, zone in said.items())
    if by is not None and _flashes(ctx, by, act.weapon):
        yield LeftOpen("FIRE-FLASH-3", f"blind for {act.rounds} rounds")
    yield from _ruin(ctx, act.destroys_armor)


def _reach(ctx: Context, act: FireAct | ThrowAct, targets: tuple[CombatantId, ...]) -> Left:
    if act.range is not None:
        yield LeftOpen("FIRE-BASE-2", f"range {act.range}")
    if act.light is not None and any(_in_smoke(ctx, name) for name in targets):
        yield LeftOpen("FIRE-SMOKE-3", f"light {act.light}")
    yield from _side(act.side)


def _side(side: Side | None) -> Left:
    if side is not None:
        yield LeftOpen("FIRE-ARM-4", f"from the {side}")


def _ruin(ctx: Context, said: bool) -> Left:
    if said and word(ctx.state.options, "fire_destroys_armor") == "caller":
        yield LeftOpen("FIRE-BURN-4", "the fire ruins the armor")


def _in_smoke(ctx: Context, name: CombatantId) -> bool:
    if not ctx.knows(name):
        return False
    zone = ctx.state.scene.zones.get(ctx.combatant(name).position.zone or "")
    return ctx.state.scene.smoke or (zone is not None and zone.smoke)


def _flashes(ctx: Context, by: CombatantId, name: str) -> bool:
    sheet: FireSheet = ctx.sheet(by)
    weapon = sheet.weapons.get(name)
    return isinstance(weapon, FireWeapon) and weapon.effect == "flash"


SAID: Final[Mapping[type[Any], Says]] = {**UNISYSTEM, FireAct: shot, BlowAct: blow, ThrowAct: throw}
