"""How a command reaches the log: the server of the data folder, or the one that a setting names."""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Annotated, TypeAlias

import typer
from msgspec.structs import replace
from redis.exceptions import RedisError

from api.cli.saying import give_up
from api.settings import Settings
from events.log.embedded import embedded_log
from events.log.stream import ADDRESSES, Log, open_log

Data: TypeAlias = Annotated[
    Path | None,
    typer.Option(
        "--data", help="Folder of the tables (else FRACAS_DATA, else the user's data folder).", file_okay=False
    ),
]
Redis: TypeAlias = Annotated[
    str | None,
    typer.Option("--redis", help="Address of a Redis or Valkey (else FRACAS_REDIS_URL, else a server of its own)."),
]


def is_a_name(table: str) -> str:
    """The id of a table, if it looks like one."""
    if not re.fullmatch("[A-Za-z0-9-]{1,40}", table):
        raise typer.BadParameter("a table's id has 1 to 40 letters, digits and hyphens; `fracas tables` lists them")
    return table


TableName: TypeAlias = Annotated[str, typer.Argument(help="The table's id.", callback=is_a_name)]


def settings_of(data: Path | None, redis: str | None) -> Settings:
    """The settings of the environment, with what the command line says instead."""
    said = Settings.from_environment()
    if redis is not None and not redis.startswith(ADDRESSES):
        raise typer.BadParameter(f"it begins with {', '.join(ADDRESSES)}", param_hint="--redis")
    return replace(said, data_folder=data or said.data_folder, redis_url=redis or (None if data else said.redis_url))


@asynccontextmanager
async def log_of(settings: Settings, patience: float = 3.0) -> AsyncIterator[Log]:
    """The log that these settings lead to; the server of the data folder is started where none runs.

    `patience`: seconds that a call keeps trying through lost connections; somebody waits for the command to end.
    """
    if settings.redis_url is None:
        async with embedded_log(settings.data_folder, patience=patience) as log:
            yield log
        return
    log = open_log(settings.redis_url, patience=patience, replicas=settings.replicas)
    try:
        yield log
    finally:
        await log.aclose()


@contextmanager
def existing(settings: Settings) -> Iterator[Settings]:
    """For commands that only look: where there never was a log, none is made."""
    if settings.redis_url is None and not settings.data_folder.exists():
        give_up(
            f"there are no tables in {settings.data_folder}. `fracas serve` makes a place for them; --data names it."
        )
    try:
        yield settings
    except RedisError as problem:
        give_up(f"the log's server said: {problem}")
