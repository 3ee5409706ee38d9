"""Events decoded and folded per second, beside bare decoding and beside an event-sourcing library loading as many."""

from typing import Any

import msgspec
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from bench.figures import Row, at_least, at_most, best_of
from engine.evolve import evolve
from engine.state import State
from events.codec import decode
from events.envelope import Entry
from tests.games.fights import fight_of

EVENTS = 10_000


def run() -> list[Row]:
    """Measure decode and fold of one long fight."""
    bodies = fight_of(EVENTS)
    count = len(bodies)
    bare = count / best_of(5, lambda: _bare(bodies))
    ours = count / best_of(5, lambda: _fold(bodies))
    peer = EVENTS / best_of(3, _Peer().load)
    return [
        at_least(
            "decode and fold, against bare decoding of the same bytes",
            ours,
            bare,
            1 / 3,
            "events/s",
            "both read the same entries; the limit only decodes them with msgspec, Fracas also folds them into state",
        ),
        at_least(
            "decode and fold, against `eventsourcing` loading as many",
            ours,
            peer,
            5,
            "events/s",
            "the peer loads one aggregate of as many events from its in-memory store; its events are smaller than ours",
        ),
        at_most(
            "cold open of 10,000 events, against `eventsourcing`",
            1000 * count / ours,
            1000 * EVENTS / peer,
            1 / 3,
            "ms",
            "decode and fold in process; the read from the server is measured with the log",
        ),
    ]


def _bare(bodies: list[bytes]) -> None:
    decoder = msgspec.json.Decoder(Entry)
    for body in bodies:
        decoder.decode(body)


def _fold(bodies: list[bytes]) -> State:
    state = State()
    for body in bodies:
        state = evolve(state, decode(body))
    return state


class _Fighter(Aggregate):
    """The peer's aggregate: a pool and a list, changed by small events."""

    def __init__(self) -> None:
        self.life = 10_000
        self.rolls: list[int] = []

    @event("Hit")
    def hit(self, amount: int, faces: list[int]) -> None:
        self.life -= amount
        self.rolls = faces


class _Peer:
    def __init__(self) -> None:
        self.application: Application[Any] = Application()
        fighter = _Fighter()
        for number in range(EVENTS - 1):
            fighter.hit(number % 7, [3, 4])
            if number % 500 == 0:
                self.application.save(fighter)
        self.application.save(fighter)
        self.fighter = fighter.id

    def load(self) -> None:
        self.application.repository.get(self.fighter)
