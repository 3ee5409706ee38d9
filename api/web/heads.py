"""What the web server does beside its own: short heads, answers in one piece, an end for who takes nothing."""

import asyncio
from typing import Final
from urllib.parse import quote

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import MAX_LINE_LENGTH, Request

from api.web.gathered import Gathered
from api.web.guards import BROUGHT_IN

MOST: Final = 64 * 1024
"""Bytes of a request's line and headers; the longest that a browser sends are a tenth of it."""

PATIENCE: Final = 30.0
"""Seconds in which a request has to be whole, its body too, from the first moment of the connection on.

A file that is brought in may be large and the way slow: it has so many seconds for each piece.
"""

TRANSPORT: Final = "fracas.transport"
"""Name of an extension of the scope: the connection's `transport`, for ending it when nothing is taken."""

SWITCHING: Final = 101
NO_TEXT: Final = 1007

_HEAD: Final = (
    b"HTTP/1.1 %d %b\r\nconnection: close\r\ncontent-type: application/problem+json\r\ncontent-length: %d\r\n\r\n"
)
_PROBLEM: Final = b'{"type":"/problems/%b","title":"%b","status":%d,"detail":"%b","code":"%b"}'


class BoundedHeads(HttpToolsProtocol):
    """uvicorn's protocol, which ends a connection whose request has too long a head or takes too long to be whole, and
    answers in one piece."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to count, and to wait for a request."""
        self._head = 0
        self._begun, self._heard = True, False
        super().connection_made(Gathered(transport))
        self._late: asyncio.TimerHandle | None = self.loop.call_later(PATIENCE, self._give_up)

    def data_received(self, data: bytes) -> None:
        """Count what comes before the end of a head; what comes after is a body, which has a limit of its own."""
        self._head += len(data)
        self._heard = True
        super().data_received(data)
        if self._head > MOST:
            _turn_away(self.transport, MOST)
        if self._begun and self._late is None:
            self._late = self.loop.call_later(PATIENCE, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self._whole()
        super().connection_lost(exc)

    def on_message_begin(self) -> None:
        """A request begins."""
        self._begun = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is whole: nothing more is counted until the next one begins."""
        self._head = -1 << 62
        super().on_headers_complete()
        self.scope.setdefault("extensions", {})[TRANSPORT] = {"transport": self.transport}

    def on_message_complete(self) -> None:
        """The request is whole, and the next head begins."""
        self._head = 0
        self._whole()
        super().on_message_complete()

    def _whole(self) -> None:
        self._begun = False
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _give_up(self) -> None:
        """Say that it took too long where nothing was said yet, and end the connection."""
        self._late = None
        in_its_head = self._head >= 0
        if not in_its_head and self._heard and self.scope["path"] == BROUGHT_IN:
            self._heard = False
            self._late = self.loop.call_later(PATIENCE, self._give_up)
            return
        if in_its_head or not self.cycle.response_started:
            _say_no(self.transport, 408, "Request Timeout", "too-slow", "the request was not whole in time")
        self.transport.close()


class LiveSockets(WebSocketsSansIOProtocol):
    """uvicorn's protocol for WebSockets: it takes messages that are framed already, and can be ended when stalled."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Write to the connection itself: with one message at a time there is nothing to gather."""
        self._broken = False
        super().connection_made(transport.inner if isinstance(transport, Gathered) else transport)

    def data_received(self, data: bytes) -> None:
        """Answer also a head that is none of a WebSocket's: left to itself it would wait for ever."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            _turn_away(self.transport, MAX_LINE_LENGTH)

    def handle_connect(self, event: Request) -> None:
        """Somebody wants to connect."""
        if not event.path.isascii():
            event.path = quote(event.path, safe="/?&=%:,", errors="surrogateescape")
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            self.scope["extensions"][TRANSPORT] = {"transport": self.transport, "tell": self.tell}

    def send_receive_event_to_app(self) -> None:
        """A message is whole. Text that is none ends the connection, and is no fault of the service's to be told."""
        if self.curr_msg_data_type == "text" and not self.close_sent and not _is_text(b"".join(self.frames)):
            self.conn.send_close(NO_TEXT)
            self.handle_parser_exception()
        else:
            super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """What came is no WebSocket's; the close that says so is the last there is to send."""
        self._broken = True
        super().handle_parser_exception()

    async def send(self, message: ASGISendEvent) -> None:
        """Send for the service, which may not have heard yet that the connection was ended."""
        if self._broken or self.transport.is_closing():
            raise ClientDisconnected
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and self.close_sent:
            self.handshake_complete = True  # it was answered: uvicorn would call it a fault that nobody was let in

    def tell(self, framed: bytes) -> bool:
        """Send a whole message that is framed already; False where it has to go the usual way, or to wait."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(framed)
        return True


def _turn_away(transport: asyncio.Transport, most: int) -> None:
    """Say that a head is too long, or a line of it, and end the connection."""
    detail = f"a request's head may have {most} bytes"
    _say_no(transport, 431, "Request Header Fields Too Large", "too-large", detail)
    transport.close()


def _say_no(transport: asyncio.Transport, status: int, title: str, code: str, detail: str) -> None:
    words = title.encode()
    said = _PROBLEM % (code.encode(), words, status, detail.encode(), code.encode())
    transport.write(_HEAD % (status, words, len(said)) + said)


def _is_text(said: bytes) -> bool:
    try:
        said.decode()
    except UnicodeDecodeError:
        return False
    return True
