"""What no undo rewinds: seats, keys, entropy and what was shown, folded apart from the state of play."""

from collections.abc import Callable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from engine.state import State
from events import dispute, table
from events.base import CombatantId, Fact, SeatId, Version
from events.correction import Amended
from events.envelope import Entry

GM_NAME: Final = "Game master"
"""What the seat is called that a table is opened with, until somebody gives it another name."""


class Seat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat at the table. Only the SHA-256 of its link is known here."""

    id: SeatId
    kind: table.SeatKind
    name: str
    link_digest: str
    devices: tuple[str, ...] = ()
    closed: bool = False
    speaks_for: tuple[SeatId, ...] = ()


class Epoch(msgspec.Struct, frozen=True, omit_defaults=True):
    """A period of dice under one pair of keys."""

    number: int
    commitment: str
    closed_commitment: str
    entropy: str
    key: str | None = None
    closed_key: str | None = None


class Ruling(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a dispute was settled: by which entry, when, by whom, and whether it holds from then on under a rule."""

    version: Version
    time: int
    seat: SeatId
    verdict: dispute.Verdict
    reason: str
    rule: str = ""
    kept: bool = False


class Dispute(msgspec.Struct, frozen=True, omit_defaults=True):
    """A roll that is contested, or was: by which entry, when, by whom, with what claim. Open while nobody has ruled."""

    version: Version
    time: int
    seat: SeatId
    roll: Version
    seen_at: Version
    claim: msgspec.Raw
    text: str = ""
    action: str = ""
    provisional: tuple[dispute.Provisional, ...] = ()
    ruling: Ruling | None = None


class Proposal(msgspec.Struct, frozen=True, omit_defaults=True):
    """A character that a player would like to bring in; `entered` is the id under which it was let in. `sheet`
    is that of a newcomer, or the whole document of one who `travels` from another table."""

    seat: SeatId
    combatant: CombatantId
    name: str
    sheet: msgspec.Raw
    travels: bool = False
    dice: str = ""
    entered: CombatantId = ""

    def waits(self, state: State) -> bool:
        """Whether a GM has still to decide: nobody has yet, or the table stands again as before it came in."""
        return not self.entered or self.entered not in state.combatants


class Queued(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a combatant does when it is up next, as a seat said beforehand with this command."""

    seat: SeatId
    combatant: CombatantId
    action: msgspec.Raw
    fight: int
    command: str
    done: bool = False


class Ledger(msgspec.Struct, frozen=True, omit_defaults=True):
    """The standing of the table apart from play.

    `undo_asked` are the actions that players asked to have taken back and that no GM let stand, with where they asked.
    """

    title: str = ""
    seats: dict[SeatId, Seat] = {}
    entropy: tuple[str, ...] = ()
    epochs: dict[int, Epoch] = {}
    epoch: int = 0
    shown: tuple[Version, ...] = ()
    disputes: dict[Version, Dispute] = {}
    proposals: dict[str, Proposal] = {}
    queue: dict[CombatantId, Queued] = {}
    undo_asked: dict[str, Version] = {}
    closed: bool = False

    @property
    def first_gm(self) -> Seat:
        """The GM in whose name defaults are given and the host does things: the first whose seat is open. There always
        is one, since the last GM's seat cannot be closed."""
        return next(seat for seat in self.seats.values() if seat.kind == "gm" and not seat.closed)


Posting = Callable[[Ledger, Entry, Any], Ledger]


def post(ledger: Ledger, entry: Entry) -> Ledger:
    """The ledger after one fact; facts of play leave it as it is."""
    posting = POSTINGS.get(type(entry.fact))
    return posting(ledger, entry, entry.fact) if posting else ledger


def _opened(ledger: Ledger, entry: Entry, fact: table.TableOpened) -> Ledger:
    return replace(ledger, title=fact.title)


def _offered(ledger: Ledger, entry: Entry, fact: table.SeatOffered) -> Ledger:
    seat = Seat(fact.seat, fact.kind, fact.name, fact.link_digest, speaks_for=fact.speaks_for)
    return replace(ledger, seats={**ledger.seats, fact.seat: seat})


def _taken(ledger: Ledger, entry: Entry, fact: table.SeatTaken) -> Ledger:
    seat = ledger.seats[fact.seat]
    devices = tuple(device for device in seat.devices if device != fact.device)
    return replace(ledger, seats={**ledger.seats, fact.seat: replace(seat, devices=(*devices, fact.device))})


def _closed(ledger: Ledger, entry: Entry, fact: table.SeatClosed) -> Ledger:
    seat = replace(ledger.seats[fact.seat], closed=True)
    proposals = {name: one for name, one in ledger.proposals.items() if one.seat != fact.seat}
    queue = {name: one for name, one in ledger.queue.items() if one.seat != fact.seat}
    return replace(ledger, seats={**ledger.seats, fact.seat: seat}, proposals=proposals, queue=queue)


def _entropy(ledger: Ledger, entry: Entry, fact: table.EntropyAdded) -> Ledger:
    return replace(ledger, entropy=(*ledger.entropy, fact.entropy))


def _key_turned(ledger: Ledger, entry: Entry, fact: table.DiceKeyTurned) -> Ledger:
    epochs = dict(ledger.epochs)
    if fact.reveals is not None:
        epochs[fact.reveals.epoch] = replace(epochs[fact.reveals.epoch], key=fact.reveals.key)
    epochs[fact.epoch] = Epoch(fact.epoch, fact.commitment, fact.closed_commitment, fact.entropy)
    return replace(ledger, epochs=epochs, epoch=fact.epoch, entropy=())


def _closed_key(ledger: Ledger, entry: Entry, fact: table.ClosedKeyOpened) -> Ledger:
    opened = replace(ledger.epochs[fact.epoch], closed_key=fact.key)
    return replace(ledger, epochs={**ledger.epochs, fact.epoch: opened})


def _shown(ledger: Ledger, entry: Entry, fact: table.RollShown) -> Ledger:
    return replace(ledger, shown=(*ledger.shown, fact.roll))


def proposal_id(seat: SeatId, combatant: CombatantId) -> str:
    """How a proposed character is known: two players may propose the same id, and do not learn of each other."""
    return f"{seat}/{combatant}"


def _proposed(ledger: Ledger, entry: Entry, fact: table.CombatantProposed) -> Ledger:
    proposal = Proposal(fact.seat, fact.combatant, fact.name, fact.sheet, fact.travels, fact.dice)
    return replace(ledger, proposals={**ledger.proposals, proposal_id(fact.seat, fact.combatant): proposal})


def _settled(ledger: Ledger, entry: Entry, fact: table.ProposalSettled) -> Ledger:
    """One that was let in is kept: if its coming in is undone, it waits again."""
    key = proposal_id(fact.seat, fact.combatant)
    proposals = {name: one for name, one in ledger.proposals.items() if name != key or fact.verdict == "accepted"}
    if key in proposals:
        proposals[key] = replace(proposals[key], entered=fact.entered)
    return replace(ledger, proposals=proposals)


def _queued(ledger: Ledger, entry: Entry, fact: table.ActionQueued) -> Ledger:
    said = f"{entry.seat}/{entry.command}"
    queued = Queued(fact.seat, fact.combatant, fact.action, fact.fight, said, fact.done)
    return replace(ledger, queue={**ledger.queue, fact.combatant: queued})


def _unqueued(ledger: Ledger, entry: Entry, fact: table.QueueSettled) -> Ledger:
    return replace(ledger, queue={name: one for name, one in ledger.queue.items() if name != fact.combatant})


def _disputed(ledger: Ledger, entry: Entry, fact: dispute.Disputed) -> Ledger:
    seat, seen_at = entry.on_behalf or entry.seat, entry.because[0]
    one = Dispute(
        version=entry.version,
        time=entry.time,
        seat=seat,
        roll=fact.roll,
        seen_at=seen_at,
        claim=fact.claim,
        text=fact.text,
        action=fact.action,
        provisional=fact.provisional,
    )
    return replace(ledger, disputes={**ledger.disputes, entry.version: one})


def _ruled(ledger: Ledger, entry: Entry, fact: dispute.Ruled) -> Ledger:
    seat = entry.on_behalf or entry.seat
    ruling = Ruling(entry.version, entry.time, seat, fact.verdict, fact.reason, fact.rule, fact.kept)
    settled = replace(ledger.disputes[fact.dispute], ruling=ruling)
    return replace(ledger, disputes={**ledger.disputes, fact.dispute: settled})


def _undo_asked(ledger: Ledger, entry: Entry, fact: table.UndoRequested) -> Ledger:
    return replace(ledger, undo_asked={**ledger.undo_asked, fact.action: entry.version})


def _undo_declined(ledger: Ledger, entry: Entry, fact: table.UndoDeclined) -> Ledger:
    left = {action: version for action, version in ledger.undo_asked.items() if action != fact.action}
    return replace(ledger, undo_asked=left)


def _same(ledger: Ledger, entry: Entry, fact: Fact) -> Ledger:
    return ledger


def _table_closed(ledger: Ledger, entry: Entry, fact: table.TableClosed) -> Ledger:
    return replace(ledger, closed=True)


def _table_reopened(ledger: Ledger, entry: Entry, fact: table.TableReopened) -> Ledger:
    return replace(ledger, closed=False)


POSTINGS: Final[dict[type[Fact], Posting]] = {
    table.TableOpened: _opened,
    table.SeatOffered: _offered,
    table.SeatTaken: _taken,
    table.SeatClosed: _closed,
    table.EntropyAdded: _entropy,
    table.DiceKeyTurned: _key_turned,
    table.ClosedKeyOpened: _closed_key,
    table.RollShown: _shown,
    table.CombatantProposed: _proposed,
    table.ProposalSettled: _settled,
    table.ActionQueued: _queued,
    table.QueueSettled: _unqueued,
    table.UndoRequested: _undo_asked,
    table.UndoDeclined: _undo_declined,
    table.NoteAdded: _same,
    Amended: _same,
    dispute.Disputed: _disputed,
    dispute.Ruled: _ruled,
    table.TableClosed: _table_closed,
    table.TableReopened: _table_reopened,
}
"""The complete table: a test holds it to the union of the ledger's facts."""
