"""`fracas events`: read a table's log, one line for each fact."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from typing import Annotated

import typer

from api.cli.from_a_seat import frames
from api.cli.reach import Data, Redis, TableName, existing, log_of, settings_of
from api.cli.saying import give_up, paper
from api.cli.telling import told, told_frame
from api.settings import Settings
from events.chain import Sealed
from events.codec import decode
from events.log.answers import EMPTY, Head
from events.log.follow import Follower, Strayed
from events.log.stream import Log


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("events")(events)


def events(
    table: TableName,
    after: Annotated[int, typer.Option("--after", min=0, help="Begin after this version.")] = 0,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Stay, and print what happens as it happens.")] = False,
    server: Annotated[str | None, typer.Option("--server", help="Read over HTTP from this address instead.")] = None,
    link: Annotated[str | None, typer.Option("--link", help="A seat's link, with --server.")] = None,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Read a table's log, one line for each event.

    A line gives version, time, who with which command, what happened, and because of which versions.
    On the machine that holds the log everything is read, secrets included, and the chain is checked on the way.
    From elsewhere --server and --link read what the link's seat may see, under its own numbers.

    \b
    Examples:
      fracas events k3v9xq2m --after 40
      fracas events k3v9xq2m --follow
      fracas events k3v9xq2m --server http://192.168.1.20:8000 --link LINK

    Next: docs/reference/events.md says what each kind of event means.
    """
    if (server is None) != (link is None):
        raise typer.BadParameter("--server and --link belong together")
    with suppress(KeyboardInterrupt):
        if server is not None and link is not None:
            asyncio.run(_from_a_seat(server, table, link, after, follow))
            return
        with existing(settings_of(data, redis)) as settings:
            asyncio.run(_from_the_log(settings, table, after, follow))


async def _from_a_seat(server: str, table: str, link: str, after: int, follow: bool) -> None:
    console = paper()
    async with aclosing(frames(server, table, link, after, follow)) as seen:
        async for frame in seen:
            console.print(told_frame(frame))


async def _from_the_log(settings: Settings, table: str, after: int, follow: bool) -> None:
    console = paper()
    async with log_of(settings) as log:
        if not await log.exists(table):
            give_up(f"there is no table {table!r} here; `fracas tables` lists those there are")
        async with aclosing(pages(log, table, follow)) as read:
            async for page in read:
                for sealed in page:
                    if sealed.version > after:
                        console.print(told(decode(sealed.body)))


async def pages(log: Log, table: str, follow: bool) -> AsyncGenerator[tuple[Sealed, ...], None]:
    """Everything in a log, its chain checked on the way, and with `follow` what comes to it."""
    head = EMPTY
    async for page in log.walk(table):
        yield page
        head = Head(page[-1].version, page[-1].hash)
    if not follow:
        return
    async with Follower(log) as follower:
        follower.watch(table, head)
        async for news in follower:
            if isinstance(news, Strayed):
                give_up(f"the log was replaced by another one after version {news.after.version}: {news.why}")
            yield news.entries
