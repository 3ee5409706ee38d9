"""What can be said to a table: every command with its example, and who may give it when."""

from typing import Any, Final

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.web.answers import answer
from api.web.examples import EXAMPLES
from engine.admission import ADMISSIONS, Admission
from engine.commands import COMMANDS, Command, wire_name

router: Final = APIRouter(prefix="/v1", tags=["commands"])


class CommandSeen(msgspec.Struct, frozen=True):
    """A command: what it does, who may give it in which phases, and how it is sent.

    `waiting`: also while an action waits for an answer. `again`: decided again when the table has gone on meanwhile,
    since it names what it acts on; others are refused with what was missed.
    """

    type: str
    summary: str
    seats: tuple[str, ...]
    phases: tuple[str, ...]
    waiting: bool
    again: bool
    example: dict[str, Any]


@router.get("/commands", summary="All commands")
async def commands(request: Request) -> Response:
    """Every command with an example of its body."""
    return answer({"commands": [_seen(command, ADMISSIONS[command]) for command in COMMANDS]})


def _seen(command: type[Command], admission: Admission) -> CommandSeen:
    name = wire_name(command)
    return CommandSeen(
        type=name,
        summary=" ".join((command.__doc__ or "").split()),
        seats=tuple(sorted(admission.seats)),
        phases=tuple(sorted(admission.phases)),
        waiting=admission.waiting,
        again=admission.again,
        example=EXAMPLES[name].body,
    )
