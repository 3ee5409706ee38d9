"""All that stories said in the golden logs, to everybody who sat there."""

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from engine.history import History
from engine.rulesets import RULESETS
from events.codec import decode
from events.table import TableOpened
from projections.audience import GM, SPECTATORS, Viewer
from projections.phrases import Listed, Phrase, Saying, States, Value, Word
from projections.story import Line
from projections.stream import AudienceStream
from tests.golden import shelf
from tests.tables import advance


@lru_cache(maxsize=1)
def lines() -> tuple[Line, ...]:
    """Every different line that the GM, onlookers or a player was told."""
    return tuple({msgspec.json.encode(line.said): line for name in shelf.names() for line in _of(name)}.values())


def _of(name: str) -> Iterator[Line]:
    entries = [decode(body) for body in shelf.bodies_of(name)]
    opened = entries[0].fact
    assert isinstance(opened, TableOpened)
    seats = sorted({seat for one in entries if (seat := getattr(one.fact, "controller", None))})
    viewers = (GM, SPECTATORS, *(Viewer("player", seat) for seat in seats))
    streams = [AudienceStream(viewer, RULESETS[opened.ruleset]) for viewer in viewers]
    history = History.empty()
    for entry in entries:
        after = advance(history, entry, lambda version: entries[version - 1])
        for told in streams:
            told.fold(entry, history.state, after.state, after.ledger)
        history = after
    for told in streams:
        yield from told.lines()


def parts(saying: Saying | Value) -> Iterator[Value]:
    """Everything that a sentence is made of."""
    match saying:
        case tuple():
            for one in saying:
                yield from parts(one)
        case Phrase(_, values):
            yield saying
            for value in values.values():
                yield from parts(value)
        case Listed(of):
            yield from parts(of)  # type: ignore[arg-type]
        case Word() | States() | str() | int():
            yield saying
