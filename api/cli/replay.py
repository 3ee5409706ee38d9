"""`fracas replay`: step through a table in the terminal."""

from typing import Annotated, Final

import typer
from rich.console import Console

from api.cli.reach import Data, Redis
from api.cli.saying import paper
from api.moments.stepping import Replay

KEYS: Final = "Enter: on, b: back, a number: there, v and a version: there, q: end"


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("replay")(replay)


def replay(
    which: Annotated[str, typer.Argument(metavar="TABLE|FILE", help="A table's id, or an export of it.")],
    to: Annotated[int | None, typer.Option("--to", min=1, help="Show only the step that this version is of.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="Show every step, one after the other, and end.")] = False,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Step through a table, forwards and backwards.

    Each step is one command: what the story tells of it, its rolls and damage with every modifier and rule, and how
    the table stood after it. What was undone is there too, where it was played. The GM's view, secrets included.
    It begins where the story does; what was set up before lies further back. Where nobody watches (a pipe) every step
    is printed.

    \b
    Examples:
      fracas replay friday.jsonl
      fracas replay k3v9xq2m --to 120

    Next: `fracas capsule TABLE --at VERSION` cuts a step out as a scenario file.
    """
    from api.cli.entries import entries_of, ruleset_of

    entries = entries_of(which, data, redis)
    told, console = Replay(entries, ruleset_of(which, entries)), paper()
    if to is not None:
        _show(console, told, told.at_version(to))
    elif everything or not console.is_terminal:
        for stop in told.stops:
            _show(console, told, stop.number)
    else:
        _walk(console, told)


def _show(console: Console, told: Replay, number: int) -> None:
    for line in told.lines(number):
        console.print(line)


def _walk(console: Console, told: Replay) -> None:
    """Show a step and ask where to go from it, until told to end."""
    at: int | None = first_told(told)
    while at is not None:
        _show(console, told, at)
        try:
            said = console.input(f"[{KEYS}] ").strip()
        except (EOFError, KeyboardInterrupt):
            return
        at = next_stop(told, at, said)


def first_told(told: Replay) -> int:
    """Where the story begins; what was set up before it lies one step back."""
    return next((stop.number for stop in told.stops if stop.story or stop.rolls), 1)


def next_stop(told: Replay, at: int, said: str) -> int | None:
    """Where to go from a step; None: to the end. What is not understood leads nowhere."""
    last = len(told.stops)
    if said in ("q", "end"):
        return None
    if said in ("", "n", "on"):
        return min(at + 1, last)
    if said in ("b", "back"):
        return max(at - 1, 1)
    if said.isdecimal():
        return min(max(int(said), 1), last)
    if said.startswith("v") and said[1:].strip().isdecimal():
        return told.at_version(int(said[1:]))
    return at
