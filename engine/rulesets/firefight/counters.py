"""What these rules count beyond unisystem: attacks of a round, aim, tear gas, blindness, fires."""

from typing import Final

from engine.state import Combatant

ATTACKS: Final = "attacks"
"""Attack rolls and sweeps of the round."""
ACTIONS_BEFORE: Final = "actions-before-attacks"
AIM: Final = "aim"
"""Points of the aim bonus."""
AIMED: Final = "aimed"
ROLLED_OUT: Final = "rolled-out"
SUPPRESSED: Final = "suppressed"
LIT: Final = "lit"
"""Set on fire in this round: the burning falls due from the next on."""
GAS_DUE: Final = "gas-due"
"""Out of the tear gas, but still tested in this round."""
GAS_TESTED: Final = "gas-tested"
GAS_CHOKES: Final = "gas-chokes"
"""The Test of this round failed."""
BLINDED_NOW: Final = "blinded-now"

FIRED: Final = {mode: f"fired-{mode}" for mode in ("single", "burst", "rock_and_roll", "suppressive")}
"""Modes of fire used in the round."""

OF_THE_ROUND: Final = frozenset(
    {
        ATTACKS,
        ACTIONS_BEFORE,
        AIM,
        AIMED,
        ROLLED_OUT,
        SUPPRESSED,
        LIT,
        GAS_DUE,
        GAS_TESTED,
        GAS_CHOKES,
        BLINDED_NOW,
        *FIRED.values(),
    }
)

GAS_ROUNDS: Final = "gas-rounds"
"""Rounds that are still tested after the one in which somebody leaves the tear gas."""
BLIND_ROUNDS: Final = "blind-rounds"
FIRES: Final = {sides: f"fire-d{sides}" for sides in (4, 6, 8, 10)}
"""Fires that somebody burns with, by the sides of their die."""


def modes_used(one: Combatant) -> tuple[str, ...]:
    """The modes of fire that somebody has used in this round."""
    return tuple(mode for mode, counter in FIRED.items() if one.count(counter))
