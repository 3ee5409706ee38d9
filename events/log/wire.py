"""The way to the log's server: what we repeat ourselves is safe to repeat, and somebody may bring the server back."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from typing import Any, Final, TypeVar

from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    ClusterDownError,
    NoScriptError,
    ReadOnlyError,
    RedisError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError as TookTooLong

from events.log.errors import EmbeddedFailed, LogError, LogFull
from events.log.node import Node, Parts
from events.log.refusals import TooFewReplicas, explained
from events.log.scripts import Script

Revive = Callable[[], Awaitable[None]]

DENIED: Final = (AuthenticationError, AuthorizationError)

LOST: Final = (
    ConnectionLost, TookTooLong, ReadOnlyError, ClusterDownError, TryAgainError, TooFewReplicas, OSError,
)  # fmt: skip
"""What may pass by itself: the server restarts, fails over, loads its file."""

_LONGEST_PAUSE: Final = 0.5

_REPLICAS_WITHIN: Final = 1000
"""Milliseconds that replicas have to take what was written, before it is asked again whether they have."""

ROOM: Final = "fracas:room"
"""A key that is written only to see whether the disk takes anything."""

T = TypeVar("T")


class Disk:
    """The disk of a server that cannot be looked at from here: nothing is known against it."""

    def full(self) -> str:
        """Why it takes nothing more; empty while it does, as far as is known without writing."""
        return ""

    def choked(self) -> str:
        """Why the server ended itself last, if it was for want of room; empty otherwise."""
        return ""

    def settled(self) -> None:
        """Something was written: whatever choked the server before is over."""


class Wire:
    """The way to one server.

    `patience` is how many seconds a call keeps trying through lost connections; `revive` is asked to bring the server
    back. `replicas`: so many must have what was written before it counts as written. `losses` counts the times that
    connections were given up: what was known of the server before may no longer hold.
    """

    def __init__(
        self,
        url: str,
        *,
        patience: float = 10.0,
        revive: Revive | None = None,
        replicas: int = 0,
        disk: Disk | None = None,
    ) -> None:
        self.url, self.replicas, self.disk = url, replicas, disk or Disk()
        self.losses = 0
        self._patience, self._revive = patience, revive
        self._reviving = asyncio.Lock()
        self._node = Node(self.node_url, patience)

    @property
    def node_url(self) -> str:
        """The address of the server."""
        return self.url

    @property
    def client(self) -> Redis:
        """A client of the server, for what has no key."""
        return self._node.client

    async def clients(self) -> list[Redis]:
        """A client of each server that holds tables."""
        return [self._node.client]

    async def run(self, script: Script, keys: Sequence[str], arguments: Parts) -> Any:
        """What the script answers; sent whole when the server does not remember it (a restart, a flush)."""
        return (await self.persist(lambda: self._run(script, keys, arguments)))[0]

    async def write(self, script: Script, keys: Sequence[str], arguments: Parts) -> tuple[Any, bool]:
        """What the script answers, and whether enough replicas have by now what it wrote.

        Raises:
            LogFull: the disk has no room left.
        """
        more = [("WAIT", self.replicas, _REPLICAS_WITHIN)] if self.replicas else []
        if full := self.disk.full():  # a server that must have every write on the disk ends itself if it cannot
            raise _full(full)
        answer, *taken = await self.persist(lambda: self._run(script, keys, arguments, *more), writes=True)
        self.disk.settled()
        return answer, not taken or taken[0] >= self.replicas

    async def call(self, key: str, *parts: bytes | str | int) -> Any:
        """What the server answers to a command about a key. Only for what may be asked twice."""
        return (await self.persist(lambda: self._exchange(key, parts)))[0]

    async def change(self, key: str, *commands: Parts) -> list[Any]:
        """The answers to commands that change what is where a key is, once enough replicas have the changes.

        Only for what may be done twice. The last command has to write something, whatever was there before.
        """

        async def once() -> list[Any]:
            if not self.replicas:
                return await self._exchange(key, *commands)
            *answers, taken = await self._exchange(key, *commands, ("WAIT", self.replicas, _REPLICAS_WITHIN))
            if taken < self.replicas:
                raise TooFewReplicas(f"Fewer than {self.replicas} replicas have what was changed at {key}")
            return answers

        return await self.persist(once)

    async def persist(self, ask: Callable[[], Awaitable[T]], writes: bool = False) -> T:
        """Ask until there is an answer or patience is over. Only for what may be asked twice.

        Raises:
            LogUnavailable: no answer in time.
            LogRefused: the server will not. LogFull: what `writes` has ended the server for want of room.
        """
        deadline, pause = monotonic() + self._patience, 0.0
        while True:
            try:
                return await ask()
            except DENIED as refusal:
                raise explained(refusal, self.url) from refusal
            except self.passing as lost:
                problem = await self._recover()
                if writes and (why := self.disk.choked()):
                    raise _full(why) from lost
                if monotonic() + pause >= deadline:
                    raise self._gave_up(problem or lost) from (problem or lost)
            except RedisError as refusal:
                raise explained(refusal, self.url) from refusal
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, pause * 2 or 0.01)

    def _gave_up(self, why: Exception) -> LogError:
        """A server that cannot write ends itself: then a full disk is the reason, whatever the connection says."""
        full = self.disk.full() or self.disk.choked()
        return _full(full) if full else explained(why, self.url)

    @property
    def passing(self) -> tuple[type[Exception], ...]:
        """What may pass by itself."""
        return LOST

    async def connection(self, key: str) -> AbstractConnection:
        """A connection of its own to where a key is, without a time limit: whoever uses it sets one."""
        return self._node.connection()

    async def must_have_room(self) -> None:
        """Return if the disk takes more. Where the server choked on it last, it is tried.

        Raises:
            LogFull: it does not.
        """
        if full := self.disk.full():
            raise _full(full)
        if not (why := self.disk.choked()):
            return
        try:
            await self._exchange(ROOM, ("SET", ROOM, "x" * 1024, "EX", 1))
        except LOST as lost:
            await self._recover()
            raise _full(why) from lost
        self.disk.settled()

    async def recover(self) -> None:
        """Let go of dead connections and have the server brought back, if anybody can."""
        await self._recover()

    async def aclose(self) -> None:
        """Close every connection."""
        await self._node.aclose()

    async def _run(self, script: Script, keys: Sequence[str], arguments: Parts, *more: Parts) -> list[Any]:
        tail = (len(keys), *keys, *arguments)
        try:
            return await self._exchange(keys[0], ("EVALSHA", script.sha, *tail), *more)
        except NoScriptError:
            return await self._exchange(keys[0], ("EVAL", script.source, *tail), *more)

    async def _exchange(self, key: str, *commands: Parts) -> list[Any]:
        return await self._node.exchange(*commands)

    async def _drop(self) -> None:
        await self._node.drop_idle()

    async def _recover(self) -> EmbeddedFailed | None:
        self.losses += 1
        await self._drop()
        if self._revive is None:
            return None
        async with self._reviving:
            try:
                await self._revive()
            except EmbeddedFailed as problem:
                return problem
        return None


def _full(why: str) -> LogFull:
    return LogFull(f"The log takes nothing more: {why}. Make room; what it has stays.")
