"""One of several processes that serve the same tables: what runs in it."""

import asyncio
import multiprocessing
import signal
import socket
from multiprocessing.connection import Connection

from api.app import create_app
from api.cli.reach import log_of
from api.cli.saying import complain
from api.cli.stopping import Stop, stopping
from api.cli.web_server import LOG_PATIENCE, loop_factory, serve_app, write_lines
from api.keys import BadKey, load_keys
from api.settings import Settings
from events.log.errors import LogError


def work(settings: Settings, opened: socket.socket, tells: Connection, number: int) -> None:
    """Serve at a socket that others serve at too, until SIGTERM comes or whoever started this has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches everybody; the one that started this passes it on
    write_lines(settings.log, number)
    try:
        with asyncio.Runner(loop_factory=loop_factory()) as runner:
            runner.run(_serve(settings, opened, tells))
    except asyncio.CancelledError:
        pass  # told to stop before it was up
    except (LogError, BadKey) as problem:
        complain(str(problem))
        raise SystemExit(1) from None
    finally:
        opened.close()


async def _serve(settings: Settings, opened: socket.socket, tells: Connection) -> None:
    keys = load_keys(settings.config_folder)
    with stopping(signal.SIGTERM) as stop:
        _stop_when_alone(stop)
        async with log_of(settings, LOG_PATIENCE) as log:
            app = create_app(log=log, keys=keys, settings=settings)

            async def up() -> None:
                tells.send("up")
                tells.close()

            await serve_app(app, opened, stop, up)


def _stop_when_alone(stop: Stop) -> None:
    """The one that started this may be killed; then nobody would ever end this one."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    loop = asyncio.get_running_loop()

    def alone() -> None:
        loop.remove_reader(parent.sentinel)
        stop()

    loop.add_reader(parent.sentinel, alone)
