"""How far off somebody is, as one number: whoever looks for the nearest sorts by it."""

from typing import Final

from engine.procedures.ranges import known_range
from engine.ruleset import RuleSet
from engine.state import Combatant, State

UNKNOWN: Final = 1_000_000
"""How far off somebody is of whom nobody has said it: behind all others."""


def how_far(ruleset: RuleSet, state: State, one: Combatant, other: Combatant) -> int:
    """A number for how far it is: by distance, or by band, or none for those in the same zone."""
    if not state.scene.distances and not state.ranges:
        return UNKNOWN
    here, there = one.position.zone, other.position.zone
    if here is not None and here == there:
        return 0
    known = known_range(state, one.id, other.id)
    if known.distance is not None:
        return known.distance
    return 1 + ruleset.bands.index(known.band) if known.band in ruleset.bands else UNKNOWN
