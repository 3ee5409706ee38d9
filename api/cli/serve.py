"""`fracas serve`: the service on this machine, with a log of its own unless told otherwise."""

import tempfile
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from api.cli.reach import Data, Redis, settings_of
from api.cli.saying import paper
from api.settings import Settings


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("serve")(serve)


def serve(  # noqa: PLR0913
    lan: Annotated[bool, typer.Option("--lan", help="Let phones and others in this network reach it.")] = False,
    host: Annotated[str | None, typer.Option("--host", help="Address to listen at (127.0.0.1; --lan: all).")] = None,
    port: Annotated[
        int, typer.Option("--port", min=0, max=65535, help="Port to listen at; 0 takes a free one.")
    ] = 8000,
    sample: Annotated[bool, typer.Option("--sample", help="Bring sample tables with a fight in progress.")] = False,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Processes that serve the same tables, on several cores.")
    ] = 1,
    ephemeral: Annotated[
        bool, typer.Option("--ephemeral", help="Keep nothing: an empty log of its own, gone at the end.")
    ] = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", help="Log lines only of what goes wrong, as FRACAS_LOG=warnings.")
    ] = False,
    host_key: Annotated[bool, typer.Option("--host-key", help="Show the host key, and end.")] = False,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Serve tables over HTTP.

    The log is kept by a Valkey that comes along and lives in the data folder, every append on the disk before it is
    acknowledged; --redis or FRACAS_REDIS_URL names a server of your own. The server key, from which all dice and
    tokens follow, is made at the first start in the config folder (FRACAS_CONFIG) or read from FRACAS_SERVER_KEY.
    Anyone at this machine may open tables; others need the host key that is printed at the first start, and
    by `fracas serve --host-key`, which then ends.
    With --ephemeral there is a new log and key in a temporary folder, for trying things and for tests of bots.

    \b
    Examples:
      fracas serve --sample
      fracas serve --lan --port 8080 --data /srv/fracas
      fracas serve --workers 4
      fracas serve --ephemeral --port 0

    Next: open a printed link for a seat's page, or the address with /docs behind it for the API.
    With --lan a code to scan spares a phone the typing. Ctrl-C stops it; what was acknowledged stays.
    """
    from api.cli.addresses import Listening
    from api.cli.greeting import show_host_key
    from api.cli.serving import run
    from api.keys import load_keys

    if host_key and ephemeral:
        raise typer.BadParameter("a service that keeps nothing shows its key when it starts", param_hint="--host-key")
    if host_key:
        show_host_key(paper(), load_keys(settings_of(data, redis).config_folder))
        return
    settings = settings_of(data, redis)
    if quiet:
        settings = replace(settings, log="warnings")
    address = host or ("0.0.0.0" if lan else "127.0.0.1")
    listening = Listening(address, port, lan)
    if not ephemeral:
        run(settings, listening, sample, workers)
        return
    if data or redis:
        raise typer.BadParameter("a service that keeps nothing has a log of its own", param_hint="--ephemeral")
    with tempfile.TemporaryDirectory(prefix="fracas-") as home:
        run(for_a_while(settings, Path(home)), listening, sample, workers)


def for_a_while(settings: Settings, home: Path) -> Settings:
    """The same, with everything that is kept in one folder."""
    return replace(settings, data_folder=home / "data", config_folder=home / "config", redis_url=None, replicas=0)
