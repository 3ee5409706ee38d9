"""Tables as files: how the lines of a capsule are written, and how a capsule becomes a table again."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Iterator, Mapping
from itertools import groupby
from typing import BinaryIO, Final

import msgspec
from msgspec.structs import replace

from api.clock import Clock
from api.host.desk import HOST, landing_of
from api.keys import Keys
from api.proof.verify import FORMAT, Header, Line, Report, Trailer, lines_of, sealed_of, verify
from engine.commands import Given
from engine.decide import bring_in
from engine.dice import KeyedDice
from engine.history import History
from engine.ledger import Ledger, post
from engine.ruleset import RuleSet
from events.chain import Sealed
from events.codec import decode
from events.log.answers import EMPTY, Appended, Head, Landing
from events.log.stream import Log
from events.table import TableOpened

GROUP: Final = 200
"""Commands of a capsule that are added to the log in one go."""

_encoder: Final = msgspec.json.Encoder()


class NotTaken(Exception):
    """A capsule was not taken in, and why; nothing was added."""


class Forked(NotTaken):
    """There is a table of this id whose log is another one."""


class Taken(msgspec.Struct, frozen=True):
    """A table that was brought in: how far its log goes now, and how many entries of the capsule were new here."""

    table: str
    version: int
    added: int


async def capsule(log: Log, table: str, ruleset: str, upto: int) -> AsyncIterator[bytes]:
    """The lines of a table's capsule up to a version, page by page; the chain is checked on the way out.

    Raises:
        LogBroken: names the first version that cannot be believed.
    """
    yield line_of(Header(FORMAT, table, ruleset))
    reached = EMPTY
    async for page in log.walk(table):
        kept = [one for one in page if one.version <= upto]
        yield b"".join(line_of(written(one)) for one in kept)
        if kept:
            reached = Head(kept[-1].version, kept[-1].hash)
        if reached.version == upto:
            break
    yield line_of(Trailer(reached.version, reached.hash.hex()))


async def ruleset_of(log: Log, table: str) -> str:
    """The rule set that is played at a table that is there."""
    first = await log.entry(table, 1)
    opened = decode(first.body).fact if first is not None else None
    assert isinstance(opened, TableOpened), "every log begins with the opening"
    return opened.ruleset


def line_of(said: msgspec.Struct) -> bytes:
    """A line of a capsule."""
    return _encoder.encode(said) + b"\n"


def written(one: Sealed) -> Line:
    """An entry as it stands in a capsule."""
    return Line(one.version, one.salt.hex(), one.hash.hex(), msgspec.Raw(one.body))


class Receiver:
    """Takes capsules into a log. `keys` are those of the server whose dice are thrown from then on."""

    def __init__(self, log: Log, keys: Keys, rulesets: Mapping[str, RuleSet], clock: Clock) -> None:
        self._log, self._keys, self._rulesets, self._clock = log, keys, rulesets, clock

    async def take_in(self, file: BinaryIO) -> Taken:
        """Make a table of a capsule, or add what it has more than the table that is there.

        Everything in it is verified first. Seats and links are those of the log, tokens and dice keys this server's.
        When something was added, the dice get new entropy and new keys, so that no face from here on follows from keys
        that were revealed after the copy was made.

        Raises:
            NotTaken: it is no whole capsule, or of a rule set that is not played here.
            Forked: there is a table of this id whose log does not fit.
            LogError: the log does not answer.
        """
        report = await asyncio.to_thread(verify, lines_of(file))
        self._must_be_playable(report)
        file.seek(0)
        there = await self._log.head(report.table)
        if there.version >= report.count:
            await self._must_hold(report)
            return Taken(report.table, there.version, 0)
        head, ledger, time = EMPTY, Ledger(), 0
        for group in _groups(_entries(file)):
            for entry in (decode(one.body) for landing in group for one in landing.entries):
                ledger, time = post(ledger, entry), entry.time
            head = await self._add(report.table, head, there, group)
        version = await self._turn_the_key(report, head, ledger, time)
        return Taken(report.table, version, report.count - there.version)

    def _must_be_playable(self, report: Report) -> None:
        if report.faults:
            first = report.faults[0]
            raise NotTaken(f"this is no whole capsule: version {first.version} ({first.kind}): {first.sentence}")
        if report.ruleset not in self._rulesets:
            raise NotTaken(f"there is no rule set {report.ruleset!r} here")

    async def _must_hold(self, report: Report) -> None:
        last = await self._log.entry(report.table, report.count)
        if last is None or last.hash.hex() != report.head:
            raise Forked(_forked(report.table))

    async def _add(self, table: str, head: Head, there: Head, group: tuple[Landing, ...]) -> Head:
        """Add what lies beyond the head that is there; what lies before it has to be the same."""
        last = group[-1].entries[-1]
        if last.version >= there.version:
            own = {one.version: one.hash for landing in group for one in landing.entries}
            if there.version > head.version and own[there.version] != there.hash:
                raise Forked(_forked(table))
        new = tuple(landing for landing in group if landing.entries[0].version > there.version)
        if new:
            first = new[0].entries[0].version
            before = there if first == there.version + 1 else head
            if first != before.version + 1:
                raise Forked(_forked(table))
            answer = await self._log.append(table, before.version, new, expected_hash=before.hash)
            if not isinstance(answer, Appended):
                raise Forked(f"somebody else is writing at table {table}; try again")
        return Head(last.version, last.hash)

    async def _turn_the_key(self, report: Report, head: Head, ledger: Ledger, time: int) -> int:
        """Seats and keys are no part of play, so the state of play need not be known here."""
        gm = ledger.first_gm
        name = f"{HOST}-import-{secrets.token_hex(8)}"
        given = Given(table=report.table, seat=gm.id, command=name, digest=report.head, now=self._clock())
        history = replace(History.empty(), ledger=ledger, head=head.version, hash=head.hash, time=time)
        dice = KeyedDice(self._keys.dice, report.table)
        ruleset = self._rulesets[report.ruleset]
        landing = landing_of(bring_in(history, ruleset, given, secrets.token_hex(32), dice), head.hash)
        answer = await self._log.append(report.table, head.version, (landing,), expected_hash=head.hash)
        if not isinstance(answer, Appended):
            raise Forked(f"somebody else is writing at table {report.table}; try again")
        return answer.head.version


def _forked(table: str) -> str:
    return f"there is a table {table} here, and its log is not the one of this capsule"


def _entries(file: BinaryIO) -> Iterator[Sealed]:
    for line in lines_of(file):
        found = sealed_of(line.removesuffix(b"\n"))
        if found is not None:
            yield found


def _groups(entries: Iterator[Sealed]) -> Iterator[tuple[Landing, ...]]:
    """The commands of a log, so many at a time."""
    group: list[Landing] = []
    for landing in _commands(entries):
        group.append(landing)
        if len(group) == GROUP:
            yield tuple(group)
            group = []
    if group:
        yield tuple(group)


def _commands(entries: Iterator[Sealed]) -> Iterator[Landing]:
    for key, pairs in groupby(((_key(one), one) for one in entries), key=lambda pair: pair[0]):
        name, digest = key
        yield Landing(name, digest, tuple(one for _, one in pairs))


def _key(one: Sealed) -> tuple[str, str]:
    entry = decode(one.body)
    return f"{entry.seat}/{entry.command}", entry.digest
