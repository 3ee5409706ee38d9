"""How the command line speaks: plain text that survives a pipe, errors on the other channel."""

from typing import Final, NoReturn

import typer
from rich.console import Console

WRONG: Final = 1


def paper() -> Console:
    """Where a command writes what it was asked for; lines are never cut to the width of a terminal."""
    return Console(soft_wrap=True, highlight=False, markup=False, emoji=False)


def margin() -> Console:
    """Where progress and errors go, so that the output can be piped on."""
    return Console(stderr=True, soft_wrap=True, highlight=False, markup=False, emoji=False)


def complain(sentence: str) -> None:
    """Say what is wrong."""
    margin().print(f"fracas: {sentence}", style="bold red")


def give_up(sentence: str) -> NoReturn:
    """Say what is wrong and end with exit code 1."""
    complain(sentence)
    raise typer.Exit(WRONG)
