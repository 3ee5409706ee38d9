"""`fracas character`: write down somebody as they stand, to take to another table."""

import asyncio
from typing import Annotated

import msgspec
import typer

from api.characters import as_yaml, read_from
from api.cli.reach import Data, Redis, TableName, existing, log_of, settings_of
from api.cli.saying import give_up
from api.settings import Settings
from engine.commands.character import Character


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("character")(character)


def character(
    table: TableName,
    combatant: Annotated[str, typer.Argument(help="The combatant's id at the table.")],
    yaml: Annotated[bool, typer.Option("--yaml", help="YAML instead of JSON.")] = False,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Write down a character as it stands: sheet, wounds, rounds, conditions.

    The document goes into `enter_combatant` as `character` at another table of the same rule set.

    \b
    Examples:
      fracas character k3v9xq2m vera > vera.json
      fracas character k3v9xq2m vera --yaml

    Next: docs/reference/commands.md tells what else enter_combatant takes.
    """
    with existing(settings_of(data, redis)) as settings:
        found = asyncio.run(_found(settings, table, combatant))
    typer.echo(as_yaml(found) if yaml else msgspec.json.format(msgspec.json.encode(found), indent=2).decode())


async def _found(settings: Settings, table: str, combatant: str) -> Character:
    async with log_of(settings) as log:
        if not await log.exists(table):
            give_up(f"there is no table {table!r} here; `fracas tables` lists those there are")
        found = await read_from(log, table, combatant)
    if found is None:
        give_up(f"there is no combatant {combatant!r} at this table")
    return found
