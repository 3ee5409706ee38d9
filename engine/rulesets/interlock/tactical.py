"""What somebody may do in a fight of these rules when others choose for it."""

from collections.abc import Iterable, Iterator
from typing import Final

from engine.context import Context
from engine.forms import Act
from engine.procedures.ranges import Range, known_range, scene_range
from engine.procedures.standing import is_thing
from engine.rulesets.interlock.armoury import Weapon
from engine.rulesets.interlock.fields import FireAct, MeleeAct, MoveAct, ReloadAct, UnjamAct
from engine.rulesets.interlock.sheet import Sheet
from engine.rulesets.interlock.tables import TABLES
from engine.rulesets.interlock.words import DROPPED, JAMMED
from engine.rulesets.interlock.wounds import points_of
from engine.state import Combatant
from engine.tactical import Tactical
from events.base import CombatantId

CLOSE_BY: Final = "close"
"""How far it is where nobody has said so."""

BARE: Final = "unarmed"
"""The class of what needs nothing in hand."""

MORTAL: Final = next(level.first for level in TABLES.wound if level.mortality is not None)
"""The points at which wounds are mortal: of strength nothing is left."""


def attacks(ctx: Context, actor: CombatantId, target: CombatantId) -> Iterator[Act]:
    """A shot with each loaded gun, as many as it fires, a burst, then blows: with what is in hand before bare ones."""
    sheet: Sheet = ctx.sheet(actor)
    band = CLOSE_BY if known_range(ctx.state, actor, target) == Range() else None
    guns = [(name, gun) for name, gun in sheet.weapons.items() if gun.gun and ctx.rounds(actor, name) != 0]
    for name, _ in guns:
        yield FireAct(kind="fire", weapon=name, target=target, shots=1, range=band)  # type: ignore[arg-type]
    for name, gun in guns:
        if gun.is_automatic:
            yield FireAct(kind="fire", weapon=name, target=target, mode="burst", range=band)  # type: ignore[arg-type]
        elif (gun.rof or 1) > 1:
            yield FireAct(kind="fire", weapon=name, target=target, shots=2, range=band)  # type: ignore[arg-type]
    for name, _ in armed_first((name, weapon) for name, weapon in sheet.weapons.items() if not weapon.gun):
        yield MeleeAct(kind="melee", weapon=name, target=target)
    yield MeleeAct(kind="melee", maneuver="strike", target=target)


def armed_first(weapons: Iterable[tuple[str, Weapon]]) -> list[tuple[str, Weapon]]:
    """Weapons of a sheet in its order, fists and feet behind all others."""
    return sorted(weapons, key=lambda one: one[1].kind == BARE)


def preparing(ctx: Context, actor: CombatantId) -> Iterator[Act]:
    """Clear what is jammed, reload what is empty."""
    sheet: Sheet = ctx.sheet(actor)
    one = ctx.combatant(actor)
    for name, weapon in sheet.weapons.items():
        if one.has(JAMMED + name):
            yield UnjamAct(kind="unjam", weapon=name)
        elif weapon.gun and ctx.rounds(actor, name) == 0 and not one.has(DROPPED + name):
            yield ReloadAct(kind="reload", weapon=name)


def approaching(ctx: Context, actor: CombatantId, target: CombatantId) -> Iterator[Act]:
    """Go where somebody is: as far as the scene says, where it does."""
    known = scene_range(ctx.state, actor, target)
    yield MoveAct(kind="move", zone=ctx.combatant(target).position.zone, distance=known.distance if known else None)


def left(one: Combatant) -> float:
    """What is left before wounds are mortal, as a part of all that somebody can take until then."""
    if is_thing(one):
        pool = next(iter(one.pools.values()))
        return pool.now / pool.full if pool.full else 0.0
    return 1.0 - points_of(one) / MORTAL


def shot_at(one: Combatant) -> bool:
    """Whether somebody has been hurt: near misses are not counted by these rules."""
    return not is_thing(one) and points_of(one) > 0


TACTICAL: Final = Tactical(attacks, preparing, left, shot_at, approaching)
