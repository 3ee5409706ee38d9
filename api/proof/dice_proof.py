"""Checking the dice of a log: keys against their commitments, and every face against its revealed key."""

import re
from typing import Final

from api.proof.faults import Broken, Fault, Kind
from engine.dice import WORD, commitment_of, entropy_digest, face
from engine.ledger import Epoch, Ledger, post
from events.envelope import Entry
from events.play import Rolled, Together, fell_together
from events.table import ClosedKeyOpened, DiceKeyTurned

_DICE: Final = re.compile(r"^([0-9]{1,9})d([0-9]{1,9})(?![0-9])")
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})+")

Sought = tuple[int, bool]
"""An epoch, and whether its closed key is meant."""


class DiceProof:
    """Reads a log entry by entry. A roll waits here until the key it was thrown under is revealed."""

    def __init__(self) -> None:
        self.ledger = Ledger()
        self.faults: list[Fault] = []
        self.moved: list[int] = []
        self.checked = self.typed = 0
        self._waiting: dict[Sought, list[tuple[int, Rolled, Together]]] = {}
        self._addresses: set[tuple[int, str]] = set()
        self._command = ("", "")
        self._head_before_command = ""

    @property
    def sealed(self) -> int:
        """Faces whose key is not revealed: those of the present epoch, and those not all may see."""
        return sum(len(one.faces) for rolls in self._waiting.values() for _, _, one in rolls)

    def take(self, entry: Entry, previous_hash: str) -> None:
        """The next entry; `previous_hash` is the chain's hash (hex) before it.

        Raises:
            Broken: it names a seat or an epoch that is not there, so that nothing after it makes sense.
        """
        if (entry.seat, entry.command) != self._command:
            self._command, self._head_before_command = (entry.seat, entry.command), previous_hash
        match entry.fact:
            case Rolled() as roll:
                self._roll(entry, roll)
            case DiceKeyTurned() as turned:
                self._turned(entry, turned)
            case ClosedKeyOpened() as opened:
                self._revealed(entry.version, opened.epoch, opened.key, closed=True)
            case _:
                pass  # no dice and no keys
        try:
            self.ledger = post(self.ledger, entry)
        except KeyError as missing:
            sentence = f"it speaks of {missing}, which this log has not mentioned before"
            raise Broken(entry.version, "reference", sentence) from missing

    def _fault(self, version: int, kind: Kind, sentence: str) -> None:
        self.faults.append(Fault(version, kind, sentence))

    def _turned(self, entry: Entry, turned: DiceKeyTurned) -> None:
        version, last = entry.version, self.ledger.epoch
        if turned.epoch != last + 1:
            raise Broken(version, "epoch", f"epoch {turned.epoch} of the dice follows epoch {last}")
        before = self.ledger.epochs[last].entropy if last else ""
        if turned.entropy != entropy_digest((before, *self.ledger.entropy)):
            sentence = "the entropy of the new epoch is not what the seats' own randomness comes to"
            self._fault(version, "entropy", sentence)
        if turned.head != self._head_before_command:
            sentence = f"the new epoch names the head {turned.head}, the log stood at {self._head_before_command}"
            self._fault(version, "key-head", sentence)
        if turned.moved and (turned.reveals is not None or not last):
            raise Broken(version, "epoch", "a table that came from another server has no key to reveal")
        if last and not turned.moved and (turned.reveals is None or turned.reveals.epoch != last):
            raise Broken(version, "epoch", f"a new epoch must reveal the open key of epoch {last}, which is over")
        if turned.moved:
            self.moved.append(version)
        if turned.reveals is not None:
            self._revealed(version, turned.reveals.epoch, turned.reveals.key, closed=False)

    def _revealed(self, version: int, number: int, key: str, closed: bool) -> None:
        epoch = self.ledger.epochs.get(number)
        if epoch is None:
            raise Broken(version, "epoch", f"it reveals a key of epoch {number}, which never was")
        promised = epoch.closed_commitment if closed else epoch.commitment
        raw = bytes_of_key(key)
        if raw is None or commitment_of(raw) != promised:
            which = "closed" if closed else "open"
            sentence = f"the {which} key of epoch {number} is not the one that was committed to before it was used"
            self._fault(version, "reveal", sentence)
            return
        for thrown_at, roll, one in self._waiting.pop((number, closed), ()):
            self._recompute(thrown_at, roll, one, epoch, raw)

    def _recompute(self, version: int, roll: Rolled, one: Together, epoch: Epoch, key: bytes) -> None:
        sides = sides_of(roll.dice)
        self.checked += len(one.faces)
        if not 1 <= sides <= WORD:
            self._fault(version, "face", f"the roll {roll.path} is of dice that do not exist ({roll.dice})")
            return
        right = tuple(face(key, f"{one.address}|{i}", epoch.entropy, sides) for i in range(len(one.faces)))
        if right != one.faces:
            sentence = f"the roll {roll.path} shows {list(one.faces)}, its key and address give {list(right)}"
            self._fault(version, "face", sentence)

    def _roll(self, entry: Entry, roll: Rolled) -> None:
        if not entry.instead_of and roll.typed_by is None:
            self._address(entry, roll)
        for place, one in enumerate(fell_together(roll, roll.key == "closed")):
            if entry.instead_of or place:
                self._thrown_before(entry, roll, one)
            self._addresses.add((one.epoch, one.address))
            if one.typed_by is not None:
                self._typed(entry, roll, one)
                continue
            late = self._revealed_already(one)
            if late is not None:
                self._recompute(entry.version, roll, one, *late)
            else:
                self._waiting.setdefault((one.epoch, one.closed), []).append((entry.version, roll, one))

    def _typed(self, entry: Entry, roll: Rolled, one: Together) -> None:
        self.typed += len(one.faces)
        if any(not 1 <= number <= sides_of(roll.dice) for number in one.faces):
            self._fault(entry.version, "face", f"the roll {roll.path} has a face that {roll.dice} does not have")

    def _thrown_before(self, entry: Entry, roll: Rolled, one: Together) -> None:
        """Dice in another's place were thrown before, or for the very correction that put them there."""
        own = f"{entry.seat}|{entry.command}|{entry.action}/{roll.path}|"
        mine = bool(entry.instead_of) and one.address.startswith(own) and one.epoch == self.ledger.epoch
        if not mine and (one.epoch, one.address) not in self._addresses:
            sentence = f"the roll {roll.path} shows dice of {one.address}, which nobody threw before"
            self._fault(entry.version, "address", sentence)

    def _address(self, entry: Entry, roll: Rolled) -> None:
        """A writer who could choose epoch or address could choose among faces."""
        if roll.epoch != self.ledger.epoch:
            sentence = f"the roll {roll.path} is of epoch {roll.epoch}; at that time epoch {self.ledger.epoch} ran"
            self._fault(entry.version, "roll-epoch", sentence)
        right = f"{entry.seat}|{entry.command}|{roll.path}|{roll.attempt}"
        if roll.address != right:
            sentence = f"the roll {roll.path} was thrown at the address {roll.address}, its own is {right}"
            self._fault(entry.version, "address", sentence)

    def _revealed_already(self, one: Together) -> tuple[Epoch, bytes] | None:
        epoch = self.ledger.epochs.get(one.epoch)
        known = (epoch.closed_key if one.closed else epoch.key) if epoch else None
        raw = bytes_of_key(known) if known else None
        return (epoch, raw) if epoch is not None and raw is not None else None


def sides_of(dice: str) -> int:
    """The number of sides in a dice expression such as 3d10; 0 where there are none."""
    found = _DICE.match(dice)
    return int(found[2]) if found else 0


def bytes_of_key(text: str) -> bytes | None:
    """The bytes of a key, which is written in lower-case digits and in no other way."""
    return bytes.fromhex(text) if _HEX.fullmatch(text) else None
