"""What goes out to an audience: frames with its own numbers, around facts that were cut for it.

Facts that hold no secret pass as they were written. All others have a type of their own here, which has no place for
what is cut. A frame for GMs holds the whole entry.
"""

from typing import Any, Final

import msgspec

from events import flow, play, roster, table
from events.base import CombatantId, Fact, GroupId, Part, SeatId
from events.correction import Overridden, Span
from events.dispute import Verdict
from events.envelope import Entry
from events.play import Added, Effect, Modifier, Outcome, Step
from events.table import SeatKind
from projections.sight import Card, GroupRow, PlaceSeen, QuestionSeen, TableView

OwnNumber = int
"""A frame's number in its audience's own stream: 1, 2, 3 ... without a hole."""


class Whole(Fact, frozen=True, tag="entry"):
    """For GMs: the entry as it stands in the log."""

    entry: Entry


class SeenAnew(Fact, frozen=True, tag="seen-anew"):
    """The audience sees with other eyes from here on (it plays another combatant, say): the whole view."""

    view: TableView


# the table


class SeatSeen(Fact, frozen=True, tag="seat-seen"):
    """A seat is there, or has got a new link."""

    seat: SeatId
    kind: SeatKind
    name: str


class SeatJoined(Fact, frozen=True, tag="seat-joined"):
    """Somebody sat down."""

    seat: SeatId


class UndoAsked(Fact, frozen=True, tag="undo-asked"):
    """A player asks for an action to be taken back; `asked_for` is the frame it began with."""

    seat: SeatId
    asked_for: OwnNumber | None = None


class NoteSeen(Fact, frozen=True, tag="note-seen"):
    """A remark; `rule` is the one that it is a decision under. One that is the GMs' own reaches nobody else."""

    text: str
    about: CombatantId | None = None
    rule: str = ""
    gm_only: bool = False


# arguments


class DisputeSeen(Fact, frozen=True, tag="dispute-seen"):
    """A seat contests a roll, with what it claims; `roll` is the audience's own number of the roll."""

    roll: OwnNumber
    seat: SeatId
    claim: dict[str, Any] = {}
    text: str = ""


class RulingSeen(Fact, frozen=True, tag="ruling-seen"):
    """A dispute is settled. `dispute` is the frame that told of it, if one did; `kept` rulings hold from then on."""

    dispute: OwnNumber | None
    verdict: Verdict
    reason: str
    rule: str = ""
    kept: bool = False


# the roster


class CombatantSeen(Fact, frozen=True, tag="combatant-seen"):
    """A combatant comes into sight, or looks different now; with the order of the turn where there is one, and the row
    of its group where it is of one."""

    seen: Card
    order: tuple[PlaceSeen, ...] = ()
    group: GroupRow | None = None


class CombatantGone(Fact, frozen=True, tag="combatant-gone"):
    """A combatant is out of sight: it left, or it hides."""

    combatant: CombatantId


class GroupSeen(Fact, frozen=True, tag="group-seen"):
    """A group is there, or another one than before: its row, and who came to it or left it among those who are seen."""

    group: GroupRow
    joined: tuple[CombatantId, ...] = ()
    left: tuple[CombatantId, ...] = ()


class GroupGone(Fact, frozen=True, tag="group-gone"):
    """Nobody who is seen is of this group any more."""

    group: GroupId


# the flow of a fight


class FightBegan(Fact, frozen=True, tag="fight-began"):
    """A new fight and who is seen to be in it."""

    fight: int
    title: str
    combatants: tuple[CombatantId, ...]


class OrderSeen(Fact, frozen=True, tag="order-seen"):
    """The order of acting among those who are seen."""

    places: tuple[PlaceSeen, ...]


# play


class DeclarationSeen(Fact, frozen=True, tag="declaration-seen"):
    """A combatant of another side has declared; what, shows when it acts."""

    combatant: CombatantId


class ActionSeen(Fact, frozen=True, tag="action-seen"):
    """A combatant acts: what everybody at the table sees of it. `given` is the whole act of one's own side."""

    combatant: CombatantId
    kind: str
    weapon: str = ""
    targets: tuple[CombatantId, ...] = ()
    mode: str = ""
    shots: int | None = None
    given: dict[str, Any] = {}


class HazardSeen(Fact, frozen=True, tag="hazard-seen"):
    """Something harms people that is nobody's attack: what it is called, and whom it meets."""

    label: str
    targets: tuple[CombatantId, ...]


class SeveralSeen(Fact, frozen=True, tag="several-seen"):
    """The GM states something of several at once: a loss, or a `condition` that they have from now on (`over`: had)."""

    combatants: tuple[CombatantId, ...]
    condition: str = ""
    over: bool = False


class ActionOver(Fact, frozen=True, tag="action-over"):
    """The action is through; `outcome` is the rules' own word for it, told to those who may read its numbers."""

    outcome: str = ""


class AskedSeen(Fact, frozen=True, tag="asked-seen"):
    """The action waits for these people; what each is asked is for themselves."""

    questions: tuple[QuestionSeen, ...]


class AnswerSeen(Part, frozen=True):
    """What somebody answered. Closed: that they answered is all there is to see before the last has."""

    combatant: CombatantId
    closed: bool = False
    choice: str | None = None
    faces: tuple[int, ...] = ()
    by_default: bool = False


class AnswersSeen(Fact, frozen=True, tag="answers-seen"):
    """One answer came; with the last one all are opened."""

    answers: tuple[AnswerSeen, ...]


class RollSeen(Fact, frozen=True, tag="roll-seen"):
    """Dice fell. What is cut is absent: of another side's open roll all but faces and outcome, else the faces too.

    `whole` says that nothing is cut. `roll` is the frame of a roll that is shown now and was seen in part before.
    """

    combatant: CombatantId | None
    purpose: str
    outcome: Outcome
    whole: bool = False
    shown: bool = False
    roll: OwnNumber | None = None
    dice: str = ""
    faces: tuple[int, ...] = ()
    address: str = ""
    epoch: int = 0
    closed: bool = False
    counts: tuple[int, ...] = ()
    total: int | None = None
    rule: str = ""
    modifiers: tuple[Modifier, ...] = ()
    target_number: int | None = None
    success_level: int | None = None
    location: str | None = None
    typed_by: SeatId | None = None
    attempt: int = 0
    added: tuple[Added, ...] = ()


class HitSeen(Fact, frozen=True, tag="hit-seen"):
    """A combatant is hit and looks like this after it. The numbers are for those who may read the combatant's."""

    combatant: CombatantId
    wound: str
    source: CombatantId | None = None
    weapon: str = ""
    pool: str = ""
    change: int | None = None
    steps: tuple[Step, ...] = ()
    location: str | None = None


class ConditionSeen(Fact, frozen=True, tag="condition-seen"):
    """A condition begins to be seen on a combatant, who looks like this with it."""

    combatant: CombatantId
    condition: str
    wound: str
    rule: str = ""
    note: str = ""
    effect: Effect | None = None


class ConditionOver(Fact, frozen=True, tag="condition-over"):
    """A condition is gone, whatever it came from. `stated`: by the referee's word, now or when it was given."""

    combatant: CombatantId
    condition: str
    wound: str
    rule: str = ""
    stated: bool = False


# corrections


class Undone(Fact, frozen=True, tag="undone"):
    """These frames no longer count, but for those about the table itself: it stands again as at frame `stands_at`.

    `seen` are the combatants who look different now, `gone` those who are out of sight.
    """

    how: str
    stands_at: OwnNumber
    frames: Span
    seen: tuple[Card, ...] = ()
    gone: tuple[CombatantId, ...] = ()


Instead = (
    RollSeen | HitSeen | ConditionSeen | ConditionOver | play.PoolRestored | play.AmmoSpent | play.Reloaded | Overridden
)
"""Facts that a correction puts into the places of others, as an audience is told them of its own side."""


AgainSeen = ActionSeen | ActionOver | RollSeen | HitSeen | ConditionSeen | play.PoolRestored | play.Reloaded
"""Facts of an act that was judged anew, as much of them as of any act."""


class Again(Part, frozen=True):
    """An act that was judged anew: the frame that it began with, and what of it is other facts now. Without any it was
    judged anew before, and nothing of it counts any more."""

    action: OwnNumber
    facts: tuple[AgainSeen, ...] = ()


class Struck(Fact, frozen=True, tag="struck"):
    """These frames no longer count, whatever came between and after them does: they were struck, or were amended or
    overridden (`how`).

    `seen` are the combatants who look different now, `gone` those who are out of sight. `instead` are the facts of
    one's own side that count in the places of others, and what rolls of others that were told have become. `again` are
    acts that were told and were judged anew, each as it is seen now.
    """

    how: str
    frames: tuple[OwnNumber, ...]
    seen: tuple[Card, ...] = ()
    gone: tuple[CombatantId, ...] = ()
    instead: tuple[Instead, ...] = ()
    again: tuple[Again, ...] = ()


Passed = (
    table.TableOpened
    | table.SeatClosed
    | table.EntropyAdded
    | table.DiceKeyTurned
    | table.ClosedKeyOpened
    | table.CombatantProposed
    | table.ProposalSettled
    | table.ActionQueued
    | table.QueueSettled
    | table.UndoDeclined
    | table.TableClosed
    | table.TableReopened
    | roster.ControlGiven
    | roster.StatusSet
    | roster.SceneSet
    | roster.Placed
    | roster.RangeStated
    | roster.OptionChanged
    | flow.TurnBegan
    | flow.PhaseEntered
    | flow.InitiativeSet
    | flow.CombatantUp
    | flow.CombatantDone
    | flow.Delayed
    | flow.TurnEnded
    | flow.TimePassed
    | flow.CombatEnded
    | play.Declared
    | play.PoolRestored
    | play.AmmoSpent
    | play.Reloaded
)
"""Facts that pass as they are, once it is settled that the audience may have them at all."""

Cut = (
    Whole
    | SeenAnew
    | SeatSeen
    | SeatJoined
    | UndoAsked
    | NoteSeen
    | DisputeSeen
    | RulingSeen
    | CombatantSeen
    | CombatantGone
    | GroupSeen
    | GroupGone
    | FightBegan
    | OrderSeen
    | DeclarationSeen
    | ActionSeen
    | HazardSeen
    | SeveralSeen
    | ActionOver
    | AskedSeen
    | AnswersSeen
    | RollSeen
    | HitSeen
    | ConditionSeen
    | ConditionOver
    | Undone
    | Struck
)
"""Facts as an audience is told them."""

SeenFact = Passed | Cut

FRAME_FACTS: Final[tuple[type[Fact], ...]] = SeenFact.__args__

LASTING: Final[frozenset[type[Fact]]] = frozenset(
    {
        SeatSeen,
        SeatJoined,
        UndoAsked,
        NoteSeen,
        DisputeSeen,
        RulingSeen,
        SeenAnew,
        table.TableOpened,
        table.SeatClosed,
        table.EntropyAdded,
        table.DiceKeyTurned,
        table.ClosedKeyOpened,
        table.CombatantProposed,
        table.ProposalSettled,
        table.ActionQueued,
        table.QueueSettled,
        table.UndoDeclined,
        table.TableClosed,
        table.TableReopened,
    }
)
"""Frames about the table itself, which no undo takes back; so is a roll that was shown."""


class Overruled(Part, frozen=True):
    """A rule that the GM overruled for what this frame tells, and why."""

    code: str
    rule: str
    reason: str


class Frame(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One fact as one audience is told it, under the audience's own number.

    `because` and `action` are own numbers too. `seat` says who did it, where what they did is seen. `command` is the
    audience's own command id, on the first frame that came of it.
    """

    number: OwnNumber
    time: int
    fact: SeenFact
    turn: int = 0
    because: tuple[OwnNumber, ...] = ()
    action: OwnNumber | None = None
    seat: SeatId | None = None
    command: str | None = None
    overruled: tuple[Overruled, ...] = ()


_encoder: Final = msgspec.json.Encoder()
_decoder: Final = msgspec.json.Decoder(Frame)


def encode_frame(frame: Frame) -> bytes:
    """The canonical bytes of a frame: what is sent, and what the audience's chain runs over."""
    return _encoder.encode(frame)


def decode_frame(body: bytes) -> Frame:
    """A frame from its bytes.

    Raises:
        msgspec.MsgspecError: these are no frame's bytes.
    """
    return _decoder.decode(body)
