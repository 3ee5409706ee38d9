"""What an audience is told live, made once for all who follow it, however many they are."""

from collections import Counter
from typing import Any, Final, cast

import msgspec
from msgspec.structs import replace

from api.live.messages import AudienceName, Change, FrameBatch, Said, Snapshot, WaitingFor, said
from api.tables.table import Table
from projections.audience import Viewer
from projections.frames import OwnNumber
from projections.rulings import contested_seen
from projections.sight import Card, TableView
from projections.story import Line
from projections.stream import AudienceStream, Chained
from projections.view import table_view
from projections.wounds import Deck

AT_ONCE: Final = 500
"""Frames of one batch."""

MOST_BYTES: Final = 512 * 1024
"""Bytes of the frames and lines of one batch that has several: most WebSocket clients take messages of a megabyte."""

TOLD: Final = 40
"""Lines of the story that a snapshot brings."""

_KEPT: Final = 64
"""Batches from different numbers that are kept at a time."""

_encoder: Final = msgspec.json.Encoder()
_fields: Final = msgspec.json.Decoder(dict[str, msgspec.Raw])

Fields = dict[str, bytes]


def audience_name(viewer: Viewer) -> AudienceName:
    """What messages call an audience; the same for everybody who shares it."""
    match viewer.kind:
        case "gm":
            return "gm"
        case "spectator":
            return "spectators"
        case "player":
            return f"seat:{viewer.seat}"


class Feed:
    """One audience of one open table: the bytes of its newest messages.

    Whoever follows asks on each piece of news; the first one to ask makes what is new, the others find it.
    """

    def __init__(self, table: Table, stream: AudienceStream) -> None:
        self.name = audience_name(stream.viewer)
        self.table, self.stream = table, stream
        self.waiting: Said
        self._waited: object = None
        self._history: object = None
        self._number = self._before = 0
        self._view: Fields = {}
        self._cards: dict[str, bytes] = {}
        self._deck = Deck(stream.ruleset)
        self._people: dict[str, tuple[Card, bytes]] = {}
        self._change: Change | None = None
        self._batches: dict[OwnNumber, tuple[Said, OwnNumber]] = {}
        self._snapshots: dict[bool, Said] = {}
        self._look()

    @property
    def newest(self) -> OwnNumber:
        """The number that the audience has been told up to."""
        if self.table.history is not self._history:
            self._look()
        return self._number

    def snapshot(self, forked: bool) -> tuple[Said, OwnNumber]:
        """The table now, and the number it is the view at."""
        newest = self.newest
        if forked not in self._snapshots:
            chain, lines = self.stream.chain_at(newest), self.stream.lines()[-TOLD:]
            self._snapshots[forked] = said(
                Snapshot(audience=self.name, number=newest, chain=chain, view=self._whole(), lines=lines, forked=forked)
            )
        return self._snapshots[forked], newest

    def batch(self, after: OwnNumber) -> tuple[Said, OwnNumber]:
        """What follows a number that is not the newest, and the number that leads to; ask again from there."""
        found = self._batches.get(after)
        if found is None:
            if len(self._batches) >= _KEPT:
                self._batches.clear()
            found = self._batches[after] = self._made(after)
        return found

    def _made(self, after: OwnNumber) -> tuple[Said, OwnNumber]:
        coming = self.stream.after(after, AT_ONCE)
        lines = self.stream.teller.between(after, coming[-1].number)
        frames = _fitting(coming, lines)
        last = frames[-1]
        more = last.number < self._number
        change = self._change if after == self._before and not more else None
        batch = FrameBatch(
            audience=self.name,
            after=after,
            number=last.number,
            chain=last.chain,
            frames=tuple(msgspec.Raw(one.body) for one in frames),
            lines=tuple(line for line in lines if line.number <= last.number),
            change=change,
            view=None if change is not None or more else self._whole(),
            more=more,
        )
        return said(batch), last.number

    def _look(self) -> None:
        """See what is new. Nothing is awaited here, so everything is of one moment."""
        history, newest = self.table.history, self.stream.newest
        audience = self.stream.viewer.audience(history.state)
        chain = self.stream.chain_at(newest)
        contested = contested_seen(history.ledger, self.stream.numbers, history.state, audience)
        people = self._deck.at(history.state, audience)
        stream, ledger = self.stream, history.ledger
        view = table_view(history.state, ledger, audience, stream.ruleset, newest, chain, contested, people)
        cards = self._written(view.combatants)
        rest = _encoder.encode(replace(view, combatants=()))
        fields = {name: bytes(raw) for name, raw in _fields.decode(rest).items()}
        fields["combatants"] = b"[%b]" % b",".join(cards.values())
        if newest != self._number:
            self._change = _change(self._view, fields, self._cards, cards)
            self._before, self._number = self._number, newest
            self._batches.clear()
        self._history, self._view, self._cards = history, fields, cards
        self._snapshots.clear()
        self.waiting = self._waiting_for(view, newest)

    def _written(self, people: tuple[Card, ...]) -> dict[str, bytes]:
        """Everybody's card as bytes; one that is the same as before is not written again."""
        known, self._people = self._people, {}
        for one in people:
            before = known.get(one.id)
            same = before is not None and before[0] is one
            self._people[one.id] = before if before is not None and same else (one, _encoder.encode(one))
        return {name: raw for name, (_, raw) in self._people.items()}

    def _waiting_for(self, view: Any, newest: OwnNumber) -> Said:
        now = WaitingFor(
            audience=self.name,
            number=newest,
            waiting=view.waiting,
            up=view.up,
            somebody_up=view.somebody_up,
            on_deck=view.on_deck,
        )
        key = (now.waiting, now.up, now.somebody_up, now.on_deck)
        if self._waited == key:
            return self.waiting
        self._waited = key
        return said(now)

    def _whole(self) -> TableView:
        return cast(TableView, {name: msgspec.Raw(raw) for name, raw in self._view.items()})  # it is written already


def feed_of(table: Table, stream: AudienceStream) -> Feed:
    """The feed of an audience, which all share who follow it; it lasts as long as its table is open."""
    feed: Feed | None = table.beside.get(stream)
    if feed is None:
        feed = table.beside[stream] = Feed(table, stream)
    return feed


def _change(old: Fields, new: Fields, old_cards: Fields, new_cards: Fields) -> Change:
    fields: dict[str, Any] = {name: msgspec.Raw(raw) for name, raw in new.items() if old.get(name) != raw}
    fields.update(dict.fromkeys(old.keys() - new.keys()))
    same_people = tuple(old_cards) == tuple(new_cards)
    cards: tuple[msgspec.Raw, ...] = ()
    if same_people and fields.pop("combatants", None) is not None:
        cards = tuple(msgspec.Raw(raw) for name, raw in new_cards.items() if old_cards[name] != raw)
    return Change(fields=fields, cards=cast(tuple[Card, ...], cards))


def _fitting(frames: tuple[Chained, ...], lines: tuple[Line, ...]) -> tuple[Chained, ...]:
    """As many of the first frames as go into one batch with their lines of the story; one at least."""
    told = Counter[OwnNumber]()
    for line in lines:
        told[line.number] += len(_encoder.encode(line))
    size = 0
    for place, one in enumerate(frames):
        size += len(one.body) + told[one.number]
        if size > MOST_BYTES and place:
            return frames[:place]
    return frames
