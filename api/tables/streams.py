"""The audiences of an open table: one stream of frames per viewer, made when first looked at, then kept in step."""

import asyncio
from typing import Final

from api.tables.deciding import Decider
from api.tables.past import entry_of
from engine.history import History
from engine.ruleset import RuleSet
from events.base import SeatId, Version
from events.chain import first_break
from events.envelope import Entry
from events.log.errors import LogBroken
from events.log.stream import Log
from projections.audience import Audience, Viewer, viewer_of
from projections.stream import AudienceStream

_BREATH: Final = 100
"""Entries that are told before others have their turn."""


class Streams:
    """The streams of a table. Nobody is told anything that did not come out of one of them."""

    def __init__(self, name: str, log: Log, ruleset: RuleSet, decider: Decider) -> None:
        self._name, self._log, self._ruleset, self._decider = name, log, ruleset, decider
        self._streams: dict[Viewer, AudienceStream] = {}
        self._making: dict[Viewer, asyncio.Task[AudienceStream]] = {}
        self.present = History.empty()

    def take(self, entry: Entry, before: History, after: History) -> None:
        """Tell an entry to everybody who looks."""
        self.present = after
        for stream in self._streams.values():
            stream.fold(entry, before.state, after.state, after.ledger)

    async def of(self, seat: SeatId) -> AudienceStream:
        """The stream of a seat.

        Raises:
            LookupError: there is no such open seat.
            LogError: the log does not answer, or cannot be believed.
        """
        viewer = viewer_of(self.present.ledger, seat)
        ready = self._streams.get(viewer)
        if ready is not None:
            return ready
        if viewer not in self._making:
            self._making[viewer] = asyncio.create_task(self._make(viewer))
            self._making[viewer].add_done_callback(lambda _: self._making.pop(viewer, None))
        return await asyncio.shield(self._making[viewer])

    def number(self, seat: SeatId) -> int:
        """The newest number of a seat whose stream is kept in step already; -1 where it is not, or is closed by now."""
        try:
            stream = self._streams.get(viewer_of(self.present.ledger, seat))
        except LookupError:
            return -1
        return stream.newest if stream is not None else -1

    def viewer(self, seat: SeatId) -> Viewer:
        """Who an open seat looks as just now.

        Raises:
            LookupError: there is no such open seat.
        """
        return viewer_of(self.present.ledger, seat)

    def audience(self, seat: SeatId) -> Audience:
        """What a seat may see just now."""
        return self.viewer(seat).audience(self.present.state)

    async def _make(self, viewer: Viewer) -> AudienceStream:
        """Tell the whole log from its beginning: numbers and chain come from all of it."""
        stream, history = AudienceStream(viewer, self._ruleset), History.empty()
        while history.head < self.present.head:
            history = await self._page(stream, history)
        # Nothing was awaited since the last look at the present, so from here on `take` goes on without a gap.
        self._streams[viewer] = stream
        return stream

    async def _page(self, stream: AudienceStream, history: History) -> History:
        page = await self._log.read(self._name, history.head)
        broken = first_break(history.hash, history.head, page)
        if broken or not page:
            raise LogBroken(self._name, history.head + 1, "it does not go on as it did when it was read before")
        for sealed in page:
            if sealed.version > self.present.head:
                break
            entry = entry_of(self._name, sealed)
            after = await self._decider.fold(history, entry, sealed.hash)
            stream.fold(entry, history.state, after.state, after.ledger)
            history = after
            if entry.version % _BREATH == 0:
                await asyncio.sleep(0)
        return history


def span(stream: AudienceStream, first: Version, last: Version) -> tuple[int, int]:
    """The audience's numbers before and after these versions."""
    return stream.numbers.at(first - 1), stream.numbers.at(last)
