"""`fracas export` and `fracas import`: a table as a file, and back."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from api.cli.from_a_seat import exported
from api.cli.reach import Data, Redis, TableName, existing, log_of, settings_of
from api.cli.saying import give_up, paper
from api.private import private_file
from api.settings import Settings

Out = Annotated[
    Path | None, typer.Option("--out", "-o", help="The file to write (else TABLE.fracas.jsonl).", dir_okay=False)
]


def enter(app: typer.Typer) -> None:
    """Put the commands on the command line."""
    app.command("export")(export)
    app.command("import")(bring_in)


def export(
    table: TableName,
    out: Out = None,
    server: Annotated[str | None, typer.Option("--server", help="Read over HTTP from this address instead.")] = None,
    link: Annotated[str | None, typer.Option("--link", help="A seat's link, with --server.")] = None,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Write a table into a file that can be kept, checked and brought in again.

    On the machine that holds the log, and with a GM's link, it is the whole table, secrets included. With another
    seat's link it is what that seat was told, with a chain of its own: proof for the player, no copy of the table.

    \b
    Examples:
      fracas export k3v9xq2m --out friday.jsonl
      fracas export k3v9xq2m --server http://192.168.1.20:8000 --link LINK

    Next: `fracas verify FILE` checks it, `fracas import FILE` makes it a table again, `fracas replay FILE` plays it.
    """
    if (server is None) != (link is None):
        raise typer.BadParameter("--server and --link belong together")
    place = out or Path(f"{table}.fracas.jsonl")
    if server is not None and link is not None:
        asyncio.run(exported(server, table, link, place))
    else:
        with existing(settings_of(data, redis)) as settings:
            asyncio.run(_from_the_log(settings, table, place))
    paper().print(f"{place}: {place.stat().st_size} bytes")


async def _from_the_log(settings: Settings, table: str, place: Path) -> None:
    from api.proof.capsules import capsule, ruleset_of

    async with log_of(settings) as log:
        head = await log.head(table)
        if not head.version:
            give_up(f"there is no table {table!r} here; `fracas tables` lists those there are")
        with private_file(place) as file:
            async for part in capsule(log, table, await ruleset_of(log, table), head.version):
                await asyncio.to_thread(file.write, part)


def bring_in(
    file: Annotated[Path, typer.Argument(help="A table's export.", exists=True, dir_okay=False, readable=True)],
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Bring a table in from its export.

    Everything in the file is verified first. Where the table is not here it is made, under its own id; where it is, and
    the file goes on from it, what is missing is added; where the two differ nothing is done.
    Links that opened a seat still do. The dice get new keys, so that nobody can foresee them by keys that were
    revealed after the copy was made; keys of another server stay with that one, and its last turn stays sealed.

    \b
    Examples:
      fracas import friday.jsonl
      fracas import friday.jsonl --redis redis://127.0.0.1

    Next: `fracas tables show TABLE`; `fracas tables link TABLE` where the GM's link is lost.
    """
    from api.clock import now
    from api.keys import load_keys
    from api.proof.capsules import NotTaken, Receiver
    from engine.rulesets import RULESETS

    settings = settings_of(data, redis)

    async def go() -> None:
        async with log_of(settings) as log:
            receiver = Receiver(log, load_keys(settings.config_folder), RULESETS, now)
            with file.open("rb") as opened:
                taken = await receiver.take_in(opened)
        done = f"{taken.added} entries brought in" if taken.added else "nothing in the file is new here"
        paper().print(f"table {taken.table}: {done}; its log goes to version {taken.version}")

    try:
        asyncio.run(go())
    except NotTaken as problem:
        give_up(str(problem))
