"""Facts about the flow of a fight: turns, phases, initiative, whose turn it is, time."""

from typing import Literal

from events.base import CombatantId, Fact, Part

Phase = Literal["lobby", "declaration", "initiative", "actions"]


class CombatBegan(Fact, frozen=True, tag="combat-began"):
    """A new fight, a numbered chapter of the table."""

    fight: int
    title: str
    combatants: tuple[CombatantId, ...]


class TurnBegan(Fact, frozen=True, tag="turn-began"):
    """A new turn of the fight."""

    turn: int


class PhaseEntered(Fact, frozen=True, tag="phase-entered"):
    """The turn is in another phase."""

    phase: Phase


class InitiativeSet(Fact, frozen=True, tag="initiative-set"):
    """A combatant's initiative number of this turn, rolled, or stated by the referee, whom `rule` leaves it to."""

    combatant: CombatantId
    value: int
    stated: bool = False
    rule: str = ""


class Place(Part, frozen=True):
    """A place in the order: who, and why just there (the rule that put one there, and its number)."""

    combatant: CombatantId
    rule: str
    why: str


class OrderSettled(Fact, frozen=True, tag="order-settled"):
    """The order of acting that follows from the numbers, ties broken."""

    places: tuple[Place, ...]


class CombatantUp(Fact, frozen=True, tag="combatant-up"):
    """This combatant acts now."""

    combatant: CombatantId


class CombatantDone(Fact, frozen=True, tag="combatant-done"):
    """This combatant's activation is over for the turn."""

    combatant: CombatantId


class Delayed(Fact, frozen=True, tag="delayed"):
    """This combatant waits and comes up again after all others."""

    combatant: CombatantId


class TurnEnded(Fact, frozen=True, tag="turn-ended"):
    """The turn is over; what falls due at its end has come."""

    turn: int


class TimePassed(Fact, frozen=True, tag="time-passed"):
    """Time in the game world: minutes, or turns that nobody played."""

    minutes: int
    turns: int = 0


class CombatEnded(Fact, frozen=True, tag="combat-ended"):
    """The fight is over; wounds stay."""

    fight: int
