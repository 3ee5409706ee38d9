"""Who looks at a table: a seat's audience decides what of every fact reaches it."""

from hashlib import sha256
from typing import Final, Literal

import msgspec

from engine.ledger import Ledger
from engine.state import Combatant, State
from events.base import CombatantId, SeatId

CUT: Final = 5
"""Counts up whenever frames are cut differently, so that every audience begins a new chain."""

AudienceKind = Literal["gm", "player", "spectator"]


class Viewer(msgspec.Struct, frozen=True):
    """Who looks, as far as it never depends on play: one stream of frames is kept for each.

    All GMs are one viewer, and so are all spectators. A player is one each, and so is a service, which sees what the
    open seats see that it may speak for.
    """

    kind: AudienceKind
    seat: SeatId = ""
    speaks_for: tuple[SeatId, ...] = ()

    def audience(self, state: State) -> "Audience":
        """What this viewer may see while the table stands like this."""
        if self.kind == "gm":
            return Audience("gm")
        open_numbers = bool(state.options.get("open_numbers", False))
        if self.kind != "player":
            return Audience(self.kind, open_numbers=open_numbers)
        seats = {self.seat, *self.speaks_for}
        played = [one for one in state.combatants.values() if one.controller in seats]
        return Audience(
            kind="player",
            seat=self.seat,
            controls=frozenset(one.id for one in played),
            sides=frozenset(one.side for one in played if one.side),
            open_numbers=open_numbers,
            speaks_for=self.speaks_for,
        )


GM: Final = Viewer("gm")
SPECTATORS: Final = Viewer("spectator")


class Audience(msgspec.Struct, frozen=True):
    """What a seat may see just now.

    What is between one seat and the GM it is told of `seat` and those it speaks for. `controls` are the combatants it
    plays, `sides` the sides they are on: what its own side does is seen whole.
    `open_numbers` is the table's option that shows everybody's numbers.
    """

    kind: AudienceKind
    seat: SeatId = ""
    controls: frozenset[CombatantId] = frozenset()
    sides: frozenset[str] = frozenset()
    open_numbers: bool = False
    speaks_for: tuple[SeatId, ...] = ()

    @property
    def fingerprint(self) -> str:
        """The same for equal audiences under the same cutting; where it changes, a new chain begins."""
        said = (CUT, self.kind, self.seat, sorted(self.controls), sorted(self.sides), self.open_numbers)
        return sha256(msgspec.json.encode(said)).hexdigest()

    def is_of(self, seat: SeatId) -> bool:
        """Whether what is between this seat and the GM is for the audience too."""
        return self.kind == "gm" or (self.kind == "player" and seat in (self.seat, *self.speaks_for))

    def sees(self, combatant: Combatant) -> bool:
        """Whether the combatant is there for this audience: neither hidden nor held in reserve, or its own."""
        return self.kind == "gm" or not combatant.unseen or combatant.id in self.controls

    def sees_named(self, state: State, name: CombatantId) -> bool:
        """Whether somebody of this name is at the table, and there for this audience."""
        one = state.combatants.get(name)
        return one is not None and self.sees(one)

    def is_own(self, combatant: Combatant) -> bool:
        """Whether the combatant is of the audience's own side, so that its rolls, pools and sheet are seen."""
        return self.kind == "gm" or combatant.id in self.controls or combatant.side in self.sides

    def reads(self, combatant: Combatant) -> bool:
        """Whether the combatant's numbers are seen: its own side's, or everybody's where the table has it so."""
        return self.open_numbers or self.is_own(combatant)

    def plays(self, combatant: CombatantId) -> bool:
        """Whether this audience answers for the combatant."""
        return self.kind == "gm" or combatant in self.controls


def viewer_of(ledger: Ledger, seat: SeatId) -> Viewer:
    """Who a seat looks as. A host sees what spectators see: no table's secrets.

    Raises:
        LookupError: there is no such seat, or it is closed.
    """
    known = ledger.seats.get(seat)
    if known is None or known.closed:
        raise LookupError(f"there is no open seat {seat!r}")
    match known.kind:
        case "gm":
            return GM
        case "player":
            return Viewer("player", seat)
        case "service":
            return _service(seat, tuple(one for one in known.speaks_for if _is_open(ledger, one)), ledger)
        case "spectator" | "host":
            return SPECTATORS


def _is_open(ledger: Ledger, seat: SeatId) -> bool:
    known = ledger.seats.get(seat)
    return known is not None and not known.closed


def _service(seat: SeatId, speaks_for: tuple[SeatId, ...], ledger: Ledger) -> Viewer:
    """A program that may give a GM's commands has to see what the GM sees. It speaks for open seats alone."""
    kinds = {ledger.seats[one].kind for one in speaks_for}
    return GM if "gm" in kinds else Viewer("player", seat, speaks_for)
