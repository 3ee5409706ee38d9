"""`fracas capsule`: a moment of a table as a scenario file, and a failing scenario cut to the shortest that fails."""

from pathlib import Path
from typing import Annotated

import typer

from api.cli.reach import Data, Redis
from api.cli.saying import give_up, paper
from api.scenarios.model import Scenario


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("capsule")(capsule)


def capsule(
    which: Annotated[
        str, typer.Argument(metavar="TABLE|FILE", help="A table's id, an export of it, or a scenario file to shrink.")
    ],
    at: Annotated[
        int | None, typer.Option("--at", min=1, help="A version of the step; left out: the newest with dice.")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="The file to write (else to the screen).")] = None,
    whole: Annotated[bool, typer.Option("--whole", help="Keep all that led there; do not shrink.")] = False,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Cut a moment out of a table as a scenario file that passes.

    The file holds who was there, the steps that led to the moment with their dice, and what came of it: its rolls and
    what they changed. Steps and combatants without which the very same comes of it are left out. So a strange roll
    becomes a bug report, and a ruling becomes a test.
    Given a scenario file that fails, it is cut to the shortest that still fails in the same way.

    \b
    Examples:
      fracas capsule k3v9xq2m --at 214 --out strange.yaml
      fracas capsule failing.yaml --out shortest.yaml

    Next: `fracas scenario FILE` runs it; docs/scenarios.md says how such a file is read.
    """
    from api.moments.cutting import NoMoment, as_written
    from api.moments.shrinking import shrunk
    from api.moments.writing import text_of
    from api.scenarios.report import report
    from api.scenarios.runner import run

    try:
        scenario = _given(which) if Path(which).suffix in (".yaml", ".yml") else _cut(which, at, whole, data, redis)
        result = run(as_written(scenario, which))
        if not result.passed and at is not None:
            give_up("under the rules at hand something else comes of it: " + "; ".join(report(result)[1:3]))
        told = text_of(scenario if whole else shrunk(scenario))
    except NoMoment as problem:
        give_up(str(problem))
    if out is None:
        paper().print(told, end="")
    else:
        out.write_text(told, "utf-8")
        paper().print(f"{out}: {told.count('- do:') + told.count('- {do:')} steps")


def _given(file: str) -> Scenario:
    from api.scenarios.reading import Unreadable, read_file

    found = read_file(Path(file))[0]
    if isinstance(found, Unreadable):
        give_up(f"{found.file}:{found.line}: {found.sentence}")
    return found.scenario


def _cut(which: str, at: int | None, whole: bool, data: Path | None, redis: str | None) -> Scenario:
    from api.cli.entries import entries_of
    from api.moments.cutting import NoMoment, as_written, cut_as_played, cut_out, cut_short
    from api.scenarios.runner import run

    entries = entries_of(which, data, redis)
    try:
        short = None if whole else cut_short(entries, at)
        found = short if short is not None and run(as_written(short, which)).passed else cut_out(entries, at)
        if run(as_written(found, which)).passed:
            return found
    except NoMoment:
        return cut_as_played(entries, at)
    played = cut_as_played(entries, at)
    return played if run(as_written(played, which)).passed else found
