"""Commands about characters that players would like to bring in: a GM lets them in or turns them down."""

from engine.commands.base import Command, Id, Name, Text, Word
from events.roster import Status


class AcceptCombatant(Command, frozen=True, kw_only=True, tag="accept_combatant"):
    """Let a character in that a player has proposed with `enter_combatant`; the player plays it from then on.

    `enter_as` gives it another id, where its own is taken. What else is said takes the place of what was proposed.
    """

    seat: Id
    combatant: Id
    enter_as: Id | None = None
    name: Name | None = None
    side: Word | None = None
    status: Status | None = None
    hidden: bool = False


class RefuseCombatant(Command, frozen=True, kw_only=True, tag="refuse_combatant"):
    """Turn down a character that a player has proposed, with a reason; a player takes one of their own back."""

    seat: Id
    combatant: Id
    reason: Text = ""
