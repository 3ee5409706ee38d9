"""`fracas roll`: the audit of a roll, every number with its reason."""

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from api.cli.reach import Data, Redis
from api.cli.saying import give_up, paper


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("roll")(roll)


def roll(
    which: Annotated[str, typer.Argument(metavar="TABLE|FILE", help="A table's id, or an export of it.")],
    number: Annotated[int, typer.Argument(min=1, help="The version of the roll; with --link the seat's own number.")],
    server: Annotated[str | None, typer.Option("--server", help="Read over HTTP from this address instead.")] = None,
    link: Annotated[str | None, typer.Option("--link", help="A seat's link, with --server.")] = None,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Tell why a roll, or a loss, came out so.

    What was asked, each face with its address or who typed it, every modifier with its rule, target number, total and
    outcome, who contested it with what claim, how it was ruled, and whether it was undone, struck, amended or
    overridden since. On the machine that holds the log it is the GM's view, secrets included; from elsewhere --server
    and --link tell what the link's seat may see.

    \b
    Examples:
      fracas roll k3v9xq2m 42
      fracas roll friday.jsonl 42
      fracas roll k3v9xq2m 17 --server http://192.168.1.20:8000 --link LINK

    Next: `fracas events TABLE` lists the numbers; `fracas verify FILE` recomputes the faces.
    """
    if (server is None) != (link is None):
        raise typer.BadParameter("--server and --link belong together")
    if server is not None and link is not None:
        _from_a_seat(server, which, link, number)
    else:
        _from_the_log(which, number, data, redis)


def _from_a_seat(server: str, table: str, link: str, number: int) -> None:
    from api.cli.from_a_seat import roll_audit
    from api.cli.reach import is_a_name

    told = asyncio.run(roll_audit(server, is_a_name(table), link, number))
    paper().print(told.rstrip("\n"))


def _from_the_log(which: str, number: int, data: Path | None, redis: str | None) -> None:
    from api.cli.entries import entries_of, ruleset_of
    from api.moments.looking import seen_by_the_gm
    from api.proof.audit import audit
    from projections.ways import explanation

    entries = entries_of(which, data, redis)
    vantage = seen_by_the_gm(entries, ruleset_of(which, entries))
    found = explanation(vantage, number) if number <= vantage.number else None
    if found is None:
        give_up(f"version {number} of {which} tells of no roll and no loss; `fracas events` lists what there is")
    console = paper()
    for line in audit(found):
        console.print(line)
