"""Where a table stands and how it came there: state, ledger, a pointer per version, steps and checkpoints.

Undo, redo and switching are one thing: the table stands again as it stood at some version. So every version has a
pointer to the version whose state the table showed then (`stands`), and the versions that led there are found by
walking back: before version n was played the table stood at `stands[n - 1]`. A strike, an amend and an override are
moments of their own on that way: whoever walks back over one folds what was played before it as it corrects it.
"""

from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import Final, Self

import msgspec
from msgspec.structs import replace

from engine.evolve import REDUCERS, evolve
from engine.ledger import Ledger, post
from engine.line import Correction, Places, folded, versions_in
from engine.state import State
from events.base import Version
from events.chain import GENESIS
from events.correction import IN_PLACE, Retracted
from events.envelope import Entry

CHECKPOINT_EVERY: Final = 64
"""A past state is at most this many facts away from one that is kept."""

Past = Callable[[Version], Entry]
"""Reads a past entry by its version; the caller supplies it."""


class Track:
    """A list that only grows, shared by all histories that grew from it; each sees its own length of it."""

    __slots__ = ("items", "length")

    def __init__(self, items: list[int] | None = None, length: int | None = None) -> None:
        self.items: list[int] = [] if items is None else items
        self.length = len(self.items) if length is None else length

    def __getitem__(self, place: int) -> int:
        if not 0 <= place < self.length:
            raise IndexError(place)
        return self.items[place]

    def __len__(self) -> int:
        return self.length

    def grown(self, item: int) -> "Track":
        """The track with one more item; a second growth from the same place gets a copy of its own."""
        items = self.items if self.length == len(self.items) else self.items[: self.length]
        items.append(item)
        return Track(items, self.length + 1)


class History(msgspec.Struct, frozen=True):
    """The present of a table, with what it takes to stand at any moment of its past again.

    `stands[v]` is the version whose state the table showed when v was the head, `begins[v]` the first version of the
    command that wrote v. `commands` finds the first version of a command by "seat/id". `redo` holds where undos came
    from, newest first, until something new is played. `corrections` are those that reach into the line, by version;
    `coming` are facts of the command that is being read which a correction will put into their places.
    """

    state: State
    ledger: Ledger
    head: Version
    hash: bytes
    time: int
    stands: Track
    begins: Track
    checkpoints: dict[Version, State]
    commands: dict[str, Version]
    redo: tuple[Version, ...] = ()
    command: str = ""
    corrections: dict[Version, Correction] = {}
    coming: Places = ()

    @classmethod
    def empty(cls) -> Self:
        """A table before its first fact."""
        start = State()
        return cls(start, Ledger(), 0, GENESIS, 0, Track([0]), Track([0]), {0: start}, {})

    @property
    def at(self) -> Version:
        """The version whose state the table shows now."""
        return self.stands[self.head]

    def advance(self, entry: Entry, sealed: bytes, restored: State | None = None) -> "History":
        """The history with one more entry; `sealed` is its hash, `restored` the state a retraction leads to."""
        command = f"{entry.seat}/{entry.command}"
        begins = self.begins[self.head] if command == self.command else entry.version
        self.commands[command] = begins
        state, stands, redo = self.state, self.at, self.redo
        coming = self._coming(entry)
        corrections = self.corrections
        if isinstance(entry.fact, Retracted):
            assert restored is not None, "a retraction comes with the state it leads to"
            state, redo = restored, self._redo(entry.fact)
            stands = self.stands[entry.fact.stands_at]
            if entry.fact.how in IN_PLACE:
                stands, coming = entry.version, ()
                corrections = {**corrections, entry.version: self._correction(entry, entry.fact)}
                self.checkpoints[entry.version] = state
        elif entry.instead_of:
            coming = (*coming, (entry.version, entry.instead_of[0]))
        elif is_play(entry):
            state, stands, redo = evolve(self.state, entry), entry.version, ()
            self._keep(entry.version, state)
        return History(
            state=state,
            ledger=post(self.ledger, entry),
            head=entry.version,
            hash=sealed,
            time=entry.time,
            stands=self.stands.grown(stands),
            begins=self.begins.grown(begins),
            checkpoints=self.checkpoints,
            commands=self.commands,
            redo=redo,
            command=command,
            corrections=corrections,
            coming=coming,
        )

    def _correction(self, entry: Entry, fact: Retracted) -> Correction:
        return Correction(fact.how, fact.stands_at, fact.versions, self._coming(entry))

    def _coming(self, entry: Entry) -> Places:
        """What the entry's own command has brought so far for places of others."""
        return self.coming if f"{entry.seat}/{entry.command}" == self.command else ()

    def _redo(self, fact: Retracted) -> tuple[Version, ...]:
        match fact.how:
            case "undo":
                return (self.at, *self.redo)
            case "redo":
                return self.redo[1:]
            case _:
                return ()

    def _keep(self, version: Version, state: State) -> None:
        """Keep the first state of every block of versions on this line, and nothing else under this version.

        Histories that grew apart share the kept states; the one that goes on writes its own over what is left behind.
        """
        if version // CHECKPOINT_EVERY != self.at // CHECKPOINT_EVERY:
            self.checkpoints[version] = state
        else:
            self.checkpoints.pop(version, None)

    def before_step(self, at: Version) -> Version:
        """Where the table stood before the step that led to `at`; 0 where there is none."""
        return self.stands[self.begins[at] - 1] if at else 0

    def on_the_line(self, version: Version) -> bool:
        """Whether a fact of play counts where the table stands now."""
        at = self.at
        while at > version:
            at = self.stands[at - 1]
        return at == version

    def counts(self, first: Version) -> bool:
        """Whether the step of a command, given by its first version, counts where the table stands now. What it says
        before it plays (that a queued act is carried out) is on no line."""
        at = self.at
        while at > first and self.begins[at] != first:
            at = self.before_step(at)
        return at >= first and self.begins[at] == first

    def prune(self) -> None:
        """Forget, for all histories that share this one's past, what grew from it and was given up."""
        for version in [version for version in self.checkpoints if version > self.head]:
            del self.checkpoints[version]
        given_up = takewhile(lambda key: self.commands[key] > self.head, reversed(self.commands))  # the newest
        for key in tuple(given_up):
            del self.commands[key]

    def rebased(self) -> "History":
        """The same history without what others that grew from it, and were given up, have kept."""
        kept = {version: state for version, state in self.checkpoints.items() if version <= self.head}
        commands = {key: first for key, first in self.commands.items() if first <= self.head}
        return replace(self, checkpoints=kept, commands=commands)

    def line(self, at: Version, correction: Correction | None = None) -> tuple[State, tuple[Version, ...]]:
        """A kept state on the way to `at`, and the versions still to be folded onto it, in order.

        With a correction: the way to what it makes of the line to `at`. A kept state serves where nothing that comes
        after it reaches back before it.
        """
        nodes: list[Version] = []
        untouched = min(at, correction.stands_at) if correction else at
        while at > untouched or at not in self.checkpoints:
            nodes.append(at)
            if at in self.corrections:
                untouched = min(untouched, self.corrections[at].stands_at)
            at = self.stands[at - 1]
        line = folded(reversed(nodes), self.corrections)
        return self.checkpoints[at], tuple(correction.applied(line) if correction else line)

    def way_to(self, entry: Entry, fact: Retracted) -> tuple[State, tuple[Version, ...]]:
        """A kept state, and the versions to be folded onto it, that make the state a retraction leads to."""
        if fact.how in IN_PLACE:
            return self.line(self.at, self._correction(entry, fact))
        return self.line(fact.stands_at)

    def origins(self) -> dict[Version, Version]:
        """For every fact that stands in another's place: the one that was first played there."""
        origins: dict[Version, Version] = {}
        for corrected in sorted(self.corrections):
            for new, old in self.corrections[corrected].placed:
                origins[new] = origins.get(old, old)
        return origins

    def by_hand(self) -> frozenset[Version]:
        """The first versions of steps of which a strike or an override on this line has taken a part away.

        Judged again, such a step would bring back what was taken.
        """
        origins = self.origins()
        return frozenset(
            self.begins[origins.get(version, version)]
            for at, one in self.corrections.items()
            if one.how != "amend" and self.on_the_line(at)
            for version in versions_in(one.versions)
        )

    def amended_away(self) -> frozenset[Version]:
        """The facts that no longer count on this line since they were amended. Their dice are never un-thrown."""
        return frozenset(
            version
            for at, one in self.corrections.items()
            if one.how == "amend" and self.on_the_line(at)
            for version in versions_in(one.versions)
        )

    def restored(self, at: Version, past: Past) -> State:
        """The state the table showed when it stood at `at`."""
        if at == self.at:
            return self.state
        state, versions = self.line(at)
        return fold(state, map(past, versions))

    def led_to(self, entry: Entry, past: Past) -> State | None:
        """The state that an entry leads to from here by retracting; None: it retracts nothing."""
        if not isinstance(entry.fact, Retracted):
            return None
        state, versions = self.way_to(entry, entry.fact)
        return fold(state, map(past, versions))


def is_play(entry: Entry) -> bool:
    """Whether an entry is a moment of play, before which an undo can go back: no fact of the ledger, no correction and
    nothing that stands in another's place."""
    return type(entry.fact) in REDUCERS and not entry.instead_of


def fold(state: State, entries: Iterable[Entry]) -> State:
    """The state after these facts of play."""
    for entry in entries:
        state = evolve(state, entry)
    return state
