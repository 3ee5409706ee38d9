"""What a minimal sheet cannot do: the rules read of it what it does not say, so the referee types the result."""

from collections.abc import Iterator
from typing import Any, Final

from engine.refusals import Refusal, refusal
from engine.ruleset import ActionKind, RuleSet
from engine.state import State
from events.base import CombatantId

DEFENDING: Final = ("dodge", "parry", "ask")


def against_minimal_sheets(
    state: State, ruleset: RuleSet, actor: CombatantId, kind: ActionKind, action: Any
) -> Iterator[Refusal]:
    """What minimal sheets have against an act: the actor's, or that of a target who would have to defend."""
    if kind.needs_sheet:
        yield from cannot_be_rolled(state, ruleset, actor, f"which {kind.kind} needs")
    target = getattr(action, "target", None)
    if isinstance(target, str) and (kind.opposed or getattr(action, "defense", None) in DEFENDING):
        yield from cannot_be_rolled(state, ruleset, target, "which a defense needs")


def cannot_be_rolled(state: State, ruleset: RuleSet, combatant: CombatantId, what_for: str) -> Iterator[Refusal]:
    """That a sheet says too little, with the field that is missing and what to do."""
    one = state.combatants.get(combatant)
    missing = ruleset.lacks(ruleset.decode_sheet(bytes(one.sheet))) if one is not None else ""
    if one is not None and missing:
        yield refusal(
            "invalid",
            f"the sheet of {one.name} is minimal and says nothing of {missing}, {what_for}: give a fuller one with "
            "change_sheet, or state what comes of it (roll, apply_damage, set_condition, note)",
        )
