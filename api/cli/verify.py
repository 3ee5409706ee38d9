"""`fracas verify`: check an export without a server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from api.cli.saying import WRONG, margin, paper
from api.proof.faults import Fault
from api.proof.verify import Report, lines_of


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("verify")(verify)


def verify(
    file: Annotated[Path, typer.Argument(help="An export of a table.", exists=True, dir_okay=False, readable=True)],
    table: Annotated[
        Path | None,
        typer.Option("--table", help="The table's export, to hold a seat's capsule to.", exists=True, dir_okay=False),
    ] = None,
    head: Annotated[
        str | None, typer.Option("--head", help="A receipt that you kept: 64 hex digits, or VERSION:DIGITS.")
    ] = None,
) -> None:
    """Check an export of a table, or a seat's own.

    This needs no server and trusts none.
    Every entry is read and written again and must be the same bytes; the chain, the count and the head must fit;
    every key must be the one that was committed to, and every die thrown under a revealed key must show the face its
    key and address give. With --head the log must have had that hash once: then nobody rewrote it since.
    The first version that is wrong is named, and why. Of a seat's own export the frames, their chain and the dice that
    the seat was told are checked; --table holds it to the export of the table it is of.

    \b
    Examples:
      fracas verify friday.jsonl
      fracas verify friday.jsonl --head 5e22256747f2c470d076e2387963d0e9bb85a4e09af512c6247f8f76017bdf2f
      fracas verify ana.jsonl --table friday.jsonl

    Next: docs/receipts.md tells what this can find, what it cannot, and where receipts come from.
    """
    from api.proof import verify as checking
    from api.proof.seat_capsules import is_of_a_seat

    if head is not None and not checking.is_receipt(head):
        raise typer.BadParameter("a head is 64 hexadecimal digits, or VERSION:DIGITS", param_hint="--head")
    if is_of_a_seat(_first_line(file)):
        _verify_a_seat(file, table)
        return
    with file.open("rb") as opened:
        report = checking.verify(_watched(opened, file.stat().st_size), head)
    _tell(paper(), report)


def _first_line(file: Path) -> bytes:
    with file.open("rb") as opened:
        return next(lines_of(opened), b"")


def _verify_a_seat(file: Path, table: Path | None) -> None:
    """A seat's capsule, and whether it is of the table whose export is at hand."""
    from api.proof.seat_capsules import verify_seat
    from api.proof.verify import sealed_of

    log = None
    if table is not None:
        with table.open("rb") as opened:
            found = [sealed_of(line.removesuffix(b"\n")) for line in lines_of(opened)]
        log = ["0" * 64, *(one.hash.hex() for one in found if one is not None)]
    with file.open("rb") as opened:
        report = verify_seat(lines_of(opened), log)
    console = paper()
    if report.table:
        console.print(f"table {report.table}, {report.ruleset}, as the seat {report.seat} was told of it")
    console.print(f"{report.count} frames, chain {report.chain}")
    _tell_dice(console, report.faces, report.typed, report.sealed)
    tied = "no export to hold them to (--table)" if log is None else "held to the table's export"
    console.print(f"{len(report.heads)} heads of the table's log, {tied}")
    _tell_faults(console, report.faults)


def _watched(opened: BinaryIO, size: int) -> Iterator[bytes]:
    """The lines, with a bar that shows how far it is. Nothing is drawn where nobody watches."""
    console = margin()
    columns = (TextColumn("checking"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("checking", total=size)
        for line in lines_of(opened):
            yield line
            progress.advance(task, len(line))


def _tell(console: Console, report: Report) -> None:
    if report.table:
        console.print(f"table {report.table}, {report.ruleset}")
    console.print(f"{report.count} entries, head {report.head}")
    _tell_dice(console, report.faces, report.typed, report.sealed)
    for version in report.moved:
        console.print(
            f"version {version}: the table came from another server, which alone has the key of the turn before"
        )
    if report.receipt_at is not None:
        console.print(f"the receipt is the head of version {report.receipt_at}")
    _tell_faults(console, report.faults)


def _tell_dice(console: Console, faces: int, typed: int, sealed: int) -> None:
    typed_in = f"{typed} typed in (real dice, or a simulation's)"
    told = f"{faces} dice recomputed, {typed_in}, {sealed} under keys that are not revealed"
    console.print(told)


def _tell_faults(console: Console, faults: tuple[Fault, ...]) -> None:
    """What is wrong, the first of it above all; ends the program with exit code 1."""
    if not faults:
        console.print("whole: nothing was found wrong", style="bold green")
        return
    first, *more = faults
    console.print(f"WRONG at version {first.version} ({first.kind}): {first.sentence}", style="bold red")
    for fault in more[:20]:
        console.print(f"also at version {fault.version} ({fault.kind}): {fault.sentence}")
    if len(more) > 20:
        console.print(f"and {len(more) - 20} more")
    raise typer.Exit(WRONG)
