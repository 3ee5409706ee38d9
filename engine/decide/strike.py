"""Striking: a fact that should never have counted falls with what followed from it; all else stays as it was."""

from collections.abc import Iterable

from engine.actions import all_open, still_fits
from engine.commands import Strike
from engine.corrections.consequences import After, before_step_of, what_counts, what_falls
from engine.corrections.review import reviewed
from engine.corrections.steps import Original, steps_of
from engine.decide.verdicts import decides
from engine.draft import Draft
from engine.line import spans_of
from engine.refusals import Refusal, Refused, refusal
from engine.state import State
from events.base import Version
from events.correction import Otherwise, Retracted
from events.envelope import Entry
from events.facts import FRAME_OF_A_FIGHT, PARTS_OF_AN_ACTION, PLAY


@decides(Strike)
def strike(draft: Draft, command: Strike) -> None:
    """The fact and what happened because of it no longer count."""
    first = first_of(draft, command.version or command.roll, command.action)
    after = counting_after(draft, first)
    struck = _of_action(draft, after, command.action) if command.action else (the_fact(after, first).version,)
    take_out(draft, after, before_step_of(draft.history, first), struck, command.reason)


def first_of(draft: Draft, version: Version | None, action: str | None) -> Version:
    """The version that a correction names, or the first of the action it names.

    Raises:
        Refused: it names none, or both.
    """
    if (version is None) == (action is None):
        raise Refused(refusal("invalid", "name one thing: a version, a roll or an action"))
    found = version if action is None else draft.history.commands.get(action)
    if found is None or not 1 < found <= draft.history.head:
        what = f"action {action!r}" if version is None else f"version {version}"
        raise Refused(refusal("unknown-id", f"there is no {what} in this log that could be corrected"))
    return found


def counting_after(draft: Draft, first: Version) -> After:
    """What counts from the step of a version on."""
    assert draft.past is not None, "who corrects the past brings a reader of it"
    return what_counts(draft.history, draft.past, before_step_of(draft.history, first))


def the_fact(after: After, version: Version) -> Entry:
    """A result by its version.

    Raises:
        Refused: it does not count, or is no result but a part of an action.
    """
    entry = next((entry for entry in after.entries if entry.version == version), None)
    if entry is None:
        raise Refused(refusal("unknown-id", f"version {version} is no fact of play that counts where the table stands"))
    if type(entry.fact) in PARTS_OF_AN_ACTION:
        named = entry.action or f"{entry.seat}/{entry.command}"
        raise Refused(refusal("invalid", f"this is a part of an action; name the whole of it: {named}"))
    return entry


def _of_action(draft: Draft, after: After, action: str | None) -> tuple[Version, ...]:
    """Everything of a step; of an action also what came with the answers to its questions."""
    original = original_of(draft)
    steps = [entry for entry in after.entries if action in (entry.action, _given_as(original(entry)))]
    if not steps:
        raise Refused(refusal("unknown-id", f"there is no action {action!r} that counts where the table stands"))
    other = next((entry.action for entry in steps if entry.action not in (None, action)), None)
    if other is not None:
        raise Refused(refusal("invalid", f"this is an answer, a part of an action; strike the whole of it: {other}"))
    return tuple(entry.version for entry in steps)


def _given_as(entry: Entry) -> str:
    return f"{entry.seat}/{entry.command}"


def take_out(draft: Draft, after: After, since: Version, struck: tuple[Version, ...], reason: str) -> None:
    """Record that facts no longer count, nor what happened because of them, and stand where the others lead to.

    Raises:
        Refused: they hold the fight up, or something parked would be reached.
    """
    fallen = what_falls(after.entries, struck)
    refuse_what_holds_the_fight(fallen)
    gone = frozenset(entry.version for entry in fallen)
    refuse_to_reach_what_is_parked(draft, after, gone)
    state = after.without(gone)
    refuse_to_break_what_is_parked(draft, state)
    left = tuple(entry for entry in after.entries if entry.version not in gone)
    corrected = corrected_steps(draft, after, frozenset(struck))
    anyway = by_other_rules(draft, after, corrected)
    found = reviewed(draft, after.state, steps_of(left, original_of(draft)), corrected, gone)
    later = tuple(one for one in found if one not in anyway)
    draft.correct(Retracted("strike", since, spans_of(gone), reason, later), state)


def by_other_rules(draft: Draft, after: After, untouched: frozenset[Version]) -> frozenset[Otherwise]:
    """What would go otherwise without any correction, as it was judged under another version of the rules: that does
    not follow from a strike."""
    if all(entry.rules in (None, draft.ruleset.version) for entry in after.entries):
        return frozenset()
    return frozenset(reviewed(draft, after.state, steps_of(after.entries, original_of(draft)), untouched))


def original_of(draft: Draft) -> Original:
    """Finds the entry as it was first played in whose place an entry stands."""

    origins = draft.history.origins()

    def original(entry: Entry) -> Entry:
        origin = origins.get(entry.version)
        if origin is None:
            return entry
        assert draft.past is not None, "it has been read from already"
        return draft.past(origin)

    return original


def corrected_steps(draft: Draft, after: After, struck: frozenset[Version]) -> frozenset[Version]:
    """The facts that are not judged again: all before the correction, and the steps of which it, or another one made by
    hand, strikes a part. Steps of which only a consequence falls are: something else may follow in its place."""
    steps = steps_of(after.entries, original_of(draft))
    touched = [step for step in steps if not struck.isdisjoint(entry.version for entry in step.entries)]
    before = steps[: steps.index(touched[0])] if touched else ()
    by_hand, history, origins = draft.history.by_hand(), draft.history, draft.history.origins()
    left = [step for step in steps if history.begins[origins.get(step.first, step.first)] in by_hand]
    return frozenset(entry.version for step in (*before, *touched, *left) for entry in step.entries)


def refuse_what_holds_the_fight(fallen: Iterable[Entry]) -> None:
    """Fights, turns and phases, comings and goings are taken back by an undo: nothing after them stands by itself."""
    for entry in fallen:
        kind = type(entry.fact)
        if kind in FRAME_OF_A_FIGHT or kind not in PLAY:
            what = str(entry.fact.__struct_config__.tag).replace("-", " ")
            sentence = f"version {entry.version} ({what}) holds up what came after it; an undo leads back to before it"
            raise Refused(refusal("invalid", sentence))


def refuse_to_reach_what_is_parked(draft: Draft, after: After, gone: frozenset[Version]) -> None:
    """An action that waits has begun on what came before it, and holds what it has done."""
    places = {entry.version: place for place, entry in enumerate(after.entries)}
    first = min(places[version] for version in gone)
    actions = {entry.action for entry in after.entries if entry.version in gone}
    for parked in draft.state.parked:
        if first < places.get(parked.tape[0].version, -1) or parked.action in actions:
            raise Refused(_waiting(draft.state))


def refuse_to_break_what_is_parked(draft: Draft, state: State) -> None:
    """An action that waits must be able to go on from what others did meanwhile, as it stands then."""
    if not all(still_fits(draft, state, parked) for parked in state.parked):
        raise Refused(_waiting(draft.state))


def _waiting(state: State) -> Refusal:
    names = tuple(dict.fromkeys(question.combatant for _, question in all_open(state)))
    who = ", ".join(map(state.name, names)) or "an answer"
    return refusal("waiting", f"this would reach an action that waits for {who}", waiting_for=names)
