"""The service over real connections, in the loop of the test."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
from fastapi import FastAPI

from api.cli.addresses import Listening, listen
from api.cli.web_server import Server, web_config
from api.live.broadcast import Broadcast
from events.log.stream import open_log
from tests.api.people import make_app


class Served(msgspec.Struct, frozen=True):
    """A service that is up."""

    app: FastAPI
    server: Server
    client: httpx.AsyncClient
    port: int
    serving: "asyncio.Task[None]"

    @property
    def live(self) -> Broadcast:
        live: Broadcast = self.app.state.service.live
        return live

    async def stop(self) -> None:
        """End it as a signal would."""
        self.server.should_exit = True
        await self.serving


@asynccontextmanager
async def served(
    url: str, folder: Path, patience: float = 10.0, replicas: int = 0, **settings: Any
) -> AsyncIterator[Served]:
    """The service on a log, at a port of this machine."""
    up = asyncio.Event()

    async def told() -> None:
        up.set()

    async with open_log(url, patience=patience, replicas=replicas) as log:
        app = make_app(log, folder, replicas=replicas, **settings)
        opened = listen(Listening("127.0.0.1", 0))
        port = opened.getsockname()[1]
        server = Server(web_config(app), told, app.state.service.live.stop)
        serving = asyncio.create_task(server.serve(sockets=[opened]))
        await up.wait()
        # The web server ends an idle connection after five seconds: whoever keeps it as long may meet that very moment.
        idle = httpx.Limits(keepalive_expiry=2.0)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60, limits=idle) as client:
            one = Served(app, server, client, port, serving)
            try:
                yield one
            finally:
                await one.stop()
                opened.close()
