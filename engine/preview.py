"""What a command would lead to, up to its first die: a refusal, questions, modifiers of that roll. Never a face."""

import msgspec

from engine.commands import Command, Given
from engine.decide import decide_in
from engine.dice import DieWanted, NoDice
from engine.draft import Draft
from engine.history import History, Past
from engine.refusals import Refusal
from engine.requests import Roll
from engine.ruleset import RuleSet
from engine.state import State
from events.envelope import Entry


class Preview(msgspec.Struct, frozen=True):
    """How far a command would come. `roll` is the first one that needs a die of the table's, with its modifiers.

    `state` is where the table would stand then.
    """

    refusal: Refusal | None = None
    entries: tuple[Entry, ...] = ()
    roll: Roll | None = None
    parked: bool = False
    state: State = State()


def preview(history: History, ruleset: RuleSet, command: Command, given: Given, past: Past | None = None) -> Preview:
    """Decide a command without dice. Nothing of it is to be kept."""
    draft = Draft(history, ruleset, given, NoDice(), past)
    try:
        answer = decide_in(draft, command)
    except DieWanted as wanted:
        return Preview(entries=tuple(draft.entries), roll=wanted.roll, state=draft.state)
    if isinstance(answer, Refusal):
        return Preview(refusal=answer)
    return Preview(entries=answer.entries, parked=answer.parked, state=draft.state)
