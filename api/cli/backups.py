"""`fracas backup` and `fracas restore`: all tables of a log as one file, and back."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from api.cli.reach import Data, Redis, existing, log_of, settings_of
from api.cli.saying import complain, give_up, paper
from api.settings import Settings


def enter(app: typer.Typer) -> None:
    """Put the commands on the command line."""
    app.command("backup")(backup)
    app.command("restore")(restore)


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write, such as friday.zip.", dir_okay=False)],
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there.")] = False,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Write all tables into one file, while a server runs or not.

    Each table is whole up to a command, as it stands when its turn comes; its chain is checked on the way, and the file
    is verified before it is there under its name. A file that is there already is left alone. The backup holds all
    secrets of all tables, and no key: copy the server key too (FRACAS_CONFIG), and keep it elsewhere.

    \b
    Examples:
      fracas backup friday.zip
      fracas backup /srv/copies/tables.zip --data /srv/fracas

    Next: `fracas restore FILE` brings the tables back, here or elsewhere.
    """
    from api.clock import now
    from api.proof.backups import back_up

    if file.exists() and not force:
        give_up(f"{file} is there already, and may be the only copy of something. Name another file, or say --force.")

    async def go(settings: Settings) -> None:
        async with log_of(settings) as log:
            contents = await back_up(log, file, now)
        for one in contents.tables:
            paper().print(f"{one.table}  {one.version} entries, head {one.head}")
        paper().print(f"{file}: {len(contents.tables)} tables, {file.stat().st_size} bytes, verified")

    with existing(settings_of(data, redis)) as settings:
        asyncio.run(go(settings))


def restore(
    file: Annotated[Path, typer.Argument(help="A backup.", exists=True, dir_okay=False, readable=True)],
    table: Annotated[list[str] | None, typer.Option("--table", help="Only this table; may be repeated.")] = None,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Bring the tables of a backup back, while a server runs or not.

    All of the file is verified first. A table that is not here is made, under its own id; one that is here and goes on
    from the backup stays as it is; one that the backup goes on from gets what is missing; where the two differ, nothing
    is done. Links that opened a seat still do, if the server key is the same. Where something was brought back the dice
    get new keys, since keys may have been revealed after the backup was made.

    \b
    Examples:
      fracas restore friday.zip
      fracas restore friday.zip --table k3v9xq2m

    Next: `fracas tables` lists what is there now.
    """
    from api.clock import now
    from api.keys import load_keys
    from api.proof.backups import NotWhole, bring_back
    from api.proof.capsules import NotTaken, Receiver
    from engine.rulesets import RULESETS

    settings = settings_of(data, redis)

    async def go() -> bool:
        async with log_of(settings) as log:
            receiver = Receiver(log, load_keys(settings.config_folder), RULESETS, now)
            done = await bring_back(receiver, file, frozenset(table or ()))
        for one in done:
            if isinstance(one, NotTaken):
                complain(str(one))
            else:
                said = f"{one.added} entries brought back" if one.added else "nothing was missing"
                paper().print(f"table {one.table}: {said}; its log goes to version {one.version}")
        return not any(isinstance(one, NotTaken) for one in done)

    try:
        if not asyncio.run(go()):
            raise typer.Exit(1)
    except NotWhole as problem:
        give_up(str(problem))
