"""How long the head of a request may be: the web server itself sets no limit, and keeps what it is sent."""

import asyncio
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from api.gathered import Gathered

MOST: Final = 64 * 1024
"""Bytes of a request's line and headers; the longest that a browser sends are a tenth of it."""

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

    def on_message_complete(self) -> None:
        """The next head begins."""
        self._head = 0
        super().on_message_complete()
