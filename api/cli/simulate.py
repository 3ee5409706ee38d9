"""`fracas simulate`: whole fights by the thousand, before anybody plays one."""

import csv
import secrets
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from api.cli.saying import complain, give_up, margin, paper

if TYPE_CHECKING:
    from api.simulation.laid import Laid
    from api.simulation.many import Fights
    from projections.simulating import Foretold, Fought


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("simulate")(simulate)


def simulate(
    encounters: Annotated[
        list[str],
        typer.Argument(metavar="ENCOUNTER [PARTY]", help="Encounter files or samples; the second fights the first."),
    ],
    runs: Annotated[int, typer.Option("--runs", "-n", min=1, max=100_000, help="How many fights.")] = 1000,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="The same seed plays the same fights.")] = None,
    tactic: Annotated[str, typer.Option("--tactic", help="nearest, strongest or careful.")] = "nearest",
    write: Annotated[
        list[Path] | None, typer.Option("--write", "-o", help="Write .json, .csv or .svg; can be given again.")
    ] = None,
    log: Annotated[Path | None, typer.Option("--log", help="Write the run --run as an ordinary log.")] = None,
    run: Annotated[int, typer.Option("--run", min=0, help="Which run the log is of.")] = 0,
) -> None:
    """Play an encounter many times, and tell who wins, how long it takes, who falls and how.

    Whole fights on all cores, by the rules' own procedures and a stated tactic: `nearest` attacks whoever is nearest,
    `strongest` makes the attack that does the most by the odds (and takes some tens of times as long), `careful` looks
    for cover and breaks off at half strength. A run that --log writes down is a log like any other; with --log
    alone the many fights are not played.

    \b
    Examples:
      fracas simulate unisystem/back-alley unisystem/party
      fracas encounter samples unisystem/party > party.yaml
      fracas simulate unisystem/back-alley party.yaml --runs 5000 --seed 7 -o alley.svg -o alley.csv
      fracas simulate unisystem/back-alley party.yaml --seed 7 --log run.jsonl --run 12 && fracas verify run.jsonl

    Next: `fracas replay FILE` tells a run move by move; POST /simulate asks from where a table stands.
    """
    from projections.tactics import TACTICS

    if tactic not in TACTICS:
        raise typer.BadParameter(f"there is no tactic {tactic!r}; there are {', '.join(TACTICS)}")
    for place in write or ():
        if place.suffix not in (".json", ".csv", ".svg"):
            raise typer.BadParameter(f"{place}: {place.suffix or 'no ending'} is none of .json, .csv, .svg")
    chosen = secrets.randbelow(2**31) if seed is None else seed
    laid = _laid(encounters, chosen)
    fights = _fights(laid, tactic)
    if log is not None:
        _write_log(laid, fights, run, log)
        if not write:
            return
    found = _played(fights, runs)
    told = _told(fights, found, tactic)
    for place in write or ():
        _write(place, told, found)
    _show(told)


def _laid(names: list[str], seed: int) -> "Laid":
    from api.cli.encounter import read_encounter
    from api.encounters.reading import BadEncounter
    from api.simulation.laid import Laid
    from engine.refusals import Refused
    from engine.rulesets import RULESETS

    try:
        files = [read_encounter(name) for name in names]
        return Laid(RULESETS[files[0].ruleset], files, seed)
    except BadEncounter as wrong:
        for fault in wrong.faults:
            complain(str(fault))
        raise typer.Exit(1) from None
    except Refused as wrong:
        give_up(f"these do not go together: {wrong.refusal.sentence}")


def _fights(laid: "Laid", tactic: str) -> "Fights":
    from api.simulation.many import Fights
    from engine.flow import fighters
    from projections.simulating import Plan

    state = laid.state
    here = [one for one in state.combatants.values() if one.status == "party" and laid.ruleset.takes_turns(state, one)]
    sides = {one.side or one.id for one in here}
    if len(sides) < 2:
        give_up("nobody to fight against: name a second encounter, a party, or put others of another `side` into it")
    assert not tuple(fighters(laid.ruleset, state)), "nobody fights before the fight begins"
    return Fights(laid.ruleset.id, state, Plan(tactic=tactic), laid.seed)


def _played(fights: "Fights", runs: int) -> "list[Fought]":
    from rich.progress import Progress

    from api.simulation.many import all_of_them

    with Progress(console=margin(), transient=True) as progress:
        task = progress.add_task("fights", total=runs)
        return all_of_them(fights, runs, lambda done: progress.advance(task, done))


def _told(fights: "Fights", found: "list[Fought]", tactic: str) -> "Foretold":
    from projections.simulating import foretold

    return foretold(fights.state, found, fights.seed, tactic)


def _write_log(laid: "Laid", fights: "Fights", run: int, place: Path) -> None:
    from api.simulation.many import dice_of
    from projections.simulating import fight
    from projections.simulating.fight import Given

    given: list[Given] = []
    fought = fight(laid.ruleset, fights.state, fights.plan, dice_of(fights.seed, run), given.append)
    laid.play(given)
    place.write_bytes(b"".join(laid.export()))
    won = f"the side {fought.winner!r} is left" if fought.winner else "nobody has won"
    paper().print(f"{place}: run {run} of seed {fights.seed}: {won} after {fought.turns} turns and {fought.acts} acts")


def _write(place: Path, told: "Foretold", found: "list[Fought]") -> None:
    from api.simulation.plots import as_svg

    match place.suffix:
        case ".json":
            place.write_bytes(msgspec.json.format(msgspec.json.encode(told)))
        case ".csv":
            with place.open("w", newline="", encoding="utf-8") as file:
                csv.writer(file, lineterminator="\n").writerows(_rows(found))
        case ".svg":
            place.write_bytes(as_svg(told))
        case _:
            raise AssertionError("endings are looked at before anything is played")


def _rows(found: "list[Fought]") -> Iterator[tuple[object, ...]]:
    yield "run", "winner", "turns", "acts", "fallen", "dead", "gone"
    for number, one in enumerate(found):
        how = [fall.how for fall in one.falls]
        yield number, one.winner, one.turns, one.acts, len(how), how.count("dead"), how.count("gone")


def _show(told: "Foretold") -> None:
    from api.simulation.plots import in_the_terminal
    from projections.simulating import how_many

    console = paper()
    console.print(f"{how_many(told)} by {told.tactic}, seed {told.seed}: half are over after {told.median} turns")
    for side, one in told.wins.items():
        console.print(f"the side {side!r} wins {one.chance:.1%} ({one.low:.1%} to {one.high:.1%})")
    names = {fate.combatant: fate.name for fate in told.fates}
    for fate in told.fates:
        by = f", most often by {names.get(fate.by, fate.by)} with {fate.weapon or 'bare hands'}" if fate.by else ""
        when = f" in turn {fate.turn}" if fate.turn is not None else ""
        console.print(f"{fate.name} falls {fate.falls.chance:.0%}{when}{by}; dies {fate.dies.chance:.0%}")
    console.print()
    for line in in_the_terminal(told, min(80, console.width)):
        console.print(line)
