"""A seat's own capsule: its frames and chain as JSON lines, and the check of one without a server.

{"fracas":1,"table":"k3v9","ruleset":"unisystem","seat":"ana","begins":"<hex>"}
{"number":1,"chain":"<hex>","frame":{...the frame's bytes as they were sent...}}
{"count":1,"chain":"<hex>","header":"<hex, the SHA-256 of the first line>"}
"""

import re
from collections.abc import AsyncIterator, Iterable
from hashlib import sha256
from typing import Any, Final

import msgspec

from api.proof.faults import Broken, Fault
from api.proof.seat_dice import SeatDice
from api.proof.verify import FORMAT
from events.chain import link
from projections.stream import AudienceStream

_PAGE: Final = 500
_HEADER: Final = re.compile(
    rb'\{"fracas":([0-9]+),"table":"([A-Za-z0-9-]{1,40})","ruleset":"([a-z0-9_-]{1,40})",'
    rb'"seat":"([A-Za-z0-9_-]{1,40})","begins":"([0-9a-f]{64})"\}'
)
_FRAME: Final = re.compile(rb'\{"number":([1-9][0-9]{0,14}),"chain":"([0-9a-f]{64})","frame":(\{.*\})\}', re.DOTALL)
_TRAILER: Final = re.compile(
    rb'\{"count":(0|[1-9][0-9]{0,14}),"chain":"([0-9a-f]{64})","header":"([0-9a-f]{64})"\}',
)


async def seat_capsule(stream: AudienceStream, table: str, seat: str) -> AsyncIterator[bytes]:
    """The lines of a seat's capsule, up to the frame that is its newest now."""
    last, chain, ruleset = stream.newest, stream.chain, stream.ruleset.id
    begins = stream.chain_at(0)
    header = b'{"fracas":%d,"table":"%s","ruleset":"%s","seat":"%s","begins":"%s"}' % (
        FORMAT, table.encode(), ruleset.encode(), seat.encode(), begins.encode(),
    )  # fmt: skip
    yield header + b"\n"
    for start in range(0, last, _PAGE):
        told = stream.after(start, min(_PAGE, last - start))
        yield b"".join(b'{"number":%d,"chain":"%s","frame":%s}\n' % (n.number, n.chain.encode(), n.body) for n in told)
    sealed = sha256(header).hexdigest()
    yield b'{"count":%d,"chain":"%s","header":"%s"}\n' % (last, chain.encode(), sealed.encode())


class SeatReport(msgspec.Struct, frozen=True):
    """What was found in a seat's capsule; numbers are the seat's own.

    `heads` are the heads of the table's log that the seat was told, each with the number of the frame that told it.
    """

    table: str
    ruleset: str
    seat: str
    count: int
    chain: str
    faults: tuple[Fault, ...]
    faces: int
    typed: int
    sealed: int
    heads: tuple[tuple[int, str], ...]

    @property
    def whole(self) -> bool:
        """Whether nothing was found wrong."""
        return not self.faults


def is_of_a_seat(first: bytes) -> bool:
    """Whether a file that begins with this line is a seat's capsule and not a table's."""
    return _HEADER.fullmatch(first.removesuffix(b"\n")) is not None


def verify_seat(lines: Iterable[bytes], log: Iterable[str] | None = None) -> SeatReport:
    """Check a seat's capsule from its first line to its last; `log` are the hashes (hex) of the table's log, if there.

    With `log` every head that the seat was told has to be one of them: then both are of the same table.
    """
    reading = _Reading(None if log is None else frozenset(log))
    try:
        for number, line in enumerate(lines, 1):
            reading.take(number, line.removesuffix(b"\n"))
        reading.close()
    except Broken as broken:
        reading.faults.append(broken.fault)
    return reading.report()


class _Reading:
    """How far the reading has come."""

    def __init__(self, log: frozenset[str] | None) -> None:
        self.log = log
        self.header: tuple[str, str, str] | None = None
        self.sealed = ""
        self.ended = False
        self.number, self.chain = 0, bytes(32)
        self.dice = SeatDice()
        self.faults: list[Fault] = []
        self.heads: list[tuple[int, str]] = []

    def take(self, number: int, line: bytes) -> None:
        if self.ended:
            raise Broken(self.number, "after-the-end", f"line {number} stands after the last line of the capsule")
        if self.header is None:
            self._begin(line)
        elif line.startswith(b'{"count":'):
            self._end(number, line)
        else:
            self._frame(number, line)

    def _begin(self, line: bytes) -> None:
        found = _HEADER.fullmatch(line)
        if found is None or int(found[1]) != FORMAT:
            raise Broken(0, "header", f"the first line is not that of a seat's capsule of format {FORMAT}")
        self.header = (found[2].decode(), found[3].decode(), found[4].decode())
        self.sealed = sha256(line).hexdigest()
        self.chain = bytes.fromhex(found[5].decode())

    def _frame(self, number: int, line: bytes) -> None:
        expected, found = self.number + 1, _FRAME.fullmatch(line)
        if found is None:
            raise Broken(expected, "line", f"line {number} is not written as a capsule writes a frame")
        if int(found[1]) != expected:
            raise Broken(expected, "hole", f"frame {int(found[1])} stands where frame {expected} belongs")
        frame = _read(expected, found[3])
        before = _begins_anew(frame) or self.chain
        chain = link(before, sha256(found[3]).digest())
        if chain.hex().encode() != found[2]:
            raise Broken(expected, "hash", "the chain does not follow: this frame or one before it was changed")
        if frame["number"] != expected:
            raise Broken(expected, "version", f"the frame itself says that it is number {frame['number']}")
        self.number, self.chain = expected, chain
        self._look(frame)

    def _look(self, frame: dict[str, Any]) -> None:
        try:
            self.dice.take(self.number, frame["fact"])
        except (KeyError, TypeError, AttributeError) as problem:
            raise Broken(self.number, "unreadable", f"no frame of any known kind: {problem!r}") from problem
        if frame["fact"]["type"] == "dice-key-turned":
            self.heads.append((self.number, frame["fact"]["head"]))

    def _end(self, number: int, line: bytes) -> None:
        found = _TRAILER.fullmatch(line)
        if found is None:
            raise Broken(self.number + 1, "line", f"line {number} is not how a capsule ends")
        if int(found[1]) != self.number:
            sentence = f"the last line promises {int(found[1])} frames, the file holds {self.number}"
            raise Broken(self.number, "count", sentence)
        if found[2].decode() != self.chain.hex():
            raise Broken(self.number, "head", "the last line gives another chain than the frames lead to")
        if found[3].decode() != self.sealed:
            raise Broken(0, "header", "the first line was changed: the last one was written for another")
        self.ended = True

    def close(self) -> None:
        if self.header is None:
            raise Broken(0, "header", "the file is empty")
        if not self.ended:
            raise Broken(self.number, "cut", f"the capsule stops after frame {self.number}")

    def report(self) -> SeatReport:
        table, ruleset, seat = self.header or ("", "", "")
        foreign = [
            self._foreign(number) for number, head in self.heads if self.log is not None and head not in self.log
        ]
        faults = sorted((*self.faults, *self.dice.faults, *foreign), key=lambda fault: fault.version)
        dice = self.dice
        return SeatReport(
            table=table,
            ruleset=ruleset,
            seat=seat,
            count=self.number,
            chain=self.chain.hex(),
            faults=tuple(faults),
            faces=dice.checked,
            typed=dice.typed,
            sealed=dice.sealed,
            heads=tuple(self.heads),
        )

    def _foreign(self, number: int) -> Fault:
        return Fault(number, "key-head", "the head that the seat was told is none of this table's log")


def _read(number: int, body: bytes) -> dict[str, Any]:
    try:
        frame = msgspec.json.decode(body)
    except (msgspec.MsgspecError, RecursionError) as problem:
        raise Broken(number, "unreadable", f"the frame is no JSON: {problem}") from problem
    if (
        not isinstance(frame.get("fact"), dict)
        or not isinstance(frame["fact"].get("type"), str)
        or "number" not in frame
    ):
        raise Broken(number, "unreadable", "a frame has a number and a fact")
    return dict(frame)


def _begins_anew(frame: dict[str, Any]) -> bytes | None:
    """Where a seat sees with other eyes a new chain begins, with the hash that stands in the view."""
    if frame["fact"]["type"] != "seen-anew":
        return None
    begins = frame["fact"].get("view", {}).get("chain", "")
    return bytes.fromhex(begins) if re.fullmatch("[0-9a-f]{64}", begins) else None
