"""Checking an export without a server: bytes, chain, count, head, and every die whose key is known.

An export is JSON lines. The first says what it is, the last how far it goes, and between them stands one line for
each entry of the log:

    {"fracas":1,"table":"k3v9","ruleset":"unisystem"}
    {"version":1,"salt":"<hex>","hash":"<hex>","entry":{...the entry's stored bytes...}}
    {"count":1,"head":"<hex>"}

`docs/proof.md` says all of it to the byte; `api/client/verify.js` does the same once more, on its own.
"""

import re
from collections.abc import Iterable, Iterator
from typing import BinaryIO, Final, TypeVar

import msgspec

from api.proof.dice_proof import DiceProof
from api.proof.faults import Broken, Fault, Kind
from events.chain import GENESIS, Sealed, first_break
from events.codec import UnreadableEntry, as_written, decode
from events.envelope import Entry
from events.table import TableOpened

FORMAT: Final = 1
LONGEST_LINE: Final = 4 * 1024 * 1024
"""Bytes. No entry of ours comes near; a file with a longer line is no export."""

_ENTRY: Final = re.compile(
    rb'\{"version":([1-9][0-9]{0,14}),"salt":"([0-9a-f]{32})","hash":"([0-9a-f]{64})","entry":(\{.*\})\}', re.DOTALL
)
"""A line that holds an entry, whose stored bytes are taken as they stand."""

_TABLE: Final = re.compile("[A-Za-z0-9-]{1,40}")
_RULESET: Final = re.compile("[a-z0-9_-]{1,40}")

T = TypeVar("T", bound=msgspec.Struct)


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line: the format's number, the table and its rule set."""

    fracas: int
    table: str
    ruleset: str


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One entry with what the chain needs to know of it; salt and hash in hex."""

    version: int
    salt: str
    hash: str
    entry: msgspec.Raw


class Trailer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The last line: how many entries there are, and the chain's hash at the end."""

    count: int
    head: str


class Report(msgspec.Struct, frozen=True):
    """What was found. `faults` are in the order of their versions; none means that all that can be checked is right.

    `receipt_at` is the version whose hash the receipt is. `faces` counts the dice that were recomputed, `typed` those
    typed in from real dice (nobody can recompute these), `sealed` those whose key is not revealed. `moved` are the
    versions at which the table came to another server, which cannot reveal the key of the turn before.
    """

    table: str
    ruleset: str
    count: int
    head: str
    faults: tuple[Fault, ...]
    faces: int = 0
    typed: int = 0
    sealed: int = 0
    receipt_at: int | None = None
    moved: tuple[int, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether nothing was found wrong."""
        return not self.faults


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """The lines of an export, one at a time; a line that is too long comes cut, and is then no JSON."""
    while line := file.readline(LONGEST_LINE):
        yield line


def verify(lines: Iterable[bytes], receipt: str | None = None) -> Report:
    """Check an export from its first line to its last; reads on until something breaks the chain.

    `receipt` is a head that somebody kept: the log must have had exactly this hash at one of its versions, or at the
    version that it names (`57:5e22...`).
    """
    reading = _Reading(receipt)
    try:
        for number, line in enumerate(lines, 1):
            reading.take(number, line)
        reading.close()
    except Broken as broken:
        reading.faults.append(broken.fault)
    return reading.report()


def is_receipt(text: str) -> bool:
    """Whether this can be a receipt: a hash, or a version and a hash."""
    return re.fullmatch("([0-9]{1,15}:)?[0-9a-f]{64}", text.strip().lower()) is not None


def split_receipt(receipt: str) -> tuple[int | None, str]:
    """The version that a receipt names, if it does, and its hash."""
    version, colon, held = receipt.strip().lower().rpartition(":")
    return (int(version) if colon and version.isdecimal() else None), held


def sealed_of(line: bytes) -> Sealed | None:
    """The entry in a line without its end; None where the line holds none."""
    found = _ENTRY.fullmatch(line)
    if found is None:
        return None
    return Sealed(int(found[1]), found[4], bytes.fromhex(found[2].decode()), bytes.fromhex(found[3].decode()))


class _Reading:
    """How far the reading has come."""

    def __init__(self, receipt: str | None) -> None:
        self.promised_at, self.receipt = split_receipt(receipt or "")
        self.receipt_at: int | None = None
        self.header: Header | None = None
        self.trailer: Trailer | None = None
        self.version, self.hash, self.time = 0, GENESIS, 0
        self.command = ("", "")
        self.used: set[tuple[str, str]] = set()
        self.dice = DiceProof()
        self.faults: list[Fault] = []

    def take(self, number: int, line: bytes) -> None:
        if self.trailer is not None:
            raise Broken(self.version, "after-the-end", f"line {number} stands after the last line of the export")
        line = line.removesuffix(b"\n")
        if self.header is None:
            self.header = _header(line)
        elif line.startswith(b'{"count":'):
            self.trailer = _trailer(line, self.version + 1, f"line {number}")
        else:
            self._entry(self._sealed(line, number))

    def close(self) -> None:
        if self.header is None:
            raise Broken(0, "header", "the file is empty")
        if self.trailer is None:
            sentence = f"the export stops after version {self.version}, before the line that says how far it goes"
            raise Broken(self.version, "cut", sentence)
        if self.trailer.count != self.version:
            sentence = f"the last line promises {self.trailer.count} entries, the file holds {self.version}"
            raise Broken(self.version, "count", sentence)
        if self.trailer.head != self.hash.hex():
            sentence = f"the last line gives the head {self.trailer.head}, the entries lead to {self.hash.hex()}"
            raise Broken(self.version, "head", sentence)
        if self.receipt and self.receipt_at is None:
            sentence = f"no version of this log has the hash {self.receipt}: it is not the log the receipt is of"
            raise Broken(self.version, "receipt", sentence)

    def report(self) -> Report:
        faults = sorted((*self.faults, *self.dice.faults), key=lambda fault: fault.version)
        table, ruleset = (self.header.table, self.header.ruleset) if self.header else ("", "")
        proof = self.dice
        return Report(
            table=table,
            ruleset=ruleset,
            count=self.version,
            head=self.hash.hex(),
            faults=tuple(faults),
            faces=proof.checked,
            typed=proof.typed,
            sealed=proof.sealed,
            receipt_at=self.receipt_at,
            moved=tuple(proof.moved),
        )

    def _entry(self, sealed: Sealed) -> None:
        if broken := first_break(self.hash, self.version, (sealed,)):
            sentence = "the hash does not follow: this entry, its salt, its hash or one before it was changed"
            raise Broken(broken.version, "hash", sentence)
        entry = _decoded(sealed)
        self._envelope(entry)
        self._follow(entry)
        self.dice.take(entry, self.hash.hex())
        self.version, self.hash, self.time = entry.version, sealed.hash, entry.time
        self._compare(sealed.hash.hex())

    def _compare(self, held: str) -> None:
        """Hold the receipt against the hash of the newest version."""
        if not self.receipt or self.promised_at not in (None, self.version):
            return
        if held == self.receipt:
            self.receipt_at = self.version
        elif self.promised_at is not None:
            sentence = f"the receipt says {self.receipt} for this version, the log has {held}: it was written anew"
            raise Broken(self.version, "receipt", sentence)

    def _sealed(self, line: bytes, number: int) -> Sealed:
        expected, found = self.version + 1, sealed_of(line)
        if found is None:
            sentence = f"line {number} is not written as an export writes an entry: something else has been at it"
            raise Broken(expected, "line", sentence)
        if found.version != expected:
            raise Broken(expected, "hole", f"version {found.version} stands where version {expected} belongs")
        return found

    def _envelope(self, entry: Entry) -> None:
        assert self.header is not None
        expected = self.version + 1
        if entry.version != expected:
            raise Broken(expected, "version", f"the entry itself says that it is version {entry.version}")
        if entry.table != self.header.table:
            sentence = f"the entry is of table {entry.table}, the file of table {self.header.table}"
            raise Broken(expected, "table", sentence)
        if expected == 1 and not (isinstance(entry.fact, TableOpened) and entry.fact.ruleset == self.header.ruleset):
            sentence = f"the log must begin with the opening of a table for {self.header.ruleset}"
            raise Broken(expected, "opening", sentence)

    def _follow(self, entry: Entry) -> None:
        """What an honest writer never does, though the chain would allow it."""
        if entry.time < self.time:
            raise Broken(entry.version, "clock", "the entry is older than the one before it")
        command = (entry.seat, entry.command)
        if command != self.command and command in self.used:
            sentence = f"the command {entry.seat}/{entry.command} was used up before"
            raise Broken(entry.version, "command", sentence)
        self.used.add(command)
        self.command = command


def _trailer(line: bytes, version: int, where: str) -> Trailer:
    trailer = _parsed(line, Trailer, version, where)
    if not re.fullmatch("[0-9a-f]{64}", trailer.head) or trailer.count < 0:
        raise Broken(version, "line", f"{where} is not how an export ends")
    return trailer


def _header(line: bytes) -> Header:
    header = _parsed(line, Header, 0, "the first line", "header")
    if not (_TABLE.fullmatch(header.table) and _RULESET.fullmatch(header.ruleset)):
        raise Broken(0, "header", "the first line is not that of an export")
    if header.fracas != FORMAT:
        raise Broken(0, "header", f"the export has format {header.fracas}; this program reads format {FORMAT}")
    return header


def _parsed(line: bytes, kind: type[T], version: int, where: str, why: Kind = "line") -> T:
    try:
        found = msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, RecursionError) as problem:
        raise Broken(version, why, f"{where} is not what belongs there: {problem}") from problem
    if msgspec.json.encode(found) != line:
        raise Broken(version, why, f"{where} is not written as an export writes it: something else has been at it")
    return found


def _decoded(sealed: Sealed) -> Entry:
    try:
        entry = decode(sealed.body)
    except (UnreadableEntry, RecursionError) as problem:
        raise Broken(sealed.version, "unreadable", f"no entry of any known kind: {problem}") from problem
    if not as_written(entry, sealed.body):
        sentence = "the entry's bytes are not how such an entry is written: it was set down again by something else"
        raise Broken(sealed.version, "bytes", sentence)
    return entry
