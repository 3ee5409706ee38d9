"""Whole fights from where a table stands now: is Sunday's ambush fair for a wounded party?"""

import secrets
from typing import Annotated, Final

from fastapi import APIRouter, Body, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from api.limits import FIGHTING, FIGHTS
from api.routes.tables import TableName
from api.routes.views import SpeaksAs
from api.seats import present, still_seated
from api.service import service_of
from api.simulation.many import Fights
from api.web.answers import answer
from api.web.json_bodies import JsonRoute
from api.web.problems import forbidden, refused, unauthorized
from engine.refusals import refusal
from projections.simulating import Plan, foretold
from projections.tactics import TacticName

router: Final = APIRouter(prefix="/v1/tables/{table}", tags=["looking"], route_class=JsonRoute)

MOST_TURNS: Final = 200


class SimulateBody(BaseModel):
    """How many fights are played, and how: the tactic of all, those of single sides, the turns after which nobody has
    won. The same seed plays the same fights; without one it is drawn and told."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    runs: Annotated[int, Field(ge=1, le=FIGHTS)] = 200
    seed: Annotated[int, Field(ge=0, lt=2**31)] | None = None
    tactic: TacticName = "nearest"
    sides: Annotated[dict[Annotated[str, Field(max_length=80)], TacticName], Field(max_length=20)] = {}
    longest: Annotated[int, Field(ge=1, le=MOST_TURNS)] = 100


@router.post("/simulate", summary="Whole fights from where the table stands")
async def simulate(
    request: Request,
    table: TableName,
    said: Annotated[SimulateBody, Body(openapi_examples={"200 fights": {"value": {"runs": 200}}})],
    speaks_as: SpeaksAs = None,
) -> Response:
    """Who wins how often, how long it takes, who falls, how and by whom. For GMs: everything at the table counts in it.

    Nothing is written and no die of the table is used. Where whoever asks goes away, the rest is not played. What takes
    longer than a minute is told as far as it was played: `runs` says how many.
    """
    who = await present(request)
    if not who.is_gm:
        raise forbidden("only a GM may have fights played: hidden things count in them")
    state = who.table.history.state
    if state.parked:
        raise refused(refusal("waiting", "an action waits for an answer; fights begin when it is over"))
    seed = secrets.randbelow(2**31) if said.seed is None else said.seed
    plan = Plan(tactic=said.tactic, sides=dict(said.sides), longest=said.longest)
    fights = Fights(who.table.ruleset.id, state, plan, seed)
    found = await service_of(request).arena.fought(fights, said.runs, request.is_disconnected)
    if found is None or not still_seated(who):
        raise unauthorized()
    if not found:
        raise refused(refusal("limit-exceeded", f"not one of these fights was over within {FIGHTING} seconds"))
    return answer(foretold(state, found, seed, said.tactic))
