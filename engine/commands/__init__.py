"""What people may ask of a table: one frozen struct per command, its wire name in `type`."""

from typing import Final

from engine.commands.base import Command, RefereeModifier, wire_name
from engine.commands.correction import (
    Amend,
    DeclineUndo,
    Override,
    Redo,
    RequestUndo,
    StatedChange,
    Strike,
    Switch,
    Undo,
)
from engine.commands.dispute import Dispute, Reroll, Rule
from engine.commands.given import Given, OpenTable
from engine.commands.groups import ChangeGroup, FormGroup
from engine.commands.proposals import AcceptCombatant, RefuseCombatant
from engine.commands.queue import CarryOut, Queue
from engine.commands.referee import (
    ApplyDamage,
    ClearCondition,
    FreeRoll,
    Hazard,
    Note,
    OpenClosedKey,
    PassTime,
    Restore,
    RevealRoll,
    SetCondition,
)
from engine.commands.scene import (
    ChangeSheet,
    ClearFallen,
    EnterCombatant,
    GiveControl,
    Hide,
    PlaceCombatant,
    ReloadAll,
    RemoveCombatant,
    SetScene,
    SetStatus,
    Show,
)
from engine.commands.table import AddEntropy, CloseSeat, CloseTable, HandOverSeat, OfferSeat, SetOption, TakeSeat
from engine.commands.turn import (
    Act,
    Answer,
    BeginCombat,
    Declare,
    Delay,
    Done,
    EndCombat,
    Jump,
    NextTurn,
    RollInitiative,
    SetInitiative,
)

__all__ = [
    "COMMANDS",
    "AcceptCombatant",
    "Act",
    "AddEntropy",
    "Amend",
    "Answer",
    "AnyCommand",
    "ApplyDamage",
    "BeginCombat",
    "CarryOut",
    "ChangeGroup",
    "ChangeSheet",
    "ClearCondition",
    "ClearFallen",
    "CloseSeat",
    "CloseTable",
    "Command",
    "Declare",
    "DeclineUndo",
    "Delay",
    "Dispute",
    "Done",
    "EndCombat",
    "EnterCombatant",
    "FormGroup",
    "FreeRoll",
    "GiveControl",
    "Given",
    "HandOverSeat",
    "Hazard",
    "Hide",
    "Jump",
    "NextTurn",
    "Note",
    "OfferSeat",
    "OpenClosedKey",
    "OpenTable",
    "Override",
    "PassTime",
    "PlaceCombatant",
    "Queue",
    "Redo",
    "RefereeModifier",
    "RefuseCombatant",
    "ReloadAll",
    "RemoveCombatant",
    "RequestUndo",
    "Reroll",
    "Restore",
    "RevealRoll",
    "RollInitiative",
    "Rule",
    "SetCondition",
    "SetInitiative",
    "SetOption",
    "SetScene",
    "SetStatus",
    "Show",
    "StatedChange",
    "Strike",
    "Switch",
    "TakeSeat",
    "Undo",
    "wire_name",
]

AnyCommand = (
    SetScene
    | PlaceCombatant
    | EnterCombatant
    | AcceptCombatant
    | RefuseCombatant
    | RemoveCombatant
    | SetStatus
    | ClearFallen
    | ReloadAll
    | FormGroup
    | ChangeGroup
    | Show
    | Hide
    | GiveControl
    | ChangeSheet
    | BeginCombat
    | Declare
    | RollInitiative
    | SetInitiative
    | Act
    | Queue
    | CarryOut
    | Done
    | Delay
    | Jump
    | Answer
    | NextTurn
    | EndCombat
    | ApplyDamage
    | Hazard
    | Restore
    | SetCondition
    | ClearCondition
    | Note
    | FreeRoll
    | RevealRoll
    | OpenClosedKey
    | PassTime
    | RequestUndo
    | DeclineUndo
    | Undo
    | Redo
    | Switch
    | Strike
    | Amend
    | Override
    | Dispute
    | Rule
    | AddEntropy
    | OfferSeat
    | HandOverSeat
    | TakeSeat
    | CloseSeat
    | SetOption
    | CloseTable
)

COMMANDS: Final[tuple[type[Command], ...]] = AnyCommand.__args__
