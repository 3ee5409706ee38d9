"""`fracas fairness`: how the dice of a table have fallen."""

from typing import Annotated

import typer
from rich.table import Table

from api.cli.reach import Data, Redis
from api.cli.saying import paper
from projections.fairness import Count, DiceFallen


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("fairness")(fairness)


def fairness(
    what: Annotated[str, typer.Argument(metavar="TABLE|FILE", help="A table's id, or an export of it.")],
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Count how the dice of a table have fallen.

    For each seat and size of die, the table's dice and real ones apart: throws, mean, how often each face fell, and
    what chance says to it (chi-square against even faces). Dice behind the screen are counted, so this is for GMs.

    \b
    Examples:
      fracas fairness k3v9xq2m
      fracas fairness friday.jsonl

    Next: `fracas verify FILE` recomputes every die whose key is revealed.
    """
    from api.cli.entries import entries_of

    count = Count()
    for entry in entries_of(what, data, redis):
        count.take(entry)
    told, console = count.told(), paper()
    if told.rows:
        shown = Table("seat", "die", "from", "throws", "mean", "faces", "chi-square", "p", box=None, pad_edge=False)
        for row in told.rows:
            shown.add_row(*_cells(row))
        console.print(shown)
    for row in told.rows:
        console.print(f"{row.seat}, {'real' if row.typed else 'table'} d{row.sides}: {row.word}")
    console.print(told.word)


def _cells(row: DiceFallen) -> tuple[str, ...]:
    faces = " ".join(map(str, row.faces)) if row.sides <= 12 else f"{sum(1 for often in row.faces if often)} faces"
    chi = "" if row.chi_square is None else f"{row.chi_square:.2f}"
    p = "" if row.p is None else f"{row.p:.3f}"
    where = "real dice" if row.typed else "the table"
    return (row.seat, f"d{row.sides}", where, str(row.thrown), f"{row.mean:.2f}", faces, chi, p)
