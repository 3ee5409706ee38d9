"""What people may ask of a table: one frozen struct per command, its wire name in `type`."""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from events.base import OptionValue, Version
from events.play import Level
from events.roster import DiceHabit, Distance, Status, Zone

Id = Annotated[str, Meta(pattern="^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$", examples=["bob"])]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Text = Annotated[str, Meta(max_length=2000)]
Points = Annotated[int, Meta(ge=0, le=100_000)]
Number = Annotated[int, Meta(ge=-1000, le=1000)]
Face = Annotated[int, Meta(ge=1, le=1000)]
Word = Annotated[str, Meta(max_length=80)]
Entropy = Annotated[str, Meta(pattern="^[0-9a-f]{2,128}$", examples=["9f86d081884c7d65"])]


class RefereeModifier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A modifier of the referee's own, with the label it is shown under."""

    value: Number
    label: Annotated[str, Meta(min_length=1, max_length=80)]


class Command(
    msgspec.Struct,
    frozen=True,
    tag_field="type",
    omit_defaults=True,
    forbid_unknown_fields=True,
    kw_only=True,
):
    """Something a seat asks for. It is answered with facts or with a refusal, never silently."""


# the scene and who is in it


class SetScene(Command, frozen=True, kw_only=True, tag="set_scene"):
    """Set the standing scene: light, smoke, cover, zones and the distances between them."""

    title: Name | Literal[""] = ""
    light: Word = ""
    smoke: bool = False
    cover: Points = 0
    zones: Annotated[dict[Name, Zone], Meta(max_length=100)] = {}
    distances: Annotated[tuple[Distance, ...], Meta(max_length=500)] = ()


class PlaceCombatant(Command, frozen=True, kw_only=True, tag="place"):
    """Say where and how a combatant stands; fields left out stay as they are."""

    combatant: Id
    zone: Name | None = None
    cover: Points | None = None
    posture: Word | None = None
    motion: Literal["still", "moving"] | None = None
    size: Word | None = None
    facing: Word | None = None


class EnterCombatant(Command, frozen=True, kw_only=True, tag="enter_combatant"):
    """Bring a combatant to the table with its sheet.

    Without an id it takes the command's own; without a name its id is its name. Without a status it joins the fight
    that is going on, else the party.
    """

    combatant: Id | None = None
    name: Name | None = None
    sheet: msgspec.Raw = msgspec.Raw(b"{}")
    side: Word | None = None
    status: Status | None = None
    controller: Id | None = None
    dice: DiceHabit = "table"
    hidden: bool = False


class RemoveCombatant(Command, frozen=True, kw_only=True, tag="remove_combatant"):
    """Take a combatant off the table."""

    combatant: Id


class SetStatus(Command, frozen=True, kw_only=True, tag="set_status"):
    """In the fight, in reserve, out, fled or surrendered."""

    combatant: Id
    status: Status


class Show(Command, frozen=True, kw_only=True, tag="show"):
    """Let everybody see a hidden combatant."""

    combatant: Id


class Hide(Command, frozen=True, kw_only=True, tag="hide"):
    """Hide a combatant from everybody but the GM."""

    combatant: Id


class GiveControl(Command, frozen=True, kw_only=True, tag="give_control"):
    """Say who plays a combatant, and whether its player throws real dice (`own`) or the table throws."""

    combatant: Id
    seat: Id | None = None
    dice: DiceHabit = "table"


class ChangeSheet(Command, frozen=True, kw_only=True, tag="change_sheet"):
    """Give a combatant another sheet; wounds stay."""

    combatant: Id
    sheet: msgspec.Raw


# the turn


class BeginCombat(Command, frozen=True, kw_only=True, tag="begin_combat"):
    """Begin a fight with everybody but the reserve."""

    title: Name | Literal[""] = ""


class Declare(Command, frozen=True, kw_only=True, tag="declare"):
    """Say what a combatant means to do this turn, and how it reacts to attacks."""

    combatant: Id
    intention: Text = ""
    attacks: Annotated[int, Meta(ge=1, le=100)] | None = None
    weapon: Name | None = None
    mode: Word | None = None
    reaction: Word | None = None
    haste: bool = False


class RollInitiative(Command, frozen=True, kw_only=True, tag="roll_initiative"):
    """Throw initiative for one combatant, or for everybody who has no number yet."""

    combatant: Id | None = None


class SetInitiative(Command, frozen=True, kw_only=True, tag="set_initiative"):
    """State a combatant's initiative number by hand."""

    combatant: Id
    value: Number


class Act(Command, frozen=True, kw_only=True, tag="act"):
    """Carry out an action of the rule set: its `kind` and the fields that kind has."""

    combatant: Id
    action: msgspec.Raw
    modifiers: Annotated[tuple[RefereeModifier, ...], Meta(max_length=20)] = ()


class Done(Command, frozen=True, kw_only=True, tag="done"):
    """End a combatant's activation; the next one comes up."""

    combatant: Id


class Delay(Command, frozen=True, kw_only=True, tag="delay"):
    """Wait: the combatant comes up again after all others, or jumps in."""

    combatant: Id


class Jump(Command, frozen=True, kw_only=True, tag="jump"):
    """Make this combatant the one who acts now."""

    combatant: Id


class Answer(Command, frozen=True, kw_only=True, tag="answer"):
    """Answer a question: a choice, or faces of real dice. Without `question` the combatant's first open one."""

    combatant: Id
    question: Annotated[str, Meta(max_length=200)] | None = None
    action: Annotated[str, Meta(max_length=100)] | None = None
    choice: Word | None = None
    default: bool = False


class NextTurn(Command, frozen=True, kw_only=True, tag="next_turn"):
    """End the turn and begin the next with all that falls due; `turn` is the one that ends."""

    turn: Annotated[int, Meta(ge=0)] | None = None
    through: Literal["declaration", "initiative"] = "declaration"


class EndCombat(Command, frozen=True, kw_only=True, tag="end_combat"):
    """End the fight; wounds stay."""


# what the GM does to the state


class ApplyDamage(Command, frozen=True, kw_only=True, tag="apply_damage"):
    """Take points off a pool as they stand; every test such a loss asks for is asked at once."""

    target: Id
    amount: Points
    pool: Word = ""
    attribute: Word = ""


class Restore(Command, frozen=True, kw_only=True, tag="restore"):
    """Give points of a pool back."""

    target: Id
    amount: Points
    pool: Word = ""


class SetCondition(Command, frozen=True, kw_only=True, tag="set_condition"):
    """Give a combatant a condition."""

    combatant: Id
    condition: Name
    note: Text = ""


class ClearCondition(Command, frozen=True, kw_only=True, tag="clear_condition"):
    """Take a condition away, whatever its causes."""

    combatant: Id
    condition: Name


class Note(Command, frozen=True, kw_only=True, tag="note"):
    """Write a remark into the log; a GM may keep it from the others."""

    text: Annotated[str, Meta(min_length=1, max_length=2000)]
    gm_only: bool = False
    about: Id | None = None


class FreeRoll(Command, frozen=True, kw_only=True, tag="roll"):
    """Throw some dice, like `2d6+1`, for whatever reason."""

    dice: Annotated[str, Meta(pattern="^[0-9]{0,3}d[0-9]{1,4}([+-][0-9]{1,4})?$", examples=["2d6+1"])]
    combatant: Id | None = None
    purpose: Word = "free"
    level: Level = "open"
    modifiers: Annotated[tuple[RefereeModifier, ...], Meta(max_length=20)] = ()


class RevealRoll(Command, frozen=True, kw_only=True, tag="reveal_roll"):
    """Show the table a roll that not all could see."""

    roll: Version


class OpenClosedKey(Command, frozen=True, kw_only=True, tag="open_closed_key"):
    """Open the closed key of an epoch that is over: every hidden roll under it can be checked from then on."""

    epoch: Annotated[int, Meta(ge=1)]


class PassTime(Command, frozen=True, kw_only=True, tag="pass_time"):
    """Let time pass in the game world, with all that falls due on the way."""

    minutes: Annotated[int, Meta(ge=0, le=525_600)] = 0
    hours: Annotated[int, Meta(ge=0, le=8_760)] = 0
    days: Annotated[int, Meta(ge=0, le=365)] = 0


# corrections


class RequestUndo(Command, frozen=True, kw_only=True, tag="request_undo"):
    """Ask the GM to take back one of your own actions."""

    action: Annotated[str, Meta(max_length=100)]


class Undo(Command, frozen=True, kw_only=True, tag="undo"):
    """Take back the newest step, or a whole action; the table stands as it stood before."""

    action: Annotated[str, Meta(max_length=100)] | None = None


class Redo(Command, frozen=True, kw_only=True, tag="redo"):
    """Go back to where the last undo came from."""


class Switch(Command, frozen=True, kw_only=True, tag="switch"):
    """Let the table stand again as it stood at a version."""

    version: Version


# the table


class AddEntropy(Command, frozen=True, kw_only=True, tag="add_entropy"):
    """Mix randomness of your own (hex) into every face from the next turn on."""

    entropy: Entropy


class OfferSeat(Command, frozen=True, kw_only=True, tag="offer_seat"):
    """Make a seat, or give an old one a new link."""

    seat: Id
    kind: Literal["gm", "player", "spectator", "service"]
    name: Name
    link_digest: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] = ""
    speaks_for: Annotated[tuple[Id, ...], Meta(max_length=100)] = ()


class TakeSeat(Command, frozen=True, kw_only=True, tag="take_seat"):
    """Sit down: recorded when a seat's link is opened on a device, which may bring randomness of its own (hex)."""

    device: Word
    entropy: Entropy | Literal[""] = ""


class CloseSeat(Command, frozen=True, kw_only=True, tag="close_seat"):
    """Void a seat's link and tokens."""

    seat: Id


class SetOption(Command, frozen=True, kw_only=True, tag="set_option"):
    """Change an option of the table from here on."""

    option: Word
    value: OptionValue


class CloseTable(Command, frozen=True, kw_only=True, tag="close_table"):
    """Close the table: nothing more is played here."""

    reason: Text = ""


AnyCommand = (
    SetScene
    | PlaceCombatant
    | EnterCombatant
    | RemoveCombatant
    | SetStatus
    | Show
    | Hide
    | GiveControl
    | ChangeSheet
    | BeginCombat
    | Declare
    | RollInitiative
    | SetInitiative
    | Act
    | Done
    | Delay
    | Jump
    | Answer
    | NextTurn
    | EndCombat
    | ApplyDamage
    | Restore
    | SetCondition
    | ClearCondition
    | Note
    | FreeRoll
    | RevealRoll
    | OpenClosedKey
    | PassTime
    | RequestUndo
    | Undo
    | Redo
    | Switch
    | AddEntropy
    | OfferSeat
    | TakeSeat
    | CloseSeat
    | SetOption
    | CloseTable
)

COMMANDS: Final[tuple[type[Command], ...]] = AnyCommand.__args__


def wire_name(command: type[Command]) -> str:
    """The command's name on the wire."""
    return str(command.__struct_config__.tag)


class OpenTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Open a table: rule set, preset and options are fixed in its first fact."""

    title: Name
    ruleset: Id
    preset: Word = ""
    options: dict[str, OptionValue] = {}


class Given(msgspec.Struct, frozen=True, kw_only=True):
    """Who gives a command and when: what the edge knows of it and the engine cannot.

    `faces` are those of real dice that come with it; `force` is the GM's reason for doing it anyway.
    """

    table: str
    seat: str
    command: str
    digest: str
    now: int
    on_behalf: str | None = None
    force: str | None = None
    faces: tuple[int, ...] = ()

    @property
    def speaker(self) -> str:
        """Whose word it is: the seat's own, or that of the seat a program speaks for."""
        return self.on_behalf or self.seat
