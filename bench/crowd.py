"""Many WebSocket clients at little cost: each only sees how far it has been told, and when."""

import asyncio
import socket
import time
from collections.abc import Callable
from typing import Final

_HEAD: Final = (
    "GET {path} HTTP/1.1\r\nhost: localhost\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
    "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n{more}\r\n"
)


class Ear(asyncio.Protocol):
    """One client. `heard` is called with each text message."""

    def __init__(self, request: bytes, heard: Callable[[bytes], None], joined: "asyncio.Future[None]") -> None:
        self._request, self._heard, self._joined = request, heard, joined
        self._left = b""
        self._upgraded = False
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask to upgrade."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self._request)

    def connection_lost(self, why: Exception | None) -> None:
        """Nobody is waited for any more."""
        if not self._joined.done():
            self._joined.set_exception(ConnectionError(self._left[:200].decode(errors="replace")))

    def data_received(self, data: bytes) -> None:
        """Messages, as far as they are whole."""
        self._left += data
        if not self._upgraded:
            head, end, rest = self._left.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                return
            self._upgraded, self._left = True, rest
            self._joined.set_result(None)
        while (size := _whole(self._left)) is not None:
            start, end_ = size
            if self._left[0] & 15 == 1:
                self._heard(self._left[start:end_])
            self._left = self._left[end_:]


def _whole(data: bytes) -> tuple[int, int] | None:
    """Where the first message begins and ends, if all of it is there."""
    if len(data) < 2:
        return None
    size, start = data[1] & 127, 2
    if size == 126:
        size, start = int.from_bytes(data[2:4], "big"), 4
    elif size == 127:
        size, start = int.from_bytes(data[2:10], "big"), 10
    return (start, start + size) if len(data) >= start + size else None


class Crowd:
    """Clients that wait together: when the last of them has been told."""

    def __init__(self, port: int, path: str, headers: dict[str, str], marks: bytes) -> None:
        more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        self._port, self._request, self._marks = port, _HEAD.format(path=path, more=more).encode(), marks
        self._ears: list[Ear] = []
        self._missing = 0
        self._last = asyncio.get_running_loop().create_future()
        self.sample = b""

    async def grow(self, to: int) -> None:
        """Have so many clients, a few dozen at a time."""
        loop = asyncio.get_running_loop()
        while len(self._ears) < to:
            joining = []
            for _ in range(min(50, to - len(self._ears))):
                joined: asyncio.Future[None] = loop.create_future()
                ear = Ear(self._request, self._told, joined)
                await loop.create_connection(lambda ear=ear: ear, "127.0.0.1", self._port)  # type: ignore[misc]
                self._ears.append(ear)
                joining.append(joined)
            await asyncio.gather(*joining)

    def expect(self, everybody: int = 0) -> "asyncio.Future[float]":
        """When everybody has heard one message more; `everybody` counts those who are still to come too."""
        self._missing, self._last = everybody or len(self._ears), asyncio.get_running_loop().create_future()
        return self._last

    def _told(self, message: bytes) -> None:
        if self._marks in message[:40]:
            self._missing -= 1
            if self._missing == 0 and not self._last.done():
                self.sample = message
                self._last.set_result(time.perf_counter())

    def go(self) -> None:
        """Everybody leaves."""
        for ear in self._ears:
            if ear.transport is not None:
                ear.transport.abort()


def stalled(port: int, path: str, headers: dict[str, str]) -> socket.socket:
    """A client that asks to follow and then reads nothing."""
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    one.connect(("127.0.0.1", port))
    more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    one.sendall(_HEAD.format(path=path, more=more).encode())
    return one
