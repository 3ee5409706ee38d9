"""Taking a seat: a link is exchanged for a token."""

from hashlib import sha256
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Body, Request
from fastapi.responses import Response

from api.keys import random_id
from api.seats import COOKIE, address_of
from api.service import service_of
from api.tables.orders import Order, Unit, digest_of_command
from api.tables.table import Table
from api.tokens import seat_by_link, session_token
from api.web.answers import answer
from api.web.bodies import SeatLinkModel
from api.web.json_bodies import JsonRoute
from api.web.problems import unauthorized
from engine.commands import TakeSeat
from engine.ledger import Seat

router: Final = APIRouter(tags=["tables"], route_class=JsonRoute)


class SeatTaken(msgspec.Struct, frozen=True):
    """A seat that was opened: send `token` as `Authorization: Bearer`, or let the cookie speak."""

    table: str
    seat: str
    kind: str
    name: str
    token: str
    device: str


LINK_EXAMPLE: Final = {"table": "k3v9x2m4q7ab", "link": "the text after # in the link"}

NO_SEAT: Final = "this link opens no seat at this table: look at both, or ask the GM for a new link"


@router.post("/seats/token", summary="Open a seat by its link")
@router.post("/v1/seats/token", include_in_schema=False)
async def take_seat(
    request: Request, said: Annotated[SeatLinkModel, Body(openapi_examples={"a link": {"value": LINK_EXAMPLE}})]
) -> Response:
    """Exchange a link for a token and a cookie. The link opens its seat again until the GM changes it.

    `link` is the text after # or the whole link. An unknown table and a void link are told alike.
    """
    service = service_of(request)
    service.door_rates.take(address_of(request))
    table = await service.house.up_to_date(said.table)
    seat = seat_by_link(table.history.ledger, said.link.rpartition("#")[2]) if table is not None else None
    if table is None or seat is None:
        raise unauthorized(NO_SEAT)
    device = said.device or random_id()
    await _sit_down(table, seat, TakeSeat(device=device, entropy=said.entropy))
    token = session_token(service.keys.sessions, table.name, seat)
    taken = answer(SeatTaken(table.name, seat.id, seat.kind, seat.name, token, device))
    taken.set_cookie(
        COOKIE,
        token,
        path=f"{service.settings.root_path}/v1/tables/{table.name}",
        httponly=True,
        samesite="strict",
        secure=(service.settings.public_url or str(request.url)).startswith("https:"),
    )
    return taken


async def _sit_down(table: Table, seat: Seat, command: TakeSeat) -> None:
    """Recorded once per device and link; whoever opens the link again sits there already."""
    if command.device in seat.devices:
        return
    name = sha256(f"{command.device}|{command.entropy}|{seat.link_digest}".encode()).hexdigest()[:24]
    await table.give(Unit(seat.id, (Order(f"take-{name}", digest_of_command(command), command),)))
