"""A log that halts or fails when a test says so, and is the real one otherwise."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from events.chain import Sealed
from events.log.answers import Answer, Landing
from events.log.errors import LogUnavailable
from events.log.stream import PAGE, Log, open_log
from events.log.wire import Wire


class Halting(Log):
    """`halt` makes reads of a table wait until `go_on`; while `unread` they fail.

    Appends of a command whose name begins like one in `fails` meet what stands there, as often as it does."""

    def __init__(self, wire: Wire) -> None:
        super().__init__(wire)
        self.unread = False
        self.fails: dict[str, list[Exception]] = {}
        self.failed = asyncio.Event()
        self.reached = asyncio.Event()
        self._halted: set[str] = set()
        self._going = asyncio.Event()

    def halt(self, table: str) -> None:
        """From now on reads of this table wait; `reached` tells of the first one that does."""
        self._halted.add(table)
        self._going.clear()
        self.reached.clear()

    def go_on(self) -> None:
        """What waits goes on."""
        self._halted.clear()
        self._going.set()

    async def read(self, table: str, after: int = 0, limit: int = PAGE) -> tuple[Sealed, ...]:
        """Entries, in their time."""
        if table in self._halted:
            self.reached.set()
            await self._going.wait()
        if self.unread:
            self.failed.set()
            raise LogUnavailable(f"the server of {table} at 10.1.2.3:6379 does not answer")
        return await super().read(table, after, limit)

    async def append(
        self, table: str, expected_version: int, commands: Sequence[Landing], *, expected_hash: bytes | None = None
    ) -> Answer:
        """Append, if it does not fail."""
        for name, faults in self.fails.items():
            if faults and any(one.key.partition("/")[2].startswith(name) for one in commands):
                self.failed.set()
                raise faults.pop()
        return await super().append(table, expected_version, commands, expected_hash=expected_hash)


@asynccontextmanager
async def halting_log(url: str) -> AsyncIterator[Halting]:
    """Such a log at an address."""
    async with open_log(url) as log:
        yield Halting(log.wire)
