"""The way to a Redis Cluster: each table's keys are at one of several servers, and may move to another one."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from random import sample
from typing import Any, Final
from urllib.parse import urlsplit, urlunsplit

from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection
from redis.crc import key_slot
from redis.exceptions import AskError, MovedError, RedisError
from redis.exceptions import ConnectionError as ConnectionLost

from events.log.node import Node, Parts
from events.log.wire import LOST, Wire

Place = tuple[str, int]

SCHEMES: Final = {"redis+cluster": "redis", "rediss+cluster": "rediss"}
_PORT: Final = 6379

_SOON: Final = 1.0
"""Seconds that a server has to say who has which slots, before another one is asked."""


class Cluster(Wire):
    """The way to the servers of one cluster, found from any of those that the address names: `HOST:PORT,HOST:PORT`.

    Which server has which slots is asked for when it is needed, and again whenever a server is lost or says that a key
    is elsewhere. A failover takes a while; calls keep trying for `patience` seconds.
    """

    def __init__(self, url: str, *, patience: float = 10.0, replicas: int = 0) -> None:
        parts = urlsplit(url)
        user, at, hosts = parts.netloc.rpartition("@")
        self._scheme, self._user = SCHEMES[parts.scheme], user + at
        self._query = parts.query
        self._seeds = [_place(one) for one in hosts.split(",") if one]
        self._nodes: dict[Place, Node] = {}
        self._slots: list[Node | None] = []
        self._learning = asyncio.Lock()
        super().__init__(url, patience=patience, replicas=replicas)

    @property
    def node_url(self) -> str:
        """The address of the first server that is named."""
        return self._address(self._seeds[0])

    @property
    def passing(self) -> tuple[type[Exception], ...]:
        """What may pass by itself: also that a key is at another server by now."""
        return (*LOST, AskError)

    async def clients(self) -> list[Redis]:
        """A client of each server that holds tables."""
        await self._learn_once()
        return [node.client for node in dict.fromkeys(self._slots) if node is not None]

    async def connection(self, key: str) -> AbstractConnection:
        """A connection of its own to where a key is."""
        return (await self._node_of(key)).connection()

    async def aclose(self) -> None:
        """Close every connection."""
        await super().aclose()
        for node in self._nodes.values():
            await node.aclose()

    async def _exchange(self, key: str, *commands: Parts) -> list[Any]:
        node = await self._node_of(key)
        try:
            return await node.exchange(*commands)
        except MovedError:
            raise
        except AskError as ask:
            # The slot is on its way to another server, and this key is there already.
            asking: list[Parts] = [part for command in commands for part in (("ASKING",), command)]
            return (await self._at(ask.node_addr).exchange(*asking))[1::2]

    async def _drop(self) -> None:
        self._slots = []
        await super()._drop()
        for node in tuple(self._nodes.values()):
            await node.drop_idle()

    # where things are

    async def _node_of(self, key: str) -> Node:
        await self._learn_once()
        node = self._slots[key_slot(key.encode())] if self._slots else None
        if node is None:
            raise ConnectionLost("no server of the cluster has this slot now")
        return node

    async def _learn_once(self) -> None:
        async with self._learning:
            if not self._slots:
                self._slots = self._laid_out(await self._ask_somebody())
                await self._let_go()

    async def _let_go(self) -> None:
        """Close the ways to servers that have no slot any more: servers come and go, and each would be asked first."""
        having = set(self._slots)
        for place in [place for place, node in self._nodes.items() if node not in having]:
            await self._nodes.pop(place).aclose()

    async def _ask_somebody(self) -> Sequence[Any]:
        """What the first one that answers says about who has which slots."""
        known = list(dict.fromkeys((*sample(list(self._nodes), len(self._nodes)), *self._seeds)))
        for place in known:
            with suppress(RedisError, OSError, TimeoutError):
                (said,) = await self._at(place).exchange(("CLUSTER", "SLOTS"), within=_SOON)
                if said:
                    return [(first, last, _named(master, place)) for first, last, master, *_ in said]
        raise ConnectionLost(
            f"none of {', '.join(f'{host}:{port}' for host, port in known)} answers as part of a cluster"
        )

    def _laid_out(self, ranges: Sequence[Any]) -> list[Node | None]:
        slots: list[Node | None] = [None] * 16384
        for first, last, place in ranges:
            slots[first : last + 1] = [self._at(place)] * (last + 1 - first)
        return slots

    def _at(self, place: Place) -> Node:
        if place not in self._nodes:
            self._nodes[place] = Node(self._address(place), self._patience)
        return self._nodes[place]

    def _address(self, place: Place) -> str:
        host, port = place
        where = f"[{host}]" if ":" in host else host
        return urlunsplit((self._scheme, f"{self._user}{where}:{port}", "", self._query, ""))


def _place(text: str) -> Place:
    said = urlsplit(f"//{text}")
    return said.hostname or "", said.port or _PORT


def _named(master: Sequence[Any], asked: Place) -> Place:
    """A server without a name of its own is the one that was asked."""
    host = (master[0] or b"").decode()
    return (asked[0] if host in ("", "?") else host), int(master[1])
