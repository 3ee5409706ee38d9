"""What a correction means for what came later: every later step is judged again dry, and compared with what stands."""

from collections.abc import Iterator

from engine.corrections.again import Again, as_recorded, judged_again, known_of
from engine.corrections.steps import Step, commands_of, without
from engine.dice import DieWanted, NoDice
from engine.draft import Draft
from engine.history import fold
from engine.refusals import Refusal
from engine.state import State
from events.base import CombatantId, Version
from events.correction import Otherwise
from events.envelope import Entry
from events.play import ConditionGained, DamageApplied, Modifier, Rolled

MOST_LISTED = 50
"""So many steps that would go otherwise are listed; who corrects so early an error replays from then on."""


def reviewed(
    draft: Draft,
    state: State,
    steps: tuple[Step, ...],
    corrected: frozenset[Version],
    gone: frozenset[Version] = frozenset(),
) -> tuple[Otherwise, ...]:
    """The steps that would go otherwise where they stand now.

    `state` is the one before the first of them; `corrected` are facts of which the correction itself made something
    else: their steps are not compared. What is `gone` is missed by nobody: no step goes otherwise because it ends no
    more of that. Each is judged on what stands, not on what the one before it might have become.
    """
    listed: list[Otherwise] = []
    dry = Draft(draft.history, draft.ruleset, draft.given, NoDice(), draft.past)
    for step in steps:
        if len(listed) >= MOST_LISTED:
            break
        if corrected.isdisjoint(entry.version for entry in step.entries):
            listed += _compared(dry, state, without(step, gone), {one.action for one in listed})
        state = fold(state, step.entries)
    return tuple(listed[:MOST_LISTED])


def _compared(dry: Draft, state: State, step: Step, listed: set[str]) -> Iterator[Otherwise]:
    commands = commands_of(step, state)
    if not commands:
        return
    again = Again(dry, state, step, known_of((*_tape_of(state, step), *step.entries)), step.first)
    try:
        refusal = judged_again(again, commands)
    except DieWanted as wanted:
        yield _otherwise(step, "consequences", wanted.roll.purpose, now="a die that was never thrown")
        return
    if refusal is not None:
        if step.action not in listed or refusal.code != "rules-changed":
            yield refused_now(step, refusal)
    elif not as_recorded(step, again.entries):
        yield from differences(step, tuple(again.entries))


def _tape_of(state: State, step: Step) -> tuple[Entry, ...]:
    return next((parked.tape for parked in state.parked if parked.action == step.action), ())


def refused_now(step: Step, refusal: Refusal) -> Otherwise:
    """A step that would be refused now."""
    return _otherwise(step, "refused", now=f"{refusal.code}: {refusal.sentence}")


def differences(step: Step, now: tuple[Entry, ...]) -> Iterator[Otherwise]:
    """In what the facts of a step differ: modifiers and outcomes roll by roll; else that something else follows."""
    rolls = {entry.fact.path: entry.fact for entry in now if isinstance(entry.fact, Rolled)}
    found = False
    for entry in step.entries:
        then = entry.fact
        if not isinstance(then, Rolled):
            continue
        roll = rolls.pop(then.path, None)
        for one in _of_roll(step, then, roll):
            found = True
            yield one
    for roll in rolls.values():
        found = True
        yield _otherwise(step, "outcome", roll.purpose, roll.combatant, "no roll", _result(roll))
    if not found:
        yield _otherwise(step, "consequences", was=_in_short(step.entries, now), now=_in_short(now, step.entries))


def _in_short(these: tuple[Entry, ...], those: tuple[Entry, ...]) -> str:
    """The first loss or condition that the others do not have."""
    for entry in these:
        if any(entry.fact == one.fact for one in those):
            continue
        match entry.fact:
            case DamageApplied(combatant=who, pool=pool, change=change):
                return f"{who} {change:+d} {pool}"
            case ConditionGained(combatant=who, condition=condition):
                return f"{who} {condition}"
            case _:
                pass
    return ""


def _of_roll(step: Step, then: Rolled, now: Rolled | None) -> Iterator[Otherwise]:
    if now is None:
        yield _otherwise(step, "outcome", then.purpose, then.combatant, _result(then), "no roll")
        return
    if (then.modifiers, then.target_number) != (now.modifiers, now.target_number):
        yield _otherwise(step, "modifiers", then.purpose, then.combatant, _asked(then), _asked(now))
    if _judged(then) != _judged(now):
        yield _otherwise(step, "outcome", then.purpose, then.combatant, _result(then), _result(now))


def _judged(roll: Rolled) -> tuple[object, ...]:
    return roll.faces, roll.outcome, roll.success_level, roll.location


def _result(roll: Rolled) -> str:
    return str(roll.total) if roll.outcome == "none" else f"{roll.total}, {roll.outcome}"


def _asked(roll: Rolled) -> str:
    """The modifiers of a roll, and what it has to reach."""
    listed = ", ".join(map(_modifier, roll.modifiers)) or "none"
    return listed if roll.target_number is None else f"{listed} against {roll.target_number}"


def _modifier(modifier: Modifier) -> str:
    return f"{modifier.value:+d} {modifier.note or modifier.rule}".strip()


def _otherwise(
    step: Step, what: str, roll: str = "", combatant: CombatantId | None = None, was: str = "", now: str = ""
) -> Otherwise:
    return Otherwise(step.action, step.first, what, combatant or _actor(step), roll, was, now)  # type: ignore[arg-type]


def _actor(step: Step) -> CombatantId | None:
    begins = step.begins_with
    actor: CombatantId | None = getattr(begins.fact, "combatant", None) if begins is not None else None
    return actor
