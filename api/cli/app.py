"""The `fracas` command: its parts, and what becomes of an error on its way to a person."""

import sys
from collections.abc import Sequence
from importlib.metadata import version
from typing import Annotated, Final

import typer

from api.cli import (
    capsule,
    capsules,
    character,
    doctor,
    encounter,
    events,
    fairness,
    odds,
    replay,
    roll,
    rules,
    scenario,
    serve,
    simulate,
    tables,
    tail,
    verify,
)
from api.cli.saying import complain

OK: Final = 0
WRONG: Final = 1
USAGE: Final = 2

app: Final = typer.Typer(
    name="fracas",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"fracas {version('fracas')}")
        raise typer.Exit


@app.callback()
def fracas(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version and end.")
    ] = False,
) -> None:
    """Fracas runs fights of tabletop role-playing games: every roll and wound is an event in a log.

    \b
    Start here:
      fracas serve --sample      a server with a fight in progress
      fracas rules range         what the rules say
      fracas COMMAND --help      what a command is for, with examples

    Exit codes: 0 fine, 1 something is wrong, 2 the command was not understood.
    """


PARTS: Final = (
    serve, tables, encounter, character, events, roll, odds, simulate, tail, capsules, verify, replay, capsule,
    fairness, doctor, scenario, rules,
)  # fmt: skip
for part in PARTS:
    part.enter(app)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command and end with its exit code; what goes wrong is one sentence that says what to do."""
    from api.keys import BadKey
    from events.log.errors import LogError

    try:
        app(args=list(arguments) if arguments is not None else None)
    except (LogError, BadKey, OSError) as problem:
        complain(str(problem))
        sys.exit(WRONG)
