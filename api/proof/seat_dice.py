"""The dice in a seat's frames: keys against commitments, and those faces that the seat was told with their address."""

from collections.abc import Iterator
from typing import Any

from api.proof.dice_proof import bytes_of_key, sides_of
from api.proof.faults import Broken, Fault, Kind
from engine.dice import WORD, commitment_of, entropy_digest, face

Fact = dict[str, Any]

_OPEN, _CLOSED = "commitment", "closed_commitment"


class SeatDice:
    """Reads a seat's facts frame by frame. A roll waits here until the key it was thrown under is revealed."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self.checked = self.typed = 0
        self.epoch = 0
        self._epochs: dict[int, Fact] = {}
        self._keys: dict[tuple[int, bool], bytes] = {}
        self._entropy: list[str] = []
        self._waiting: dict[tuple[int, bool], list[tuple[int, Fact]]] = {}

    @property
    def sealed(self) -> int:
        """Faces whose key is not revealed."""
        return sum(len(roll["faces"]) for rolls in self._waiting.values() for _, roll in rolls)

    def take(self, number: int, fact: Fact) -> None:
        """The next frame's fact.

        Raises:
            Broken: epochs do not follow one another.
            KeyError: it lacks what such a fact has.
        """
        match fact["type"]:
            case "entropy-added":
                self._entropy.append(fact["entropy"])
            case "dice-key-turned":
                self._turned(number, fact)
            case "closed-key-opened":
                self._revealed(number, fact["epoch"], fact["key"], closed=True)
            case "roll-seen":
                self._rolled(number, fact)
            case _:
                pass  # no dice and no keys

    def _fault(self, number: int, kind: Kind, sentence: str) -> None:
        self.faults.append(Fault(number, kind, sentence))

    def _turned(self, number: int, turned: Fact) -> None:
        last = self.epoch
        if turned["epoch"] != last + 1:
            raise Broken(number, "epoch", f"epoch {turned['epoch']} of the dice follows epoch {last}")
        before = self._epochs[last]["entropy"] if last else ""
        if turned["entropy"] != entropy_digest((before, *self._entropy)):
            self._fault(number, "entropy", "the new epoch's entropy is not what the seats' own randomness comes to")
        reveals = turned.get("reveals")
        if last and not turned.get("moved") and (reveals is None or reveals["epoch"] != last):
            raise Broken(number, "epoch", f"a new epoch must reveal the open key of epoch {last}, which is over")
        if reveals is not None:
            self._revealed(number, reveals["epoch"], reveals["key"], closed=False)
        self._epochs[turned["epoch"]] = turned
        self.epoch, self._entropy = turned["epoch"], []

    def _revealed(self, number: int, epoch: int, key: str, closed: bool) -> None:
        known, raw = self._epochs.get(epoch), bytes_of_key(key)
        if known is None:
            raise Broken(number, "epoch", f"it reveals a key of epoch {epoch}, which never was")
        if raw is None or commitment_of(raw) != known[_CLOSED if closed else _OPEN]:
            which = "closed" if closed else "open"
            self._fault(number, "reveal", f"the {which} key of epoch {epoch} is not the one that was committed to")
            return
        self._keys[epoch, closed] = raw
        for told_at, roll in self._waiting.pop((epoch, closed), ()):
            self._recompute(told_at, roll, raw)

    def _rolled(self, number: int, roll: Fact) -> None:
        for one in _together(roll):
            faces = one["faces"]
            if one.get("typed_by") is not None:
                self.typed += len(faces)
            elif one.get("address") and faces:
                sought = (one["epoch"], bool(one["closed"]))
                if sought in self._keys:
                    self._recompute(number, one, self._keys[sought])
                else:
                    self._waiting.setdefault(sought, []).append((number, one))

    def _recompute(self, number: int, one: Fact, key: bytes) -> None:
        sides, entropy, faces = sides_of(one["dice"]), self._epochs[one["epoch"]]["entropy"], one["faces"]
        self.checked += len(faces)
        right = (
            [face(key, f"{one['address']}|{index}", entropy, sides) for index in range(len(faces))]
            if 1 <= sides <= WORD
            else []
        )
        if right != faces:
            self._fault(number, "face", f"the roll shows {faces}, its key and address give {right}")


def _together(roll: Fact) -> Iterator[Fact]:
    """The faces of a roll by when they fell: at first, then at each correction that asked for more."""
    faces, dice = roll.get("faces", []), roll.get("dice", "")
    added = roll.get("added", [])
    ends = [*(one["first"] for one in added), len(faces)]
    yield {**roll, "dice": dice, "faces": faces[: ends[0]], "closed": roll.get("closed", False)}
    for one, end in zip(added, ends[1:], strict=True):
        yield {**one, "dice": dice, "faces": faces[one["first"] : end], "closed": one.get("closed", False)}
