"""What a seat can be shown of a table: cards of combatants, places in the order, questions, the whole view."""

from typing import Any

import msgspec

from engine.state import Declaration, Position, Scene, StatedRange
from events.base import CombatantId, GroupId, OptionValue, SeatId
from events.flow import Phase
from events.roster import Pool
from events.table import SeatKind


class Shown(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that was cut for its audience already and goes out as it is."""


class EffectSeen(Shown, frozen=True, kw_only=True):
    """A condition of the referee's own: its modifier and on what, and how much of its time is left."""

    condition: str
    modifier: int = 0
    on: str = ""
    turns: int = 0
    minutes: int = 0
    fight: bool = False


class OwnCard(Shown, frozen=True, kw_only=True, tag_field="card", tag="own"):
    """A combatant whose numbers the audience may read: of its own side, or at a table with open numbers.

    `ammo` are the rounds in each weapon of which they are counted, `full_ammo` how many it holds.
    """

    id: CombatantId
    name: str
    side: str = ""
    group: GroupId = ""
    status: str = ""
    wound: str = ""
    controller: SeatId | None = None
    dice: str = ""
    hidden: bool = False
    reaction: str = ""
    conditions: tuple[str, ...] = ()
    position: Position
    declared: Declaration | None = None
    pools: dict[str, Pool] = {}
    ammo: dict[str, int] = {}
    full_ammo: dict[str, int] = {}
    effects: tuple[EffectSeen, ...] = ()
    sheet: msgspec.Raw


class OtherCard(Shown, frozen=True, kw_only=True, tag_field="card", tag="other"):
    """A combatant of another side: what anybody at the table can see of it."""

    id: CombatantId
    name: str
    side: str = ""
    group: GroupId = ""
    status: str = ""
    wound: str = ""
    controller: SeatId | None = None
    conditions: tuple[str, ...] = ()
    position: Position
    declared: bool = False


Card = OwnCard | OtherCard


class GroupRow(Shown, frozen=True, kw_only=True):
    """A group as one row: its members who are seen, how many of them are `up` and how many `down`.

    `says` is that in words. `leader` is told to those who may read its numbers; `initiative` is the number that the
    members share.
    """

    id: GroupId
    title: str
    members: tuple[CombatantId, ...]
    leader: CombatantId | None = None
    one_initiative: bool = False
    initiative: int | None = None
    up: int
    down: int
    says: str


class PlaceSeen(Shown, frozen=True, kw_only=True):
    """A place in the order. `rule` is that of a tie that is seen; to GMs the one behind any place, with `why`. Those
    of a group that has one initiative stand side by side: one place for all of them."""

    combatant: CombatantId
    group: GroupId = ""
    initiative: int | None = None
    done: bool = False
    delaying: bool = False
    rule: str = ""
    why: str = ""


class QuestionSeen(Shown, frozen=True, kw_only=True):
    """Somebody is asked for something; what it is stands here for whoever answers, and for the GM."""

    combatant: CombatantId
    mine: bool = False
    purpose: str = ""
    options: tuple[str, ...] = ()
    dice: str = ""
    default: str = ""
    question: str = ""
    action: str = ""
    deadline: int | None = None


class SeatCard(Shown, frozen=True, kw_only=True):
    """A seat at the table, without anything that opens it."""

    id: SeatId
    kind: SeatKind
    name: str
    taken: bool = False


class QueuedSeen(Shown, frozen=True, kw_only=True):
    """What a combatant does when it is up next, told to whoever plays it and the GMs. `done`: and that ends its
    activation."""

    combatant: CombatantId
    seat: SeatId
    action: dict[str, Any]
    done: bool = False


class ProposalSeen(Shown, frozen=True, kw_only=True):
    """A character that waits for a GM to let it in, told to its player and the GMs. `again`: it was let in before and
    is not at the table now, since that was taken back or it left. `travels`: it comes from another table, and `sheet`
    is the document that it brings along."""

    seat: SeatId
    combatant: CombatantId
    name: str
    dice: str = ""
    again: bool = False
    travels: bool = False
    sheet: msgspec.Raw


class ProvisionalSeen(Shown, frozen=True, kw_only=True):
    """A combatant of whom something hangs on a contested roll: what, where its numbers may be read."""

    combatant: CombatantId
    pools: tuple[str, ...] = ()
    ammo: tuple[str, ...] = ()
    conditions: tuple[str, ...] = ()


class Contested(Shown, frozen=True, kw_only=True):
    """A roll, by its own number, that somebody contests and nobody has ruled on, and what hangs on it."""

    roll: int
    provisional: tuple[ProvisionalSeen, ...] = ()


class TableView(Shown, frozen=True, kw_only=True):
    """A table as one audience sees it at one of its own numbers.

    `up` is None while nobody is up, and while `somebody_up` says that it is someone the audience does not see.
    `contested` are the rolls that somebody contests and nobody has ruled on: what hangs on them is provisional.
    `proposals` are the characters that wait for a GM: to a player their own, to GMs all.
    `queued` is what those whom the audience plays do when they are up next.
    """

    title: str
    ruleset: str
    number: int
    chain: str = ""
    options: dict[str, OptionValue] = {}
    phase: Phase = "lobby"
    fight: int = 0
    fight_title: str = ""
    turn: int = 0
    up: CombatantId | None = None
    somebody_up: bool = False
    on_deck: CombatantId | None = None
    order: tuple[PlaceSeen, ...]
    combatants: tuple[Card, ...]
    groups: tuple[GroupRow, ...] = ()
    scene: Scene
    ranges: dict[str, StatedRange] = {}
    waiting: tuple[QuestionSeen, ...]
    seats: tuple[SeatCard, ...]
    contested: tuple[Contested, ...] = ()
    proposals: tuple[ProposalSeen, ...] = ()
    queued: tuple[QueuedSeen, ...] = ()
    closed: bool = False
