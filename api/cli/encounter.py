"""`fracas encounter`: check encounter files, put one onto a table, look at the samples."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from api.cli.saying import WRONG, complain, give_up, paper

if TYPE_CHECKING:
    from api.encounters.model import Encounter

part: Final = typer.Typer(no_args_is_help=True, rich_markup_mode=None)

File = Annotated[str, typer.Argument(help="An encounter file (YAML or JSON), or a sample such as RULESET/NAME.")]


def enter(app: typer.Typer) -> None:
    """Put the commands on the command line."""
    app.add_typer(part, name="encounter")


@part.callback()
def encounter() -> None:
    """Check encounter files and put one onto a table.

    An encounter file says who is there, how many, on which side, hidden or in reserve, and the scene they stand in.

    \b
    Examples:
      fracas encounter samples
      fracas encounter check ambush.yaml

    Next: docs/encounters.md tells how to write one.
    """


@part.command("check")
def check(files: Annotated[list[str], typer.Argument(help="Encounter files (YAML or JSON), or samples.")]) -> None:
    """Say what is wrong with encounter files, by line and field.

    Each is put onto a table in memory: whatever the rules have against it comes to light. No server is needed.

    \b
    Examples:
      fracas encounter check ambush.yaml
      fracas encounter check friday/*.yaml

    Next: `fracas encounter put FILE LINK` puts it onto your table.
    """
    from api.encounters.reading import BadEncounter

    failed = False
    for file in files:
        try:
            _tell(file, read_encounter(file))
        except BadEncounter as wrong:
            failed = True
            for fault in wrong.faults:
                complain(str(fault))
    if failed:
        raise typer.Exit(WRONG)


@part.command("put")
def put(
    file: File,
    link: Annotated[str, typer.Argument(help="The GM's link to the table, whole, as it was printed.")],
) -> None:
    """Put an encounter onto a table: all of it or nothing.

    Its options and scene are set, and everybody in it comes to the table, through the server that the link leads to.

    \b
    Examples:
      fracas encounter put ambush.yaml 'http://127.0.0.1:8000/t/k3v9xq2m#LINK'
      fracas encounter put interlock/street-ambush 'http://127.0.0.1:8000/t/k3v9xq2m#LINK'

    Next: begin_combat starts the fight; who is in reserve stays out of it until you say so.
    """
    import asyncio

    from api.cli.at_a_table import give
    from api.encounters.reading import BadEncounter

    try:
        read = read_encounter(file)
    except BadEncounter as wrong:
        for fault in wrong.faults:
            complain(str(fault))
        raise typer.Exit(WRONG) from None
    for line in asyncio.run(give(link, read)):
        paper().print(line)


@part.command("samples")
def samples(
    name: Annotated[str | None, typer.Argument(help="Print this one as a file: RULESET/NAME.")] = None,
) -> None:
    """List the sample encounters and parties, or print one.

    Every rule set brings some along: to play as they are, or to begin your own from. A party is whom `fracas simulate`
    sends against an encounter.

    \b
    Examples:
      fracas encounter samples
      fracas encounter samples interlock/street-ambush > mine.yaml
      fracas encounter samples interlock/party > party.yaml

    Next: `fracas encounter check FILE` when you have changed it.
    """
    from api.encounters.shelf import parties, read_party, sample, texts
    from engine.rulesets import RULESETS

    if name is not None:
        paper().print(_sample(name).decode(), end="")
        return
    for ruleset in RULESETS.values():
        for one in texts(ruleset):
            paper().print(f"{ruleset.id}/{one:<16}  {sample(ruleset, one).title}: {sample(ruleset, one).note}")
        for one, text in parties(ruleset).items():
            party = read_party(text)
            paper().print(f"{ruleset.id}/{one:<16}  {party.title}: {party.note}")


@part.command("templates")
def templates(
    ruleset: Annotated[str, typer.Option("--ruleset", "-r", help="The rules that are played.")] = "unisystem",
) -> None:
    """List ready NPCs and typical gear.

    An encounter file, a scenario file and the command enter_combatant name them as `template` and `gear`.

    \b
    Examples:
      fracas encounter templates
      fracas encounter templates --ruleset interlock

    Next: docs/reference/sheets-unisystem.md shows what a sheet may hold.
    """
    from engine.rulesets import RULESETS

    if ruleset not in RULESETS:
        raise typer.BadParameter(f"there is no rule set {ruleset!r}; there are {', '.join(RULESETS)}")
    console, found = paper(), RULESETS[ruleset].samples
    for one in found.templates:
        console.print(f"{one.id:<14} threat {one.threat}  {one.title}, with {', '.join(one.gear)}")
    for thing in found.gear:
        console.print(f"{thing.id:<22} {thing.kind:<6}  {thing.title}")


def read_encounter(file: str) -> "Encounter":
    """An encounter from a file, or a sample by its name."""
    from api.encounters.reading import read_file, read_text

    if Path(file).suffix or Path(file).exists():
        return read_file(Path(file))
    return read_text(_sample(file), f"{file}.yaml")


def _sample(name: str) -> bytes:
    from api.encounters.shelf import parties, texts
    from engine.rulesets import RULESETS

    ruleset, _, one = name.partition("/")
    found = {**texts(RULESETS[ruleset]), **parties(RULESETS[ruleset])} if ruleset in RULESETS else {}
    if one not in found:
        give_up(f"there is no file and no sample {name!r}; `fracas encounter samples` lists those there are")
    return found[one]


def _tell(file: str, read: "Encounter") -> None:
    from api.encounters.laying import planned
    from engine.rulesets import RULESETS

    heads = sum(those.count for those in read.combatants.values())
    commands = len(planned(read, RULESETS[read.ruleset].rulebook))
    paper().print(f"{file}: {read.title} ({read.ruleset}): {heads} combatants, {commands} commands, nothing wrong")
