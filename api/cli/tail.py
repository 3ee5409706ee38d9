"""`fracas tail`: follow a table, one line for each thing that happens, for people or for programs."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Annotated

import msgspec
import typer

from api.cli.events import pages
from api.cli.from_a_seat import frames
from api.cli.reach import Data, Redis, TableName, existing, log_of, settings_of
from api.cli.saying import give_up, paper
from api.cli.telling import told, told_frame
from api.settings import Settings
from events.codec import decode


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("tail")(tail)


def tail(
    table: TableName,
    after: Annotated[int, typer.Option("--after", min=0, help="Begin after this number.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="A JSON object on each line, as stored or sent.")] = False,
    server: Annotated[str | None, typer.Option("--server", help="Read over HTTP from this address instead.")] = None,
    link: Annotated[str | None, typer.Option("--link", help="A seat's link, with --server.")] = None,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Follow a table: print what happened, then what happens, until you stop it.

    With --json each line is an entry of the log exactly as it is stored or, with --server and --link, a frame as the
    link's seat is told it. Numbers have no gap; a server that is gone for a while is waited for.

    \b
    Examples:
      fracas tail k3v9xq2m
      fracas tail k3v9xq2m --json | jq -r .fact.type
      fracas tail k3v9xq2m --json --server http://192.168.1.20:8000 --link LINK

    Next: docs/stream.md tells what may be relied on, docs/protocol.md how programs follow a table live.
    """
    if (server is None) != (link is None):
        raise typer.BadParameter("--server and --link belong together")
    with suppress(KeyboardInterrupt, BrokenPipeError):
        if server is not None and link is not None:
            asyncio.run(_print(_of_a_seat(server, table, link, after, as_json)))
            return
        with existing(settings_of(data, redis)) as settings:
            asyncio.run(_print(_of_the_log(settings, table, after, as_json)))


async def _print(lines: AsyncGenerator[str, None]) -> None:
    """Each line at once: somebody waits for it at the other end of a pipe."""
    console = paper()
    async with aclosing(lines):
        async for line in lines:
            console.file.write(f"{line}\n")
            console.file.flush()


async def _of_a_seat(server: str, table: str, link: str, after: int, as_json: bool) -> AsyncGenerator[str, None]:
    async with aclosing(frames(server, table, link, after, follow=True)) as seen:
        async for frame in seen:
            yield msgspec.json.encode(frame).decode() if as_json else told_frame(frame)


async def _of_the_log(settings: Settings, table: str, after: int, as_json: bool) -> AsyncGenerator[str, None]:
    async with log_of(settings) as log:
        if not await log.exists(table):
            give_up(f"there is no table {table!r} here; `fracas tables` lists those there are")
        async with aclosing(pages(log, table, follow=True)) as read:
            async for page in read:
                for sealed in page:
                    if sealed.version > after:
                        yield sealed.body.decode() if as_json else told(decode(sealed.body))
