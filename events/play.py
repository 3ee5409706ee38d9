"""Facts of play: declarations, actions, questions, rolls, damage, conditions. Every number comes with its reasons."""

from itertools import pairwise
from typing import Literal, Protocol

import msgspec

from events.base import CombatantId, Fact, Part, SeatId, Version

Level = Literal["open", "result", "gm", "blind"]
"""Who sees a roll: all; the others only its result; the GM alone; not even whoever throws it, until it is shown."""

Outcome = Literal["success", "failure", "fumble", "none"]


class Modifier(Part, frozen=True):
    """A signed number on a roll, the rule that justifies it, and a word for people."""

    rule: str
    value: int
    note: str = ""


class Declared(Fact, frozen=True, tag="declared"):
    """What a combatant means to do this turn, and how it reacts to attacks."""

    combatant: CombatantId
    intention: str = ""
    attacks: int | None = None
    weapon: str | None = None
    mode: str | None = None
    reaction: str | None = None
    haste: bool = False


class LeftOpen(Part, frozen=True):
    """Something that a rule leaves to the people at the table, and what was said to it."""

    rule: str
    said: str


class ActionBegan(Fact, frozen=True, tag="action-began"):
    """A procedure of the rules starts: its name, and what it was given as raw JSON for the rule set to decode.

    `left_open` is what of it a rule leaves to whoever gives the command, with that rule.
    """

    procedure: str
    given: msgspec.Raw
    combatant: CombatantId | None = None
    left_open: tuple[LeftOpen, ...] = ()


class RuleOverruled(Fact, frozen=True, tag="rule-overruled"):
    """The GM did it anyway: the refusal that was overruled, its rule, and the reason."""

    code: str
    rule: str
    reason: str


class Question(Part, frozen=True):
    """One thing asked of one combatant: a roll with real dice, or a choice. `rule` is the one that leaves it open."""

    path: str
    combatant: CombatantId
    purpose: str
    options: tuple[str, ...] = ()
    dice: str = ""
    default: str = ""
    lapses: bool = False
    rule: str = ""


class Asked(Fact, frozen=True, tag="asked"):
    """The action waits for these answers; several are kept closed until the last is in."""

    ask: str
    questions: tuple[Question, ...]
    deadline: int | None = None


class Answered(Fact, frozen=True, tag="answered"):
    """An answer: a choice, or the faces of real dice; `given_by` is empty when the default was taken."""

    path: str
    combatant: CombatantId
    choice: str | None = None
    faces: tuple[int, ...] = ()
    given_by: SeatId | None = None


class Added(Part, frozen=True):
    """Faces of a roll, from the place `first` on, that were missing when a correction judged it again.

    They were thrown then, at an address and in an epoch of their own, or typed. Without an address: it is not told.
    """

    first: int
    address: str = ""
    epoch: int = 0
    closed: bool = False
    typed_by: SeatId | None = None


class Rolled(Fact, frozen=True, tag="rolled"):
    """Dice fell. `faces` are what they showed, `counts` what each is worth; the total adds the modifiers to them.

    `added` tells which of them fell only when a correction asked for more dice than there were.

    Raises:
        ValueError: the total is not the sum of its parts, or what was added has no place among the faces.
    """

    combatant: CombatantId | None
    purpose: str
    path: str
    dice: str
    faces: tuple[int, ...]
    counts: tuple[int, ...]
    total: int
    address: str
    epoch: int
    rule: str = ""
    modifiers: tuple[Modifier, ...] = ()
    target_number: int | None = None
    success_level: int | None = None
    outcome: Outcome = "none"
    location: str | None = None
    level: Level = "open"
    key: Literal["open", "closed"] = "open"
    typed_by: SeatId | None = None
    attempt: int = 0
    added: tuple[Added, ...] = ()

    def __post_init__(self) -> None:
        firsts = (0, *(one.first for one in self.added), len(self.faces))
        if self.added and any(one >= other for one, other in pairwise(firsts)):
            raise ValueError("what was added to a roll has a place among its faces, each behind the one before")
        worth = sum(self.counts) + sum(modifier.value for modifier in self.modifiers)
        if worth != self.total or len(self.counts) != len(self.faces):
            raise ValueError(f"a roll's total must be the sum of its parts: {worth}, not {self.total}")


class Together(msgspec.Struct, frozen=True):
    """Faces of one roll that fell together: where they were thrown and under which key, or who typed them."""

    faces: tuple[int, ...]
    address: str
    epoch: int
    closed: bool
    typed_by: SeatId | None


class Fallen(Protocol):
    """A roll as it is told: the whole of it or cut."""

    @property
    def faces(self) -> tuple[int, ...]:
        """What its dice showed."""

    @property
    def address(self) -> str:
        """Where those were thrown that fell first."""

    @property
    def epoch(self) -> int:
        """Of which keys."""

    @property
    def typed_by(self) -> SeatId | None:
        """Whose real dice they were."""

    @property
    def added(self) -> tuple[Added, ...]:
        """What fell later."""


def fell_together(roll: Fallen, closed: bool) -> tuple[Together, ...]:
    """The faces of a roll by when they fell: at first (under the closed key or not), then at each correction."""
    ends = (*(one.first for one in roll.added), len(roll.faces))
    first = Together(roll.faces[: ends[0]], roll.address, roll.epoch, closed, roll.typed_by)
    later = (
        Together(roll.faces[one.first : end], one.address, one.epoch, one.closed, one.typed_by)
        for one, end in zip(roll.added, ends[1:], strict=True)
    )
    return (first, *later)


class Step(Part, frozen=True):
    """One step from raw damage to what is lost: the operation, its operand, the number after it, and its rule."""

    step: str
    op: Literal["set", "times", "minus", "plus", "least"]
    by: int
    result: int
    rule: str


class DamageApplied(Fact, frozen=True, tag="damage-applied"):
    """Damage, each step on the way explained. `change` is signed and is what the pool changes by: points are taken off
    it, or come on top where a pool counts wounds.

    Raises:
        ValueError: the steps do not lead to the change.
    """

    combatant: CombatantId
    pool: str
    change: int
    steps: tuple[Step, ...]
    source: CombatantId | None = None
    weapon: str | None = None
    location: str | None = None

    def __post_init__(self) -> None:
        value = 0
        for step in self.steps:
            value = after(step, value)
            if value != step.result:
                raise ValueError(f"the step {step.step} leads to {value}, not {step.result}")
        if self.steps and self.change not in (-value, value):
            raise ValueError(f"the steps lead to a loss of {value}, not {abs(self.change)}")


def after(step: Step, value: int) -> int:
    """The number after a step of damage: `least` is a floor."""
    match step.op:
        case "set":
            return step.by
        case "times":
            return value * step.by
        case "minus":
            return value - step.by
        case "plus":
            return value + step.by
        case "least":
            return max(value, step.by)


class PoolRestored(Fact, frozen=True, tag="pool-restored"):
    """Points back into a pool, signed, with the rule that gives them."""

    combatant: CombatantId
    pool: str
    change: int
    rule: str = ""


class Effect(Part, frozen=True):
    """What a condition of the referee's own does while this cause of it stands, and when it ends by itself.

    `modifier` counts on the rolls that `on` names. It ends after so many `turns` or `minutes`, or with the `fight`.
    `seen`: everybody sees it.
    """

    modifier: int = 0
    on: str = ""
    turns: int = 0
    minutes: int = 0
    fight: bool = False
    seen: bool = False


class ConditionGained(Fact, frozen=True, tag="condition-gained"):
    """One more cause for a condition; it stands while any cause of it stands."""

    combatant: CombatantId
    condition: str
    rule: str = ""
    note: str = ""
    effect: Effect | None = None


class ConditionLost(Fact, frozen=True, tag="condition-lost"):
    """These causes of a condition no longer hold. `stated`: by the referee's word, now or when it was given."""

    combatant: CombatantId
    condition: str
    causes: tuple[Version, ...]
    rule: str = ""
    stated: bool = False


class CounterRaised(Fact, frozen=True, tag="counter-raised"):
    """One more of something that is counted: actions of the turn, shots aimed at somebody, minutes dying."""

    combatant: CombatantId
    counter: str
    other: CombatantId | None = None


class CountersLapsed(Fact, frozen=True, tag="counters-lapsed"):
    """These counts no longer count, each given by the versions that raised it."""

    combatant: CombatantId
    counters: dict[str, tuple[Version, ...]]


class TallyChanged(Fact, frozen=True, tag="tally-changed"):
    """Numbers that the rules keep of somebody change by these signed amounts: minutes awake, points owed to sleep."""

    combatant: CombatantId
    changes: dict[str, int]


class AmmoSpent(Fact, frozen=True, tag="ammo-spent"):
    """Rounds fired."""

    combatant: CombatantId
    weapon: str
    rounds: int


class Reloaded(Fact, frozen=True, tag="reloaded"):
    """The weapon holds this many rounds now, whatever was in it."""

    combatant: CombatantId
    weapon: str
    rounds: int


class ActionEnded(Fact, frozen=True, tag="action-ended"):
    """The procedure is through; `outcome` is its word for the story."""

    outcome: str = ""
