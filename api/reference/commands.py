"""docs/reference/commands.md: every command with its fields, who may give it, when, and an example."""

from collections.abc import Iterator
from typing import Final

import msgspec

from api.reference.shapes import fields_of, meaning_of, parts_of
from engine.admission import ADMISSIONS, ANY, Admission
from engine.commands import COMMANDS, Command, OpenTable, wire_name
from engine.rulesets import RULESETS
from events.flow import Phase

_PHASES: Final[tuple[Phase, ...]] = ("lobby", "declaration", "initiative", "actions")
_SEATS: Final = ("gm", "player", "spectator", "service", "host")


def page() -> Iterator[str]:
    """The page, line by line."""
    yield from _preface()
    yield "| command | who | for whom, if not a GM | only a GM says | phases | while an action waits | decided again |"
    yield "|---|---|---|---|---|---|---|"
    for command in COMMANDS:
        yield _row(command, ADMISSIONS[command])
    for command in COMMANDS:
        yield from _command(command, ADMISSIONS[command])
    yield ""
    yield "## Opening a table"
    yield ""
    yield "`POST /v1/tables`, by whoever may: anyone on the server's own machine, others with the host key."
    yield f"{meaning_of(OpenTable)}"
    yield ""
    yield from fields_of(OpenTable)
    yield ""
    yield "## Parts"
    for part in parts_of(COMMANDS):
        yield ""
        yield f"### {part.__name__}"
        yield ""
        yield meaning_of(part)
        yield ""
        yield from fields_of(part)


def _preface() -> Iterator[str]:
    yield "# Commands"
    yield ""
    yield f"What a seat can ask of a table: {len(COMMANDS)} commands, sent to `POST /v1/tables/{{table}}/commands` as"
    yield '`{"id": "...", "command": {"type": "...", ...}}`. The id is the client\'s own, new for each command;'
    yield "the same id"
    yield 'with the same body is the same command, however often it is sent. Several go as `{"commands": [...]}`,'
    yield "all or none."
    yield ""
    yield "Fields beside `command`: `expect` (the seat's own number that you have seen), `dry_run` (only tell:"
    yield "never a face),"
    yield "`force` (the GM's reason for doing it although a rule speaks against it), `as` (a service speaks for a"
    yield "seat),"
    yield "`faces` (real dice, in the order in which the rules throw them; only where nobody has to be asked first,"
    yield "from the GM or from the player of a combatant whose dice are `own`)."
    yield ""
    yield "An action is named, by `undo` and `request_undo`, as `SEAT/ID` of the command it began with, such as"
    yield "`ana/c-14`; by `request_undo` also by the id alone. The fields of `action` and `sheet` are"
    yield f"those of the rule set: {', '.join(f'[{name}](sheets-{name}.md)' for name in RULESETS)}."
    yield ""
    yield "*Decided again* means: when others were faster, the command is decided on the table as it is then,"
    yield "since it names"
    yield "what it acts on. Others are refused with `moved` and what was missed."
    yield ""
    yield "This is the table of permissions, as the code has it (`engine/admission.py`). A service seat has the"
    yield "rights of the seat it speaks for, and its own ones where it speaks for nobody. A combatant that a seat"
    yield "does not see is refused like one that there is not. A host has no seat at a table and gives none of these."
    yield ""


def _row(command: type[Command], admission: Admission) -> str:
    name = wire_name(command)
    waits, again = _yes(admission.waiting), _yes(admission.again)
    said = " ".join(f"`{field}`" for field in admission.of_the_gm)
    cells = (f"[`{name}`](#{name})", _who(admission), _whose(admission), said, _when(admission), waits, again)
    return f"| {' | '.join(cells)} |"


def _command(command: type[Command], admission: Admission) -> Iterator[str]:
    name = wire_name(command)
    yield ""
    yield f"## {name}"
    yield ""
    yield meaning_of(command)
    yield ""
    yield f"- Who: {_who(admission)}{_own(admission)}."
    yield f"- When: {_when(admission)}; {'also' if admission.waiting else 'not'} while an action waits for an answer."
    if admission.acts:
        yield "- The combatant must be able to act."
    yield ""
    yield from fields_of(command)
    yield from _example(name)


def _example(name: str) -> Iterator[str]:
    from api.web.examples import EXAMPLES

    yield ""
    yield "```json"
    yield msgspec.json.encode(EXAMPLES[name].body).decode()
    yield "```"


def _who(admission: Admission) -> str:
    return ", ".join(seat for seat in _SEATS if seat in admission.seats)


def _own(admission: Admission) -> str:
    return f"; a player only for the `{admission.own}` they play" if admission.own else ""


def _whose(admission: Admission) -> str:
    """For which combatants whoever is no GM may give a command."""
    if admission.own:
        return f"own `{admission.own}`" + (", or nobody" if admission.unnamed else "")
    return " ".join(f"seen `{field}`" for field in admission.combatants) if admission.seats != {"gm"} else ""


def _when(admission: Admission) -> str:
    if admission.phases == ANY:
        return "any"
    return ", ".join(phase for phase in _PHASES if phase in admission.phases)


def _yes(held: bool) -> str:
    return "yes" if held else "no"
