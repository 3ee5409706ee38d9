"""What a procedure can see: the present state, the table's options, and sheets read by the rule set."""

from collections.abc import Callable
from typing import Any

from engine.state import Combatant, State
from events.base import CombatantId, OptionValue, SeatId
from events.play import Modifier


class Context:
    """The eyes of a procedure. `state` is always the present one: read it after every yield, keep no value of it.

    `modifiers` are the referee's own on the act that is carried out; `player` is the seat that asks for it, None for
    the GM (and while a procedure runs: who asked makes no difference to what happens). `ways` are the rule set's own,
    for procedures that it shares with another.
    """

    __slots__ = ("_decode_sheet", "modifiers", "player", "state", "ways")

    def __init__(self, state: State, decode_sheet: Callable[[bytes], Any], ways: Any) -> None:
        self.state = state
        self.ways = ways
        self.modifiers: tuple[Modifier, ...] = ()
        self.player: SeatId | None = None
        self._decode_sheet = decode_sheet

    def combatant(self, combatant: CombatantId) -> Combatant:
        """A combatant as it stands now."""
        return self.state.combatants[combatant]

    def knows(self, combatant: CombatantId) -> bool:
        """Whether the combatant is still at the table."""
        return combatant in self.state.combatants

    def sheet(self, combatant: CombatantId) -> Any:
        """A combatant's sheet as the rule set's own type."""
        return self._decode_sheet(bytes(self.state.combatants[combatant].sheet))

    def option(self, name: str) -> OptionValue:
        """The value in force of an option of this table."""
        return self.state.options[name]
