"""What the scene says of two combatants: the light on the target and how far off it is."""

from typing import Any

from engine.state import Combatant, State, pair

Standing = dict[str, Any]
"""What the scene says of an attack, by the name of the field that could say otherwise."""


def standing_between(state: State, one: Combatant, target: Combatant) -> Standing:
    """Light and range (or distance) by field, as far as the scene or the last stated range tells them."""
    zone = state.scene.zones.get(target.position.zone or "")
    light = (zone.light if zone else "") or state.scene.light
    said = {"light": light, **_range(state, one, target)}
    return {name: value for name, value in said.items() if value or value == 0}


def _range(state: State, one: Combatant, target: Combatant) -> Standing:
    here, there = one.position.zone, target.position.zone
    for distance in state.scene.distances:
        if {distance.one, distance.other} == {here, there}:
            return {"range": distance.range, "distance": distance.distance}
    stated = state.ranges.get(pair(one.id, target.id))
    return {"range": stated.range, "distance": stated.distance} if stated else {}
