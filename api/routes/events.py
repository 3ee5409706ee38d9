"""What has happened since a number: at once, or as soon as something does (long poll)."""

import asyncio
from contextlib import suppress
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from api.limits import PAGE, WAIT
from api.live.broadcast import Guest
from api.routes.tables import TableName
from api.routes.views import SpeaksAs
from api.seats import Present, present, still_seated, still_sees
from api.service import service_of
from api.web.answers import answer
from api.web.problems import unauthorized
from projections.story import Line
from projections.stream import AudienceStream

router: Final = APIRouter(prefix="/v1/tables/{table}", tags=["looking"])


class Events(msgspec.Struct, frozen=True, omit_defaults=True):
    """Frames in order, under the seat's own numbers.

    `number` and `chain` are those of the last frame here: send them back as `after` and `chain`. `newest` is how far
    the stream goes; `more` that frames were left for the next answer. `lines` are those of the story that came with
    the frames. `forked`: the chain that was sent does not fit, so what was read before is to be thrown away; look at
    the table anew. `stopping`: the service stops; come back in a moment.
    """

    number: int
    chain: str
    newest: int
    frames: tuple[msgspec.Raw, ...]
    lines: tuple[Line, ...] = ()
    more: bool = False
    forked: bool = False
    stopping: bool = False


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
        return _forked(stream)
    if wait and after == stream.newest:
        await _Poll(request, who, stream, after).wait(wait)
        if not still_seated(who):
            raise unauthorized()
        if not still_sees(who, stream.viewer):
            stream = await who.table.streams.of(who.speaker.id)
            return _forked(stream)
    frames = stream.after(after, limit)
    last = frames[-1] if frames else None
    return answer(
        Events(
            number=last.number if last else after,
            chain=last.chain if last else stream.chain_at(after),
            newest=stream.newest,
            frames=tuple(msgspec.Raw(one.body) for one in frames),
            lines=stream.teller.between(after, last.number) if last else (),
            more=bool(last and last.number < stream.newest),
            stopping=service_of(request).live.stopping,
        )
    )


def _forked(stream: AudienceStream) -> Response:
    return answer(Events(stream.newest, stream.chain, stream.newest, (), forked=True))


class _Poll(Guest):
    """A poll that waits: for news, for whoever asked to go away, or for its time to be over."""

    def __init__(self, request: Request, who: Present, stream: AudienceStream, after: int) -> None:
        super().__init__(who.table)
        self._live, self._house = service_of(request).live, service_of(request).house
        self._request, self._who, self._stream, self._after = request, who, stream, after

    async def wait(self, seconds: float) -> None:
        """Return as soon as there is something to say."""
        with self._live.place_for(self.table, self._who.seat), self._live.with_guest(self):
            self._house.guest(self.table, 1)
            watching = asyncio.create_task(self._until_news())
            gone = asyncio.create_task(self._until_gone())
            try:
                await asyncio.wait((watching, gone), timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
            finally:
                watching.cancel()
                gone.cancel()
                self._house.guest(self.table, -1)

    async def _until_news(self) -> None:
        while self._stream.newest == self._after and not self._over:
            await self.table.news()

    @property
    def _over(self) -> bool:
        return self.table.lost or self._live.stopping or not still_sees(self._who, self._stream.viewer)

    async def _until_gone(self) -> None:
        """Whoever goes away makes room: a page that is loaded anew leaves its polls behind."""
        with suppress(HTTPException):  # a body, and a large one; nobody reads it
            while (await self._request.receive())["type"] != "http.disconnect":
                pass
