"""`fracas verify`: check an export without a server."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from api.cli.saying import WRONG, margin, paper
from api.verify import Report, lines_of


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("verify")(verify)


def verify(
    file: Annotated[Path, typer.Argument(help="An export of a table.", exists=True, dir_okay=False, readable=True)],
    head: Annotated[
        str | None, typer.Option("--head", help="A receipt that you kept: 64 hex digits, or VERSION:DIGITS.")
    ] = None,
) -> None:
    """Check an export of a table.

    This needs no server and trusts none.
    Every entry is read and written again and must be the same bytes; the chain, the count and the head must fit;
    every key must be the one that was committed to, and every die thrown under a revealed key must show the face its
    key and address give. With --head the log must have had that hash once: then nobody rewrote it since.
    The first version that is wrong is named, and why.

    \b
    Examples:
      fracas verify friday.jsonl
      fracas verify friday.jsonl --head 5e22256747f2c470d076e2387963d0e9bb85a4e09af512c6247f8f76017bdf2f

    Next: docs/receipts.md tells what this can find, what it cannot, and where receipts come from.
    """
    from api import verify as checking

    if head is not None and not checking.is_receipt(head):
        raise typer.BadParameter("a head is 64 hexadecimal digits, or VERSION:DIGITS", param_hint="--head")
    with file.open("rb") as opened:
        report = checking.verify(_watched(opened, file.stat().st_size), head)
    _tell(paper(), report)
    if not report.whole:
        raise typer.Exit(WRONG)


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
    console.print(
        f"{report.faces} dice recomputed, {report.typed} typed in from real dice, "
        f"{report.sealed} under keys that are not revealed"
    )
    if report.receipt_at is not None:
        console.print(f"the receipt is the head of version {report.receipt_at}")
    if report.whole:
        console.print("whole: nothing was found wrong", style="bold green")
        return
    first, *more = report.faults
    console.print(f"WRONG at version {first.version} ({first.kind}): {first.sentence}", style="bold red")
    for fault in more[:20]:
        console.print(f"also at version {fault.version} ({fault.kind}): {fault.sentence}")
    if len(more) > 20:
        console.print(f"and {len(more) - 20} more")
