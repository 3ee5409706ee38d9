"""The odds of an act: asked by whoever plays it, worked out on what the seat sees. Nothing is written, no die falls."""

from typing import Annotated, Any, Final

import msgspec
from fastapi import APIRouter, Body, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from api.routes.tables import TableName
from api.routes.views import SpeaksAs
from api.seats import present, still_sees
from api.service import service_of
from api.thinking import dice_for
from api.web.answers import answer
from api.web.json_bodies import JsonRoute
from api.web.models import model_of
from api.web.problems import refused, unauthorized
from engine.commands.base import RefereeModifier
from engine.refusals import Refused
from events.play import Modifier
from projections.odds import OddsOf, OddsSeen, odds_seen

router: Final = APIRouter(prefix="/v1/tables/{table}", tags=["looking"], route_class=JsonRoute)

_Modifier: Final[Any] = model_of(RefereeModifier)


class OddsBody(BaseModel):
    """An act that nobody has made yet: whose, its action as `act` takes it, and the GM's own modifiers.

    `force` asks what would come of it although a rule is against it; `ahead` asks for it as `queue` would have it done:
    by somebody who has had their turn as the first of the next.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    combatant: Annotated[str, Field(max_length=40)]
    action: dict[str, Any]
    modifiers: Annotated[list[_Modifier], Field(max_length=20)] = []
    force: bool = False
    ahead: bool = False


EXAMPLE: Final = {"combatant": "rico", "action": {"kind": "shoot", "weapon": "gun", "target": "liz", "range": "short"}}


@router.post("/odds", summary="The odds of an act")
async def odds(
    request: Request,
    table: TableName,
    said: Annotated[OddsBody, Body(openapi_examples={"a shot": {"value": EXAMPLE}})],
    speaks_as: SpeaksAs = None,
) -> Response:
    """How likely it hits, what it does and what it costs, by the rules that would resolve it, from where the table
    stands now; also out of turn.

    Exact where that is not too much, else tried many times, with an interval for each chance. Choices that others
    would be asked for are told one by one. What hangs on numbers the seat may not see is `unknown`.
    """
    who = await present(request)
    asked = OddsOf(
        combatant=said.combatant,
        action=msgspec.Raw(msgspec.json.encode(said.action)),
        modifiers=tuple(Modifier("", one.value, one.label) for one in said.modifiers),
        forced=said.force,
        ahead=said.ahead,
    )
    state, ruleset, seat = who.table.history.state, who.table.ruleset, who.speaker.id
    viewer = who.table.streams.viewer(seat)
    audience = viewer.audience(state)

    def work() -> OddsSeen:
        return odds_seen(ruleset, state, audience, seat, asked, dice_for(asked).random)

    try:
        found = await service_of(request).thinking.about(work)
    except Refused as wrong:
        raise refused(wrong.refusal) from None
    if not still_sees(who, viewer):
        raise unauthorized()
    return answer(found)
