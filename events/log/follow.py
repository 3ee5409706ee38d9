"""Following tables: one waiting connection per process brings everything new, in order, once."""

import asyncio
import math
from collections import deque
from collections.abc import AsyncIterator, Sequence
from contextlib import suppress
from typing import Any, Final, Self, TypeAlias

import msgspec
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import AskError, RedisError

from events.chain import Sealed, first_break
from events.log import keys
from events.log.answers import Head
from events.log.errors import LogBroken, LogError, LogStranger, LogUnavailable
from events.log.refusals import explained
from events.log.stream import Log
from events.log.wire import DENIED, LOST

_WAIT: Final = 5.0
"""Seconds that one question to the server waits for something new."""

_GRACE: Final = 5.0
"""Seconds after that in which the answer must be here, else the connection is dead."""

_AT_ONCE: Final = 200
_BEFORE_NEXT_TRY: Final = 0.1
_BETWEEN_RINGS: Final = 0.005

_ECHO_REST: Final = 0.02
"""Seconds of rest after an answer that held nothing new: what this process appends itself comes back as an echo."""


class Came(msgspec.Struct, frozen=True):
    """New entries of a table: the very next ones, checked against the chain."""

    table: str
    entries: tuple[Sealed, ...]


class Strayed(msgspec.Struct, frozen=True):
    """The log does not go on from what was read up to `after`; it is followed no more. Open it anew."""

    table: str
    after: Head
    why: str


News: TypeAlias = Came | Strayed


class Follower:
    """Waits for news of any number of tables: `watch` them, then iterate, in one loop that hands it out.

    Lost connections are mended quietly; nothing is missed or told twice: the place in a log is a version.

    Raises (from the iteration):
        LogRefused: the server will not let this user read.
    """

    def __init__(self, log: Log, *, wait: float = _WAIT) -> None:
        self._log, self._wait = log, wait
        self._heads: dict[str, Head] = {}
        self._pending: deque[News] = deque()
        self._line: AbstractConnection | None = None
        self._line_id = 0
        # A question names the tables of the moment. When they change while it waits, the bell ends it.
        self._wanted = self._asked = 0
        self._waiting = self._closed = False
        self._changed, self._any = asyncio.Event(), asyncio.Event()
        self._bell: asyncio.Task[None] | None = None

    def watch(self, table: str, after: Head) -> None:
        """Bring everything of a table after `after`, which is how far the caller has read."""
        keys.log_key(table)
        self._forget_pending(table)
        self._heads[table] = after
        self._change()

    def unwatch(self, table: str) -> None:
        """Bring nothing more of a table, not even what is already here."""
        self._forget_pending(table)
        if self._heads.pop(table, None) is not None:
            self._change()

    def has_read(self, table: str, head: Head) -> None:
        """Bring nothing of a table up to `head`: the caller has appended or read that itself."""
        known = self._heads.get(table)
        if known is not None and known.version < head.version:
            self._heads[table] = head

    async def __aiter__(self) -> AsyncIterator[News]:
        """News, until the follower is closed."""
        while not self._closed:
            if self._pending:
                yield self._pending.popleft()
            elif self._heads:
                await self._next()
            else:
                self._any.clear()
                await self._any.wait()

    async def __aenter__(self) -> Self:
        self._bell = asyncio.create_task(self._ring())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()

    async def aclose(self) -> None:
        """End the iteration and close the connection."""
        self._closed = True
        self._any.set()
        self._changed.set()  # the client library sometimes swallows a cancelling; the bell then ends by itself
        if self._bell is not None:
            self._bell.cancel()
            with suppress(asyncio.CancelledError):
                await self._bell
        await self._hang_up()

    def _change(self) -> None:
        self._wanted += 1
        self._changed.set()
        self._any.set()

    def _forget_pending(self, table: str) -> None:
        self._pending = deque(news for news in self._pending if news.table != table)

    async def _next(self) -> None:
        try:
            if self._line is None:
                await self._call()
            if self._line is not None and self._heads and not self._pending:
                await self._ask()
        except DENIED as refusal:
            raise explained(refusal, self._log.wire.url) from refusal
        except (*LOST, LogUnavailable, AskError):
            await self._lost()
        except RedisError as refusal:
            why = explained(refusal, self._log.wire.url)
            if not isinstance(why, LogStranger):
                raise why from refusal
            await self._hang_up()  # one log is none any more: the next call finds which, the others go on
            await asyncio.sleep(_BEFORE_NEXT_TRY)

    async def _call(self) -> None:
        """Connect, and see that every log is still the one that was read: it may have been replaced."""
        line = await self._log.wire.connection(keys.log_key(next(iter(self._heads))))
        try:
            await line.connect()  # type: ignore[no-untyped-call]
            await line.send_command("CLIENT", "ID")
            self._line_id = int(await line.read_response())
            for table, head in list(self._heads.items()):
                why = await self._not_there(table, head)
                if why and self._heads.get(table) == head:
                    self._stray(table, head, why)
        except BaseException:
            await line.disconnect(nowait=True)
            raise
        self._line = line
        if self._closed:
            await self._hang_up()

    async def _not_there(self, table: str, head: Head) -> str | None:
        try:
            if head.version == 0:
                await self._log.read(table, 0, 1)
                return None
            there = await self._log.entry(table, head.version)
        except LogBroken as broken:
            return broken.why
        except LogStranger as stranger:
            return str(stranger)
        return None if there is not None and there.hash == head.hash else "it is another log now"

    async def _ask(self) -> None:
        assert self._line is not None
        heads, self._asked = dict(self._heads), self._wanted
        names = [keys.log_key(table) for table in heads]
        places = [f"{head.version}-0" for head in heads.values()]
        block = max(1, int(self._wait * 1000))
        self._waiting = True
        try:
            await self._line.send_command("XREAD", "COUNT", _AT_ONCE, "BLOCK", block, "STREAMS", *names, *places)
            async with asyncio.timeout(self._wait + _GRACE):
                answer = await self._line.read_response(timeout=math.inf)
        finally:
            self._waiting = False
        await asyncio.sleep(0)  # whoever has appended this itself says so first
        for key, entries in answer or ():
            table = keys.table_of(key)
            if table is not None and self._heads.get(table) == heads.get(table):
                await self._log.confirm(table, _newest(entries))
                if self._heads.get(table) == heads.get(table):  # it may have been let go, or read on, meanwhile
                    self._told(table, heads[table], entries)
        if answer and not self._pending:
            # A question asked again at once would wake at each of a busy table's own appends.
            await asyncio.sleep(_ECHO_REST)

    def _told(self, table: str, head: Head, entries: Sequence[Any]) -> None:
        sealed = _sealed(entries)
        broken = first_break(head.hash, head.version, sealed)
        if broken or len(sealed) < len(entries):
            at = broken.version if broken else head.version + len(sealed) + 1
            self._stray(table, head, f"version {at} does not follow: {broken.why if broken else 'foreign entry'}")
        else:
            self._heads[table] = Head(sealed[-1].version, sealed[-1].hash)
            self._pending.append(Came(table, tuple(sealed)))

    def _stray(self, table: str, head: Head, why: str) -> None:
        self._heads.pop(table, None)
        self._pending.append(Strayed(table, head, why))

    async def _ring(self) -> None:
        """End a waiting question that does not ask for all that is wanted now."""
        while not self._closed:
            await self._changed.wait()
            self._changed.clear()
            # One ring may come before the server has the question: ring until it is asked anew.
            while self._waiting and self._asked < self._wanted:
                with suppress(LogError):  # then the question ends by itself a little later
                    await self._log.wire.persist(self._unblock)
                await asyncio.sleep(_BETWEEN_RINGS)

    async def _unblock(self) -> None:
        await self._log.wire.client.client_unblock(self._line_id)

    async def _lost(self) -> None:
        await self._hang_up()
        if not self._closed:
            await self._log.wire.recover()
            await asyncio.sleep(_BEFORE_NEXT_TRY)

    async def _hang_up(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            await line.disconnect(nowait=True)


def _newest(entries: Sequence[Any]) -> int:
    return int(entries[-1][0].partition(b"-")[0])


def _sealed(entries: Sequence[Any]) -> list[Sealed]:
    """The entries as far as they are ours."""
    sealed: list[Sealed] = []
    for name, fields in entries:
        version, _, rest = name.partition(b"-")
        if rest != b"0" or fields is None or fields[::2] != [b"e", b"s", b"h"]:
            break
        sealed.append(Sealed(int(version), *fields[1::2]))
    return sealed
