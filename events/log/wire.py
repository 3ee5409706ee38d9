"""The connection: nothing is repeated behind our back, and what we repeat ourselves is safe to repeat."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from typing import Any, Final, TypeVar, cast

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    AuthorizationError,
    ClusterDownError,
    NoScriptError,
    ReadOnlyError,
    RedisError,
    ResponseError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as ConnectionLost
from redis.exceptions import TimeoutError as TookTooLong

from events.log.errors import EmbeddedFailed, LogError, LogRefused, LogUnavailable
from events.log.scripts import Script

Revive = Callable[[], Awaitable[None]]

DENIED: Final = (AuthenticationError, AuthorizationError)

LOST: Final = (ConnectionLost, TookTooLong, ReadOnlyError, ClusterDownError, TryAgainError, OSError)
"""What may pass by itself: the server restarts, fails over, loads its file."""

_CONNECTIONS: Final = 32
_ANSWER_WITHIN: Final = 5.0
"""Seconds after which a silent connection is given up and another one is tried."""

_LONGEST_PAUSE: Final = 0.5

T = TypeVar("T")


class Wire:
    """A pool of connections to one server.

    The client library repeats nothing by itself: a plain write repeated three times is four entries.
    `patience` is how many seconds a call keeps trying through lost connections; `revive` is asked to bring
    the server back.
    """

    def __init__(self, url: str, *, patience: float = 10.0, revive: Revive | None = None) -> None:
        self.url = url
        self._patience, self._revive = patience, revive
        self._reviving = asyncio.Lock()
        self._pool = BlockingConnectionPool.from_url(
            url,
            max_connections=_CONNECTIONS,
            timeout=patience,
            retry=Retry(NoBackoff(), 0),
            retry_on_error=[],
            socket_timeout=_ANSWER_WITHIN,
            socket_connect_timeout=_ANSWER_WITHIN,
            protocol=2,
            driver_info=None,
        )
        self.client: Redis = Redis(connection_pool=self._pool)
        # Scripts go over lines of our own: the client's way round costs as much as a quarter of the disk's.
        self._idle: list[AbstractConnection] = []
        self._room = asyncio.Semaphore(_CONNECTIONS)

    async def run(self, script: Script, keys: Sequence[str], arguments: Sequence[bytes | str | int]) -> Any:
        """What the script answers; sent whole when the server does not remember it (a restart, a flush)."""

        async def once() -> Any:
            try:
                return await self._exchange("EVALSHA", script.sha, len(keys), *keys, *arguments)
            except NoScriptError:
                return await self._exchange("EVAL", script.source, len(keys), *keys, *arguments)

        return await self.persist(once)

    async def persist(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask until there is an answer or patience is over. Only for what may be asked twice.

        Raises:
            LogUnavailable: no answer in time.
            LogRefused: the server will not.
        """
        deadline, pause = monotonic() + self._patience, 0.0
        while True:
            try:
                return await ask()
            except DENIED as refusal:
                raise explained(refusal, self.url) from refusal
            except LOST as lost:
                problem = await self._recover()
                if monotonic() + pause >= deadline:
                    raise explained(problem or lost, self.url) from (problem or lost)
            except RedisError as refusal:
                raise explained(refusal, self.url) from refusal
            await asyncio.sleep(pause)
            pause = min(_LONGEST_PAUSE, pause * 2 or 0.01)

    def connection(self) -> AbstractConnection:
        """A connection of its own, outside the pool and without a time limit: whoever uses it sets one."""
        line = cast(AbstractConnection, self._pool.make_connection())  # type: ignore[no-untyped-call]
        line.socket_timeout = None  # with one, the client library makes a task of every sending
        return line

    async def recover(self) -> None:
        """Let go of dead connections and have the server brought back, if anybody can."""
        await self._recover()

    async def aclose(self) -> None:
        """Close every connection."""
        await self._drop_idle()
        await self.client.aclose()
        await self._pool.aclose()

    async def _exchange(self, *parts: bytes | str | int) -> Any:
        async with self._room:
            line = self._idle.pop() if self._idle else self.connection()
            try:
                async with asyncio.timeout(_ANSWER_WITHIN):
                    if not line.is_connected:
                        await line.connect()  # type: ignore[no-untyped-call]
                    await line.send_packed_command(_packed(parts), check_health=False)
                    answer = await line.read_response(timeout=math.inf)
            except ResponseError:
                self._idle.append(line)
                raise
            except BaseException:
                # Cut, late or cancelled: what is still on its way must not answer somebody else's question.
                await line.disconnect()
                raise
            self._idle.append(line)
            return answer

    async def _drop_idle(self) -> None:
        lines, self._idle = self._idle, []
        for line in lines:
            await line.disconnect()

    async def _recover(self) -> EmbeddedFailed | None:
        await self._drop_idle()
        await self._pool.disconnect(inuse_connections=False)
        if self._revive is None:
            return None
        async with self._reviving:
            try:
                await self._revive()
            except EmbeddedFailed as problem:
                return problem
        return None


def _packed(parts: Sequence[bytes | str | int]) -> bytes:
    """A command in the protocol's words, in one piece."""
    words = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"*%d\r\n" % len(words) + b"".join([b"$%d\r\n%b\r\n" % (len(word), word) for word in words])


def explained(error: Exception, url: str) -> LogError:
    """The same error as a sentence that says what to do."""
    where = url.rpartition("@")[2].partition("?")[0]  # never the password
    if isinstance(error, EmbeddedFailed):
        return error
    if isinstance(error, DENIED):
        return LogRefused(f"The server at {where} refuses the user or password of the address: {error}")
    if isinstance(error, ReadOnlyError):
        return LogUnavailable(f"The server at {where} is a read-only replica. Give the primary's address.")
    if isinstance(error, LOST):
        return LogUnavailable(f"No answer from the server at {where} ({error}). Is it running and reachable?")
    return LogRefused(_refusal(f"{type(error).__name__}: {error}", where))


# The client library turns some first words of an error into types of its own and cuts them off.
_REFUSALS: Final = {
    "OutOfMemory": "is out of memory. Raise its maxmemory, or archive tables.",
    "MISCONF": "cannot write to its disk. Make room or mend the disk; nothing is accepted until then.",
    "NoPermission": "does not permit this user what the log needs; docs/stream.md lists the commands and keys.",
    "WRONGTYPE": "holds something else under a key of Fracas. Give Fracas a database of its own.",
    "equal or smaller": "has had entries removed from the end of a log. Restore the table from an export.",
    "NOREPLICAS": "has too few replicas to accept writes. Bring the replicas back.",
}


def _refusal(text: str, where: str) -> str:
    for word, sentence in _REFUSALS.items():
        if word in text:
            return f"The server at {where} {sentence} ({text})"
    return f"The server at {where} refused: {text}"
