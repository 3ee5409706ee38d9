"""What counts after a moment of play, what happened because of it, and where a correction that names it begins."""

from collections.abc import Iterable

import msgspec

from engine.commands import Amend, Command, Dispute, Override, RevealRoll, Strike
from engine.history import History, Past, fold
from engine.line import Correction
from engine.state import State
from events.base import Version
from events.envelope import Entry
from events.play import Answered, Asked


class After(msgspec.Struct, frozen=True):
    """The facts that count after a moment, in the order in which they are folded, and the state at that moment."""

    state: State
    entries: tuple[Entry, ...]

    def without(self, gone: frozenset[Version]) -> State:
        """The state that the facts come to without some of them."""
        return fold(self.state, (entry for entry in self.entries if entry.version not in gone))


def before_step_of(history: History, version: Version) -> Version:
    """The moment before the step that a fact belongs to, or belonged to before it was put into another's place."""
    return history.stands[history.begins[history.origins().get(version, version)] - 1]


def what_counts(history: History, past: Past, since: Version) -> After:
    """What counts after a moment on the line the table stands on."""
    kept, versions = history.line(history.at, _nothing_changes(since))
    origins = history.origins()
    before = [version for version in versions if origins.get(version, version) <= since]
    return After(fold(kept, map(past, before)), tuple(map(past, versions[len(before) :])))


def reaches(history: History, command: Command) -> tuple[Version, ...]:
    """The past entries that are read when a command is decided, in order: for most none."""
    if isinstance(command, RevealRoll | Dispute):
        return (command.roll,) if 0 < command.roll <= history.head else ()
    if not isinstance(command, Strike | Amend | Override):
        return ()
    first = _named(history, command) or 0
    if not 1 < first <= history.head:
        return ()
    since = before_step_of(history, first)
    line = set(history.line(history.at, _nothing_changes(since))[1])
    origins = history.origins()
    also = history.amended_away() if isinstance(command, Amend) else frozenset()
    return tuple(sorted(line | also | {origins[version] for version in line if version in origins}))


def _named(history: History, command: Strike | Amend | Override) -> Version | None:
    """The version a correction begins with."""
    action = None if isinstance(command, Override) else command.action
    if action is not None:
        return history.commands.get(action)
    return None if isinstance(command, Amend) else command.version or command.roll


def _nothing_changes(since: Version) -> Correction:
    """Asks for the line from a moment at the latest."""
    return Correction("", since, ())


def what_falls(entries: Iterable[Entry], struck: Iterable[Version]) -> tuple[Entry, ...]:
    """Facts that are struck, and what happened because of any of them: a consequence never stands without its cause.

    What was answered to a question that falls, falls with it.
    """
    gone = set(struck)
    asked: set[tuple[str | None, str]] = set()
    fallen: list[Entry] = []
    for entry in entries:
        if entry.version not in gone and gone.isdisjoint(entry.because) and not _answers(entry, asked):
            continue
        gone.add(entry.version)
        fallen.append(entry)
        if isinstance(entry.fact, Asked):
            asked |= {(entry.action, question.path) for question in entry.fact.questions}
    return tuple(fallen)


def _answers(entry: Entry, asked: set[tuple[str | None, str]]) -> bool:
    return isinstance(entry.fact, Answered) and (entry.action, entry.fact.path) in asked
