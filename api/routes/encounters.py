"""Encounters: the samples of each rule set, and putting one onto a table in one go."""

from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Body, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from api.encounters.laying import batch, planned
from api.encounters.model import Encounter
from api.encounters.reading import BadEncounter, read_document
from api.encounters.shelf import sample, texts
from api.routes.commands import carried_out
from api.routes.rulesets import ruleset_of
from api.routes.tables import TableName
from api.seats import Present, present
from api.service import service_of
from api.web.answers import answer
from api.web.bodies import read_commands
from api.web.problems import invalid, problem
from api.web.tongues import language_of
from engine.ruleset import RuleSet

router: Final = APIRouter(prefix="/v1", tags=["encounters"])


class SampleSeen(msgspec.Struct, frozen=True):
    """A sample encounter as it would be sent, and its id."""

    id: str
    encounter: Encounter


class EncounterBody(BaseModel):
    """An encounter to be put onto a table: written out, or the id of a sample of the table's rule set.

    `id` begins the ids of all its commands: sent again with the same encounter, nothing is done twice.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    id: Annotated[str, Field(pattern="^[A-Za-z0-9][A-Za-z0-9-]{0,35}$")]
    encounter: Annotated[dict[str, Any], WithJsonSchema({"$ref": "#/components/schemas/Encounter"})] | None = None
    sample: Annotated[str, Field(max_length=80)] | None = None


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
    can be taken back one by one. What is wrong with an encounter is told field by field, before anything is done.
    """
    who = await present(request)
    rulesets = service_of(request).rulesets
    ruleset = rulesets[_played(who)]
    encounter = _encounter(said, ruleset, rulesets)
    bodies = batch(planned(encounter, ruleset.rulebook), said.id, who.table.history.state.options)
    given, is_batch = read_commands(msgspec.json.encode({"commands": bodies}))
    return await carried_out(service_of(request), who, given, is_batch, language_of(request))


def _played(who: Present) -> str:
    played = who.table.history.state.ruleset
    assert played, "a table that can be sat down at has been opened under a rule set"
    return played


def _encounter(said: EncounterBody, ruleset: RuleSet, rulesets: Mapping[str, RuleSet]) -> Encounter:
    """The encounter that is meant, checked against the rules of the table."""
    if (said.encounter is None) == (said.sample is None):
        raise invalid("say either the encounter or a sample")
    if said.sample is not None:
        try:
            return sample(ruleset, said.sample)
        except LookupError as missing:
            raise problem("not-found", str(missing)) from missing
    meant = (said.encounter or {}).get("ruleset", ruleset.id)
    if isinstance(meant, str) and meant != ruleset.id and meant in rulesets:
        raise invalid(f"ruleset: this encounter is written for {meant}, the table plays {ruleset.id}")
    try:
        return read_document(said.encounter, rulesets)
    except BadEncounter as wrong:
        faults = [{"field": f"encounter.{one.field}", "says": one.sentence} for one in wrong.faults]
        raise invalid(faults[0]["says"], errors=faults[:20]) from wrong
