"""The host's desk: lists tables, opens them and mends their links on the log itself, with or without a server.

It sees what is on a table's cover (title, rule set, seats) and none of its secrets. A running server takes what is
written here from the log, like anything that another process of it writes.
"""

import secrets
from collections.abc import Mapping
from hashlib import sha256
from typing import Final

import msgspec
from msgspec.structs import replace

from api.clock import Clock
from api.clock import now as this_moment
from api.host.covers import Cover, cover_of, in_trouble
from api.keys import Keys, random_id
from api.limits import LOG
from api.tables.deciding import random_salt
from api.tables.opening import Opener
from api.tables.orders import digest_of_command
from api.tables.table import Table
from api.tables.template import HouseRules, Template, prepared, wanted_seats
from api.tokens import digest_of, new_link
from engine.commands import CloseTable, Given, OfferSeat
from engine.decide import Accepted, decide, reopen
from engine.decide.table import GM_SEAT
from engine.dice import KeyedDice
from engine.history import History
from engine.ledger import Ledger, Seat, post
from engine.refusals import Refusal, Refused, refusal
from engine.ruleset import RuleSet
from events.base import OptionValue, SeatId
from events.chain import Sealed, seal
from events.codec import decode, encode
from events.envelope import Entry
from events.log.answers import EMPTY, Appended, Head, Landing
from events.log.errors import LogError, LogRefused
from events.log.stream import Log

HOST: Final = "host"
"""Begins the name of every command that the host gives at a table."""

_TRIES: Final = 20


class Standing(msgspec.Struct, frozen=True):
    """A table as its host sees it: cover, options, seats, and the head that may be kept as a receipt.

    `time` is that of the entry at the head.
    """

    cover: Cover
    options: dict[str, OptionValue]
    ledger: Ledger
    head: Head
    time: int


class Opened(msgspec.Struct, frozen=True):
    """A seat that can be sat down at: its link is told once and kept nowhere."""

    table: str
    seat: SeatId
    link: str


class NoTable(LookupError):
    """There is no such table here, or no such seat at it; the message says so."""


class NotDone(Exception):
    """What was asked for was refused, and why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.refusal = refusal


class Desk:
    """Works on the log of all tables. The keys are those of the server: its dice are committed to here."""

    def __init__(self, log: Log, keys: Keys, rulesets: Mapping[str, RuleSet], clock: Clock = this_moment) -> None:
        self._log, self._keys, self._rulesets, self._clock = log, keys, rulesets, clock
        self._opener = Opener(log, keys, rulesets, clock, random_salt, LOG)

    async def tables(self) -> tuple[Cover, ...]:
        """All tables, those used last first."""
        covers = [await self._listed(table) for table in await self._log.tables()]
        return tuple(sorted(covers, key=lambda cover: -cover.changed))

    async def _listed(self, table: str) -> Cover:
        try:
            return await self.cover(table)
        except LogError as wrong:
            return in_trouble(table, wrong)

    async def cover(self, table: str) -> Cover:
        """One table as a list shows it.

        Raises:
            NoTable: there is none.
        """
        return (await self._covered(table))[0]

    async def _covered(self, table: str) -> tuple[Cover, Table]:
        loaded = await self._opener.load(table) if await self._log.exists(table) else None
        cover = await cover_of(self._log, table, loaded)
        if cover is None or loaded is None:
            raise NoTable(f"there is no table {table!r} here; `fracas tables` lists those there are")
        return cover, loaded

    async def show(self, table: str) -> Standing:
        """A table's cover, the options in force and the seats. The whole chain is checked on the way.

        Raises:
            NoTable: there is none.
            LogBroken: names the first version that cannot be believed.
        """
        cover, loaded = await self._covered(table)
        ledger, head, time = Ledger(), EMPTY, 0
        async for page in self._log.walk(table):
            for entry in map(_read, page):
                ledger, time = post(ledger, entry), entry.time
            head = Head(page[-1].version, page[-1].hash)
        return Standing(cover, loaded.history.state.options, ledger, head, time)

    async def open(self, title: str, template: Template) -> tuple[Opened, ...]:
        """Open a table as a template says: its first GM's seat, and those that the template asks for.

        Raises:
            NotDone: there is no such rule set, preset, option or value, or something else of it is refused.
        """
        table, links = random_id(), {one: new_link() for one in (GM_SEAT, *(seat.seat for seat in template.seats))}
        digests = {seat: digest_of(link) for seat, link in links.items()}
        try:
            wanted_seats(template.seats)
            what = prepared(title, template, self._rulesets, digests)
            given = self._given(table, GM_SEAT, "open", digest_of_command(what.opening))
            await self._opener.open(table, what, given, digests[GM_SEAT])
        except Refused as wrong:
            raise NotDone(wrong.refusal) from None
        return tuple(Opened(table, seat, link) for seat, link in links.items())

    async def house_rules(self, table: str) -> HouseRules:
        """How a table plays: its rule set, and the options in force.

        Raises:
            NoTable: there is none.
        """
        found = await self._opener.load(table) if await self._log.exists(table) else None
        if found is None:
            raise NoTable(f"there is no table {table!r} here; `fracas tables` lists those there are")
        return HouseRules(found.ruleset.id, found.history.state.options)

    async def archive(self, table: str) -> None:
        """Put a table into the archive: nothing more is played there.

        Raises:
            NoTable: there is none. NotDone: it is there already.
        """
        await self._do(table, "archive", CloseTable(reason="put into the archive"))

    async def restore(self, table: str) -> None:
        """Take a table out of the archive.

        Raises:
            NoTable: there is none. NotDone: it is in no archive.
        """
        await self._do(table, "restore", None)

    async def delete(self, table: str) -> None:
        """Take a table off the server with everything that was kept of it.

        Raises:
            NoTable: there is none. NotDone: it is not in the archive, so that somebody may be playing there.
        """
        if not (await self.cover(table)).archived:
            sentence = f"put it into the archive first (`fracas tables archive {table}`): somebody may be playing there"
            raise NotDone(refusal("wrong-phase", sentence))
        await self._log.delete(table)

    async def _do(self, table: str, what: str, command: CloseTable | None) -> None:
        """A command of the host's, or without one the end of the archive."""
        name = f"{HOST}-{what}-{secrets.token_hex(8)}"
        for _ in range(_TRIES):
            standing = await self.show(table)
            digest = digest_of_command(command) if command is not None else sha256(what.encode()).hexdigest()
            given = self._given(table, standing.ledger.first_gm.id, name, digest)
            entries = self._decided(standing, command, given)
            if await self._append(table, standing.head, entries):
                return
        raise LogRefused(f"Table {table} goes on too fast to {what} it between two commands. Try again.")

    async def mend(self, table: str, seat: SeatId | None = None) -> Opened:
        """Give a seat a new link (left out: the first GM's); the old one and its tokens are void.

        Raises:
            NoTable: there is no such table, or no such open seat.
        """
        command = f"{HOST}-link-{secrets.token_hex(8)}"
        for _ in range(_TRIES):
            standing = await self.show(table)
            mended = _seat(standing.ledger, seat)
            link = new_link()
            offer = _offer(mended, digest_of(link))
            given = self._given(table, standing.ledger.first_gm.id, command, digest_of_command(offer))
            entries = self._decided(standing, offer, given)
            if await self._append(table, standing.head, entries):
                return Opened(table, mended.id, link)
        raise LogRefused(f"Table {table} goes on too fast to mend a link between two commands. Try again.")

    def _decided(self, standing: Standing, command: OfferSeat | CloseTable | None, given: Given) -> tuple[Entry, ...]:
        """Seats are no part of play, so the state of play need not be known here."""
        rules = self._rulesets[standing.cover.ruleset]
        history = replace(
            History.empty(),
            ledger=standing.ledger,
            head=standing.head.version,
            hash=standing.head.hash,
            time=standing.time,
        )
        dice = self._dice(given.table)
        if command is None:
            return _accepted(reopen(history, rules, given, dice))
        return _accepted(decide(history, rules, command, given, dice))

    def _dice(self, table: str) -> KeyedDice:
        return KeyedDice(self._keys.dice, table)

    def _given(self, table: str, seat: SeatId, command: str, digest: str) -> Given:
        """A host has no seat at the table: it is done by the GM's right, and the command's name tells who it was."""
        return Given(table=table, seat=seat, command=command, digest=digest, now=self._clock())

    async def _append(self, table: str, head: Head, entries: tuple[Entry, ...]) -> bool:
        landing = landing_of(entries, head.hash)
        answer = await self._log.append(table, head.version, (landing,), expected_hash=head.hash)
        return isinstance(answer, Appended)


def landing_of(entries: tuple[Entry, ...], held: bytes) -> Landing:
    """The entries of one command, sealed with random salts onto a chain that stands at `held`."""
    sealed: list[Sealed] = []
    for entry in entries:
        sealed.append(seal(held, entry.version, encode(entry), secrets.token_bytes(16)))
        held = sealed[-1].hash
    return Landing(f"{entries[0].seat}/{entries[0].command}", entries[0].digest, tuple(sealed))


def _read(sealed: Sealed) -> Entry:
    return decode(sealed.body)


def _accepted(answer: Accepted | Refusal) -> tuple[Entry, ...]:
    if isinstance(answer, Refusal):
        raise NotDone(answer)
    return answer.entries


def _seat(ledger: Ledger, seat: SeatId | None) -> Seat:
    found = ledger.seats.get(seat) if seat else ledger.first_gm
    if found is None or found.closed:
        names = ", ".join(one.id for one in ledger.seats.values() if not one.closed)
        raise NoTable(f"there is no open seat {seat!r} at this table; there are {names}")
    return found


def _offer(seat: Seat, digest: str) -> OfferSeat:
    assert seat.kind != "host", "nobody sits down at a table as its host"
    return OfferSeat(seat=seat.id, kind=seat.kind, name=seat.name, link_digest=digest, speaks_for=seat.speaks_for)
