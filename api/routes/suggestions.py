"""Suggestions: what the combatants of a seat would do next by a stated tactic, as commands ready to be sent."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.routes.tables import TableName
from api.routes.views import SpeaksAs
from api.seats import present, still_sees
from api.service import service_of
from api.web.answers import answer
from api.web.problems import problem, unauthorized
from projections.tactics import TACTICS, TacticName, suggestions

router: Final = APIRouter(prefix="/v1/tables/{table}", tags=["looking"])


@router.get("/suggestions", summary="What one's combatants would do")
async def suggested(
    request: Request,
    table: TableName,
    tactic: TacticName = "nearest",
    combatant: Annotated[str | None, Query(max_length=40, description="One of them, or a group.")] = None,
    speaks_as: SpeaksAs = None,
) -> Response:
    """One suggestion for each combatant that the seat plays and that has still to act, whoever is up first; a GM plays
    all that no player does. Each comes from what the combatant's own side sees, with the same against other targets.

    `nearest` attacks whoever is nearest, `strongest` makes the attack that does the most by the odds, `careful` goes
    where there is cover when it was shot at and breaks off at half strength.
    """
    who = await present(request)
    state, ruleset = who.table.history.state, who.table.ruleset
    viewer = who.table.streams.viewer(who.speaker.id)
    audience = viewer.audience(state)
    if audience.kind == "spectator":
        raise problem("not-found", "this seat plays nobody")

    found = await service_of(request).thinking.about(
        lambda: suggestions(ruleset, state, audience, tactic, TACTICS[tactic], combatant)
    )
    if not still_sees(who, viewer):
        raise unauthorized()
    return answer(found)
