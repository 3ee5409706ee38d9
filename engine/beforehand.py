"""What waits to be done by whoever is up next, as far as it still counts."""

from engine.ledger import Ledger, Queued
from engine.state import State
from events.base import CombatantId


def queued_for(ledger: Ledger, state: State, combatant: CombatantId) -> Queued | None:
    """What was queued for a combatant: in this fight, by a GM or by the seat that plays it now."""
    queued, one, fight = ledger.queue.get(combatant), state.combatants.get(combatant), state.fight
    if queued is None or one is None or fight is None or fight.number != queued.fight:
        return None
    seat = ledger.seats.get(queued.seat)
    if seat is None or seat.closed or (seat.kind != "gm" and one.controller != seat.id):
        return None
    return queued


def due_now(ledger: Ledger, state: State) -> Queued | None:
    """What is to be carried out now: that of whoever is up, while nobody is asked for anything."""
    fight = state.fight
    if not ledger.queue or ledger.closed or fight is None or fight.up is None:
        return None
    if state.phase != "actions" or state.parked:
        return None
    return queued_for(ledger, state, fight.up)
