"""How the command line speaks: plain text that survives a pipe, errors on the other channel."""

import sys
from typing import Any, Final, NoReturn

import typer
from rich.console import Console
from rich.text import Text

WRONG: Final = 1

_WIDEST: Final = 1000
"""Columns of a table where there is no terminal: as many as it takes."""

_SHOWN: Final = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if chr(code) not in "\t\n"}
"""Control characters as they are shown: names and notes come from anybody, and must not steer the terminal."""


class Sheet(Console):
    """A console on which text is only ever text."""

    def render_str(self, text: str, **how: Any) -> Text:
        """The text, with its control characters made visible."""
        return super().render_str(text.translate(_SHOWN), **how)


def paper() -> Console:
    """Where a command writes what it was asked for; lines are never cut to the width of a terminal, nor tables in a
    pipe or a file."""
    width = None if sys.stdout.isatty() else _WIDEST
    return Sheet(soft_wrap=True, highlight=False, markup=False, emoji=False, width=width)


def margin() -> Console:
    """Where progress and errors go, so that the output can be piped on."""
    return Sheet(stderr=True, soft_wrap=True, highlight=False, markup=False, emoji=False)


def complain(sentence: str) -> None:
    """Say what is wrong."""
    margin().print(f"fracas: {sentence}", style="bold red")


def give_up(sentence: str) -> NoReturn:
    """Say what is wrong and end with exit code 1."""
    complain(sentence)
    raise typer.Exit(WRONG)
