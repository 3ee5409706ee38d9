"""A stretch of time in the game world: how long it is, and what people do in it."""

import msgspec

from events.base import CombatantId

MINUTES_OF_AN_HOUR, MINUTES_OF_A_DAY = 60, 24 * 60


class Span(msgspec.Struct, frozen=True, omit_defaults=True):
    """So many turns, then days, hours and minutes.

    `doing` is a word for what everybody does meanwhile, or names who does what; who is not named does nothing of note.
    Turns are no part of a minute: nobody knows how many there are in one.
    """

    minutes: int = 0
    hours: int = 0
    days: int = 0
    turns: int = 0
    doing: str | dict[CombatantId, str] = ""

    @property
    def in_minutes(self) -> int:
        """All of it but the turns."""
        return self.minutes + MINUTES_OF_AN_HOUR * self.hours + MINUTES_OF_A_DAY * self.days

    @property
    def words(self) -> tuple[str, ...]:
        """Every word for something that somebody does."""
        named = self.doing.values() if isinstance(self.doing, dict) else (self.doing,)
        return tuple(word for word in named if word)

    def done_by(self, combatant: CombatantId) -> str:
        """What somebody does in this time; empty: nothing of note."""
        return self.doing.get(combatant, "") if isinstance(self.doing, dict) else self.doing
