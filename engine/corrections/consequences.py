"""What counts after a moment of play, what happened because of it, and where a correction that names it begins."""

from collections.abc import Iterable
from typing import Final

import msgspec

from engine.commands import Amend, Command, Dispute, Override, Reroll, RevealRoll, Rule, Strike
from engine.history import History, Past, fold
from engine.line import Correction
from engine.state import State
from events.base import CombatantId, Version
from events.dispute import Provisional
from events.envelope import Entry
from events.play import (
    AmmoSpent,
    Answered,
    Asked,
    ConditionGained,
    ConditionLost,
    DamageApplied,
    PoolRestored,
)

LOOKED_BACK: Final = 2000
"""A contested roll is looked through for what followed from it if it is at most so many versions old."""


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
    match command:
        case RevealRoll(roll=roll):
            return (roll,) if 0 < roll <= history.head else ()
        case Dispute(roll=roll):
            return _reached_by_dispute(history, roll)
        case Rule(dispute=dispute, remedy=Reroll()) if dispute in history.ledger.disputes:
            return reaches(history, Amend(action=history.ledger.disputes[dispute].action, changes={}))
        case Rule(remedy=Amend() | Override() | Strike() as remedy):
            return reaches(history, remedy)
        case Strike() | Amend() | Override():
            return _reached_by_correction(history, command)
        case _:
            return ()


def _reached_by_dispute(history: History, roll: Version) -> tuple[Version, ...]:
    """The roll, those that were shown (it may be contested where it was), and what may have followed from it."""
    if not 0 < roll <= history.head:
        return ()
    line = _since(history, roll) if _is_recent(history, roll) else ()
    return tuple(sorted({roll, *history.ledger.shown, *line}))


def _is_recent(history: History, roll: Version) -> bool:
    return history.head - roll <= LOOKED_BACK


def _since(history: History, version: Version) -> tuple[Version, ...]:
    return history.line(history.at, _nothing_changes(before_step_of(history, version)))[1]


def _reached_by_correction(history: History, command: Strike | Amend | Override) -> tuple[Version, ...]:
    first = _named(history, command) or 0
    if not 1 < first <= history.head:
        return ()
    line = set(_since(history, first))
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


def provisional_of(history: History, past: Past, roll: Version) -> tuple[Provisional, ...]:
    """What of each combatant follows from a roll; nothing, where it was thrown long ago or does not count."""
    if not _is_recent(history, roll):
        return ()
    pools: dict[CombatantId, dict[str, None]] = {}
    ammo: dict[CombatantId, dict[str, None]] = {}
    conditions: dict[CombatantId, dict[str, None]] = {}
    for entry in what_falls(what_counts(history, past, before_step_of(history, roll)).entries, (roll,)):
        match entry.fact:
            case DamageApplied(combatant=one, pool=pool) | PoolRestored(combatant=one, pool=pool):
                pools.setdefault(one, {})[pool] = None
            case AmmoSpent(combatant=one, weapon=weapon):
                ammo.setdefault(one, {})[weapon] = None
            case ConditionGained(combatant=one, condition=name) | ConditionLost(combatant=one, condition=name):
                conditions.setdefault(one, {})[name] = None
            case _:
                pass
    return tuple(
        Provisional(one, tuple(pools.get(one, ())), tuple(ammo.get(one, ())), tuple(conditions.get(one, ())))
        for one in dict.fromkeys((*pools, *ammo, *conditions))
    )


def _answers(entry: Entry, asked: set[tuple[str | None, str]]) -> bool:
    return isinstance(entry.fact, Answered) and (entry.action, entry.fact.path) in asked
