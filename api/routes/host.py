"""What a host does with tables: list them, mend links, put them into the archive and back, delete them."""

from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response

from api.host.covers import Cover, cover_of, in_trouble
from api.host.desk import HOST, Desk, NotDone
from api.keys import random_id
from api.routes.tables import Opened, TableName
from api.seats import must_be_host
from api.service import Service, service_of
from api.tables.orders import Order, TurnedAway, Unit, digest_of_command
from api.tables.table import Table
from api.tokens import digest_of, new_link
from api.web.answers import answer
from api.web.problems import problem, refused
from engine.commands import AnyCommand, CloseTable, HandOverSeat
from engine.refusals import refusal
from events.log.errors import LogError

router: Final = APIRouter(prefix="/v1", tags=["tables"])


class Covers(msgspec.Struct, frozen=True):
    """The tables of this log, those used last first."""

    tables: tuple[Cover, ...]


@router.get("/tables", summary="All tables (host)")
async def tables(
    request: Request,
    archived: Annotated[bool, Query(description="Also those in the archive.")] = False,
) -> Response:
    """Every table of this log: title, turn, whom it waits for, how many follow it, when it was used last, its size."""
    service = service_of(request)
    must_be_host(request, service)
    covers = [await _cover(service, name) for name in await service.house.log.tables()]
    shown = (one for one in covers if one is not None and (archived or not one.archived))
    return answer(Covers(tuple(sorted(shown, key=lambda one: -one.changed))))


async def _cover(service: Service, name: str) -> Cover | None:
    try:
        table = await service.house.looked_at(name)
        return await cover_of(service.house.log, name, table, service.live)
    except LogError as wrong:
        return in_trouble(name, wrong)


@router.post("/tables/{table}/link", summary="A new link for a seat (host)")
async def mend_link(
    request: Request,
    table: TableName,
    seat: Annotated[str | None, Query(max_length=40, description="Whose link; left out, the first GM's.")] = None,
) -> Response:
    """Give a seat another link where the old one was lost. The old link and its tokens are void."""
    found = await _table(request, table)
    whose = seat or found.history.ledger.first_gm.id
    link = new_link()
    await _give(found, "link", HandOverSeat(seat=whose, link_digest=digest_of(link)))
    return answer(Opened(table, found.history.head, {whose: link}))


@router.post("/tables/{table}/archive", status_code=204, summary="Put a table into the archive (host)")
async def archive(request: Request, table: TableName) -> Response:
    """Nothing more is played there; it can be read and exported as before, and is listed only where asked for."""
    found = await _table(request, table)
    await _give(found, "archive", CloseTable(reason="put into the archive"))
    return Response(status_code=204)


@router.post("/tables/{table}/restore", status_code=204, summary="Take a table out of the archive (host)")
async def restore(request: Request, table: TableName) -> Response:
    """Play goes on where it stopped, also at a table that its GM has closed."""
    await _table(request, table)
    service = service_of(request)
    try:
        await Desk(service.house.log, service.keys, service.rulesets, service.clock).restore(table)
    except NotDone as wrong:
        raise refused(wrong.refusal) from None
    service.house.forget(table)
    return Response(status_code=204)


@router.delete("/tables/{table}", status_code=204, summary="Delete a table (host)")
async def delete(request: Request, table: TableName) -> Response:
    """Take a table off the server with everything that was kept of it. Nothing brings it back but an export.

    Only from the archive, so that nobody is playing there.
    """
    found = await _table(request, table)
    if not found.history.ledger.closed:
        raise refused(refusal("wrong-phase", "put the table into the archive first: somebody may be playing there"))
    await service_of(request).house.delete(table)
    return Response(status_code=204)


async def _table(request: Request, name: str) -> Table:
    """The table a host asks about.

    Raises:
        Problem: it is no host who asks, or there is no such table.
    """
    service = service_of(request)
    must_be_host(request, service)
    found = await service.house.table(name)
    if found is None:
        raise problem("not-found", "there is no table of this id")
    return found


async def _give(table: Table, what: str, command: AnyCommand) -> None:
    """A host has no seat: it is done by the first GM's right, and the command's name tells who it was.

    Raises:
        Problem: it was refused, and why.
    """
    order = Order(f"{HOST}-{what}-{random_id()}", digest_of_command(command), command)
    try:
        await table.give(Unit(table.history.ledger.first_gm.id, (order,)))
    except TurnedAway as wrong:
        raise refused(wrong.refusal) from None
