"""The composition root: the one place where the log, the dice, the clock and the routes come together."""

import os
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Final

from fastapi import FastAPI
from fastapi.middleware.cors import CORSMiddleware

from api.clock import Clock, now
from api.keys import Keys, load_keys
from api.lines import say
from api.live.presence import Presence
from api.routes import (
    catalogue,
    characters,
    commands,
    encounters,
    events,
    export,
    health,
    host,
    live,
    odds,
    pages,
    rulesets,
    seats,
    simulate,
    suggestions,
    tables,
    views,
)
from api.service import Service, make_service
from api.settings import Settings
from api.tables.deciding import Salt, random_salt
from api.tables.house import House
from api.tables.opening import Opener
from api.web.guards import install
from api.web.openapi import describe
from engine.ruleset import RuleSet
from engine.rulesets import RULESETS
from events.log.embedded import embedded_log
from events.log.stream import Log, open_log

TITLE: Final = "Fracas"

ROUTES: Final = (
    tables, host, seats, views, odds, suggestions, simulate, characters,
    events, live, export, catalogue, rulesets, encounters, health, pages,
)  # fmt: skip


def create_app(
    *,
    log: Log | None = None,
    keys: Keys | None = None,
    clock: Clock = now,
    settings: Settings | None = None,
    playable: Mapping[str, RuleSet] = RULESETS,
    salt: Salt = random_salt,
) -> FastAPI:
    """The service.

    Without a `log` it opens the one that the settings name (an embedded server, or any by its address) while it runs.

    Raises:
        BadKey: the server key cannot be used.
    """
    settings = settings or Settings.from_environment(os.environ)
    service = make_service(settings, keys or load_keys(settings.config_folder), clock, playable)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            held: Log = log if log is not None else await stack.enter_async_context(_log_of(settings))
            server = await held.ready()
            if not server.durable:
                say("not durable", 30, server=f"{server.kind} {server.version}", fsync=server.fsync)
            opener = Opener(held, service.keys, playable, clock, salt, settings.longest_log)
            most, keep_every = settings.open_tables, settings.snapshot_every
            house = House(held, opener, clock, most=most, keep_every=keep_every, idle=settings.idle_seconds)
            await house.start()
            service.rooms.append(house)
            await stack.enter_async_context(Presence(held, service.live))
            say("started", server=f"{server.kind} {server.version}")
            try:
                yield
            finally:
                await service.live.stop()
                service.rooms.clear()
                await house.close()
                await service.arena.close()
                say("stopped")

    return _assembled(service, lifespan)


def _assembled(service: Service, lifespan: Callable[[FastAPI], AbstractAsyncContextManager[None]]) -> FastAPI:
    app = FastAPI(
        title=TITLE,
        version="1",
        summary="An event-sourced combat service for tabletop role-playing games.",
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        servers=[{"url": service.settings.root_path}] if service.settings.root_path else None,
        # Nobody is told elsewhere what happens at a table; and the framework would ask at each request whether to.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.service = service
    install(app)
    if service.settings.origins:
        # Bearer tokens only: cookies are never accepted from another page.
        app.add_middleware(
            CORSMiddleware,
            allow_origins=list(service.settings.origins),
            allow_methods=["GET", "POST"],
            allow_headers=["authorization", "content-type"],
        )
    app.router.routes[:0] = [commands.route, live.socket]
    for one in ROUTES:
        app.include_router(one.router)
    describe(app)
    return app


def _log_of(settings: Settings) -> AbstractAsyncContextManager[Log]:
    if settings.redis_url:
        return open_log(settings.redis_url, replicas=settings.replicas)
    return embedded_log(settings.data_folder)
