"""The whole log of a table for its GM, as `fracas verify` reads it."""

from collections.abc import AsyncIterator
from typing import Final

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response, StreamingResponse

from api.problems import forbidden
from api.routes.tables import TableName
from api.seats import Present, present
from api.service import service_of
from api.verify import FORMAT, Header, Line, Trailer
from events.chain import Sealed
from events.log.answers import EMPTY, Head
from events.log.stream import Log

router: Final = APIRouter(prefix="/v1/tables/{table}", tags=["looking"])

_encoder: Final = msgspec.json.Encoder()


@router.get("/export", summary="The whole log (GM)")
async def export(request: Request, table: TableName) -> Response:
    """JSON lines: what it is, every entry with salt and hash, and how far it goes. Checked on the way out."""
    who = await present(request)
    if who.speaker.kind != "gm":
        raise forbidden("only a GM is given the whole log")
    head = Head(who.table.history.head, who.table.history.hash)
    lines = _lines(who, service_of(request).house.log, head)
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="{who.table.name}.fracas.jsonl"',
    }
    return StreamingResponse(lines, media_type="application/jsonl", headers=headers)


async def _lines(who: Present, log: Log, head: Head) -> AsyncIterator[bytes]:
    yield _line(Header(FORMAT, who.table.name, who.table.ruleset.id))
    reached = EMPTY
    async for page in log.walk(who.table.name):
        kept = [one for one in page if one.version <= head.version]
        yield b"".join(_line(_written(one)) for one in kept)
        if kept:
            reached = Head(kept[-1].version, kept[-1].hash)
        if reached.version == head.version:
            break
    yield _line(Trailer(reached.version, reached.hash.hex()))


def _written(one: Sealed) -> Line:
    return Line(one.version, one.salt.hex(), one.hash.hex(), msgspec.Raw(one.body))


def _line(said: msgspec.Struct) -> bytes:
    return _encoder.encode(said) + b"\n"
