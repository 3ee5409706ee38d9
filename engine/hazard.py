"""Harm that is nobody's attack, a fall, a trap, a fire: what the machinery tells a rule set of it."""

from typing import Final

import msgspec

from engine.context import Context
from engine.notation import Thrown, read_thrown
from events.base import CombatantId
from events.play import Level

ALL: Final = "all"
"""The whole body, or every location of it."""
ROLLED: Final = "rolled"
"""A location is rolled for every hit."""

Harm = tuple[int, int]
"""What the dice of a hazard came to, and the roll that says so (0: nobody threw)."""


class Danger(msgspec.Struct, frozen=True, omit_defaults=True):
    """What harms somebody.

    `dice` are thrown for each target, or an `amount` is stated; both before anything stops it. `kind` and `location`
    are words of the rule set, empty: as is usual there. `armor` and `cover` tell whether they count, `stops` is a
    stated value in place of both. A `secret` one is told like harm from an unseen cause.
    """

    label: str = ""
    dice: str = ""
    amount: int | None = None
    kind: str = ""
    location: str = ""
    armor: bool = True
    cover: bool = False
    stops: int | None = None
    secret: bool = False

    @property
    def thrown(self) -> Thrown | None:
        """The dice as they are thrown; None: the amount is stated."""
        return read_thrown(self.dice) if self.amount is None else None


def who_sees_the_dice(ctx: Context, danger: Danger, *targets: CombatantId) -> Level:
    """Dice of the table, open if anybody is hit whom all can see. What is hidden makes no difference to the rest."""
    seen = any(ctx.knows(one) and not ctx.combatant(one).unseen for one in targets)
    return "open" if seen and not danger.secret else "gm"
