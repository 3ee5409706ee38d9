"""A bad line between clients and services: connections that break at some byte, in either direction, seeded."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random

AVERAGE = 40_000
"""Bytes that a connection carries before it breaks, on average."""


class Weather:
    """Listens at a port of its own and hands on what it hears, as long as it feels like it, to any of several ports."""

    def __init__(self, to: tuple[int, ...], chance: Random) -> None:
        self._to, self._chance = to, chance
        self._lines: set[asyncio.StreamWriter] = set()
        self.fair = False
        self.breaks = 0

    async def line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, both ways."""
        left = None if self.fair else int(self._chance.expovariate(1 / AVERAGE))
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._chance.choice(self._to))
        except OSError:
            writer.transport.abort()
            return
        self._lines |= {writer, back}
        budget = [left]
        ways = [asyncio.create_task(self._hand_on(*way, budget)) for way in ((reader, back), (there, writer))]
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            for one in (writer, back):
                one.transport.abort()
                self._lines.discard(one)

    async def _hand_on(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, budget: list[int | None]
    ) -> None:
        with suppress(OSError):
            while data := await reader.read(4096):
                if budget[0] is not None and not self.fair:
                    budget[0] -= len(data)
                    if budget[0] < 0:
                        writer.write(data[: len(data) + budget[0]])
                        self.breaks += 1
                        return
                writer.write(data)
                await writer.drain()

    def clear_up(self) -> None:
        """From now on everything arrives."""
        self.fair = True


@asynccontextmanager
async def weather(to: tuple[int, ...], chance: Random) -> AsyncIterator[tuple[Weather, int]]:
    """The bad line, and the port where it begins."""
    one = Weather(to, chance)
    server = await asyncio.start_server(one.line, "127.0.0.1", 0)
    try:
        yield one, server.sockets[0].getsockname()[1]
    finally:
        server.close()
        for line in tuple(one._lines):
            line.transport.abort()
        await server.wait_closed()
