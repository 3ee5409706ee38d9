"""Fracas as the bench serves it: the whole service, without the rate limit that a single seat has."""

import asyncio
import cProfile
import os
import signal
import sys
import time

import uvicorn
from msgspec.structs import replace

from api.app import create_app
from api.cli.addresses import Listening, listen
from api.cli.web_server import loop_factory, settle_down, web_config
from api.web.rates import Rates


async def serve(port: int) -> None:
    """Serve at a port of this machine until it is told to stop."""
    app = create_app()
    app.state.service = replace(app.state.service, seat_rates=Rates(10**9, 10**9), door_rates=Rates(10**9, 10**9))
    settle_down()
    with listen(Listening("127.0.0.1", port)) as opened:
        await uvicorn.Server(web_config(app)).serve(sockets=[opened])


def _main(port: int, profile: str = "") -> None:
    watched = cProfile.Profile(time.process_time)  # waiting takes none
    # When it is told to stop, uvicorn stops, and then ends the process the way that stands here.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        if not profile:
            runner.run(serve(port))
            return
        try:
            watched.runcall(runner.run, serve(port))
        finally:
            watched.dump_stats(profile)


if __name__ == "__main__":
    _main(int(sys.argv[1]), os.environ.get("BENCH_PROFILE", ""))
