"""Replaying: an action as it should have been given, and what came later, judged again in order on their own dice."""

from collections.abc import Iterable, Iterator

import msgspec
from msgspec.structs import replace

from engine.commands import Command
from engine.corrections.again import Again, as_recorded, end_what_ended, judged_again, known_of
from engine.corrections.steps import Step, commands_of
from engine.dice import DieWanted
from engine.draft import Draft, Known
from engine.history import fold
from engine.refusals import Refusal, Refused
from engine.state import State
from events.base import Version
from events.correction import Surplus
from events.envelope import Entry
from events.flow import CombatEnded
from events.play import ActionBegan, Answered, Declared, Rolled


class Stop(msgspec.Struct, frozen=True):
    """Where a replay stopped: the step that makes no sense any more, and why."""

    step: Step
    refusal: Refusal


class Replay:
    """A replay while it goes on: what has been put into the places of other facts, and what no longer counts."""

    def __init__(
        self, draft: Draft, state: State, entries: Iterable[Entry], first: Version, anew: Entry | None = None
    ) -> None:
        self.draft = draft
        self.state = state
        self.known = known_of((*_amended_before(draft), *entries))
        if anew is not None:
            self.known = thrown_anew(self.known, anew)
        self.by_hand = draft.history.by_hand()
        self.first = first
        self.placed: list[Entry] = []
        self.gone: list[Entry] = []
        self.surplus: list[Surplus] = []
        self.stopped: Stop | None = None

    def amended(self, step: Step, command: Command) -> None:
        """The step that is corrected.

        Raises:
            Refused: it would be, or would have been, refused as it should have been given.
        """
        again = self._again(step)
        again.given = replace(again.given, force=self.draft.given.force or step.force)
        refusal = self._judged(again, step, (command,))
        if refusal is not None:
            raise Refused(refusal)

    def later(self, step: Step) -> None:
        """A step that came after it."""
        commands = commands_of(step, self.state)
        if self.stopped is not None and _plays(step):
            self._fall(step)
        elif not commands or self._corrected_by_hand(step):
            self.state = fold(self.state, self._with_their_causes(step))
        else:
            self._refused(step, self._judged(self._again(step), step, commands))

    def _again(self, step: Step) -> Again:
        return Again(self.draft, self.state, step, self.known, self.first + len(self.placed))

    def _corrected_by_hand(self, step: Step) -> bool:
        """Whether a part of the step was struck or overridden: it stays as it was left."""
        return self.draft.history.begins[self._original(step.first)] in self.by_hand

    def _with_their_causes(self, step: Step) -> Iterator[Entry]:
        """The facts of a step that stands as it is, but for those whose cause is gone with nothing in its place."""
        replaced = {version for entry in self.placed for version in entry.instead_of}
        missing = {entry.version for entry in self.gone} - replaced
        for entry in step.entries:
            if missing.isdisjoint(entry.because):
                yield entry
            else:
                missing.add(entry.version)
                self.gone.append(entry)

    def _original(self, version: Version) -> Version:
        return self.draft.history.origins().get(version, version)

    def _judged(self, again: Again, step: Step, commands: tuple[Command, ...]) -> Refusal | None:
        try:
            refusal = judged_again(again, commands)
            if refusal is None:
                end_what_ended(again, step)
        except DieWanted:
            self.placed += in_place(step, again.entries)
            raise
        if refusal is not None:
            return refusal
        if as_recorded(step, again.entries):
            self.state = fold(self.state, step.entries)
        else:
            placed = in_place(step, again.entries)
            self.placed += placed
            self.surplus += _surplus(step, placed)
            self.gone += step.entries
            self.state = again.state
        return None

    def _refused(self, step: Step, refusal: Refusal | None) -> None:
        """What makes no sense any more falls: an answer that nobody asks for by itself, all else with what follows."""
        if refusal is None:
            return
        if self.draft.faces and refusal.code == "invalid":  # the faces given do not fit
            raise Refused(refusal)
        self._fall(step)
        begins = step.begins_with
        if self.stopped is None and (begins is None or not isinstance(begins.fact, Answered)):
            self.stopped = Stop(step, refusal)

    def _fall(self, step: Step) -> None:
        self.gone += step.entries


def _amended_before(draft: Draft) -> Iterator[Entry]:
    """Facts that earlier amends took the place of: a die that fell in them serves again, and is not thrown anew."""
    assert draft.past is not None, "who corrects the past brings a reader of it"
    return map(draft.past, sorted(draft.history.amended_away()))


def thrown_anew(known: Known, entry: Entry) -> Known:
    """The same, but for one roll: it is thrown once more."""
    assert isinstance(entry.fact, Rolled), "only a roll is thrown anew"
    return replace(known, anew={(entry.action or "", entry.fact.path): entry.fact.attempt + 1})


def _plays(step: Step) -> bool:
    """Whether a step is an action of the fight; what states something about the table stands by itself."""
    begins = step.begins_with
    return begins is not None and isinstance(begins.fact, ActionBegan | Answered | Declared | CombatEnded)


def in_place(step: Step, entries: Iterable[Entry]) -> list[Entry]:
    """Facts with the ones in whose places they are folded: each in that of the like fact of the step, else with the one
    before it."""
    placed: list[Entry] = []
    old = list(step.entries)
    at = 0
    for entry in entries:
        at = next((place for place in range(at, len(old)) if _alike(old[place], entry)), at)
        placed.append(replace(entry, instead_of=(old[at].version,)))
    return placed


def _alike(old: Entry, new: Entry) -> bool:
    """Whether one fact is what became of another: the same kind of fact about the same thing."""
    names = ("path", "combatant", "condition", "pool", "weapon")
    return type(old.fact) is type(new.fact) and all(
        getattr(old.fact, name, None) == getattr(new.fact, name, None) for name in names
    )


def _surplus(step: Step, placed: Iterable[Entry]) -> Iterator[Surplus]:
    """Dice of the step that are in none of the facts that stand in its place."""
    used = {entry.fact.address: entry.fact for entry in placed if isinstance(entry.fact, Rolled)}
    for entry in step.entries:
        if isinstance(entry.fact, Rolled):
            faces = entry.fact.faces[_kept(entry.fact, used.get(entry.fact.address)) :]
            if faces:
                yield Surplus(entry.action or "", entry.fact.path, faces)


def _kept(then: Rolled, now: Rolled | None) -> int:
    """How many of the dice of a roll are in what it has become: those before the first that was added to it since."""
    if now is None:
        return 0
    new = (one.first for one in now.added if one not in then.added)
    return next(new, len(now.faces))
