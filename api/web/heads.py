"""What the web server does beside its own: short heads, answers in one piece, an end for who takes nothing."""

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from api.web.gathered import Gathered

MOST: Final = 64 * 1024
"""Bytes of a request's line and headers; the longest that a browser sends are a tenth of it."""

TRANSPORT: Final = "fracas.transport"
"""Name of an extension of the scope: the connection's `transport`, for ending it when nothing is taken."""

SWITCHING: Final = 101

_TOO_LONG: Final = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-type: application/problem+json\r\n"
)
_PROBLEM: Final = (
    b'{"type":"/problems/too-large","title":"Request Header Fields Too Large","status":431,'
    b'"detail":"the head of a request may have 65536 bytes","code":"too-large"}'
)


class BoundedHeads(HttpToolsProtocol):
    """uvicorn's protocol, which ends a connection whose request has too long a head, and answers in one piece."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to count."""
        self._head = 0
        super().connection_made(Gathered(transport))

    def data_received(self, data: bytes) -> None:
        """Count what comes before the end of a head; what comes after is a body, which has a limit of its own."""
        self._head += len(data)
        super().data_received(data)
        if self._head > MOST:
            length = f"content-length: {len(_PROBLEM)}\r\n\r\n".encode()
            self.transport.write(_TOO_LONG + length + _PROBLEM)
            self.transport.close()

    def on_headers_complete(self) -> None:
        """The head is whole: nothing more is counted until the next one begins."""
        self._head = -1 << 62
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
        super().connection_made(transport.inner if isinstance(transport, Gathered) else transport)

    def handle_connect(self, event: Request) -> None:
        """Somebody wants to connect."""
        super().handle_connect(event)
        if self.response.status_code == SWITCHING:
            self.scope["extensions"][TRANSPORT] = {"transport": self.transport, "tell": self.tell}

    def tell(self, framed: bytes) -> bool:
        """Send a whole message that is framed already; False where it has to go the usual way, or to wait."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        self.transport.write(framed)
        return True
