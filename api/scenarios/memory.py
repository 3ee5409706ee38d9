"""A table in memory: the real engine, the real bytes and the real chain, without a server or a clock."""

from collections.abc import Iterable
from hashlib import sha256
from typing import Final

import msgspec

from api.scenarios.dice import ScriptedDice
from engine.commands import AnyCommand, Command, Given, OpenTable
from engine.decide import Accepted, decide, open_table
from engine.draft import Draft
from engine.history import History
from engine.refusals import Refusal, Refused
from engine.ruleset import RuleSet
from engine.staging import stage
from events.chain import seal
from events.codec import decode, encode
from events.envelope import Entry

TABLE: Final = "scenario"
SECOND: Final = 1000
NO_SALT: Final = bytes(16)
NO_LINK: Final = "0" * 64

_command: Final = msgspec.json.Decoder(AnyCommand)
_ordered: Final = msgspec.json.Encoder(order="deterministic")


class Move(msgspec.Struct, frozen=True):
    """Who gives a command, under which id, by force or with faces of real dice."""

    command: str
    seat: str = "gm"
    force: str | None = None
    faces: tuple[int, ...] = ()


class MemoryTable:
    """One table. What is accepted is sealed and folded; what is refused leaves no trace."""

    def __init__(self, ruleset: RuleSet) -> None:
        self.ruleset = ruleset
        self.dice = ScriptedDice()
        self.history = History.empty()
        self.bodies: list[bytes] = []

    def open(self, opening: OpenTable) -> Refusal | None:
        """Open the table."""
        given = self._given(Move("setup:open"), _ordered.encode(opening))
        return self._land(open_table(self.history, self.ruleset, opening, given, NO_LINK, self.dice))

    def give(self, command: Command, move: Move) -> Accepted | Refusal:
        """Give a command; the faces it throws come out of `dice`."""
        given = self._given(move, _ordered.encode(command))
        verdict = decide(self.history, self.ruleset, command, given, self.dice, self.past)
        self._land(verdict)
        return verdict

    def rehearse(self, command: Command, move: Move, faces: tuple[int, ...]) -> tuple[Entry, ...]:
        """What a command would lead to with these faces and ones after them; nothing comes of it."""
        given = self._given(move, b"rehearsal")
        dice = ScriptedDice(faces, without_end=True)
        verdict = decide(self.history, self.ruleset, command, given, dice, self.past)
        return verdict.entries if isinstance(verdict, Accepted) else ()

    def stage(self, order: tuple[str, ...], turn: int, up: str | None) -> Refusal | None:
        """Set up a fight at a given moment."""
        draft = Draft(self.history, self.ruleset, self._given(Move("setup:start"), b"start"), self.dice)
        try:
            stage(draft, order, turn, up)
        except Refused as refused:
            return refused.refusal
        return self._land(Accepted(tuple(draft.entries)))

    def past(self, version: int) -> Entry:
        """A past entry, read from its bytes."""
        return decode(self.bodies[version - 1])

    def _given(self, move: Move, body: bytes) -> Given:
        return Given(
            table=TABLE,
            seat=move.seat,
            command=move.command,
            digest=sha256(body).hexdigest(),
            now=SECOND * (self.history.head + 1),
            force=move.force,
            faces=move.faces,
        )

    def _land(self, verdict: Accepted | Refusal) -> Refusal | None:
        if isinstance(verdict, Refusal):
            return verdict
        for entry in verdict.entries:
            self.bodies.append(encode(entry))
            self.history = _advanced(self.history, entry, self.bodies)
        return None


def read_command(written: dict[str, object]) -> AnyCommand:
    """A command from its fields.

    Raises:
        msgspec.MsgspecError: it is badly formed.
    """
    return _command.decode(msgspec.json.encode(written))


def refolded(bodies: list[bytes]) -> History:
    """The history of a table from nothing but the bytes of its log."""
    return _fold(map(decode, bodies), bodies)


def _fold(entries: Iterable[Entry], bodies: list[bytes]) -> History:
    history = History.empty()
    for entry in entries:
        history = _advanced(history, entry, bodies)
    return history


def _advanced(history: History, entry: Entry, bodies: list[bytes]) -> History:
    sealed = seal(history.hash, entry.version, bodies[entry.version - 1], NO_SALT)
    restored = history.led_to(entry, lambda version: decode(bodies[version - 1]))
    return history.advance(entry, sealed.hash, restored)


def differences(one: History, other: History) -> tuple[str, ...]:
    """The fields in which two histories of the same table differ."""
    fields = ("state", "ledger", "head", "hash", "time", "redo", "at")
    return tuple(field for field in fields if getattr(one, field) != getattr(other, field))
