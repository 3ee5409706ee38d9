"""Opening tables."""

from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Body, Path, Request
from fastapi.responses import Response

from api.keys import named_id, random_id
from api.seats import must_be_host
from api.service import service_of
from api.tokens import derived_link, new_link
from api.tokens import digest_of as digest_of_link
from api.web.answers import answer
from api.web.bodies import OpeningModel, check_text, digest_of
from api.web.problems import problem
from engine.commands import Given, OpenTable
from engine.decide.table import GM_SEAT

router: Final = APIRouter(prefix="/v1", tags=["tables"])

TableName = Annotated[str, Path(pattern="^[A-Za-z0-9-]{1,40}$", description="The table's id.")]


class Opened(msgspec.Struct, frozen=True):
    """A table that is open: its id, its newest number, and the links of its seats."""

    table: str
    version: int
    links: dict[str, str]


OPENING_EXAMPLE: Final = {"title": "The warehouse", "ruleset": "unisystem", "options": {"initiative": "once"}}


@router.post("/tables", status_code=201, summary="Open a table")
async def open_table(
    request: Request, opening: Annotated[OpeningModel, Body(openapi_examples={"a table": {"value": OPENING_EXAMPLE}})]
) -> Response:
    """Open a table under a rule set. The GM's link in the answer is shown nowhere else; exchange it for a token."""
    service = service_of(request)
    must_be_host(request, service)
    if opening.ruleset not in service.rulesets:
        raise problem("invalid", f"there is no rule set {opening.ruleset!r}; GET /v1/rulesets lists them")
    check_text(opening.title)
    digest = digest_of(opening.model_dump(mode="json"))
    if opening.id is None:
        name, command, link = random_id(), "open", new_link()
    else:
        name = named_id(service.keys.tables, opening.id)
        command = f"open-{name}"
        link = derived_link(service.keys.links, f"open|{opening.id}|{digest}")
    given = Given(table=name, seat=GM_SEAT, command=command, digest=digest, now=service.clock())
    told = OpenTable(title=opening.title, ruleset=opening.ruleset, preset=opening.preset, options=dict(opening.options))
    table = await service.house.open(name, told, given, digest_of_link(link))
    first = await table.past.entry(1)
    if first is None or first.digest != digest:
        raise problem("id-used", "this id has opened another table")
    seat = table.history.ledger.seats[GM_SEAT]
    links = {GM_SEAT: link} if seat.link_digest == digest_of_link(link) else {}
    return answer(Opened(name, table.history.head, links), 201, {"location": f"/v1/tables/{name}"})
