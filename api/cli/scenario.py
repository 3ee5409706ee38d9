"""`fracas scenario`: run scenario files."""

from pathlib import Path
from typing import Annotated

import typer


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("scenario")(scenario)


def scenario(
    files: Annotated[list[Path], typer.Argument(help="Scenario files (YAML), or folders of them.", exists=True)],
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Also tell what the passed ones are about.")] = False,
) -> None:
    """Run scenario files and tell how they went.

    A scenario is a short fight with exact dice and what must come of them.
    A failure shows the step, what was expected beside what came, and every roll explained. Nothing is stored and
    no server is needed.

    \b
    Examples:
      fracas scenario my-ruling.yaml
      fracas scenario --verbose tests/scenarios

    Next: docs/scenarios.md tells how to write one; `fracas rules ID` what a rule id in it says.
    """
    from api.scenarios.command import run

    raise typer.Exit(run(files, verbose))
