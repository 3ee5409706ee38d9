"""Who is meant in a sentence: combatants and seats, by the names that the audience may read."""

from typing import Protocol

from engine.ledger import GM_NAME
from events.base import CombatantId, SeatId
from projections import corrections
from projections.phrases import SOMEBODY, Value, phrase


class Names(corrections.Names, Protocol):
    """Finds combatants and seats that a fact names."""

    def seat(self, name: SeatId) -> str:
        """What a seat is called, as its audience was told when it was offered; else its id."""
        ...

    def appears(self, name: CombatantId) -> bool:
        """Whether somebody comes into sight of everybody while a fight goes on."""
        ...

    def comes_late(self, name: CombatantId) -> str:
        """Who has no place in the order of a turn that is being played, as one or as the group that it is the first
        of; empty, where that is not so or its group has been told."""
        ...


def name_of(names: Names, name: CombatantId | None) -> Value:
    """A combatant as people call it; somebody, where it is not known."""
    one = names.combatant(name)
    return one.name if one and one.name else SOMEBODY


def seat_of(names: Names, seat: SeatId) -> Value:
    """Who sits there, as people call them; a GM without a name of their own by the language's word."""
    name = names.seat(seat)
    return phrase("the-gm") if name == GM_NAME else name
