"""What a live connection is told: seven kinds of message, the same over WebSocket, SSE and long poll."""

from typing import Any, Final, Literal, TypeAlias

import msgspec

from events.base import CombatantId, SeatId
from projections.frames import OwnNumber
from projections.sight import Card, QuestionSeen, TableView
from projections.story import Line

PROTOCOL: Final = 1
"""Counts up when a client written for the last one would misread this one; new fields and types alone are no reason."""

AudienceName: TypeAlias = str
"""Whose eyes: `gm`, `spectators` or `seat:` and the seat."""

Reason: TypeAlias = Literal[
    "seat-closed",
    "handed-over",
    "not-spoken-for",
    "table-gone",
    "too-slow",
    "too-many",
    "stopping",
    "log-unavailable",
    "no-token",
    "not-understood",
    "fault",
]


class Message(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True, tag_field="type"):
    """Something said on a live connection. `type` says what it is; pass over types that you do not know."""


class Following(msgspec.Struct, frozen=True, kw_only=True):
    """An audience that a connection follows: through which of its seats, and from which of the audience's own numbers.

    `resumed`: the number and chain that were sent fit, and what follows goes on from there. Else a `snapshot` comes.
    """

    audience: AudienceName
    seats: tuple[SeatId, ...]
    number: OwnNumber
    chain: str
    resumed: bool


class Hello(Message, frozen=True, tag="hello"):
    """The first message: what is followed, and how often something is said (`heartbeat`, in seconds) at the least.

    Whoever has heard nothing for three times as long has lost the connection and should come back.
    """

    protocol: int
    table: str
    seat: SeatId
    heartbeat: float
    following: tuple[Following, ...]


class Snapshot(Message, frozen=True, tag="snapshot"):
    """The table as the audience sees it at `number`, and the newest lines of its story; throw away what you had.

    `forked`: the number and chain that were sent do not fit the log any more, so something you were told is no longer
    true. Else there was nothing to go on from, or the audience sees with other eyes now.
    """

    audience: AudienceName
    number: OwnNumber
    chain: str
    view: TableView
    lines: tuple[Line, ...]
    forked: bool = False


class Change(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """How a view differs from the one at the number before.

    `fields` are fields of the view with their new value, null where a field is left out now. `cards` take the place of
    the combatant with their `id` in the view's `combatants`.
    """

    fields: dict[str, Any] = {}
    cards: tuple[Card, ...] = ()


class FrameBatch(Message, frozen=True, tag="batch"):
    """The frames `after`+1 to `number`, the chain after the last, and the lines of the story that came with them.

    `change` makes the view at `after` the one at `number`; where that is not at hand, `view` is the whole view. Neither
    is there while `more` is: then the next batch follows at once.
    """

    audience: AudienceName
    after: OwnNumber
    number: OwnNumber
    chain: str
    frames: tuple[msgspec.Raw, ...]
    lines: tuple[Line, ...] = ()
    change: Change | None = None
    view: TableView | None = None
    more: bool = False


class WaitingFor(Message, frozen=True, tag="waiting"):
    """Whom the table waits for at `number`: who is asked, who is up, who comes next.

    Said at the beginning and whenever it changes: take it over into the view. `somebody_up`: someone is up whom the
    audience does not see; that is the only thing in a view that changes without a frame.
    """

    audience: AudienceName
    number: OwnNumber
    waiting: tuple[QuestionSeen, ...]
    up: CombatantId | None = None
    somebody_up: bool = False
    on_deck: CombatantId | None = None


class Heartbeat(Message, frozen=True, tag="heartbeat"):
    """Nothing is new. `numbers` are the newest of each audience: who holds another one has missed something."""

    numbers: dict[AudienceName, OwnNumber]


class Goodbye(Message, frozen=True, tag="goodbye"):
    """The last message, and why. `again`: come back with what you have, after so many seconds; else do not."""

    reason: Reason
    detail: str
    again: float | None = None


MESSAGES: Final[tuple[type[Message], ...]] = (Hello, Snapshot, FrameBatch, WaitingFor, Heartbeat, Goodbye)

AnyMessage: TypeAlias = Hello | Snapshot | FrameBatch | WaitingFor | Heartbeat | Goodbye

_encoder: Final = msgspec.json.Encoder()
_WHOLE_TEXT: Final = 0x81


class Said(msgspec.Struct, frozen=True):
    """A message as it is sent, encoded once for everybody who is told it.

    `body` goes into events and polls, `text` to a WebSocket, `framed` onto its wire as it is: what a server sends there
    is the same bytes for all.
    """

    body: bytes
    text: str
    framed: bytes


def said(message: Message) -> Said:
    """Encode a message."""
    body = _encoder.encode(message)
    return Said(body, body.decode(), framed(body))


def framed(body: bytes) -> bytes:
    """A whole text message as a WebSocket carries it from a server (RFC 6455, section 5.2)."""
    size = len(body)
    if size < 126:
        return bytes((_WHOLE_TEXT, size)) + body
    if size < 1 << 16:
        return bytes((_WHOLE_TEXT, 126)) + size.to_bytes(2, "big") + body
    return bytes((_WHOLE_TEXT, 127)) + size.to_bytes(8, "big") + body


FAREWELLS: Final[dict[Reason, tuple[str, float | None]]] = {
    "seat-closed": ("the seat was closed", None),
    "handed-over": ("the seat has another link now", None),
    "not-spoken-for": ("the seat no longer speaks for the one it followed", None),
    "table-gone": ("there is no such table any more", None),
    "too-slow": ("this connection took nothing for too long; come back and go on from where you were", 0.0),
    "too-many": ("this seat has no place left for another connection", 2.0),
    "stopping": ("the service stops; it is likely to be back soon", 1.0),
    "log-unavailable": ("the log does not answer", 2.0),
    "no-token": ("no token of an open seat of this table came in time", None),
    "not-understood": ("only a `join` is understood here, once and at the beginning", None),
    "fault": ("a fault of the service", 2.0),
}
"""What is said with each reason, and after how many seconds it makes sense to come back."""


def goodbye(reason: Reason) -> Said:
    """The last message of a connection."""
    detail, again = FAREWELLS[reason]
    return said(Goodbye(reason=reason, detail=detail, again=again))
