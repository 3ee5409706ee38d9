"""How a command reaches the log: the server of the data folder, or the one that a setting names."""

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
from events.log.stream import Log, open_log

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


def settings_of(data: Path | None, redis: str | None) -> Settings:
    """The settings of the environment, with what the command line says instead."""
    said = Settings.from_environment()
    if redis is not None and not redis.startswith(("redis://", "rediss://", "unix://")):
        raise typer.BadParameter("it begins with redis://, rediss:// or unix://", param_hint="--redis")
    return replace(said, data_folder=data or said.data_folder, redis_url=redis or (None if data else said.redis_url))


@asynccontextmanager
async def log_of(settings: Settings) -> AsyncIterator[Log]:
    """The log that these settings lead to; the server of the data folder is started where none runs."""
    if settings.redis_url is None:
        async with embedded_log(settings.data_folder) as log:
            yield log
        return
    log = open_log(settings.redis_url)
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
