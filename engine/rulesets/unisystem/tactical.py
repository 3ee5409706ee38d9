"""What somebody may do in a fight of these rules when others choose for it."""

from collections.abc import Iterator
from typing import Final

from engine.context import Context
from engine.forms import Act
from engine.procedures.ranges import Range, known_range
from engine.rulesets.unisystem.armoury import Weapon
from engine.rulesets.unisystem.counters import shooters_at
from engine.rulesets.unisystem.fields import ReloadAct, ShootAct, StrikeAct
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.wounds import vital_pool
from engine.state import Combatant, State
from engine.tactical import Tactical
from events.base import CombatantId

CLOSE_BY: Final = "short"
"""How far it is where nobody has said so."""

BARE: Final = "unarmed"
"""The class of what needs nothing in hand."""


def attacks(ctx: Context, actor: CombatantId, target: CombatantId) -> Iterator[Act]:
    """A shot with each weapon that shoots, two of them, then a blow with each that does not."""
    yield from shots(ctx, actor, target)
    yield from blows(ctx, actor, target)


def shots(ctx: Context, actor: CombatantId, target: CombatantId) -> Iterator[Act]:
    """One shot with each weapon that has rounds, then two."""
    guns = tuple(loaded(ctx, actor))
    band = band_unless_known(ctx.state, actor, target)
    for number in (1, 2):
        for name, _ in guns:
            yield ShootAct(kind="shoot", weapon=name, target=target, shots=number, range=band)  # type: ignore[arg-type]


def blows(ctx: Context, actor: CombatantId, target: CombatantId) -> Iterator[Act]:
    """A blow with each weapon for arm's length."""
    for name in for_blows(ctx, actor):
        yield StrikeAct(kind="strike", weapon=name, target=target)


def for_blows(ctx: Context, actor: CombatantId) -> list[str]:
    """The weapons of somebody for arm's length in the order of the sheet, fists and feet behind all others."""
    sheet: Sheet = ctx.sheet(actor)
    found = [name for name, weapon in sheet.weapons.items() if weapon.close]
    return sorted(found, key=lambda name: sheet.weapons[name].kind == BARE)


def loaded(ctx: Context, actor: CombatantId) -> Iterator[tuple[str, Weapon]]:
    """The weapons of somebody that shoot and are not empty."""
    sheet: Sheet = ctx.sheet(actor)
    for name, weapon in sheet.weapons.items():
        if not weapon.close and ctx.rounds(actor, name) != 0:
            yield name, weapon


def preparing(ctx: Context, actor: CombatantId) -> Iterator[Act]:
    """Reload what is empty."""
    sheet: Sheet = ctx.sheet(actor)
    for name in sheet.weapons:
        if ctx.rounds(actor, name) == 0:
            yield ReloadAct(kind="reload", weapon=name)


def band_unless_known(state: State, actor: CombatantId, target: CombatantId) -> str | None:
    """The range to state: none where the scene or an earlier word says it."""
    return CLOSE_BY if known_range(state, actor, target) == Range() else None


def left(one: Combatant) -> float:
    """The part of the Life Points, or of a thing's Damage Capacity, that is left."""
    pool = one.pools[vital_pool(one)]
    return pool.now / pool.full if pool.full else 0.0


def shot_at(one: Combatant) -> bool:
    """Whether somebody has been fired at in this Turn."""
    return bool(shooters_at(one))


TACTICAL: Final = Tactical(attacks, preparing, left, shot_at)
