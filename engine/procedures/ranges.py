"""How far it is between two, what light there is and what cover: as an act says, else as the scene has it."""

from typing import Final

import msgspec

from engine.state import State, pair
from events.base import CombatantId

ARMS_LENGTH: Final = 3
"""Who stands no farther off, in the measure of the rules (yards or metres), can be struck: a step belongs to a blow."""


class Range(msgspec.Struct, frozen=True):
    """How far it is: a band, or a distance in the measure of the rules, or nothing known."""

    band: str | None = None
    distance: int | None = None


def scene_range(state: State, one: CombatantId, other: CombatantId) -> Range | None:
    """The range between two by the zones of the scene they stand in; None: the scene does not say."""
    here, there = state.combatants[one].position.zone, state.combatants[other].position.zone
    for distance in state.scene.distances:
        if {distance.one, distance.other} == {here, there}:
            return Range(distance.range or None, distance.distance)
    return None


def beyond_reach(state: State, one: CombatantId, other: CombatantId, at_hand: str) -> bool:
    """Whether the scene puts two farther apart than arm's length: in different zones that are more than a step or the
    band `at_hand` from each other. Where it does not say how far it is, nobody is out of reach."""
    by_scene = scene_range(state, one, other)
    if by_scene is None or state.combatants[one].position.zone == state.combatants[other].position.zone:
        return False
    return by_scene.distance > ARMS_LENGTH if by_scene.distance is not None else by_scene.band not in (None, at_hand)


def known_range(state: State, one: CombatantId, other: CombatantId) -> Range:
    """The range between two as it stands: from the zones of the scene, else as it was last stated."""
    by_scene = scene_range(state, one, other)
    if by_scene is not None:
        return by_scene
    stated = state.ranges.get(pair(one, other))
    return Range(stated.range or None, stated.distance) if stated else Range()


def range_between(state: State, one: CombatantId, other: CombatantId, stated: Range) -> Range:
    """The range of an attack: as the act says, else as it stands between the two."""
    return stated if stated != Range() else known_range(state, one, other)


def scene_light(state: State, target: CombatantId) -> str:
    """The light of the target's zone, else that of the scene; empty: the scene does not say."""
    zone = state.scene.zones.get(state.combatants[target].position.zone or "")
    return (zone.light if zone else "") or state.scene.light


def cover_of(state: State, target: CombatantId, stated: int | None) -> int:
    """The cover of a target: as the act says, else its own, else that of its zone or of the scene."""
    if stated is not None:
        return stated
    position = state.combatants[target].position
    if position.cover is not None:
        return position.cover
    zone = state.scene.zones.get(position.zone or "")
    return zone.cover if zone else state.scene.cover
