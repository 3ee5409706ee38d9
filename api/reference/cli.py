"""docs/reference/cli.md: every command of the command line, as its --help tells it."""

import inspect
import textwrap
from collections.abc import Iterator
from typing import Any

import typer
from typer.core import TyperGroup, TyperOption
from typer.main import get_command

from api.cli.app import app

Command = Any
"""Typer hands out commands of a library that it carries inside itself, under no name that one could import."""


def page() -> Iterator[str]:
    """The page, line by line."""
    yield "# The command line"
    yield ""
    yield "What `fracas --help` tells. Exit codes: 0 fine, 1 something is wrong, 2 the command was not understood."
    yield from _command(get_command(app), "fracas", None)


def _command(command: Command, path: str, parent: typer.Context | None) -> Iterator[str]:
    context = typer.Context(command, info_name=path.rpartition(" ")[2], parent=parent)
    yield ""
    yield f"## {path}"
    yield ""
    yield "```"
    yield f"{path} {' '.join(command.collect_usage_pieces(context))}"
    yield ""
    yield from _text(command)
    yield "```"
    options = [option for option in command.params if isinstance(option, TyperOption) and "--help" not in option.opts]
    if options:
        yield ""
        yield "| option | meaning |"
        yield "|---|---|"
        for option in options:
            yield f"| `{', '.join((*option.opts, *option.secondary_opts))}` | {option.help} |"
    if isinstance(command, TyperGroup):
        for name, inner in command.commands.items():
            yield from _command(inner, f"{path} {name}", context)


def _text(command: Command) -> Iterator[str]:
    for line in textwrap.dedent(inspect.cleandoc(command.help or "")).splitlines():
        if line.strip() != "\b":
            yield line
