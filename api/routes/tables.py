"""Opening tables."""

from functools import partial
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Body, Path, Request
from fastapi.openapi.models import Example
from fastapi.responses import Response

from api.encounters.asked import encounter_of
from api.keys import named_id, random_id
from api.seats import must_be_host
from api.service import Service, service_of
from api.tables.template import HouseRules, SeatWanted, Template, prepared, wanted_seats
from api.tokens import derived_link, new_link
from api.tokens import digest_of as digest_of_link
from api.web.answers import answer
from api.web.bodies import OpeningModel
from api.web.json_bodies import JsonRoute
from api.web.problems import invalid, problem
from engine.commands import Given
from engine.decide.table import GM_SEAT

router: Final = APIRouter(prefix="/v1", tags=["tables"], route_class=JsonRoute)

TableName = Annotated[str, Path(pattern="^[A-Za-z0-9-]{1,40}$", description="The table's id.")]


class Opened(msgspec.Struct, frozen=True):
    """A table that is open: its id, its newest number, and the links of its seats."""

    table: str
    version: int
    links: dict[str, str]


OPENING_EXAMPLES: Final[dict[str, Example]] = {
    "a table": {"value": {"title": "The warehouse", "ruleset": "unisystem", "options": {"initiative": "once"}}},
    "from a sample": {
        "value": {
            "title": "Friday night",
            "ruleset": "interlock",
            "sample": "street-ambush",
            "seats": [{"seat": "ana", "name": "Ana"}, {"seat": "screen", "kind": "spectator", "name": "The screen"}],
        }
    },
}


@router.post("/tables", status_code=201, summary="Open a table")
async def open_table(
    request: Request, opening: Annotated[OpeningModel, Body(openapi_examples=OPENING_EXAMPLES)]
) -> Response:
    """Open a table under a rule set, or as a template says. The links in the answer are shown nowhere else; exchange
    them for tokens. All of it is there from the first moment, or there is no table."""
    service = service_of(request)
    must_be_host(request, service)
    template = await _template(service, opening)
    digest, seats = opening.digest, (GM_SEAT, *(one.seat for one in template.seats))
    if opening.id is None:
        name, command, links = random_id(), "open", {seat: new_link() for seat in seats}
    else:
        name = named_id(service.keys.tables, opening.id)
        command = f"open-{name}"
        links = {seat: derived_link(service.keys.links, _said(seat, opening.id, digest)) for seat in seats}
    digests = {seat: digest_of_link(link) for seat, link in links.items()}
    given = Given(table=name, seat=GM_SEAT, command=command, digest=digest, now=service.clock())
    what = prepared(opening.title, template, service.rulesets, digests)
    table = await service.house.open(name, what, given, digests[GM_SEAT])
    first = await table.past.entry(1)
    if first is None or first.digest != digest:
        raise problem("id-used", "this id has opened another table")
    held = table.history.ledger.seats
    valid = {seat: link for seat, link in links.items() if seat in held and held[seat].link_digest == digests[seat]}
    return answer(Opened(name, table.history.head, valid), 201, {"location": f"/v1/tables/{name}"})


def _said(seat: str, name: str, digest: str) -> str:
    """What a link is derived from; the first GM's is what it always was."""
    return f"open|{name}|{digest}" if seat == GM_SEAT else f"open|{name}|{digest}|{seat}"


async def _template(service: Service, opening: OpeningModel) -> Template:
    """What is asked for, looked up: how another table plays, the encounter, the seats.

    Raises:
        Problem: there is no such table or sample, or something of it does not go together.
    """
    like = await _house_rules(service, opening.like) if opening.like is not None else None
    if sum(one is not None for one in (opening.encounter, opening.file, opening.sample)) > 1:
        raise invalid("say one thing: the encounter, a file or a sample")
    meant = opening.ruleset or (like.ruleset if like else str((opening.encounter or {}).get("ruleset", "")))
    if meant not in service.rulesets:
        raise invalid(f"ruleset: there is no rule set {meant!r}; GET /v1/rulesets lists them")
    encounter, rules = None, service.rulesets[meant]
    if opening.encounter is not None or opening.file is not None or opening.sample is not None:
        reading = partial(encounter_of, opening.encounter, opening.file, opening.sample, rules, service.rulesets)
        encounter = await service.thinking.about(reading)
    return Template(
        ruleset=meant,
        like=like,
        encounter=encounter,
        preset=opening.preset,
        options=opening.options,
        seats=wanted_seats(SeatWanted(one.seat, one.kind, one.name) for one in opening.seats),
    )


async def _house_rules(service: Service, name: str) -> HouseRules:
    table = await service.house.looked_at(name) if await service.house.log.exists(name) else None
    if table is None:
        raise problem("not-found", "like: there is no table of this id")
    return HouseRules(table.ruleset.id, table.history.state.options)
