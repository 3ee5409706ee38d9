"""What these rules leave to the people at the table, and what was said to it: it stands in the log with its rule."""

from collections.abc import Iterator
from typing import Any

from engine.context import Context
from engine.rulesets.interlock.fields import FireAct
from engine.rulesets.interlock.passing_time import owes_saves_by_the_minute
from engine.span import Span
from events.base import CombatantId
from events.play import LeftOpen


def left_open(ctx: Context, by: CombatantId | None, said: Any) -> Iterator[LeftOpen]:
    """The friend whom a fumble hits, and the minutes that pass for the dying."""
    match said:
        case FireAct(friend=str(friend)):
            yield LeftOpen("INT-FUMBLE-4", f"the friend is {friend}")
        case Span(in_minutes=minutes) if minutes and any(map(owes_saves_by_the_minute, ctx.state.combatants.values())):
            yield LeftOpen("INT-STAB-4", f"minutes: {minutes}")
        case _:
            pass
