"""A log in memory that goes on by commands of a game master's, sealed with salts that follow from a secret."""

from collections.abc import Callable, Iterable
from hashlib import sha256
from typing import Final

import msgspec

from engine.commands import Command, Given
from engine.decide import Accepted, decide
from engine.dice import KeyedDice
from engine.history import History
from engine.refusals import Refusal, Refused
from engine.ruleset import RuleSet
from events.base import SeatId
from events.chain import Sealed, seal
from events.codec import encode
from events.envelope import Entry
from projections.simulating.fight import Given as Fallen

Secret = Callable[[str], bytes]
"""32 bytes for each purpose, always the same."""

SECOND: Final = 1000
"""Milliseconds from one command to the next."""


class Written:
    """A table's log from some moment on. `named` begins the ids of its commands; the clock begins at that moment."""

    def __init__(
        self, table: str, ruleset: RuleSet, history: History, secret: Secret, seat: SeatId, named: str = "sim"
    ) -> None:
        self.table, self.ruleset, self.history, self.seat = table, ruleset, history, seat
        self.dice = KeyedDice(secret("dice"), table)
        self.sealed: list[Sealed] = []
        self._secret, self._named, self._number, self._begins = secret, named, 0, history.time

    def give(self, command: Command, faces: tuple[int, ...] = ()) -> None:
        """Give a command, with faces of real dice.

        Raises:
            Refused: it is not accepted.
        """
        self.land(decide(self.history, self.ruleset, command, self.given(command, faces), self.dice))

    def play(self, fought: Iterable[Fallen]) -> None:
        """Play a simulated fight once more, on the faces that fell in it.

        Raises:
            Refused: something of it is not accepted.
        """
        for one in fought:
            self.give(one.command, one.faces)

    def given(self, said: msgspec.Struct, faces: tuple[int, ...] = ()) -> Given:
        """Who gives the next command, and when."""
        self._number += 1
        return Given(
            table=self.table,
            seat=self.seat,
            command=f"{self._named}-{self._number}",
            digest=sha256(msgspec.json.encode(said) + msgspec.json.encode(faces)).hexdigest(),
            now=self._begins + SECOND * self._number,
            faces=faces,
        )

    def land(self, answer: Accepted | Refusal) -> None:
        """Write down what was decided.

        Raises:
            Refused: it was a refusal.
        """
        if isinstance(answer, Refusal):
            raise Refused(answer)
        self.add(answer.entries)

    def add(self, entries: tuple[Entry, ...]) -> None:
        """Seal entries onto the chain. None of them takes anything back."""
        for entry in entries:
            salt = self._secret(f"salt {entry.version}")[:16]
            one = seal(self.history.hash, entry.version, encode(entry), salt)
            self.history = self.history.advance(entry, one.hash)
            self.sealed.append(one)
