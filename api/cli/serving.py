"""Serving: the log, the keys, the socket and the web server, brought up in order and put away in order."""

import asyncio
import errno
import gc
import logging
import os
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Final

import msgspec
import uvicorn
from fastapi import FastAPI
from rich.console import Console

from api.app import create_app
from api.cli.crew import Crew
from api.cli.links import call_for_token, link_to
from api.cli.reach import log_of
from api.cli.saying import complain, give_up, paper
from api.keys import KEY_FILE, KEY_VARIABLE, Keys, load_keys
from api.lines import hushed, set_up
from api.routes.live import socket as socket_to_follow
from api.sample import SAMPLES, Invitation, SampleFailed, lay_out
from api.settings import Settings
from api.web.front import Front
from api.web.heads import BoundedHeads, LiveSockets
from events.log.stream import Log

_PATIENCE: Final = 5
"""Seconds that requests in flight have to end, once the service is told to stop."""

LOG_PATIENCE: Final = 10.0
"""Seconds that a command waits for a log that was lost, before its sender is told to try again."""

_NEW_BEFORE_A_LOOK: Final = 20_000
"""So many new objects before the garbage collector looks among them for cycles."""

MOST_SAID: Final = 16 * 1024
"""Bytes of a WebSocket message that a client may send: it says who it is, and nothing else."""

_NOBODY: Final = "192.0.2.1"
"""An address kept for examples: asking for the way there tells this machine's own, and sends nothing."""


class Listening(msgspec.Struct, frozen=True):
    """Where to listen, and whether for the whole network."""

    host: str
    port: int
    lan: bool = False


def run(settings: Settings, listening: Listening, sample: bool, workers: int = 1) -> None:
    """Serve until SIGINT or SIGTERM, with one process or with several on the same tables.

    `sample`: with the sample tables, whose links are told.
    """
    opened = listen(listening)  # where that fails, no key is made: the first start is still to come
    first = settings_are_new(settings)
    keys = load_keys(settings.config_folder)
    if first:
        show_key(keys)
    write_lines()
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            if workers > 1:
                runner.run(_oversee(settings, keys, opened, listening, sample, workers))
            else:
                runner.run(_serve(settings, keys, opened, listening, sample))
    except asyncio.CancelledError:
        pass  # told to stop before it was up
    finally:
        opened.close()


def write_lines(worker: int | None = None) -> None:
    """Somebody who watches a terminal is told of what goes wrong; everything else goes where lines are collected."""
    set_up(level=logging.WARNING if sys.stderr.isatty() else logging.INFO, worker=worker)


def settings_are_new(settings: Settings) -> bool:
    """Whether this is the first start: there is no server key yet."""
    return not os.environ.get(KEY_VARIABLE) and not (settings.config_folder / KEY_FILE).exists()


def listen(listening: Listening) -> socket.socket:
    """The socket to serve at; where it cannot be had, a sentence says what to do."""
    host, port = listening.host, listening.port
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        opened = socket.create_server((host, port), family=family)
    except OSError as problem:
        match problem.errno:
            case errno.EADDRINUSE:
                give_up(
                    f"port {port} is taken, perhaps by another `fracas serve`. End that one, "
                    f"name another port with --port, or take a free one with --port 0."
                )
            case errno.EACCES:
                give_up(f"this user may not listen at port {port}. Name one from 1024 on with --port.")
            case _:
                give_up(
                    f"this machine has no address {host!r} to listen at ({problem}). Leave --host out, or say --lan."
                )
    # Connections inherit it. Without it the end of every answer waits 40 ms for the client to confirm its beginning:
    # asyncio sees to that only for sockets that it has opened itself.
    opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return opened


async def _serve(settings: Settings, keys: Keys, opened: socket.socket, listening: Listening, sample: bool) -> None:
    with stopping() as stop:
        async with log_of(settings, LOG_PATIENCE) as log:
            await _warn_if_not_durable(log)
            app = create_app(log=log, keys=keys, settings=settings)

            async def welcome() -> None:
                address = settings.public_url or address_of(opened, listening)
                _greet(paper(), address, listening.lan)
                if sample:
                    await _bring_sample(app, keys, address)

            await serve_app(app, opened, stop, welcome)


async def serve_app(app: FastAPI, opened: socket.socket, stop: "Stop", up: Callable[[], Awaitable[None]]) -> None:
    """Serve at a socket until told to stop; `up` is called when it has begun."""
    server = Server(web_config(app), up, app.state.service.live.stop)
    settle_down()
    stop.server = server
    await server.serve(sockets=[opened])


async def _oversee(
    settings: Settings, keys: Keys, opened: socket.socket, listening: Listening, sample: bool, workers: int
) -> None:
    """Have several processes serve: this one holds the log's server and the socket, and serves nobody itself."""
    with stopping() as stop:
        async with log_of(settings, LOG_PATIENCE) as log:
            await _warn_if_not_durable(log)
            address = settings.public_url or address_of(opened, listening)

            async def welcome() -> None:
                _greet(paper(), address, listening.lan)
                if sample:
                    app = create_app(log=log, keys=keys, settings=settings)
                    async with app.router.lifespan_context(app):
                        await _bring_sample(app, keys, address)

            crew = Crew(settings, opened, workers)
            stop.server = crew
            await crew.serve(welcome)


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


async def _bring_sample(app: FastAPI, keys: Keys, address: str) -> None:
    try:
        with hushed():  # what lands there is of nobody's doing, and stood between the key and the links
            invitations = await lay_out(app, keys)
    except SampleFailed as problem:
        complain(str(problem))
        return
    if len({one.ruleset for one in invitations}) < len(SAMPLES):
        complain("the GM of a sample table has another link by now; `fracas tables link` mends it")
    _invite(paper(), address, invitations)


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


class Stop:
    """What a signal does: ends the server in good order; the second time, at once."""

    def __init__(self, task: "asyncio.Task[None]") -> None:
        self.server: Server | Crew | None = None
        self._task = task

    def __call__(self) -> None:
        """A signal has come."""
        if self.server is None:
            self._task.cancel()
        elif self.server.should_exit:
            self.server.force_exit = True
        else:
            self.server.should_exit = True


@contextmanager
def stopping(*only: signal.Signals) -> Iterator[Stop]:
    """Signals (SIGINT and SIGTERM, unless others are named) end in good order what runs meanwhile."""
    loop, task = asyncio.get_running_loop(), asyncio.current_task()
    assert task is not None
    stop = Stop(task)
    signals = only or (signal.SIGINT, signal.SIGTERM)
    for one in signals:
        loop.add_signal_handler(one, stop)
    try:
        yield stop
    finally:
        for one in signals:
            loop.remove_signal_handler(one)


async def _warn_if_not_durable(log: Log) -> None:
    server = await log.ready()
    if not server.durable:
        complain(
            f"warning: {server.kind} {server.version} does not put every append on the disk before it acknowledges it. "
            f"A crash can lose commands. Set appendonly yes and appendfsync always there."
        )


def address_of(opened: socket.socket, listening: Listening) -> str:
    """The address to give to people: with --lan the one that phones in this network can reach."""
    host, port = opened.getsockname()[:2]
    if host in ("0.0.0.0", "::"):
        host = own_address() if listening.lan else "127.0.0.1"
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def own_address() -> str:
    """This machine's address in its network; loopback where it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect((_NOBODY, 9))
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])


def _greet(console: Console, address: str, lan: bool) -> None:
    console.print(f"Fracas serves at {address}  (open it to begin a table; its API: {address}/docs)")
    if lan:
        console.print("Whoever is in this network can reach it. Nothing is encrypted on the way: use it at home.")
    console.file.flush()


def show_key(keys: Keys) -> None:
    """Tell the host key."""
    console = paper()
    console.print(f"Host key, to open tables from other devices or at other addresses: {keys.host}")
    console.print("It is shown at the first start; `fracas serve --host-key` shows it again.")
    console.file.flush()


def _invite(console: Console, address: str, invitations: tuple[Invitation, ...]) -> None:
    """The links of the sample tables, and how a program sits down with one."""
    told = ""
    for one in invitations:
        if one.title != told:
            told = one.title
            console.print(f"\n{one.title}, rules: {one.ruleset}")
        console.print(f"{one.who} (table {one.table}, seat {one.seat})")
        console.print(f"  link   {link_to(address.rstrip('/'), one.table, one.link)}")
    for one in invitations[:1]:
        console.print("\nA program sits down with the table and what stands behind the #:")
        console.print(f"  token  {call_for_token(address, one.table, one.link)}")
    console.file.flush()
