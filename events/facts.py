"""The closed union of facts, and which of them an undo may take back."""

from typing import Final

from events.base import Fact
from events.correction import Amended, Overridden, Retracted
from events.dispute import Disputed, Ruled
from events.flow import (
    CombatantDone,
    CombatantUp,
    CombatBegan,
    CombatEnded,
    Delayed,
    InitiativeSet,
    OrderSettled,
    PhaseEntered,
    TimePassed,
    TurnBegan,
    TurnEnded,
)
from events.play import (
    ActionBegan,
    ActionEnded,
    AmmoSpent,
    Answered,
    Asked,
    ConditionGained,
    ConditionLost,
    CounterRaised,
    CountersLapsed,
    DamageApplied,
    Declared,
    PoolRestored,
    Reloaded,
    Rolled,
    RuleOverruled,
    TallyChanged,
)
from events.roster import (
    CombatantEntered,
    CombatantHidden,
    CombatantLeft,
    CombatantShown,
    ControlGiven,
    GroupChanged,
    GroupFormed,
    OptionChanged,
    Placed,
    RangeStated,
    SceneSet,
    SheetChanged,
    StatusSet,
)
from events.table import (
    ActionQueued,
    ClosedKeyOpened,
    CombatantProposed,
    DiceKeyTurned,
    EntropyAdded,
    NoteAdded,
    ProposalSettled,
    QueueSettled,
    RollShown,
    SeatClosed,
    SeatOffered,
    SeatTaken,
    TableClosed,
    TableOpened,
    TableReopened,
    UndoDeclined,
    UndoRequested,
)

LedgerFact = (
    TableOpened
    | SeatOffered
    | SeatTaken
    | SeatClosed
    | EntropyAdded
    | DiceKeyTurned
    | ClosedKeyOpened
    | RollShown
    | CombatantProposed
    | ProposalSettled
    | ActionQueued
    | QueueSettled
    | UndoRequested
    | UndoDeclined
    | NoteAdded
    | Amended
    | Disputed
    | Ruled
    | TableClosed
    | TableReopened
)
"""Facts that no undo rewinds: seats, keys, entropy, notes, requests, what is proposed or queued, disputes, and how the
record was corrected."""

PlayFact = (
    CombatantEntered
    | CombatantLeft
    | CombatantShown
    | CombatantHidden
    | ControlGiven
    | SheetChanged
    | StatusSet
    | GroupFormed
    | GroupChanged
    | SceneSet
    | Placed
    | RangeStated
    | OptionChanged
    | CombatBegan
    | TurnBegan
    | PhaseEntered
    | InitiativeSet
    | OrderSettled
    | CombatantUp
    | CombatantDone
    | Delayed
    | TurnEnded
    | TimePassed
    | CombatEnded
    | Declared
    | ActionBegan
    | RuleOverruled
    | Asked
    | Answered
    | Rolled
    | DamageApplied
    | PoolRestored
    | ConditionGained
    | ConditionLost
    | CounterRaised
    | CountersLapsed
    | TallyChanged
    | AmmoSpent
    | Reloaded
    | Overridden
    | ActionEnded
)
"""Facts that an undo may take back: roster, scene, options, flow and play."""

AnyFact = LedgerFact | PlayFact | Retracted

LEDGER: Final[frozenset[type[Fact]]] = frozenset(LedgerFact.__args__)
PLAY: Final[frozenset[type[Fact]]] = frozenset(PlayFact.__args__)
FACTS: Final[frozenset[type[Fact]]] = LEDGER | PLAY | {Retracted}

FRAME_OF_A_FIGHT: Final[frozenset[type[Fact]]] = frozenset(
    {CombatantEntered, CombatantLeft, CombatBegan, TurnBegan, PhaseEntered, TurnEnded, CombatEnded}
)
"""Facts that hold up what comes after them. They are taken back by an undo alone, never struck out of the middle."""

PARTS_OF_AN_ACTION: Final[frozenset[type[Fact]]] = frozenset({ActionBegan, RuleOverruled, Asked, Answered, ActionEnded})
"""Facts that are struck with their whole action, never by themselves."""
