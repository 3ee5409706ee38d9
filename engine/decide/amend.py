"""Amending: an action as it should have been given, on the dice it had, in its place or as one change now."""

from typing import Any

import msgspec

from engine.commands import Act, Amend, AnyCommand, Command, wire_name
from engine.corrections.consequences import After, before_step_of
from engine.corrections.replay import Replay
from engine.corrections.review import refused_now, reviewed
from engine.corrections.steps import Step, commands_of, steps_of
from engine.decide.strike import (
    counting_after,
    first_of,
    original_of,
    refuse_to_break_what_is_parked,
    refuse_to_reach_what_is_parked,
)
from engine.decide.verdicts import decides
from engine.dice import DieWanted
from engine.draft import Draft
from engine.history import fold
from engine.line import spans_of
from engine.refusals import Refused, refusal
from engine.state import Combatant, State
from events.base import CombatantId, Version
from events.correction import Amended, Change, Otherwise, Overridden, Retracted


@decides(Amend)
def amend(draft: Draft, command: Amend) -> None:
    """The action is judged again with what should have been said."""
    first = first_of(draft, None, command.action)
    after = counting_after(draft, first)
    steps = steps_of(after.entries, original_of(draft))
    at = _place_of(draft, steps, command.action)
    refuse_to_reach_what_is_parked(draft, after, frozenset(entry.version for entry in steps[at].entries))
    before = fold(after.state, (entry for step in steps[:at] for entry in step.entries))
    changed = _changed(steps[at], before, command)
    judged = steps[at:] if command.reach == "replayed" else steps[at : _last_of(steps, at) + 1]
    other_rules = under_other_rules(draft, before, judged, command.rejudge)
    replay = Replay(draft, before, after.entries, draft.version + 2)
    try:
        replay.amended(steps[at], changed)
        if command.reach == "replayed":
            _replayed(draft, command, before_step_of(draft.history, first), replay, steps[at + 1 :], after, other_rules)
        else:
            _only_now(draft, command, replay, steps, at, before, other_rules)
    except DieWanted:
        draft.place(replay.placed)
        raise


def _last_of(steps: tuple[Step, ...], at: int) -> int:
    """The place of the last step that belongs to an action: its answers are steps of their own."""
    return max(place for place, step in enumerate(steps) if steps[at].id in (step.id, step.action))


def under_other_rules(draft: Draft, before: State, steps: tuple[Step, ...], knowingly: bool) -> tuple[Otherwise, ...]:
    """Acts of another version of the rules that come out otherwise under those at hand, just as they were given.

    Raises:
        Refused: there are some, and nobody said that they are to be judged again.
    """
    older = [step for step in steps if _rules_of(step) not in ("", draft.ruleset.version)]
    if not older:
        return ()
    same = frozenset(entry.version for step in steps if step not in older for entry in step.entries)
    found = reviewed(draft, before, steps, same)
    if found and not knowingly:
        told = "; ".join(map(_then_and_now, found[:3]))
        sentence = (
            f"judged under version {_rules_of(older[0])} of the rules; those at hand, version {draft.ruleset.version}, "
            f"say otherwise ({told}). With rejudge they are judged by these"
        )
        raise Refused(refusal("rules-changed", sentence))
    return found


def _then_and_now(one: Otherwise) -> str:
    return f"{one.action} then: {one.was or 'as recorded'}, now: {one.now or one.what}"


def _rules_of(step: Step) -> str:
    """The version of the rules that an act began under; empty: it began none."""
    return next((entry.rules for entry in step.entries if entry.rules), "")


def throw_anew(draft: Draft, roll: Version, action: str, reason: str, knowingly: bool = False) -> None:
    """The dice of one roll are thrown once more; its action and all later ones are judged on what falls.

    Raises:
        Refused: the roll does not count where the table stands, or acts of other rules would be judged unknowingly.
    """
    first = first_of(draft, None, action)
    after = counting_after(draft, first)
    entry = next((entry for entry in after.entries if entry.version == roll), None)
    if entry is None:
        raise Refused(refusal("unknown-id", "this roll does not count where the table stands"))
    steps = steps_of(after.entries, original_of(draft))
    at = _place_of(draft, steps, action)
    refuse_to_reach_what_is_parked(draft, after, frozenset(entry.version for entry in steps[at].entries))
    before = fold(after.state, (entry for step in steps[:at] for entry in step.entries))
    (given,) = commands_of(steps[at], before)
    other_rules = under_other_rules(draft, before, steps[at:], knowingly)
    replay = Replay(draft, before, after.entries, draft.version + 2, anew=entry)
    replay.amended(steps[at], given)
    command = Amend(action=action, changes={}, reason=reason)
    _replayed(draft, command, before_step_of(draft.history, first), replay, steps[at + 1 :], after, other_rules)


def _place_of(draft: Draft, steps: tuple[Step, ...], action: str) -> int:
    at = next((place for place, step in enumerate(steps) if step.id == action), None)
    if at is None:
        raise Refused(refusal("unknown-id", f"there is no action {action!r} that counts where the table stands"))
    if steps[at].action != action:
        raise Refused(refusal("invalid", f"this is an answer, a part of an action; amend that: {steps[at].action}"))
    history = draft.history
    if history.begins[history.origins().get(steps[at].first, steps[at].first)] in history.by_hand():
        raise Refused(refusal("invalid", "a part of this was struck or overridden; undo that first"))
    return at


def _changed(step: Step, before: State, command: Amend) -> Command:
    """The command as it should have been given.

    Raises:
        Refused: nothing is changed, or there are no such fields.
    """
    commands = commands_of(step, before)
    if len(commands) != 1:
        raise Refused(refusal("invalid", "this only states something; strike it and state it anew"))
    (given,) = commands
    said: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(given))
    wanted = _merged(said, command.changes, type(given))
    try:
        changed = msgspec.json.decode(msgspec.json.encode(wanted), type=AnyCommand)
    except msgspec.ValidationError as problem:
        raise Refused(refusal("invalid", f"{wire_name(type(given))}: {problem}")) from problem
    if wanted == said:
        raise Refused(refusal("invalid", "name a field that was wrong, with what it should have been"))
    return changed


def _merged(said: dict[str, Any], changes: dict[str, Any], command: type[Command]) -> dict[str, Any]:
    """The fields with the changes among them; what is no field of an act's command is one of the act itself."""
    fields = set(command.__struct_fields__)
    mine = {name: value for name, value in changes.items() if name in fields or command is not Act}
    wanted = _with(said, mine)
    if command is Act:
        wanted["action"] = _with(wanted["action"], {name: changes[name] for name in changes.keys() - mine.keys()})
    return wanted


def _with(said: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in {**said, **changes}.items() if value is not None}


def _replayed(
    draft: Draft,
    command: Amend,
    since: Version,
    replay: Replay,
    steps: tuple[Step, ...],
    after: After,
    other_rules: tuple[Otherwise, ...],
) -> None:
    """What came later is judged again; all that became something else stands in its place."""
    for step in steps:
        replay.later(step)
    if not replay.gone:
        raise Refused(refusal("invalid", "nothing would be otherwise"))
    gone = frozenset(entry.version for entry in replay.gone)
    refuse_to_reach_what_is_parked(draft, after, gone)
    refuse_to_break_what_is_parked(draft, replay.state)
    stopped = (refused_now(replay.stopped.step, replay.stopped.refusal),) if replay.stopped else ()
    _write_down(draft, command, replay, stopped, other_rules)
    draft.correct(Retracted("amend", since, spans_of(gone), command.reason), replay.state)


def _write_down(
    draft: Draft,
    command: Amend,
    replay: Replay,
    later: tuple[Otherwise, ...],
    other_rules: tuple[Otherwise, ...],
) -> None:
    changes = msgspec.Raw(msgspec.json.encode(command.changes))
    surplus = tuple(replay.surplus)
    draft.record(Amended(command.action, changes, command.reach, command.reason, surplus, later, other_rules))
    draft.place(replay.placed)


def _only_now(
    draft: Draft,
    command: Amend,
    replay: Replay,
    steps: tuple[Step, ...],
    at: int,
    before: State,
    other_rules: tuple[Otherwise, ...],
) -> None:
    """The difference that the action makes, as one change of the present; everything later stays as it was."""
    last = _last_of(steps, at)
    for step in steps[at + 1 : last + 1]:
        replay.later(step)
    then = fold(before, (entry for step in steps[at : last + 1] for entry in step.entries))
    changes = differences_between(then, replay.state, draft.state)
    if not changes:
        raise Refused(refusal("invalid", "nothing would be otherwise now"))
    later = reviewed(draft, replay.state, steps[last + 1 :], frozenset())
    _write_down(draft, command, replay, later, other_rules)
    draft.record(Overridden(changes, command.reason), (steps[at].first,))


def differences_between(then: State, instead: State, now: State) -> dict[CombatantId, Change]:
    """What has to change of the present for an action to have led to one state instead of another."""
    both = [name for name in then.combatants if name in instead.combatants and name in now.combatants]
    changes = {
        name: _difference(then.combatants[name], instead.combatants[name], now.combatants[name]) for name in both
    }
    return {name: change for name, change in changes.items() if change != Change()}


def _difference(then: Combatant, instead: Combatant, now: Combatant) -> Change:
    pools = {name: instead.pools[name].now - pool.now for name, pool in then.pools.items() if name in instead.pools}
    ammo = {name: instead.ammo.get(name, 0) - rounds for name, rounds in then.ammo.items()}
    ended = {
        name: tuple(cause for cause in now.conditions.get(name, ()) if cause in causes)
        for name, causes in then.conditions.items()
        if not instead.has(name)
    }
    return Change(
        pools={name: change for name, change in pools.items() if change},
        ammo={name: change for name, change in ammo.items() if change},
        gained=tuple(name for name in instead.conditions if not then.has(name)),
        lost={name: causes for name, causes in ended.items() if causes},
    )
