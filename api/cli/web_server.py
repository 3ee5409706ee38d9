"""The web server around the service: how it is set up, when it is up, how it ends."""

import asyncio
import gc
import logging
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

import uvicorn
from fastapi import FastAPI

from api.cli.stopping import Stop
from api.lines import set_up
from api.routes.live import socket as socket_to_follow
from api.web.front import Front
from api.web.heads import BoundedHeads, LiveSockets

_PATIENCE: Final = 5
"""Seconds that requests in flight have to end, once the service is told to stop."""

LOG_PATIENCE: Final = 10.0
"""Seconds that a command waits for a log that was lost, before its sender is told to try again."""

_NEW_BEFORE_A_LOOK: Final = 20_000
"""So many new objects before the garbage collector looks among them for cycles."""

MOST_SAID: Final = 16 * 1024
"""Bytes of a WebSocket message that a client may send: it says who it is, and nothing else."""


def write_lines(which: str = "", worker: int | None = None) -> None:
    """`which`: all lines, or warnings. If not said, somebody who watches a terminal is told of what goes wrong, and
    everything goes where lines are collected."""
    warnings = which == "warnings" or (not which and sys.stderr.isatty())
    set_up(level=logging.WARNING if warnings else logging.INFO, worker=worker)


async def serve_app(app: FastAPI, opened: socket.socket, stop: Stop, up: Callable[[], Awaitable[None]]) -> None:
    """Serve at a socket until told to stop; `up` is called when it has begun."""
    server = Server(web_config(app), up, app.state.service.live.stop)
    settle_down()
    stop.server = server
    await server.serve(sockets=[opened])


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """What makes the loop: the quickest that is installed here."""
    return uvicorn.Config(_nothing).get_loop_factory()


async def _nothing(scope: object, receive: object, send: object) -> None:
    """Stands where the web server wants an application before there is one."""


def settle_down() -> None:
    """What there is by now stays until the end: the garbage collector need not go through it again and again.

    Most of what a command makes is kept or dropped by count; cycles are rare, so they are looked for more rarely too.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(_NEW_BEFORE_A_LOOK, 20, 20)


def web_config(app: FastAPI) -> uvicorn.Config:
    """How the web server runs the service; the lines it writes are those of the service."""
    return uvicorn.Config(
        Front(app, socket_to_follow),
        interface="asgi3",
        http=BoundedHeads,
        ws=LiveSockets,
        # It costs 34 kB and 9 us for each client, and what is sent to many could not be the same bytes.
        ws_per_message_deflate=False,
        ws_max_size=MOST_SAID,
        log_config=None,
        access_log=False,
        lifespan="on",
        server_header=False,
        timeout_graceful_shutdown=_PATIENCE,
    )


class Server(uvicorn.Server):
    """uvicorn's server, which says when it is up and leaves signals to whoever runs it."""

    def __init__(
        self, config: uvicorn.Config, up: Callable[[], Awaitable[None]], leave: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(config)
        self._up, self._leave = up, leave

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Come up, then tell."""
        await super().startup(sockets)
        if self.started:
            await self._up()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send everybody away who waits or listens, in words, before connections are ended."""
        for listening in self.servers:
            listening.close()
        await self._leave()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """A signal ends the log's server too, in its turn: uvicorn would end the process before that."""
        yield
