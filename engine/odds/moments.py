"""States told apart by a small number each, by what can make a difference to what an action leads to."""

from collections.abc import Callable, Hashable
from typing import Any

import msgspec

from engine.state import Combatant, State


class Moments:
    """Gives equal numbers to states that nobody can tell apart.

    Facts that happen only in thought replace what they change and share the rest, so of each part of a state it is
    asked once what it is, and of the combatants only those are told who are not as in the first state that was looked
    at. What was looked at is held, lest another take its place in memory.
    """

    def __init__(self, view: Callable[[Combatant], Hashable]) -> None:
        self._view = view
        self._numbers: dict[Hashable, int] = {}
        self._seen: dict[int, tuple[Any, int]] = {}
        self._first: tuple[Combatant, ...] = ()

    def of(self, state: State) -> int:
        """The number of a state."""
        seen = self._seen.get(id(state))
        return seen[1] if seen is not None else self._hold(state, self._parts(state))

    def _parts(self, state: State) -> Hashable:
        fight, scene, ranges = self._written(state.fight), self._written(state.scene), self._written(state.ranges)
        return state.phase, fight, scene, ranges, self._roster(state)

    def _roster(self, state: State) -> Hashable:
        here = state.combatants.values()
        self._first = self._first or tuple(here)
        if len(here) != len(self._first):
            return tuple([self._combatant(one) for one in here])
        pairs = enumerate(zip(here, self._first, strict=True))
        others = [(place, self._combatant(one)) for place, (one, was) in pairs if one is not was]
        return tuple([told for told in others if told[1] != self._combatant(self._first[told[0]])])

    def _combatant(self, one: Combatant) -> int:
        seen = self._seen.get(id(one))
        return seen[1] if seen is not None else self._hold(one, (one.id, self._sheet(one), self._view(one)))

    def _sheet(self, one: Combatant) -> int:
        seen = self._seen.get(id(one.sheet))
        return seen[1] if seen is not None else self._hold(one.sheet, bytes(one.sheet))

    def _written(self, part: Any) -> int:
        seen = self._seen.get(id(part))
        return seen[1] if seen is not None else self._hold(part, msgspec.json.encode(part))

    def _hold(self, part: Any, key: Hashable) -> int:
        number = self._numbers.setdefault(key, len(self._numbers))
        self._seen[id(part)] = (part, number)
        return number
