"""`fracas odds`: what an act would come to, before anybody makes it."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from api.cli.reach import Data, Redis
from api.cli.saying import give_up, paper

if TYPE_CHECKING:
    from engine.ruleset import RuleSet


def enter(app: typer.Typer) -> None:
    """Put the command on the command line."""
    app.command("odds")(odds)


def odds(
    which: Annotated[str, typer.Argument(metavar="TABLE|FILE", help="A table's id, or an export of it.")],
    combatant: Annotated[str, typer.Argument(help="Whose act it would be, by id.")],
    act: Annotated[
        list[str], typer.Argument(metavar="KIND [FIELD=VALUE]...", help="The kind of action, and its fields.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print all of it as JSON.")] = False,
    server: Annotated[str | None, typer.Option("--server", help="Ask over HTTP at this address instead.")] = None,
    link: Annotated[str | None, typer.Option("--link", help="A seat's link, with --server.")] = None,
    data: Data = None,
    redis: Redis = None,
) -> None:
    """Tell the odds of an act: hit, damage, down, dead, and what it costs, from where the table stands now.

    By the very rules that would resolve it; nothing is written and no die is used. On the machine that holds the log it
    is the GM's view; from elsewhere --server and --link tell what the link's seat may know.

    \b
    Examples:
      fracas odds k3v9xq2m rico shoot weapon=gun target=liz range=short
      fracas odds friday.jsonl rico shoot weapon=gun target=liz shots=2 --json
      fracas odds k3v9xq2m vera strike weapon=club target=rico --server http://192.168.1.20:8000 --link LINK

    Next: `fracas simulate` plays whole fights.
    """
    from api.cli.chances import lines

    if (server is None) != (link is None):
        raise typer.BadParameter("--server and --link belong together")
    action = {"kind": act[0], **dict(map(_field, act[1:]))}
    if server is not None and link is not None:
        found = _from_a_seat(server, which, link, {"combatant": combatant, "action": action})
    else:
        found = _from_the_log(which, combatant, action, data, redis)
    console = paper()
    if as_json:
        console.print_json(data=found)
        return
    for line in lines(found):
        console.print(line)


def _field(said: str) -> tuple[str, Any]:
    """A field as JSON where it is some (numbers, true, lists), else as the word it is."""
    name, equals, value = said.partition("=")
    if not equals:
        raise typer.BadParameter(f"{said!r} is no FIELD=VALUE, such as target=liz")
    try:
        return name, msgspec.json.decode(value)
    except msgspec.DecodeError:
        return name, value


def _from_a_seat(server: str, table: str, link: str, body: dict[str, Any]) -> dict[str, Any]:
    from api.cli.from_a_seat import asked
    from api.cli.reach import is_a_name

    return asyncio.run(asked(server, is_a_name(table), link, "odds", body))


def _from_the_log(
    which: str, combatant: str, action: dict[str, Any], data: Path | None, redis: str | None
) -> dict[str, Any]:
    from api.cli.entries import entries_of, ruleset_of
    from api.moments.looking import seen_by_the_gm
    from api.thinking import dice_for
    from engine.refusals import Refused
    from projections.odds import OddsOf, odds_seen

    entries = entries_of(which, data, redis)
    ruleset = ruleset_of(which, entries)
    vantage = seen_by_the_gm(entries, ruleset)
    one = vantage.state.combatants.get(combatant)
    armed = tuple(ruleset.decode_sheet(bytes(one.sheet)).weapons) if one is not None else ()
    asked = OddsOf(combatant=combatant, action=msgspec.Raw(msgspec.json.encode(action)))
    try:
        found = odds_seen(ruleset, vantage.state, vantage.audience, "", asked, dice_for(asked).random)
    except Refused as wrong:
        give_up(f"{wrong.refusal.sentence} ({wrong.refusal.code}){_weapons(ruleset, action, armed)}")
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(found))
    return told


def _weapons(ruleset: "RuleSet", action: dict[str, Any], armed: tuple[str, ...]) -> str:
    """Which weapons there are to name, where an act needs one and names none."""
    kind = ruleset.actions.get(str(action["kind"]))
    fields = msgspec.structs.fields(kind.fields) if kind is not None else ()
    needed = "weapon" not in action and any(one.name == "weapon" and one.required for one in fields)
    return f"; there are weapon={', weapon='.join(armed)}" if needed and armed else ""
