"""What the rules at hand say of actions that were judged before, on the same dice and choices. Nothing is changed.

An action says under which version of its rule set it began. Nothing judges it anew behind anybody's back: whoever wants
to know, before an upgrade or after, asks here, and is told what stands in the log beside what the rules say now.
"""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from engine.actions import as_begun
from engine.commands import Given
from engine.dice import DieWanted, NoDice
from engine.draft import Draft
from engine.history import History
from engine.kernel import Parks, Run, rules_changed
from engine.refusals import Refused
from engine.ruleset import RuleSet
from engine.state import Parked
from events.base import CombatantId, Version
from events.envelope import Entry
from events.play import ActionBegan, ActionEnded

_NO_HASH: Final = bytes(32)


class Judged(msgspec.Struct, frozen=True):
    """An action and what has become of it: `rules` is the version it began under, `now` that of the rules at hand.

    `entries` are its own entries as they stand in the log. `otherwise` is empty where the rules at hand say the very
    same, else it says what the log has and what they do instead. `over`: it came to its end.
    """

    action: str
    procedure: str
    combatant: CombatantId | None
    first: Version
    rules: str
    now: str
    over: bool
    entries: tuple[Entry, ...]
    otherwise: str


def judged_again(entries: Iterable[Entry], ruleset: RuleSet) -> Iterator[Judged]:
    """Every action of a log, those that came to their end in that order, then those that wait, on the rules at hand."""
    history, known = History.empty(), dict[Version, Entry]()
    for entry in entries:
        known[entry.version] = entry
        if isinstance(entry.fact, ActionEnded):
            parked = next((one for one in history.state.parked if one.action == entry.action), None)
            if parked is not None:
                yield _judged(history, ruleset, parked, entry)
        history = history.advance(entry, _NO_HASH, history.led_to(entry, known.__getitem__))
    for parked in history.state.parked:
        yield _judged(history, ruleset, parked, None)


def _judged(history: History, ruleset: RuleSet, parked: Parked, end: Entry | None) -> Judged:
    began = parked.tape[0]
    assert isinstance(began.fact, ActionBegan)
    own = tuple(entry for entry in parked.tape if entry.action == parked.action)
    return Judged(
        action=parked.action,
        procedure=began.fact.procedure,
        combatant=began.fact.combatant,
        first=began.version,
        rules=began.rules or "",
        now=ruleset.version,
        over=end is not None,
        entries=own if end is None else (*own, end),
        otherwise=_otherwise(history, ruleset, parked, end),
    )


def _otherwise(history: History, ruleset: RuleSet, parked: Parked, end: Entry | None) -> str:
    try:
        outcome = _outcome(history, ruleset, parked)
    except Refused as refused:
        return refused.refusal.sentence
    except DieWanted as wanted:
        return rules_changed(
            f"the log ends here, the rules now roll {getattr(wanted.roll, 'purpose', 'dice')}"
        ).sentence
    said = end.fact.outcome if end is not None and isinstance(end.fact, ActionEnded) else None
    if outcome == said:
        return ""
    told = "waits" if outcome is None else f"ends with {outcome!r}"
    recorded = "waits" if said is None else f"ends with {said!r}"
    return rules_changed(f"in the log it {recorded}, under the rules now it {told}").sentence


def _outcome(history: History, ruleset: RuleSet, parked: Parked) -> str | None:
    """The word with which the action ends on its own tape; None where it waits for an answer."""
    began = parked.tape[0]
    given = Given(table=began.table, seat=began.seat, command=began.command, digest="", now=began.time)
    draft = Draft(replace(history, redo=()), ruleset, given, NoDice())
    named, values = as_begun(parked)
    run = Run(draft, parked)
    try:
        outcome: str = run.drive(named.start(ruleset, run.context, values))
    except Parks:
        return None
    run.finish()
    return outcome
