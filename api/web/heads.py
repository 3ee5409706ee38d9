"""What the web server does beside its own: short heads, answers in one piece, an end for who takes nothing."""

import asyncio
from http import HTTPStatus
from typing import Final
from urllib.parse import quote

import msgspec
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import MAX_LINE_LENGTH, Request

from api.limits import SECONDS
from api.web.gathered import Gathered
from api.web.problems import PROBLEM, Document, type_of

MOST: Final = 64 * 1024
"""Bytes of a request's line and headers; the longest that a browser sends are a tenth of it."""

TRANSPORT: Final = "fracas.transport"
"""Name of an extension of the scope: the connection's `transport`, for ending it when nothing is taken."""

SWITCHING: Final = 101
NO_TEXT: Final = 1007

TOO_LONG: Final = (431, "too-large")
TOO_SLOW: Final = (408, "invalid")


class BoundedHeads(HttpToolsProtocol):
    """uvicorn's protocol, which ends a connection whose request has too long a head, and answers in one piece."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to count."""
        self._head = 0
        super().connection_made(Gathered(transport))
        self._wanted: asyncio.TimerHandle | None = self.loop.call_later(SECONDS, self._no_head)

    def data_received(self, data: bytes) -> None:
        """Count what comes before the end of a head; what comes after is a body, which has a limit of its own."""
        self._head += len(data)
        super().data_received(data)
        if self._head > MOST:
            _turn_away(self.transport, TOO_LONG, f"a request's head may have {MOST} bytes")
        elif self._head > 0 and self._wanted is None:
            self._wanted = self.loop.call_later(SECONDS, self._no_head)

    def _no_head(self) -> None:
        """It does not come: nobody keeps a connection by promising one."""
        if self._head > 0 and not self.transport.is_closing():
            _turn_away(self.transport, TOO_SLOW, f"the rest of the head did not come within {SECONDS} seconds")
        else:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._cease()
        super().connection_lost(exc)

    def _cease(self) -> None:
        if self._wanted is not None:
            self._wanted.cancel()
            self._wanted = None

    def on_headers_complete(self) -> None:
        """The head is whole: nothing more is counted until the next one begins."""
        self._head = -1 << 62
        self._cease()
        super().on_headers_complete()
        self.scope.setdefault("extensions", {})[TRANSPORT] = {"transport": self.transport}

    def on_message_complete(self) -> None:
        """The next head begins."""
        self._head = 0
        super().on_message_complete()


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
            _turn_away(self.transport, TOO_LONG, f"a request's head may have {MAX_LINE_LENGTH} bytes")

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


def _turn_away(transport: asyncio.Transport, why: tuple[int, str], detail: str) -> None:
    """Say what is wrong with a head, and end the connection."""
    status, code = why
    title = HTTPStatus(status).phrase
    said = msgspec.json.encode(Document(type_of(code), title, status, detail, code))
    headers = ("connection: close", f"content-type: {PROBLEM}", f"content-length: {len(said)}")
    transport.write("\r\n".join((f"HTTP/1.1 {status} {title}", *headers, "", "")).encode() + said)
    transport.close()


def _is_text(said: bytes) -> bool:
    try:
        said.decode()
    except UnicodeDecodeError:
        return False
    return True
