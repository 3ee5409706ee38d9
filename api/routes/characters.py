"""A character on its way to another table: the document of a combatant as it stands now."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.characters import as_yaml
from api.routes.tables import TableName
from api.routes.views import SpeaksAs
from api.seats import present
from api.web.answers import YAML, answer
from api.web.problems import problem
from engine.character import character_of

router: Final = APIRouter(prefix="/v1/tables/{table}", tags=["looking"])


@router.get("/combatants/{combatant}", summary="A character as a document, to take to another table")
async def character(
    request: Request,
    table: TableName,
    combatant: str,
    format_: Annotated[str, Query(alias="format", pattern="^(json|yaml)$", description="`json` or `yaml`.")] = "json",
    speaks_as: SpeaksAs = None,
) -> Response:
    """Sheet, what is left in each pool, rounds, conditions and what is counted, for whoever plays the combatant.

    `enter_combatant {character: ...}` takes it at another table of the same rule set.
    """
    who = await present(request)
    stream = await who.table.streams.of(who.speaker.id)
    state = who.table.history.state
    one = state.combatants.get(combatant)
    if one is None or not stream.viewer.audience(state).plays(combatant):
        raise problem("not-found", "this seat plays no such combatant")
    document = character_of(one, who.table.ruleset)
    if format_ == "yaml":
        return Response(as_yaml(document), media_type=YAML, headers={"cache-control": "no-store"})
    return answer(document)
