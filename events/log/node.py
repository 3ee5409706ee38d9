"""One server of the log: connections to it, over which nothing is repeated behind our back."""

import asyncio
import math
from collections.abc import Sequence
from typing import Any, Final, TypeAlias, cast

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ResponseError

Parts: TypeAlias = Sequence[bytes | str | int]

_CONNECTIONS: Final = 32
ANSWER_WITHIN: Final = 5.0
"""Seconds after which a silent connection is given up and another one is tried."""


class Node:
    """Connections to one server. The client library repeats nothing: a write repeated three times is four entries."""

    def __init__(self, url: str, patience: float) -> None:
        self.url = url
        self._pool = BlockingConnectionPool.from_url(
            url,
            max_connections=_CONNECTIONS,
            timeout=patience,
            retry=Retry(NoBackoff(), 0),
            retry_on_error=[],
            socket_timeout=ANSWER_WITHIN,
            socket_connect_timeout=ANSWER_WITHIN,
            protocol=2,
            driver_info=None,
        )
        self.client: Redis = Redis(connection_pool=self._pool)
        # What is asked often goes over lines of our own: the client's way round costs a quarter of what the disk does.
        self._idle: list[AbstractConnection] = []
        self._room = asyncio.Semaphore(_CONNECTIONS)

    def connection(self) -> AbstractConnection:
        """A connection of its own, outside the pool and without a time limit: whoever uses it sets one."""
        line = cast(AbstractConnection, self._pool.make_connection())  # type: ignore[no-untyped-call]
        line.socket_timeout = None  # with one, the client library makes a task of every sending
        return line

    async def exchange(self, *commands: Parts, within: float = ANSWER_WITHIN) -> list[Any]:
        """The answers to commands that are sent in one piece.

        Raises:
            RedisError: the first refusal among them, or the connection is lost.
        """
        async with self._room:
            line = self._idle.pop() if self._idle else self.connection()
            try:
                async with asyncio.timeout(within):
                    if not line.is_connected:
                        await line.connect()  # type: ignore[no-untyped-call]
                    await line.send_packed_command(b"".join(map(_packed, commands)), check_health=False)
                    answers = [await _answer(line) for _ in commands]
            except BaseException:
                # Cut, late or cancelled: what is still on its way must not answer somebody else's question.
                await line.disconnect()
                raise
            self._idle.append(line)
        for one in answers:
            if isinstance(one, ResponseError):
                raise one
        return answers

    async def drop_idle(self) -> None:
        """Let go of connections that nobody uses just now: they may be dead."""
        while self._idle:  # one by one: whoever is cancelled here leaves the others to the next
            await self._idle.pop().disconnect()
        await self._pool.disconnect(inuse_connections=False)

    async def aclose(self) -> None:
        """Close every connection."""
        await self.drop_idle()
        await self.client.aclose()
        await self._pool.aclose()


async def _answer(line: AbstractConnection) -> Any:
    try:
        return await line.read_response(timeout=math.inf)
    except ResponseError as refusal:
        return refusal


def _packed(parts: Parts) -> bytes:
    """A command in the protocol's words, in one piece."""
    words = [part if isinstance(part, bytes) else str(part).encode() for part in parts]
    return b"*%d\r\n" % len(words) + b"".join([b"$%d\r\n%b\r\n" % (len(word), word) for word in words])
