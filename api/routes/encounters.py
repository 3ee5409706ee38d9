"""Encounters: the samples of each rule set, and putting one onto a table in one go."""

from functools import partial
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Body, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from api.encounters.asked import encounter_of
from api.encounters.laying import batch, planned
from api.encounters.model import Encounter
from api.encounters.reading import LARGEST
from api.encounters.shelf import sample, texts
from api.routes.commands import carried_out
from api.routes.rulesets import ruleset_of
from api.routes.tables import TableName
from api.seats import Present, present
from api.service import service_of
from api.web.answers import answer
from api.web.bodies import read_commands
from api.web.json_bodies import JsonRoute
from api.web.problems import forbidden, invalid
from api.web.tongues import language_of

router: Final = APIRouter(prefix="/v1", tags=["encounters"], route_class=JsonRoute)


class SampleSeen(msgspec.Struct, frozen=True):
    """A sample encounter as it would be sent, and its id."""

    id: str
    encounter: Encounter


class EncounterBody(BaseModel):
    """An encounter to be put onto a table: written out, as the text of an encounter `file` (YAML or JSON), or the id of
    a sample of the table's rule set.

    `id` begins the ids of all its commands: sent again with the same encounter, nothing is done twice. With `dry_run`
    nothing is done: the answer is the encounter as it was read, to be looked at first.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    id: Annotated[str, Field(pattern="^[A-Za-z0-9][A-Za-z0-9-]{0,35}$")]
    encounter: Annotated[dict[str, Any], WithJsonSchema({"$ref": "#/components/schemas/Encounter"})] | None = None
    file: Annotated[str, Field(max_length=LARGEST)] | None = None
    sample: Annotated[str, Field(max_length=80)] | None = None
    dry_run: bool = False


ENCOUNTER_EXAMPLE: Final = {
    "id": "e-1",
    "encounter": {
        "title": "Wrong street",
        "ruleset": "unisystem",
        "scene": {"title": "A street", "light": "poor", "zones": {"street": {}, "bins": {"cover": 10}}},
        "combatants": {
            "ganger": {"template": "ganger", "count": 3, "name": "Ganger", "zone": "bins"},
            "dog": {"template": "guard-dog", "reserve": True},
        },
    },
}


@router.get("/rulesets/{ruleset}/encounters", summary="Sample encounters")
async def encounters(request: Request, ruleset: str) -> Response:
    """The sample encounters of a rule set, whole: to be put onto a table by id, or changed and sent."""
    found = ruleset_of(request, ruleset)
    return answer({"encounters": [SampleSeen(name, sample(found, name)) for name in texts(found)]})


@router.post("/tables/{table}/encounters", summary="Put an encounter onto a table")
async def put_encounter(
    request: Request,
    table: TableName,
    said: Annotated[EncounterBody, Body(openapi_examples={"an encounter": {"value": ENCOUNTER_EXAMPLE}})],
) -> Response:
    """Set the options and the scene that the encounter states, and bring everybody in it, in one batch.

    All of it is done or nothing. The answer is that to the batch; its commands are `<id>-1`, `<id>-2` and so on, and
    can be taken back one by one. What is wrong with an encounter is told field by field, before anything is done. With
    `dry_run` it is only read: the answer is the `encounter`. GMs alone may do either.
    """
    who = await present(request)
    if who.speaker.kind != "gm":
        raise forbidden("only a GM puts an encounter onto a table")
    service = service_of(request)
    ruleset = service.rulesets[_played(who)]
    if sum(one is not None for one in (said.encounter, said.file, said.sample)) != 1:
        raise invalid("say one thing: the encounter, a file or a sample")
    reading = partial(encounter_of, said.encounter, said.file, said.sample, ruleset, service.rulesets)
    encounter = await service.thinking.about(reading)
    if said.dry_run:
        return answer({"encounter": encounter})
    bodies = batch(planned(encounter, ruleset.rulebook), said.id, who.table.history.state.options)
    given, is_batch = read_commands(msgspec.json.encode({"commands": bodies}))
    return await carried_out(service, who, given, is_batch, language_of(request))


def _played(who: Present) -> str:
    played = who.table.history.state.ruleset
    assert played, "a table that can be sat down at has been opened under a rule set"
    return played
