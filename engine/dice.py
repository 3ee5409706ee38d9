"""Dice by address: the same command throws the same faces wherever and however often it is decided."""

import hmac
from hashlib import sha256
from typing import Any, Final, Protocol

WORD: Final = 1 << 32


class DiceBox(Protocol):
    """Where faces and the keys behind them come from. The real one is keyed, tests script it."""

    def face(self, epoch: int, entropy: str, address: str, index: int, sides: int, closed: bool) -> int:
        """One face, 1 to `sides`."""
        ...

    def commitment(self, epoch: int, entropy: str, closed: bool) -> str:
        """SHA-256 (hex) of an epoch's key, to be published before it is used. `entropy` is the epoch's digest."""
        ...

    def key(self, epoch: int, entropy: str, closed: bool) -> str:
        """An epoch's key (hex), to be revealed when it is over."""
        ...


class DieWanted(Exception):
    """A die was asked of a box that throws none; the kernel says in `roll` for which roll."""

    def __init__(self, roll: Any = None) -> None:
        super().__init__("a die was asked for")
        self.roll = roll


class NoDice:
    """Throws nothing: for finding out how far a command comes before its first die."""

    def face(self, epoch: int, entropy: str, address: str, index: int, sides: int, closed: bool) -> int:
        """Never a face."""
        raise DieWanted

    def commitment(self, epoch: int, entropy: str, closed: bool) -> str:
        """Nothing is committed to."""
        return ""

    def key(self, epoch: int, entropy: str, closed: bool) -> str:
        """Nothing is revealed."""
        return ""


class KeyedDice:
    """The dice of one table: every epoch's keys are derived from the server's key, which is written nowhere.

    They depend on the epoch's entropy too: a table that was brought back from a copy, and gets new entropy then, has
    other keys than those that were revealed after the copy was made.
    """

    def __init__(self, server_key: bytes, table: str) -> None:
        self._server_key = server_key
        self._table = table
        self._keys: dict[tuple[int, str, bool], bytes] = {}

    def face(self, epoch: int, entropy: str, address: str, index: int, sides: int, closed: bool) -> int:
        """One face, 1 to `sides`."""
        return face(self._epoch_key(epoch, entropy, closed), f"{address}|{index}", entropy, sides)

    def commitment(self, epoch: int, entropy: str, closed: bool) -> str:
        """SHA-256 (hex) of an epoch's key."""
        return commitment_of(self._epoch_key(epoch, entropy, closed))

    def key(self, epoch: int, entropy: str, closed: bool) -> str:
        """An epoch's key (hex)."""
        return self._epoch_key(epoch, entropy, closed).hex()

    def _epoch_key(self, epoch: int, entropy: str, closed: bool) -> bytes:
        if (epoch, entropy, closed) not in self._keys:
            name = f"{self._table}|{epoch}|{'closed' if closed else 'open'}|{entropy}"
            self._keys[epoch, entropy, closed] = hmac.digest(self._server_key, name.encode(), "sha256")
        return self._keys[epoch, entropy, closed]


def face(key: bytes, address: str, entropy: str, sides: int) -> int:
    """The face at an address: HMAC-SHA256(key, address | k | entropy) read without bias, k = 0, 1 ... until it fits."""
    limit = WORD // sides * sides
    k = 0
    while True:
        drawn = hmac.digest(key, f"{address}|{k}|{entropy}".encode(), "sha256")
        number = int.from_bytes(drawn[:4], "big")
        if number < limit:
            return number % sides + 1
        k += 1


def commitment_of(key: bytes) -> str:
    """What is published of a key before it is used."""
    return sha256(key).hexdigest()


def entropy_digest(contributions: tuple[str, ...]) -> str:
    """The seats' randomness as one digest, in the order given."""
    return sha256("|".join(contributions).encode()).hexdigest()
