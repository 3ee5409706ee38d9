"""What comes of the whole log: a table as a file, the way back in, and how its dice have fallen."""

import asyncio
from collections.abc import AsyncIterator
from tempfile import TemporaryFile
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse

from api.proof.capsules import Forked, NotTaken, Receiver, capsule
from api.proof.seat_capsules import seat_capsule
from api.routes.tables import TableName
from api.seats import must_be_host, present, still_seated
from api.service import service_of
from api.web.answers import LINES, answer
from api.web.problems import forbidden, problem, unauthorized
from events.chain import Sealed
from events.codec import decode
from projections.fairness import Count

router: Final = APIRouter(prefix="/v1/tables", tags=["looking"])


@router.get("/{table}/export", summary="The table as a file")
async def export(request: Request, table: TableName) -> Response:
    """JSON lines that `fracas verify` checks without a server. To a GM: every entry of the log with salt and hash.

    To any other seat: its own frames with their chain, which the heads in `dice-key-turned` tie to the table's log.
    """
    who = await present(request)
    if who.speaker.kind == "gm":
        log, head = service_of(request).house.log, who.table.history.head
        return sent(capsule(log, who.table.name, who.table.ruleset.id, head), who.table.name)
    stream = await who.table.streams.of(who.speaker.id)
    return sent(seat_capsule(stream, who.table.name, who.speaker.id), f"{who.table.name}-{who.speaker.id}")


@router.get("/{table}/fairness", summary="How the dice have fallen (GM)")
async def fairness(request: Request, table: TableName) -> Response:
    """Counts per seat and size of die, the table's and typed dice apart, with chi-square and its p-value.

    A row with too few throws says so. Dice that were thrown and then undone have fallen all the same.
    """
    who = await present(request)
    if who.speaker.kind != "gm":
        raise forbidden("only a GM sees how all dice have fallen")
    count = Count()
    async for page in service_of(request).house.log.walk(who.table.name):
        await asyncio.to_thread(_count, count, page)
    told = await asyncio.to_thread(count.told)
    if not still_seated(who):
        raise unauthorized()
    return answer(told)


def _count(count: Count, page: tuple[Sealed, ...]) -> None:
    for sealed in page:
        count.take(decode(sealed.body))


def sent(lines: AsyncIterator[bytes], name: str) -> Response:
    """Lines as a file of this name."""
    headers = {"cache-control": "no-store", "content-disposition": f'attachment; filename="{name}.fracas.jsonl"'}
    return StreamingResponse(lines, media_type=LINES, headers=headers)


_CAPSULE: Final = {"required": True, "content": {LINES: {"schema": {"type": "string", "format": "binary"}}}}


@router.post(
    "/import",
    status_code=201,
    summary="Bring a table in from a file (host)",
    openapi_extra={"requestBody": _CAPSULE},
)
async def bring_in(request: Request) -> Response:
    """The body is a table's whole export. It is verified first; what the table here lacks of it is added.

    Seats keep their links. The dice get new keys; a key that another server made stays with that one. A table of this
    id whose log is another one is not touched.
    """
    service = service_of(request)
    must_be_host(request, service)
    receiver = Receiver(service.house.log, service.keys, service.rulesets, service.clock)
    with TemporaryFile() as file:
        async for part in request.stream():
            await asyncio.to_thread(file.write, part)
        file.seek(0)
        try:
            taken = await receiver.take_in(file)
        except Forked as why:
            raise problem("forked", str(why)) from None
        except NotTaken as why:
            raise problem("invalid", str(why)) from None
    return answer(taken, 201 if taken.added else 200, {"location": f"/v1/tables/{taken.table}"})
