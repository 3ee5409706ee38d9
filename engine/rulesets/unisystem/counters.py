"""What is counted: actions, close attacks and defenses, shots, who fired at whom, minutes dying, exhaustion."""

from typing import Final

from engine.rulesets.unisystem.wounds import DODGING, STUNNED
from engine.state import Combatant
from events.base import CombatantId

ACTIONS: Final = "actions"
"""Actions of the Turn other than close attacks; dodges against ranged attacks are among them."""
CLOSE_ATTACKS: Final = "close-attacks"
CLOSE_DEFENSES: Final = "close-defenses"
RANGED_DODGES: Final = "ranged-dodges"
SHOTS: Final = "shots"
NERVE_TESTED: Final = "nerve-tested"
FROZEN: Final = "frozen"
"""The nerve failed: the stated intention is not carried out this Turn."""
FIRED_AT: Final = "fired-at:"
"""Followed by the id of whoever fired; one count for each shooter."""
FATIGUE_TESTED: Final = "fatigue-tested"
"""Staying awake below zero Endurance was tested in this Turn."""

OF_THE_TURN: Final = frozenset(
    {ACTIONS, CLOSE_ATTACKS, CLOSE_DEFENSES, RANGED_DODGES, SHOTS, NERVE_TESTED, FROZEN, FATIGUE_TESTED}
)

MINUTES_DYING: Final = "minutes-dying"
"""Survival Tests that the passing of minutes has asked for since the dying began."""
FIRST_AID: Final = "first-aid"
"""First Aid that has given Life Points back on the wounds there are."""
WORN_OUT: Final = "worn-out"
"""Unconscious from exhaustion, not from wounds."""


OF_A_FIGHT: Final = frozenset({STUNNED, DODGING})
"""Conditions that are over when the fight is."""


def lapses_with_the_turn(counter: str) -> bool:
    """Whether a count is one of the Turn."""
    return counter in OF_THE_TURN or counter.startswith(FIRED_AT)


def lasts(name: str) -> bool:
    """Whether a condition or a count outlasts the fight it began in, and goes along to another table."""
    return name not in OF_A_FIGHT and not lapses_with_the_turn(name)


def actions_taken(one: Combatant) -> int:
    """Actions of this Turn so far, close attacks among them."""
    return one.count(ACTIONS) + one.count(CLOSE_ATTACKS)


def shooters_at(one: Combatant) -> tuple[CombatantId, ...]:
    """Who fired at this combatant in this Turn, in the order of their first shots."""
    return tuple(name.removeprefix(FIRED_AT) for name in one.counters if name.startswith(FIRED_AT) and one.count(name))
