"""What counts after a moment of play, what happened because of it, and where a correction that names it begins."""

from collections.abc import Iterable

import msgspec

from engine.commands import Command, Dispute, RevealRoll, Strike
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
    return history.stands[history.begins[history.origin(version)] - 1]


def what_counts(history: History, past: Past, since: Version) -> After:
    """What counts after a moment on the line the table stands on."""
    kept, versions = history.line(history.at, Correction(since, ()))
    before = [version for version in versions if history.origin(version) <= since]
    return After(fold(kept, map(past, before)), tuple(map(past, versions[len(before) :])))


def reaches(history: History, command: Command) -> tuple[Version, ...]:
    """The past entries that are read when a command is decided, in order: for most none."""
    if isinstance(command, RevealRoll | Dispute):
        return (command.roll,) if 0 < command.roll <= history.head else ()
    if not isinstance(command, Strike):
        return ()
    named = command.action and history.commands.get(command.action)
    first = command.version or command.roll or named or 0
    if not 1 < first <= history.head:
        return ()
    since = before_step_of(history, first)
    line = set(history.line(history.at, Correction(since, ()))[1])
    return tuple(sorted(line | {history.origin(version) for version in line}))


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
