"""What somebody may do in a firefight when others choose for it: shots, bursts, blows."""

from collections.abc import Iterator
from typing import Final, cast

from msgspec.structs import replace

from engine.context import Context
from engine.forms import Act
from engine.rulesets.firefight.armoury import FireWeapon
from engine.rulesets.firefight.fields import BlowAct, FireAct
from engine.rulesets.unisystem.tactical import TACTICAL as UNISYSTEM_TACTICAL
from engine.rulesets.unisystem.tactical import band_unless_known, for_blows, loaded
from engine.tactical import Tactical
from events.base import CombatantId

BURST: Final = 3


def attacks(ctx: Context, actor: CombatantId, target: CombatantId) -> Iterator[Act]:
    """A shot with each gun, a burst with each that fires bursts, then a blow with each weapon for arm's length."""
    guns = tuple(loaded(ctx, actor))
    band = band_unless_known(ctx.state, actor, target)
    for mode, shots in (("single", 1), ("burst", BURST)):
        for name, weapon in guns:
            arm = cast(FireWeapon, weapon)
            if arm.sort == "weapon" and mode in arm.modes:
                yield FireAct(kind="shoot", weapon=name, target=target, mode=mode, shots=shots, range=band)  # type: ignore[arg-type]
    for name in for_blows(ctx, actor):
        yield BlowAct(kind="strike", weapon=name, target=target)


TACTICAL: Final[Tactical] = replace(UNISYSTEM_TACTICAL, attacks=attacks)
