"""What waits in a table's queue: a command or a batch, who gave it, and what became of it."""

import asyncio
from hashlib import sha256
from typing import Final

import msgspec

from engine.admission import ADMISSIONS
from engine.commands import AnyCommand, Command, Given, OpenTable
from engine.history import History
from engine.refusals import Refusal
from engine.state import State
from events.base import SeatId, Version
from events.envelope import Entry
from events.log.answers import Landing

_canonical: Final = msgspec.json.Encoder(order="deterministic")


class Order(msgspec.Struct, frozen=True):
    """One command of a seat, with the digest of what was sent."""

    id: str
    digest: str
    command: AnyCommand
    on_behalf: SeatId | None = None
    force: str | None = None
    faces: tuple[int, ...] = ()
    label: str = ""


def digest_of_command(command: Command | OpenTable) -> str:
    """The digest of a command that the service itself gives: every process gives the same the same one."""
    return sha256(_canonical.encode(command)).hexdigest()


class Landed(msgspec.Struct, frozen=True):
    """Where an accepted command stands in the log; its steps (each entry, and the table after it) where at hand."""

    first: Version
    last: Version
    steps: tuple[tuple[Entry, History], ...] = ()


class Passed(Exception):
    """The table has gone on since what the seat had seen, or what the command was decided on."""


class TurnedAway(Exception):
    """A command was refused; `state` is the one in which it was, for telling no more of it than may be told."""

    def __init__(self, refusal: Refusal, state: State, command: str = "") -> None:
        super().__init__(refusal.sentence)
        self.refusal, self.state, self.command = refusal, state, command


class Unit:
    """Commands that are accepted together or not at all, in the queue of their table.

    `link` is the digest of the link that somebody sits there by: with another link the seat is somebody else's. The
    service itself has none.
    """

    __slots__ = ("answer", "expect", "keys", "link", "orders", "seat", "speaker")

    def __init__(self, seat: SeatId, orders: tuple[Order, ...], expect: int | None = None, link: str = "") -> None:
        self.seat = seat
        self.link = link
        self.orders = orders
        self.speaker = (orders[0].on_behalf if orders else None) or seat
        self.keys = tuple(f"{seat}/{order.id}" for order in orders)
        self.expect = expect
        self.answer: asyncio.Future[tuple[Landed, ...]] = asyncio.get_running_loop().create_future()

    @property
    def again(self) -> bool:
        """Whether it may be decided again after others went first: it names what it acts on."""
        return all(ADMISSIONS[type(order.command)].again for order in self.orders)

    def settle(self, landed: tuple[Landed, ...]) -> None:
        """Answer whoever waits."""
        if not self.answer.done():
            self.answer.set_result(landed)

    def fail(self, why: Exception) -> None:
        """Answer whoever waits with what went wrong."""
        if not self.answer.done():
            self.answer.set_exception(why)
            self.answer.exception()  # nobody may be waiting any more; that is no fault


class Drafted(msgspec.Struct, frozen=True):
    """A unit as it was decided: what would land, and what the table would be then."""

    unit: Unit
    landings: tuple[Landing, ...]
    landed: tuple[Landed, ...]
    after: History


def given(table: str, seat: SeatId, order: Order, now: int) -> Given:
    """What the engine is told about who gives a command, and when."""
    return Given(
        table=table,
        seat=seat,
        command=order.id,
        digest=order.digest,
        now=now,
        on_behalf=order.on_behalf,
        force=order.force,
        faces=order.faces,
        label=order.label,
    )
