"""Commands of the turn: begin, declare, roll, act, be done, answer, go on."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from engine.commands.base import Command, Id, Name, Number, RefereeModifier, Text, Word


class BeginCombat(Command, frozen=True, kw_only=True, tag="begin_combat"):
    """Begin a fight with everybody but the reserve; on request the initiative of its first turn is thrown as well."""

    title: Word = ""
    through: Literal["declaration", "initiative"] = "declaration"


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
    """Carry out an action of the rule set: its `kind` and the fields that kind has.

    With `done` the activation ends with it, and the next combatant comes up.
    """

    combatant: Id
    action: msgspec.Raw
    modifiers: Annotated[tuple[RefereeModifier, ...], Meta(max_length=20)] = ()
    done: bool = False


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
    """Answer a question: a choice, or faces of real dice. Without `question` the combatant's first open one.

    The id of a group answers for all of it who are asked.
    """

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
