"""`fracas doctor`: what to know of the tables before and after an upgrade."""

from collections import Counter
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from api.cli.reach import Data, Redis
from api.cli.saying import WRONG, paper
from api.moments.one_line import what
from engine.corrections.rejudging import Judged
from engine.ruleset import RuleSet
from events.envelope import SCHEMA, Entry


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("doctor")(doctor)


def doctor(
    which: Annotated[
        list[str] | None, typer.Argument(metavar="TABLE|FILE", help="Tables or exports; left out: all tables.")
    ] = None,
    rejudge: Annotated[
        bool, typer.Option("--rejudge", help="Show every action that the rules at hand would judge otherwise.")
    ] = False,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Look tables over before an upgrade.

    For each: whether its log can be believed and read, under which versions of the rules and of the entries' schema it
    was written, and which actions wait for an answer. An action that waits goes on under the rules at hand; where
    these would have played it otherwise it is refused, so finish it before the upgrade or take it back.
    With --rejudge every action is judged anew on its own dice and choices, and what stands in the log is shown beside
    what the rules say now. Nothing is changed: what was judged stays as it was.
    Ends with 1 when a log cannot be believed or an action cannot go on.

    \b
    Examples:
      fracas doctor
      fracas doctor k3v9xq2m --rejudge

    Next: docs/upgrades.md tells what an upgrade does and does not change.
    """
    from api.cli.entries import entries_of, ruleset_of, tables_here

    console, sound = paper(), True
    for one in which or tables_here(data, redis):
        try:
            entries = entries_of(one, data, redis)
        except typer.Exit:
            sound = False
            continue
        sound = _told(console, one, entries, ruleset_of(one, entries), rejudge) and sound
    if not sound:
        raise typer.Exit(WRONG)


def _told(console: Console, name: str, entries: tuple[Entry, ...], ruleset: RuleSet, rejudge: bool) -> bool:
    from engine.corrections.rejudging import judged_again

    judged = list(judged_again(entries, ruleset))
    waiting = [one for one in judged if not one.over]
    console.print(f"{Path(name).name}: {ruleset.id}, {len(entries)} entries, whole", style="bold")
    versions = Counter(one.rules for one in judged)
    told = ", ".join(f"{count} under {_version(rules, ruleset)}" for rules, count in sorted(versions.items()))
    console.print(f"  actions: {told or 'none yet'}; the rules at hand are version {ruleset.version}")
    schemas = Counter(entry.schema for entry in entries)
    if set(schemas) != {SCHEMA}:
        console.print(
            f"  schemas: {dict(schemas)}; entries are written as {SCHEMA} now, older ones are lifted when read"
        )
    for one in waiting:
        console.print(
            f"  waits: {one.action} ({one.procedure}, version {one.first}); {one.otherwise or 'goes on as it is'}"
        )
    if rejudge:
        _show(console, [one for one in judged if one.over])
    return not any(one.otherwise for one in waiting)


def _version(rules: str, ruleset: RuleSet) -> str:
    return f"version {rules or '?'}" + ("" if rules == ruleset.version else " (older)")


def _show(console: Console, judged: list[Judged]) -> None:
    """What stands in the log beside what the rules say now, of every action where they differ."""
    other = [one for one in judged if one.otherwise]
    console.print(f"  judged again: {len(judged)} actions, {len(other)} of them otherwise")
    for one in other:
        console.print(f"  {one.action}, version {one.first}, judged under {one.rules}, now {one.now}:")
        console.print(f"    now: {one.otherwise}")
        for entry in one.entries:
            console.print(f"    log: {entry.version} {what(entry.fact)}")
