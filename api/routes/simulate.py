"""Whole fights from where a table stands: is Sunday's ambush fair for a wounded party? And one of them as a log."""

import secrets
from typing import Annotated, Final

from fastapi import APIRouter, Body, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from api.limits import FIGHTING, FIGHTS
from api.routes.export import sent
from api.routes.tables import TableName
from api.routes.views import SpeaksAs
from api.seats import Present, present, still_seated
from api.service import service_of
from api.simulation.copying import Copying, parts_of
from api.simulation.kept import apart, secret_of
from api.simulation.many import Fights, GivenUp
from api.web.answers import answer
from api.web.json_bodies import JsonRoute
from api.web.problems import Problem, forbidden, refused, unauthorized
from engine.refusals import refusal
from projections.simulating import Plan, foretold
from projections.tactics import TacticName

router: Final = APIRouter(prefix="/v1/tables/{table}", tags=["looking"], route_class=JsonRoute)

MOST_TURNS: Final = 200


class _PlanBody(BaseModel):
    """How fights are played: the tactic of all, those of single sides, the turns after which nobody has won."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)

    tactic: TacticName = "nearest"
    sides: Annotated[dict[Annotated[str, Field(max_length=80)], TacticName], Field(max_length=20)] = {}
    longest: Annotated[int, Field(ge=1, le=MOST_TURNS)] = 100


class SimulateBody(_PlanBody):
    """How many fights are played, and how: the tactic of all, those of single sides, the turns after which nobody has
    won. The same seed plays the same fights; without one it is drawn and told."""

    runs: Annotated[int, Field(ge=1, le=FIGHTS)] = 200
    seed: Annotated[int, Field(ge=0, lt=2**31)] | None = None


class RunBody(_PlanBody):
    """Which fight is written down: the seed that was told, the number of the run from 0 on, and what was asked else."""

    seed: Annotated[int, Field(ge=0, lt=2**31)]
    run: Annotated[int, Field(ge=0, lt=FIGHTS)]


@router.post("/simulate", summary="Whole fights from where the table stands")
async def simulate(
    request: Request,
    table: TableName,
    said: Annotated[SimulateBody, Body(openapi_examples={"200 fights": {"value": {"runs": 200}}})],
    speaks_as: SpeaksAs = None,
) -> Response:
    """Who wins how often, how long it takes, who falls, how and by whom. For GMs: everything at the table counts in it.

    Nothing is written and no die of the table is used. Where whoever asks goes away, the rest is not played. What takes
    longer than a minute is told as far as it was played: `runs` says how many, and `cut` how many were not.
    """
    who = await present(request)
    seed = secrets.randbelow(2**31) if said.seed is None else said.seed
    fights = _fights(who, said, seed)
    found = await service_of(request).arena.fought(fights, said.runs, request.is_disconnected)
    if found is None or not still_seated(who):
        raise unauthorized()
    if not found:
        raise _too_long("the first of these fights was not over")
    return answer(foretold(fights.state, found, seed, said.tactic, asked=said.runs))


@router.post("/simulate/log", summary="One of these fights as a log")
async def simulated_log(
    request: Request,
    table: TableName,
    said: Annotated[RunBody, Body(openapi_examples={"run 12": {"value": {"seed": 7, "run": 12}}})],
    speaks_as: SpeaksAs = None,
) -> Response:
    """JSON lines, an export like any other: `fracas verify` checks it, `fracas replay` tells it, and
    `POST /v1/tables/import` makes a table of its own of it, at which the links of this one's seats hold. For GMs.

    It is this table's log under another name, and then the fight that `simulate` has played as this run of this seed
    with the same tactics, as long as the table stands where it stood then. Nothing is written at this table. The same
    question from the same moment is answered by the same bytes.
    """
    who = await present(request)
    fights, history = _fights(who, said, said.seed), apart(who.table.history)
    service = service_of(request)
    secret = secret_of(service.keys.dice, table, history, fights, said.run)
    copying = Copying(service.house.log, service.playing, table, history, secret)
    try:
        file = await copying.with_run(fights, said.run, request.is_disconnected)
    except GivenUp:
        raise _too_long("this fight was not over") from None
    if file is None or not still_seated(who):
        if file is not None:
            file.close()
        raise unauthorized()
    return sent(parts_of(file), f"{table}-run-{said.run}")


def _fights(who: Present, said: _PlanBody, seed: int) -> Fights:
    if not who.is_gm:
        raise forbidden("only a GM may have fights played: hidden things count in them")
    state = who.table.history.state
    if state.parked:
        raise refused(refusal("waiting", "an action waits for an answer; fights begin when it is over"))
    plan = Plan(tactic=said.tactic, sides=dict(said.sides), longest=said.longest)
    return Fights(who.table.ruleset.id, state, plan, seed)


def _too_long(what: str) -> Problem:
    return refused(refusal("limit-exceeded", f"{what} within {FIGHTING} seconds"))
