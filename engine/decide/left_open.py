"""What rules leave to the people at the table: the rule that a command names for it, and those a rule set knows of."""

from typing import Any

from engine.context import Context
from engine.draft import Draft
from engine.refusals import Refused, refusal
from events.base import CombatantId
from events.play import LeftOpen


def named(draft: Draft, rule: str) -> str:
    """The rule that a command says it is a decision under, if it says one.

    Raises:
        Refused: these rules have none of that id.
    """
    if rule and draft.ruleset.rulebook.rule(rule) is None:
        raise Refused(refusal("invalid", f"there is no rule {rule!r} in {draft.ruleset.rulebook.title}"))
    return rule


def left_open(
    draft: Draft,
    said: Any,
    by: CombatantId | None = None,
    *,
    ctx: Context | None = None,
    rule: str = "",
    words: str = "",
) -> tuple[LeftOpen, ...]:
    """What of a command some rule leaves to whoever gives it: as the command names it, and as the rules know."""
    told = (LeftOpen(named(draft, rule), words),) if rule else ()
    return (*told, *draft.ruleset.left_open(ctx or draft.context(), by, said))
