"""Decisions about the table itself: opening it, seats, entropy, keys, notes."""

from typing import Final

from engine.commands import (
    AddEntropy,
    CloseSeat,
    CloseTable,
    HandOverSeat,
    Note,
    OfferSeat,
    OpenClosedKey,
    OpenTable,
    RevealRoll,
    TakeSeat,
)
from engine.decide.left_open import named
from engine.decide.verdicts import decides
from engine.draft import Draft
from engine.ledger import GM_NAME
from engine.options import BadOption, settle
from engine.refusals import Refused, refusal
from events.base import Version
from events.play import Rolled
from events.table import (
    ClosedKeyOpened,
    EntropyAdded,
    NoteAdded,
    RollShown,
    SeatClosed,
    SeatOffered,
    SeatTaken,
    TableClosed,
    TableOpened,
    TableReopened,
)

GM_SEAT: Final = "gm"
MOST_SEATS: Final = 100


def opened(draft: Draft, opening: OpenTable, gm_link: str) -> None:
    """The first facts of a table: every option value in force, the GM's seat, the first key."""
    book = draft.ruleset.rulebook
    preset = next((one for one in book.presets if one.id == opening.preset), None)
    if opening.preset and preset is None:
        names = ", ".join(one.id for one in book.presets)
        raise Refused(refusal("invalid", f"there is no preset {opening.preset!r}; there are {names}"))
    options = settle(book, {**(preset.options if preset else {}), **opening.options})
    if isinstance(options, BadOption):
        raise Refused(refusal("invalid", options.sentence))
    draft.record(TableOpened(opening.title, draft.ruleset.id, options, opening.preset))
    draft.record(SeatOffered(GM_SEAT, "gm", GM_NAME, gm_link))
    draft.turn_key()


def brought_in(draft: Draft, entropy: str) -> None:
    """A table was brought in from a copy: no face from here on follows from what was known after the copy was made."""
    draft.record(EntropyAdded(draft.given.seat, entropy))
    draft.turn_key()


def reopened(draft: Draft) -> None:
    """A closed table is open again; its host does it, since nobody gives commands at a closed one."""
    if not draft.ledger.closed:
        raise Refused(refusal("invalid", "this table is open"))
    draft.record(TableReopened())


@decides(OfferSeat)
def offer_seat(draft: Draft, command: OfferSeat) -> None:
    """A new seat, or a new link for an old one; a seat keeps its kind."""
    known = draft.ledger.seats.get(command.seat)
    if known is not None and known.kind != command.kind:
        raise Refused(refusal("invalid", f"{command.seat} is a {known.kind} seat and stays one"))
    if known is None and len(draft.ledger.seats) >= MOST_SEATS:
        raise Refused(refusal("limit-exceeded", f"a table has {MOST_SEATS} seats at the most"))
    draft.record(SeatOffered(command.seat, command.kind, command.name, command.link_digest, command.speaks_for))


@decides(HandOverSeat)
def hand_over_seat(draft: Draft, command: HandOverSeat) -> None:
    """Another link for a seat. Nobody but a GM hands over what is not theirs, not even for whom they speak: whoever
    holds the link is that seat."""
    own = command.seat in (None, draft.given.seat) and draft.given.on_behalf is None
    if not own and draft.speaker.kind != "gm":
        raise Refused(refusal("not-yours", "you hand over your own seat; a GM hands over others"))
    seat = draft.ledger.seats.get(command.seat or draft.speaker.id)
    if seat is None or seat.closed:
        raise Refused(refusal("unknown-id", f"there is no open seat {command.seat!r}"))
    draft.record(SeatOffered(seat.id, seat.kind, command.name or seat.name, command.link_digest, seat.speaks_for))


@decides(TakeSeat)
def take_seat(draft: Draft, command: TakeSeat) -> None:
    """The seat's link was opened on a device; the randomness it brings counts from the next key turn on."""
    draft.record(SeatTaken(draft.given.seat, command.device))
    if command.entropy is not None and len(draft.ledger.entropy) < MOST_SEATS:
        draft.record(EntropyAdded(draft.given.seat, command.entropy))


@decides(CloseSeat)
def close_seat(draft: Draft, command: CloseSeat) -> None:
    """A seat is closed; the last GM's cannot be."""
    seat = draft.ledger.seats.get(command.seat)
    if seat is None or seat.closed:
        raise Refused(refusal("unknown-id", f"there is no open seat {command.seat!r}"))
    game_masters = [one for one in draft.ledger.seats.values() if one.kind == "gm" and not one.closed]
    if game_masters == [seat]:
        raise Refused(refusal("invalid", "the last GM's seat cannot be closed"))
    draft.record(SeatClosed(command.seat))


@decides(AddEntropy)
def add_entropy(draft: Draft, command: AddEntropy) -> None:
    """A seat's own randomness, for every face from the next key turn on."""
    if len(draft.ledger.entropy) >= MOST_SEATS:
        raise Refused(refusal("limit-exceeded", "enough randomness was given for this turn; try again in the next"))
    draft.record(EntropyAdded(draft.given.speaker, command.entropy))


@decides(Note)
def note(draft: Draft, command: Note) -> None:
    """A remark for the log."""
    if command.rule and draft.speaker.kind != "gm":
        raise Refused(refusal("unauthorized", "what a rule leaves open is for the GM to decide"))
    draft.record(NoteAdded(command.text, command.gm_only, command.about, named(draft, command.rule)))


@decides(RevealRoll)
def reveal_roll(draft: Draft, command: RevealRoll) -> None:
    """A roll that not all could see is shown."""
    if roll_told_by(draft, command.roll) in draft.ledger.shown:
        raise Refused(refusal("already-answered", "this roll is shown already"))
    draft.record(RollShown(command.roll), (command.roll,))


def roll_told_by(draft: Draft, version: Version) -> Version:
    """The roll that an entry tells of: it is one, or one is shown by it.

    Raises:
        Refused: it tells of none.
    """
    if 0 < version <= draft.history.head:
        assert draft.past is not None, "who names a roll brings a reader of the past"
        fact = draft.past(version).fact
        if isinstance(fact, Rolled):
            return version
        if isinstance(fact, RollShown):
            return fact.roll
    raise Refused(refusal("unknown-id", "there is no such roll"))


@decides(OpenClosedKey)
def open_closed_key(draft: Draft, command: OpenClosedKey) -> None:
    """The closed key of an epoch that is over."""
    epoch = draft.ledger.epochs.get(command.epoch)
    if epoch is None:
        raise Refused(refusal("unknown-id", f"there is no epoch {command.epoch}"))
    if command.epoch == draft.ledger.epoch:
        raise Refused(refusal("invalid", "this epoch's dice are still being thrown; wait for the next turn"))
    if epoch.closed_key is not None:
        raise Refused(refusal("already-answered", "this key is open already"))
    if not draft.knows(epoch):
        raise Refused(refusal("invalid", "these dice were thrown on another server, which alone has their key"))
    draft.record(ClosedKeyOpened(command.epoch, draft.dice.key(command.epoch, epoch.entropy, closed=True)))


@decides(CloseTable)
def close_table(draft: Draft, command: CloseTable) -> None:
    """Nothing more is played at this table."""
    draft.record(TableClosed(command.reason))
