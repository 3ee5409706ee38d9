"""What a procedure can see: the present state, the table's options, and sheets read by the rule set."""

from collections.abc import Callable
from typing import Any, Final

from engine.state import Combatant, State
from events.base import CombatantId, OptionValue, SeatId
from events.play import Modifier

UNCOUNTED: Final = "uncounted"
PARTY: Final = "party"


def counts_rounds(state: State, one: Combatant) -> bool:
    """Whether the rounds of somebody's weapons are counted: where the table wants it so, not those of enemies.

    An enemy is run by the GM and on no side of a player's combatant, nor of the party.
    """
    if state.options.get("enemy_ammunition") != UNCOUNTED or one.controller or one.side == PARTY:
        return True
    return any(other.controller and other.side == one.side for other in state.combatants.values())


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

    def rounds(self, combatant: CombatantId, weapon: str) -> int | None:
        """The rounds in a weapon; None where nobody counts them."""
        one = self.state.combatants[combatant]
        return one.ammo.get(weapon) if counts_rounds(self.state, one) else None

    def option(self, name: str) -> OptionValue:
        """The value in force of an option of this table."""
        return self.state.options[name]
