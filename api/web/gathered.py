"""What is written to a connection in one step of the loop leaves in one piece: an answer's head with its body."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

MOST_HELD: Final = 64 * 1024
"""Bytes that wait for the end of the step; a longer answer goes on its way at once."""

Bytes = bytes | bytearray | memoryview


class Gathered(asyncio.Transport):
    """A transport over another one, which holds what is written until the present step of the loop is over.

    The web server writes an answer's head and body apart, and each writing is a call of the system that wakes the
    reader: that was a tenth of what a command costs. Everything else the inner transport does itself.
    """

    def __init__(self, inner: asyncio.Transport) -> None:
        super().__init__()
        self._inner = inner
        self._loop = asyncio.get_running_loop()
        self._held: list[Bytes] = []
        self._size = 0

    @property
    def inner(self) -> asyncio.Transport:
        """The transport below, for whoever goes on without this one; everything written so far is on its way first."""
        self._let_go()
        return self._inner

    def write(self, data: Bytes) -> None:
        """Write it at the end of this step, after what was written before."""
        if not self._held:
            self._loop.call_soon(self._let_go)
        self._held.append(data)
        self._size += len(data)
        if self._size > MOST_HELD:
            self._let_go()

    def writelines(self, list_of_data: Iterable[Bytes]) -> None:
        """Write all of these, in order."""
        for data in list_of_data:
            self.write(data)

    def _let_go(self) -> None:
        held, self._held, self._size = self._held, [], 0
        if held and not self._inner.is_closing():
            self._inner.write(held[0] if len(held) == 1 else b"".join(held))

    def write_eof(self) -> None:
        """End the writing, after what was written."""
        self._let_go()
        self._inner.write_eof()

    def close(self) -> None:
        """Close it, after what was written."""
        self._let_go()
        self._inner.close()

    def abort(self) -> None:
        """Close it at once; what was not sent is lost."""
        self._held, self._size = [], 0
        self._inner.abort()

    def get_write_buffer_size(self) -> int:
        """Bytes that are not sent yet."""
        return self._size + self._inner.get_write_buffer_size()

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """When whoever writes is told to pause, and to go on."""
        self._inner.set_write_buffer_limits(high, low)

    def get_write_buffer_limits(self) -> tuple[int, int]:
        """The limits of that."""
        return self._inner.get_write_buffer_limits()

    def can_write_eof(self) -> bool:
        """Whether the writing alone can be ended."""
        return self._inner.can_write_eof()

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """What is known of the connection."""
        return self._inner.get_extra_info(name, default)

    def is_closing(self) -> bool:
        """Whether it is closed or about to be."""
        return self._inner.is_closing()

    def is_reading(self) -> bool:
        """Whether what comes in is told."""
        return self._inner.is_reading()

    def pause_reading(self) -> None:
        """Tell nothing of what comes in for a while."""
        self._inner.pause_reading()

    def resume_reading(self) -> None:
        """Tell again what comes in."""
        self._inner.resume_reading()

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """Whom it tells."""
        self._inner.set_protocol(protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        """Who is told."""
        return self._inner.get_protocol()
