"""What has happened since a number: at once, or as soon as something does (long poll)."""

import asyncio
from contextlib import suppress
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from api.answers import answer
from api.limits import PAGE, POLLS, WAIT
from api.problems import problem, unauthorized
from api.routes.tables import TableName
from api.routes.views import SpeaksAs
from api.seats import Present, present, still_seated
from api.service import service_of
from projections.stream import AudienceStream

router: Final = APIRouter(prefix="/v1/tables/{table}", tags=["looking"])


class Events(msgspec.Struct, frozen=True, omit_defaults=True):
    """Frames in order, under the seat's own numbers.

    `number` and `chain` are those of the last frame here: send them back as `after` and `chain`. `newest` is how far
    the stream goes; `more` that frames were left for the next answer. `forked`: the chain that was sent does not fit,
    so what was read before is to be thrown away; look at the table anew.
    """

    number: int
    chain: str
    newest: int
    frames: tuple[msgspec.Raw, ...]
    more: bool = False
    forked: bool = False


@router.get("/events", summary="What has happened since")
async def events(
    request: Request,
    table: TableName,
    after: Annotated[int, Query(ge=0, description="The seat's own number that was read last.")] = 0,
    chain: Annotated[str, Query(max_length=64, description="The chain that came with it, to be held to it.")] = "",
    wait: Annotated[float, Query(ge=0, le=WAIT, description="Seconds to wait for something new.")] = 0,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    speaks_as: SpeaksAs = None,
) -> Response:
    """Frames after a number. With `wait` the answer comes as soon as there is one, or empty when the time is over."""
    who = await present(request)
    stream = await who.table.streams.of(who.speaker.id)
    if after > stream.newest or (chain and not stream.fits(after, chain)):
        return answer(Events(stream.newest, stream.chain, stream.newest, (), forked=True))
    if wait and after == stream.newest:
        await _wait(request, who, stream, after, wait)
        if not still_seated(who):
            raise unauthorized()
    frames = stream.after(after, limit)
    last = frames[-1] if frames else None
    return answer(
        Events(
            number=last.number if last else after,
            chain=last.chain if last else stream.chain_at(after),
            newest=stream.newest,
            frames=tuple(msgspec.Raw(one.body) for one in frames),
            more=bool(last and last.number < stream.newest),
        )
    )


async def _wait(request: Request, who: Present, stream: AudienceStream, after: int, seconds: float) -> None:
    service, table = service_of(request), who.table
    name = f"{table.name}/{who.seat.id}"
    if service.polls.get(name, 0) >= POLLS:
        raise problem("too-many", f"{POLLS} polls of this seat wait already", headers={"Retry-After": "1"})
    service.polls[name] = service.polls.get(name, 0) + 1
    service.house.guest(table, 1)
    watching, gone = asyncio.create_task(_until_news(who, stream, after)), asyncio.create_task(_until_gone(request))
    try:
        await asyncio.wait((watching, gone), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
    finally:
        watching.cancel()
        gone.cancel()
        service.house.guest(table, -1)
        service.polls[name] -= 1
        if not service.polls[name]:
            del service.polls[name]


async def _until_news(who: Present, stream: AudienceStream, after: int) -> None:
    while stream.newest == after and not who.table.lost and still_seated(who):
        await who.table.news()


async def _until_gone(request: Request) -> None:
    """Whoever goes away makes room: a page that is loaded anew leaves its polls behind."""
    with suppress(HTTPException):  # a body, and a large one; nobody reads it
        while (await request.receive())["type"] != "http.disconnect":
            pass
