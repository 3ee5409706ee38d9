"""`fracas tables`: list tables, open one, see its cover and seats, mend a lost link, archive, restore, delete."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Final, TypeVar, get_args

import typer
from rich.table import Column, Table

from api.cli.links import how_to_sit_down
from api.cli.reach import Data, Redis, TableName, existing, log_of, settings_of
from api.cli.saying import WRONG, complain, give_up, paper
from api.host.covers import Cover
from api.host.desk import Desk, NoTable, NotDone, Opened, Standing
from api.limits import NAME
from api.plain_text import CONTROL
from api.settings import Settings
from api.tables.template import SeatKind, SeatWanted, Template
from engine.commands.base import ID
from engine.patterns import ONE_LINE
from engine.plainly import form_of
from events.base import OptionValue

if TYPE_CHECKING:
    from api.encounters.model import Encounter

Answer = TypeVar("Answer")

part: Final = typer.Typer(no_args_is_help=False, rich_markup_mode=None)

Address = Annotated[str, typer.Option("--address", help="Where the server is, for the link that is printed.")]
DEFAULT_ADDRESS: Final = "http://127.0.0.1:8000"


def enter(app: typer.Typer) -> None:
    """Put the commands on the command line."""
    app.add_typer(part, name="tables")


@part.callback(invoke_without_command=True)
def tables(context: typer.Context, data: Data = None, redis: Redis = None) -> None:
    """List tables, open one, see its seats, mend a link, archive and delete.

    This works on the log itself, on the machine that holds it and its server key, while a server runs or not. It
    shows what stands on a table's cover and none of its secrets.

    \b
    Examples:
      fracas tables
      fracas tables link k3v9xq2m

    Next: `fracas tables COMMAND --help`; `fracas events TABLE` reads a table's log.
    """
    if context.invoked_subcommand is None:
        list_tables(data=data, redis=redis)


@part.command("list")
def list_tables(
    archived: Annotated[bool, typer.Option("--archived", help="Also those in the archive.")] = False,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """List all tables, those used last first: their turn, whom they wait for, how large their logs are.

    \b
    Examples:
      fracas tables list
      fracas tables list --archived --data /srv/fracas

    Next: `fracas tables show TABLE`.
    """
    found = _at_the_desk(settings_of(data, redis), Desk.tables)
    covers = [one for one in found if archived or not one.archived]
    if not covers and found:
        paper().print("no tables but those in the archive. `fracas tables list --archived` lists them.")
        return
    if not covers:
        paper().print("no tables yet. `fracas tables open TITLE` opens one, `fracas serve --sample` brings one along.")
        return
    id_column = Column("table", no_wrap=True, min_width=max(len(cover.table) for cover in covers))
    others = ("title", "rules", "now", "waits for", "entries", "kB", "last used")
    shown = Table(id_column, *others, box=None, pad_edge=False)
    for cover in covers:
        sizes = (str(cover.entries), str(cover.bytes // 1024))
        waiting = ", ".join(cover.waiting)
        shown.add_row(cover.table, cover.title, cover.ruleset, _now(cover), waiting, *sizes, _moment(cover))
    paper().print(shown)


@part.command("open")
def open_table(  # noqa: PLR0913 (an option each)
    title: Annotated[str, typer.Argument(help="What the table is called.")],
    ruleset: Annotated[str, typer.Option("--ruleset", "-r", help="The rules; unisystem if nothing says others.")] = "",
    preset: Annotated[str, typer.Option("--preset", help="A named set of options, such as fast or corebook.")] = "",
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="NAME=VALUE; may be repeated.")] = None,
    encounter: Annotated[
        str, typer.Option("--encounter", "-e", help="An encounter file, or a sample such as RULESET/NAME.")
    ] = "",
    like: Annotated[str, typer.Option("--like", help="Play by the rules and options of this table.")] = "",
    seat: Annotated[
        list[str] | None, typer.Option("--seat", help="ID or ID=KIND (gm, player, spectator, service); repeatable.")
    ] = None,
    address: Address = DEFAULT_ADDRESS,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Open a table and print its GM's link.

    The link is told this once and kept nowhere.
    Options choose between readings of the rules, presets are named sets of them, which --option may still change;
    docs/reference/rules-unisystem.md lists both, and `fracas rules --ruleset RULES` the presets.
    With an encounter everybody in it is at the table from the first moment; with seats, their links are printed too.

    \b
    Examples:
      fracas tables open "Friday night"
      fracas tables open "Hard luck" --option open_ended_d10=false --option initiative=once
      fracas tables open "Wrong street" --encounter interlock/street-ambush --seat ana --seat screen=spectator
      fracas tables open "Next season" --like k3v9xq2m

    Next: open the link in a browser; invite players with the command offer_seat.
    """
    if re.search(ONE_LINE, title) is None or CONTROL.search(title) is not None or len(title) > NAME:
        raise typer.BadParameter(f"{form_of(ONE_LINE)} is expected, of at most {NAME} characters", param_hint="TITLE")
    options = dict(_option(one) for one in option or ())
    seats = tuple(_seat(one) for one in seat or ())
    laid = _encounter(encounter) if encounter else None
    settings = settings_of(data, redis)

    async def opened(desk: Desk) -> tuple[Opened, ...]:
        other = await desk.house_rules(like) if like else None
        plain = "" if other is not None or laid is not None else "unisystem"
        rules = ruleset or plain
        template = Template(ruleset=rules, like=other, encounter=laid, preset=preset, options=options, seats=seats)
        return await desk.open(title, template)

    for one in _at_the_desk(settings, opened, makes=True):
        _hand_over(one, address)


@part.command("show")
def show(table: TableName, data: Data = None, redis: Redis = None) -> None:
    """Show a table's cover, options, seats and head hash.

    The whole chain is checked on the way. The head is a receipt: keep it, and `fracas verify --head` can tell later
    whether the log was rewritten.

    \b
    Examples:
      fracas tables show k3v9xq2m
      fracas tables show k3v9xq2m --redis redis://127.0.0.1

    Next: `fracas events TABLE` reads the log; `fracas tables link TABLE` mends a link.
    """
    _tell(_at_the_desk(settings_of(data, redis), lambda desk: desk.show(table)))


@part.command("link")
def link(
    table: TableName,
    seat: Annotated[str | None, typer.Option("--seat", help="Whose link; left out, the GM's.")] = None,
    address: Address = DEFAULT_ADDRESS,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Give a seat a new link in place of a lost one.

    Also for a link that has come into wrong hands: the old link and every token it was exchanged for are void at
    once. The log tells that the host did it: the command is called host-link. A running server takes note by itself.

    \b
    Examples:
      fracas tables link k3v9xq2m
      fracas tables link k3v9xq2m --seat ana

    Next: open the link; it works until it is mended again.
    """
    _hand_over(_at_the_desk(settings_of(data, redis), lambda desk: desk.mend(table, seat)), address)


@part.command("archive")
def archive(table: TableName, data: Data = None, redis: Redis = None) -> None:
    """Put a table into the archive: nothing more is played there.

    It can be read, exported and verified as before, and is listed with --archived alone.

    \b
    Examples:
      fracas tables archive k3v9xq2m
      fracas tables archive k3v9xq2m --redis redis://127.0.0.1

    Next: `fracas tables restore TABLE` brings it back, `fracas tables delete TABLE` takes it away for good.
    """
    _at_the_desk(settings_of(data, redis), lambda desk: desk.archive(table))
    paper().print(f"table {table} is in the archive")


@part.command("restore")
def restore(table: TableName, data: Data = None, redis: Redis = None) -> None:
    """Take a table out of the archive: play goes on where it stopped.

    \b
    Examples:
      fracas tables restore k3v9xq2m
      fracas tables restore k3v9xq2m --redis redis://127.0.0.1

    Next: the links of its seats work as before; `fracas tables link TABLE` mends one that was lost.
    """
    _at_the_desk(settings_of(data, redis), lambda desk: desk.restore(table))
    paper().print(f"table {table} is open again")


@part.command("delete")
def delete(
    table: TableName,
    sure: Annotated[bool, typer.Option("--yes", help="Do not ask for the table's id once more.")] = False,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Delete a table from the archive: its log and everything that was kept of it.

    Nothing brings it back but an export that was made before.

    \b
    Examples:
      fracas tables delete k3v9xq2m
      fracas tables delete k3v9xq2m --yes

    Next: nothing is left to do.
    """
    if not sure and typer.prompt("This cannot be taken back. The table's id once more") != table:
        give_up("that is another id: nothing was deleted")
    _at_the_desk(settings_of(data, redis), lambda desk: desk.delete(table))
    paper().print(f"table {table} is deleted")


def _at_the_desk(settings: Settings, errand: Callable[[Desk], Awaitable[Answer]], makes: bool = False) -> Answer:
    """Do something at the host's desk; `makes`: where there is no log yet, one is made."""

    async def go() -> Answer:
        async with desk_of(settings) as desk:
            return await errand(desk)

    try:
        if makes:
            return asyncio.run(go())
        with existing(settings):
            return asyncio.run(go())
    except (NoTable, NotDone) as problem:
        give_up(str(problem))


@asynccontextmanager
async def desk_of(settings: Settings) -> AsyncIterator[Desk]:
    """The host's desk over the log and the keys that these settings lead to."""
    from api.keys import load_keys
    from engine.rulesets import RULESETS

    keys = load_keys(settings.config_folder)
    async with log_of(settings) as log:
        yield Desk(log, keys, RULESETS)


def _hand_over(opened: Opened, address: str) -> None:
    console = paper()
    console.print(f"table {opened.table}, seat {opened.seat}")
    for line in how_to_sit_down(address, opened.table, opened.link):
        console.print(line)


def _tell(standing: Standing) -> None:
    console = paper()
    cover = standing.cover
    console.print(f"{cover.title}", style="bold")
    console.print(f"table {cover.table}, {cover.ruleset}, {cover.entries} entries, last used {_moment(cover)}")
    console.print(f"head {standing.head.hash.hex()}")
    shown = Table("seat", "kind", "name", "devices", box=None, pad_edge=False)
    for seat in standing.ledger.seats.values():
        shown.add_row(seat.id, f"{seat.kind}{' (closed)' if seat.closed else ''}", seat.name, str(len(seat.devices)))
    console.print(shown)
    for name, value in standing.options.items():
        console.print(f"option {name} = {str(value).lower()}")
    if standing.ledger.closed:
        console.print("this table is in the archive: nothing is played there")


def _now(cover: Cover) -> str:
    """How things stand at a table, in a word or two."""
    if cover.trouble:
        return f"cannot be read: {cover.trouble}"
    if cover.archived:
        return "archived"
    return f"fight {cover.fight}, turn {cover.turn}" if cover.fight else "between fights"


def _moment(cover: Cover) -> str:
    return datetime.fromtimestamp(cover.changed / 1000, UTC).astimezone().strftime("%Y-%m-%d %H:%M")


def _option(text: str) -> tuple[str, OptionValue]:
    name, given, value = text.partition("=")
    if not given or not name:
        raise typer.BadParameter(f"{text!r} is not NAME=VALUE", param_hint="--option")
    if value in ("true", "false"):
        return name, value == "true"
    if value.lstrip("-").isdecimal():
        return name, int(value)
    return name, float(value) if value.replace(".", "", 1).isdecimal() else value


def _seat(text: str) -> SeatWanted:
    name, _, kind = text.partition("=")
    if re.search(ID, name) is None or kind not in ("", *get_args(SeatKind)):
        raise typer.BadParameter(f"{text!r} is not ID or ID=KIND", param_hint="--seat")
    return SeatWanted(name, kind or "player", name.title())  # type: ignore[arg-type]


def _encounter(file: str) -> "Encounter":
    from api.cli.encounter import read_encounter
    from api.encounters.reading import BadEncounter

    try:
        return read_encounter(file)
    except BadEncounter as wrong:
        for fault in wrong.faults:
            complain(str(fault))
        raise typer.Exit(WRONG) from None
