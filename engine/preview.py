"""What a command would lead to, up to its first die: a refusal, questions, modifiers of that roll. Never a face."""

import msgspec

from engine.actions import as_begun, begin
from engine.commands import Command, Given
from engine.decide import decide_in
from engine.dice import DieWanted, NoDice
from engine.draft import Draft
from engine.history import History, Past
from engine.play import ActGiven
from engine.refusals import Refusal, Refused
from engine.requests import Roll
from engine.ruleset import RuleSet
from engine.state import Parked, State
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


def preview(
    history: History,
    ruleset: RuleSet,
    command: Command,
    given: Given,
    past: Past | None = None,
    *,
    ends_at_dice: bool = False,
) -> Preview:
    """Decide a command without dice. Nothing of it is to be kept.

    With `ends_at_dice` typed faces and answers of a choice lead nowhere either: it is only looked whether they fit.
    """
    draft = Draft(history, ruleset, given, NoDice(), past)
    draft.ends_at_dice = ends_at_dice
    try:
        answer = decide_in(draft, command)
    except DieWanted as wanted:
        return Preview(entries=tuple(draft.entries), roll=wanted.roll, state=draft.state)
    if isinstance(answer, Refusal):
        return Preview(refusal=answer)
    return Preview(entries=answer.entries, parked=answer.parked, state=draft.state)


def anew(history: History, ruleset: RuleSet, parked: Parked, given: Given) -> Preview:
    """An act that has begun, begun once more where the table of this history stands, without dice: the faces that come
    with it are those of its first rolls, and its activation does not end with it."""
    draft = Draft(history, ruleset, given, NoDice())
    try:
        _, begun = as_begun(parked)
        assert isinstance(begun, ActGiven), "only acts are begun anew"
        begin(draft, "act", msgspec.structs.replace(begun, done=False), begun.combatant)
    except DieWanted as wanted:
        return Preview(entries=tuple(draft.entries), roll=wanted.roll, state=draft.state)
    except Refused as refused:
        return Preview(refusal=refused.refusal)
    return Preview(entries=tuple(draft.entries), parked=bool(draft.state.parked), state=draft.state)
