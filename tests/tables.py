"""A table in memory for tests: the real decide, fold and bytes, with a list in place of the log."""

from typing import Any

import msgspec
from msgspec.structs import replace

from engine.actions import all_open
from engine.commands import Act, Answer, Command, EnterCombatant, Given, OfferSeat, OpenTable
from engine.decide import Accepted, decide, open_table
from engine.dice import DiceBox, KeyedDice
from engine.history import History
from engine.refusals import Refusal
from engine.ruleset import RuleSet
from engine.state import State
from events.chain import seal
from events.codec import decode, encode
from events.envelope import Entry

SERVER_KEY = bytes(range(32))
SALT = bytes(16)


class MemoryTable:
    """Gives commands to the engine and keeps the bytes of what was accepted."""

    def __init__(self, ruleset: RuleSet, options: dict[str, Any] | None = None, dice: DiceBox | None = None) -> None:
        self.ruleset = ruleset
        self.dice: DiceBox = dice or KeyedDice(SERVER_KEY, "t1")
        self.history = History.empty()
        self.bodies: list[bytes] = []
        self.given = 0
        opening = OpenTable(title="Test", ruleset=ruleset.id, options=options or {})
        self.take(open_table(self.history, ruleset, opening, self._given("gm"), "0" * 64, self.dice))

    def give(
        self,
        command: Command,
        seat: str = "gm",
        *,
        faces: tuple[int, ...] = (),
        force: str | None = None,
        named: str | None = None,
        on_behalf: str | None = None,
        label: str = "",
    ) -> Accepted | Refusal:
        """Decide a command and keep what it led to."""
        given = replace(self._given(seat, faces=faces, force=force, named=named), on_behalf=on_behalf, label=label)
        return self.take(decide(self.history, self.ruleset, command, given, self.dice, self.past))

    def must(self, command: Command, seat: str = "gm", **more: Any) -> Accepted:
        """Give a command that has to be accepted."""
        answer = self.give(command, seat, **more)
        assert isinstance(answer, Accepted), answer
        return answer

    def refused(self, command: Command, seat: str = "gm", **more: Any) -> Refusal:
        """Give a command that has to be refused; nothing may be appended."""
        before = len(self.bodies)
        answer = self.give(command, seat, **more)
        assert isinstance(answer, Refusal), answer
        assert len(self.bodies) == before
        return answer

    def _given(
        self, seat: str, faces: tuple[int, ...] = (), force: str | None = None, named: str | None = None
    ) -> Given:
        self.given += 1
        name = named or f"c-{self.given}"
        return Given(table="t1", seat=seat, command=name, digest="d", now=1000 + self.given, faces=faces, force=force)

    def take(self, answer: Accepted | Refusal) -> Accepted | Refusal:
        """Append what was accepted and fold it in, as a log would."""
        if isinstance(answer, Accepted):
            for entry in answer.entries:
                self._append(entry)
        return answer

    def _append(self, entry: Entry) -> None:
        self.bodies.append(encode(entry))
        self.history = advance(self.history, entry, self.past)

    def past(self, version: int) -> Entry:
        """A past entry from its bytes."""
        return decode(self.bodies[version - 1])

    @property
    def state(self) -> State:
        """Where the table stands."""
        return self.history.state

    def facts(self, kind: type[Any] = object) -> list[Any]:
        """All facts of a type, in order."""
        return [entry.fact for entry in map(decode, self.bodies) if isinstance(entry.fact, kind)]

    def restarted(self) -> "MemoryTable":
        """The same table as another process would load it from its bytes."""
        other = object.__new__(MemoryTable)
        other.__dict__.update(self.__dict__)
        other.bodies = list(self.bodies)
        other.history = refold(self.bodies)
        return other

    def open(self) -> list[tuple[str, str, str]]:
        """Open questions as (action, path, combatant)."""
        return [(parked.action, q.path, q.combatant) for parked, q in all_open(self.state)]

    # the words most tests need

    def seat(self, seat: str, kind: str = "player") -> None:
        """Offer a seat."""
        self.must(OfferSeat(seat=seat, kind=kind, name=seat.title(), link_digest="1" * 64))  # type: ignore[arg-type]

    def enter(self, combatant: str, sheet: dict[str, Any] | None = None, **more: Any) -> None:
        """Enter a combatant."""
        raw = msgspec.Raw(msgspec.json.encode(sheet or {}))
        self.must(EnterCombatant(combatant=combatant, name=combatant.title(), sheet=raw, **more))

    def act(
        self, combatant: str, seat: str = "gm", *, faces: tuple[int, ...] = (), **action: Any
    ) -> Accepted | Refusal:
        """Let a combatant act."""
        raw = msgspec.Raw(msgspec.json.encode(action))
        return self.give(Act(combatant=combatant, action=raw), seat, faces=faces)

    def answer(
        self, combatant: str, seat: str = "gm", *, faces: tuple[int, ...] = (), **more: Any
    ) -> Accepted | Refusal:
        """Answer a question."""
        return self.give(Answer(combatant=combatant, **more), seat, faces=faces)


def advance(history: History, entry: Entry, past: Any) -> History:
    """One entry further; a retraction is given the state it leads back to."""
    sealed = seal(history.hash, entry.version, encode(entry), SALT)
    return history.advance(entry, sealed.hash, history.led_to(entry, past))


def refold(bodies: list[bytes]) -> History:
    """The history that these bytes add up to."""
    history = History.empty()
    for body in bodies:
        history = advance(history, decode(body), lambda version: decode(bodies[version - 1]))
    return history
