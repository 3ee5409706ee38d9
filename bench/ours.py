"""Fracas as the bench serves it: the whole service, without the rate limit that a single seat has."""

import asyncio
import sys

import uvicorn
from msgspec.structs import replace

from api.app import create_app
from api.cli.serving import Listening, listen, loop_factory, settle_down, web_config
from api.web.rates import Rates


async def serve(port: int) -> None:
    """Serve at a port of this machine until it is told to stop."""
    app = create_app()
    app.state.service = replace(app.state.service, seat_rates=Rates(10**9, 10**9), door_rates=Rates(10**9, 10**9))
    settle_down()
    with listen(Listening("127.0.0.1", port)) as opened:
        await uvicorn.Server(web_config(app)).serve(sockets=[opened])


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=loop_factory()) as runner:
        runner.run(serve(int(sys.argv[1])))
