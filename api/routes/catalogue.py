"""What can be said to a table, every command with its example; and the words in which a table tells its story."""

from typing import Any, Final

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.web.answers import answer
from api.web.examples import EXAMPLES
from api.web.problems import problem
from engine.admission import ADMISSIONS, Admission
from engine.commands import COMMANDS, Command, wire_name
from projections.languages import LANGUAGES

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


@router.get("/words", summary="The languages of the story")
async def languages(request: Request) -> Response:
    """The codes of the languages that sentences can be asked for in, by `lang` or `Accept-Language`."""
    return answer({"languages": tuple(LANGUAGES)})


@router.get("/words/{language}", summary="The words of the story in a language")
async def words(request: Request, language: str) -> Response:
    """What makes sentences of the `said` of the story's lines: phrases, states and words for codes."""
    if language not in LANGUAGES:
        raise problem("not-found", f"there is no language {language!r}; there are {', '.join(LANGUAGES)}")
    return answer(LANGUAGES[language])
