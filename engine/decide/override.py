"""Overriding: the GM states what changes, in place of a result or by itself, and why."""

from collections.abc import Iterator

from engine.commands import Override, StatedChange
from engine.corrections.consequences import After, before_step_of, what_falls
from engine.corrections.review import reviewed
from engine.corrections.steps import steps_of
from engine.decide.strike import (
    corrected_steps,
    counting_after,
    first_of,
    original_of,
    refuse_to_break_what_is_parked,
    refuse_to_reach_what_is_parked,
    refuse_what_holds_the_fight,
    the_fact,
)
from engine.decide.verdicts import decides
from engine.draft import Draft
from engine.history import fold
from engine.line import spans_of
from engine.refusals import Refusal, Refused, first_in_the_list, refusal
from engine.state import State
from events.base import CombatantId, Version
from events.correction import Change, Overridden, Retracted
from events.envelope import Entry


@decides(Override)
def override(draft: Draft, command: Override) -> None:
    """The stated change counts; what it stands in place of does not, nor what followed from that."""
    if command.version is None and command.roll is None:
        draft.record(_stated(draft, draft.state, command))
        return
    version = first_of(draft, command.version if command.roll is None else command.roll, None)
    after = counting_after(draft, version)
    _in_place_of(draft, command, after, the_fact(after, version))


def _in_place_of(draft: Draft, command: Override, after: After, old: Entry) -> None:
    fallen = what_falls(after.entries, (old.version,))
    refuse_what_holds_the_fight(fallen)
    gone = frozenset(entry.version for entry in fallen)
    refuse_to_reach_what_is_parked(draft, after, gone)
    there = after.entries.index(old)
    stated = _stated(draft, fold(after.state, after.entries[:there]), command)
    new = draft.entry_of(stated, old.because, instead_of=(old.version,))
    line = tuple(_with_in_its_place(after.entries, old, new, gone))
    state = fold(after.state, line)
    refuse_to_break_what_is_parked(draft, state)
    corrected = corrected_steps(draft, after, frozenset((old.version,)))
    later = reviewed(draft, after.state, steps_of(line, original_of(draft)), corrected, gone)
    since = before_step_of(draft.history, old.version)
    draft.place((new,))
    draft.correct(Retracted("override", since, spans_of(gone), command.reason, later), state)


def _with_in_its_place(entries: tuple[Entry, ...], old: Entry, new: Entry, gone: frozenset[Version]) -> Iterator[Entry]:
    for entry in entries:
        if entry is old:
            yield new
        if entry.version not in gone:
            yield entry


def _stated(draft: Draft, state: State, command: Override) -> Overridden:
    """The change, with the causes of the conditions that it ends.

    Raises:
        Refused: it speaks of somebody or something that is not there.
    """
    first = first_in_the_list(tuple(_against(state, command)))
    if first is not None:
        raise Refused(first)
    changes = {name: _change(state, name, change) for name, change in command.changes.items()}
    return Overridden(changes, command.reason, command.rule)


def _against(state: State, command: Override) -> Iterator[Refusal]:
    for name, change in command.changes.items():
        one = state.combatants.get(name)
        if one is None:
            yield refusal("unknown-id", f"there is no combatant {name!r} at this table")
            continue
        yield from _unknown(one.name, "pool", change.pools, tuple(one.pools))
        yield from _unknown(one.name, "weapon", change.ammo, tuple(one.ammo))
        yield from (
            refusal("invalid", f"{one.name} is not {condition}") for condition in change.lost if not one.has(condition)
        )
        if change == StatedChange():
            yield refusal("invalid", f"say what changes of {one.name}")


def _unknown(who: str, what: str, said: dict[str, int], known: tuple[str, ...]) -> Iterator[Refusal]:
    for name in said:
        if name not in known:
            yield refusal("invalid", f"{who} has no {what} {name!r}; there are {', '.join(known) or 'none'}")


def _change(state: State, name: CombatantId, change: StatedChange) -> Change:
    conditions = state.combatants[name].conditions
    lost = {condition: conditions.get(condition, ()) for condition in change.lost}
    return Change(pools=change.pools, ammo=change.ammo, gained=change.gained, lost=lost)
