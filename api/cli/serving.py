"""Serving: the log, the keys, the socket and the web server, brought up in order and put away in order."""

import asyncio
import os
import socket

from fastapi import FastAPI
from msgspec.structs import replace

from api.app import create_app
from api.cli.addresses import Listening, address_here, address_of, listen, network_address_of
from api.cli.crew import Crew
from api.cli.greeting import greet, invite, say_how_to_go_on, show_host_key
from api.cli.reach import log_of
from api.cli.saying import complain, paper
from api.cli.stopping import stopping
from api.cli.web_server import LOG_PATIENCE, loop_factory, serve_app, write_lines
from api.keys import KEY_FILE, KEY_VARIABLE, Keys, load_keys
from api.lines import hushed
from api.sample import SAMPLES, Invitation, SampleFailed, lay_out
from api.settings import Settings
from events.log.stream import Log


def run(settings: Settings, listening: Listening, sample: bool, workers: int = 1) -> None:
    """Serve until SIGINT or SIGTERM, with one process or with several on the same tables.

    `sample`: with the sample tables, whose links are told.
    """
    opened = listen(listening)  # where that fails, no key is made: the first start is still to come
    first = settings_are_new(settings)
    keys = load_keys(settings.config_folder)
    if first:
        show_host_key(paper(), keys)
    write_lines(settings.log)
    try:
        if listening.lan and settings.public_url is None:
            settings = replace(settings, network_address=network_address_of(opened, listening))
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            if workers > 1:
                runner.run(_oversee(settings, keys, opened, listening, sample, workers))
            else:
                runner.run(_serve(settings, keys, opened, listening, sample))
    except asyncio.CancelledError:
        pass  # told to stop before it was up
    finally:
        opened.close()


def settings_are_new(settings: Settings) -> bool:
    """Whether this is the first start: there is no server key yet."""
    return not os.environ.get(KEY_VARIABLE) and not (settings.config_folder / KEY_FILE).exists()


async def _serve(settings: Settings, keys: Keys, opened: socket.socket, listening: Listening, sample: bool) -> None:
    with stopping() as stop:
        async with log_of(settings, LOG_PATIENCE) as log:
            await _warn_if_not_durable(log)
            app = create_app(log=log, keys=keys, settings=settings)

            async def welcome() -> None:
                address = settings.public_url or address_of(opened, listening)
                greet(paper(), address, listening.lan, own_address_of(opened, settings, address))
                invitations = await _bring_sample(app, keys, address) if sample else ()
                say_how_to_go_on(paper(), address, bool(settings.network_address), invitations)

            await serve_app(app, opened, stop, welcome)


async def _oversee(
    settings: Settings, keys: Keys, opened: socket.socket, listening: Listening, sample: bool, workers: int
) -> None:
    """Have several processes serve: this one holds the log's server and the socket, and serves nobody itself."""
    with stopping() as stop:
        async with log_of(settings, LOG_PATIENCE) as log:
            await _warn_if_not_durable(log)
            address = settings.public_url or address_of(opened, listening)

            async def welcome() -> None:
                greet(paper(), address, listening.lan, own_address_of(opened, settings, address))
                invitations: tuple[Invitation, ...] = ()
                if sample:
                    app = create_app(log=log, keys=keys, settings=settings)
                    async with app.router.lifespan_context(app):
                        invitations = await _bring_sample(app, keys, address)
                say_how_to_go_on(paper(), address, bool(settings.network_address), invitations)

            crew = Crew(settings, opened, workers)
            stop.server = crew
            await crew.serve(welcome)


def own_address_of(opened: socket.socket, settings: Settings, address: str) -> str:
    """Where this machine has the service for itself, if that is another address than the one that is given to people:
    there nobody is asked for the host key."""
    here = address_here(opened)
    return here if settings.loopback_opens and here != address else ""


async def _bring_sample(app: FastAPI, keys: Keys, address: str) -> tuple[Invitation, ...]:
    try:
        with hushed():  # what lands there is of nobody's doing, and stood between the key and the links
            invitations = await lay_out(app, keys)
    except SampleFailed as problem:
        complain(str(problem))
        return ()
    if len({one.ruleset for one in invitations}) < len(SAMPLES):
        complain("the GM of a sample table has another link by now; `fracas tables link` mends it")
    invite(paper(), address, invitations)
    return invitations


async def _warn_if_not_durable(log: Log) -> None:
    server = await log.ready()
    if not server.durable:
        complain(
            f"warning: {server.kind} {server.version} does not put every append on the disk before it acknowledges it. "
            f"A crash can lose commands. Set appendonly yes and appendfsync always there."
        )
