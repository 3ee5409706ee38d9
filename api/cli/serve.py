"""`fracas serve`: the service on this machine, with a log of its own unless told otherwise."""

from typing import Annotated

import typer

from api.cli.reach import Data, Redis, settings_of


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("serve")(serve)


def serve(
    lan: Annotated[bool, typer.Option("--lan", help="Let phones and others in this network reach it.")] = False,
    host: Annotated[str | None, typer.Option("--host", help="Address to listen at (127.0.0.1; --lan: all).")] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port to listen at; 0 takes a free one.")
    ] = 8000,
    sample: Annotated[bool, typer.Option("--sample", help="Bring sample tables with a fight in progress.")] = False,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Processes that serve the same tables, on several cores.")
    ] = 1,
    host_key: Annotated[bool, typer.Option("--host-key", help="Show the host key again.")] = False,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Serve tables over HTTP.

    The log is kept by a Valkey that comes along and lives in the data folder, every append on the disk before it is
    acknowledged; --redis or FRACAS_REDIS_URL names a server of your own. The server key, from which all dice and
    tokens follow, is made at the first start in the config folder (FRACAS_CONFIG) or read from FRACAS_SERVER_KEY.
    Anyone at this machine may open tables; others need the host key that is printed at the first start.

    \b
    Examples:
      fracas serve --sample
      fracas serve --lan --port 8080 --data /srv/fracas
      fracas serve --workers 4

    Next: open a printed link for a seat's page, or the address with /docs behind it for the API.
    Ctrl-C stops it; what was acknowledged stays.
    """
    from api.cli.serving import Listening, run

    address = host or ("0.0.0.0" if lan else "127.0.0.1")
    run(settings_of(data, redis), Listening(address, port, lan), sample, host_key, workers)
