"""Decisions about conditions that the referee gives and takes away."""

from msgspec.structs import replace

from engine.actions import begin
from engine.commands import ClearCondition, SetCondition
from engine.decide.left_open import named
from engine.decide.verdicts import decides
from engine.draft import Draft
from engine.groups import present
from engine.play import OfAGroup
from engine.refusals import Refused, refusal
from events.play import ConditionGained, ConditionLost, Effect


@decides(SetCondition)
def set_condition(draft: Draft, command: SetCondition) -> None:
    """The GM gives a condition."""
    ends = [end for end in (command.turns, command.minutes, command.until == "end_of_fight") if end]
    if len(ends) > 1:
        raise Refused(
            refusal("invalid", "a condition ends after turns, after minutes or with the fight; say one of them")
        )
    rule = named(draft, command.rule)
    if command.combatant in draft.state.groups:
        _of_a_group(draft, command, OfAGroup("", (), command.condition, rule, command.note, _effect(command)))
        return
    draft.record(ConditionGained(command.combatant, command.condition, rule, command.note, _effect(command)))
    for fact in draft.ruleset.brings(draft.context(), command.combatant, command.condition, True):
        draft.record(fact)


def _of_a_group(draft: Draft, command: SetCondition | ClearCondition, given: OfAGroup) -> None:
    """The same for all of a group, as one step."""
    members = present(draft.state, command.combatant)
    begin(draft, "group-condition", replace(given, group=command.combatant, members=members))


def _effect(command: SetCondition) -> Effect | None:
    """What the condition does and when it ends; None: it stands for itself until somebody clears it."""
    effect = Effect(
        modifier=command.modifier,
        on=command.on if command.modifier else "",
        turns=command.turns or 0,
        minutes=command.minutes or 0,
        fight=command.until == "end_of_fight",
        seen=command.seen,
    )
    return effect if effect != Effect() else None


@decides(ClearCondition)
def clear_condition(draft: Draft, command: ClearCondition) -> None:
    """The GM takes a condition away with all its causes."""
    if command.combatant in draft.state.groups:
        _clear_of_a_group(draft, command)
        return
    causes = draft.state.combatants[command.combatant].conditions.get(command.condition, ())
    if not causes:
        raise Refused(refusal("invalid", f"{draft.state.name(command.combatant)} is not {command.condition}"))
    draft.record(ConditionLost(command.combatant, command.condition, causes, stated=True))
    for fact in draft.ruleset.brings(draft.context(), command.combatant, command.condition, False):
        draft.record(fact)


def _clear_of_a_group(draft: Draft, command: ClearCondition) -> None:
    members = present(draft.state, command.combatant)
    if not any(draft.state.combatants[one].has(command.condition) for one in members):
        group = draft.state.groups[command.combatant].title
        raise Refused(refusal("invalid", f"nobody of {group} is {command.condition}"))
    _of_a_group(draft, command, OfAGroup("", (), command.condition, over=True))
