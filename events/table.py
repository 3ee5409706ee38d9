"""Facts about the table itself: seats, keys, entropy, notes. They are a fold of their own that no undo rewinds."""

from typing import Literal

import msgspec

from events.base import CombatantId, Fact, OptionValue, Part, SeatId, Version

SeatKind = Literal["gm", "player", "spectator", "service", "host"]
Settlement = Literal["accepted", "refused", "withdrawn"]
QueueEnd = Literal["carried-out", "refused", "withdrawn"]


class TableOpened(Fact, frozen=True, tag="table-opened"):
    """The first fact of every log: which rules are played and every option value in force."""

    title: str
    ruleset: str
    options: dict[str, OptionValue]
    preset: str = ""


class SeatOffered(Fact, frozen=True, tag="seat-offered"):
    """A seat exists and its link opens it; a second offer of the same seat replaces the link."""

    seat: SeatId
    kind: SeatKind
    name: str
    link_digest: str
    speaks_for: tuple[SeatId, ...] = ()


class SeatTaken(Fact, frozen=True, tag="seat-taken"):
    """Somebody opened the seat's link; `device` tells devices apart, it is no secret."""

    seat: SeatId
    device: str


class SeatClosed(Fact, frozen=True, tag="seat-closed"):
    """The seat's link and tokens are void from here on."""

    seat: SeatId


class EntropyAdded(Fact, frozen=True, tag="entropy-added"):
    """A seat's own randomness (hex); the next key turn mixes it into every later face."""

    seat: SeatId
    entropy: str


class RevealedKey(Part, frozen=True):
    """An epoch's open key in hex, published when the epoch is over."""

    epoch: int
    key: str


class DiceKeyTurned(Fact, frozen=True, tag="dice-key-turned"):
    """A new epoch of dice: commitments to its keys, the open key of the last one, and the log's head hash.

    `moved`: the table came from a server with another key, so that the keys of the last epoch are not known here.
    """

    epoch: int
    commitment: str
    closed_commitment: str
    entropy: str
    head: str
    reveals: RevealedKey | None = None
    moved: bool = False


class ClosedKeyOpened(Fact, frozen=True, tag="closed-key-opened"):
    """The GM opened an epoch's closed key: every roll under it can be checked by all from now on."""

    epoch: int
    key: str


class RollShown(Fact, frozen=True, tag="roll-shown"):
    """A roll that not all could see is shown to the table."""

    roll: Version


class CombatantProposed(Fact, frozen=True, tag="combatant-proposed"):
    """A player would like to bring in a character of their own, with this sheet; a GM accepts or refuses it.

    `travels`: it comes from another table, and `sheet` is the document it brings along, wounds and all. `dice` says
    whether it throws real dice (`own`).
    """

    seat: SeatId
    combatant: CombatantId
    name: str
    sheet: msgspec.Raw
    travels: bool = False
    dice: str = ""


class ProposalSettled(Fact, frozen=True, tag="proposal-settled"):
    """A proposed character was accepted, and came in under the id `entered`; or refused; or its player took it back."""

    seat: SeatId
    combatant: CombatantId
    name: str
    verdict: Settlement
    reason: str = ""
    entered: CombatantId = ""


class ActionQueued(Fact, frozen=True, tag="action-queued"):
    """A seat has said beforehand what a combatant does when it is up next; it takes the place of what was said before.

    It counts in the fight of this number. `done`: the activation ends with it.
    """

    seat: SeatId
    combatant: CombatantId
    action: msgspec.Raw
    fight: int
    done: bool = False


class QueueSettled(Fact, frozen=True, tag="queue-settled"):
    """What was queued for a combatant is carried out (it follows), was taken back, or cannot be done: then `sentence`
    says why, with the code and rule of the refusal."""

    seat: SeatId
    combatant: CombatantId
    end: QueueEnd
    code: str = ""
    sentence: str = ""
    rule: str = ""


class UndoRequested(Fact, frozen=True, tag="undo-requested"):
    """A player asks the GM to take back one of their own actions."""

    seat: SeatId
    action: str


class UndoDeclined(Fact, frozen=True, tag="undo-declined"):
    """The GM lets an action stand that its player asked to have taken back, perhaps with a reason."""

    seat: SeatId
    action: str
    reason: str = ""


class NoteAdded(Fact, frozen=True, tag="note-added"):
    """A remark in the log; a GM's note is seen by the GMs alone. `rule` is the one that it is a decision under."""

    text: str
    gm_only: bool = False
    about: CombatantId | None = None
    rule: str = ""


class TableReopened(Fact, frozen=True, tag="table-reopened"):
    """The host has taken the table out of the archive: play goes on."""


class TableClosed(Fact, frozen=True, tag="table-closed"):
    """Nothing more is played here: the evening is over, or the host has put the table into the archive."""

    reason: str = ""
