"""What happens at a table as it happens: over a WebSocket, as SSE, or by one long poll after the other."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack, aclosing, suppress
from typing import Annotated, Final

import msgspec
from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import StringConstraints
from starlette.datastructures import QueryParams
from starlette.responses import StreamingResponse
from starlette.routing import WebSocketRoute
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

from api.limits import WAIT
from api.lines import LOGGER
from api.live.listening import MOST_FOLLOWED, POSITION, Listener, position
from api.live.messages import AnyMessage, Reason, Said, goodbye
from api.routes.tables import TableName
from api.seats import Present, seated, speaker_of, token_of
from api.service import service_of
from api.web.answers import problem_answer, raw_answer
from api.web.guards import as_problem
from api.web.heads import TRANSPORT
from api.web.problems import Problem, invalid
from events.log.errors import LogError

router: Final = APIRouter(prefix="/v1/tables/{table}", tags=["looking"])

PATH: Final = "/v1/tables/{table}/live"
SUBPROTOCOL: Final = "fracas.v1"
JOIN: Final = "fracas.v1.join"
"""Of a client that brings its token with its first message."""

JOIN_WITHIN: Final = 10.0
"""Seconds in which a connection without a token has to say whose it is."""

GONE: Final = 1001
REFUSED: Final = 1008
SLOW: Final = 1013
"""How a WebSocket is closed: the service goes, the connection may not go on, it should try again later."""

CODES: Final[dict[Reason, int]] = {
    "too-many": SLOW,
    "stopping": GONE,
    "log-unavailable": SLOW,
    "too-slow": SLOW,
    "fault": 1011,
}


class Join(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    tag_field="type",
    tag="join",
    rename={"whom": "as", "held": "from"},
):
    """The first message of a client that brought no token: its token, and what it would else have had in the query."""

    token: str
    whom: tuple[str, ...] = ()
    held: tuple[str, ...] = ()


_join: Final = msgspec.json.Decoder(Join)


class Polled(msgspec.Struct, frozen=True):
    """The answer to a poll: messages as they would come over a WebSocket. Poll again with the last number and chain."""

    messages: tuple[AnyMessage, ...]


async def _listener(connection: Request | WebSocket, token: str, whom: list[str], held: list[str]) -> Listener:
    """Somebody who listens, once it is clear who it is.

    Raises:
        Problem: no open seat, one it does not speak for, or what it holds does not read.
    """
    service = service_of(connection)
    table, seat = await seated(connection, token)
    if len(whom) > MOST_FOLLOWED or len(held) > MOST_FOLLOWED:
        raise invalid(f"at most {MOST_FOLLOWED} audiences are followed on one connection")
    speakers = [speaker_of(table, seat, one) for one in dict.fromkeys(whom)] or [seat]
    present = tuple(Present(table, seat, speaker) for speaker in speakers)
    return Listener(service.live, service.house, present, tuple(map(position, held)))


def _asked(query: QueryParams) -> tuple[list[str], list[str]]:
    return query.getlist("as"), query.getlist("from")


@router.get("/live", summary="What happens, as it happens")
async def live(
    request: Request,
    table: TableName,
    speaks_as: Annotated[
        list[str] | None,
        Query(
            alias="as", max_length=MOST_FOLLOWED, description="Seats to follow: the own one, or those it speaks for."
        ),
    ] = None,
    held: Annotated[
        list[Annotated[str, StringConstraints(pattern=POSITION)]] | None,
        Query(alias="from", max_length=MOST_FOLLOWED, description="`AUDIENCE:NUMBER:CHAIN` to go on from."),
    ] = None,
    wait: Annotated[float, Query(ge=0, le=WAIT, description="Seconds that a poll waits for something new.")] = 0,
) -> Response:
    """A WebSocket where the request asks to upgrade, SSE where it accepts `text/event-stream`, else one long poll.

    All three say the same messages: see docs/protocol.md.
    """
    streams = "text/event-stream" in request.headers.get("accept", "")
    last = request.headers.get("last-event-id", "")
    if streams and last:
        held = last.split(",")
    listener = await _listener(request, token_of(request), speaks_as or [], held or [])
    service = service_of(request)
    seat = listener.seat
    with ExitStack() as stack:
        stack.enter_context(service.live.place_for(listener.table, seat))
        if not streams:
            return raw_answer(_polled(await _unless_gone(request, listener, wait)))
        return _Streamed(_events(listener, request), stack.pop_all())


async def _unless_gone(request: Request, listener: Listener, wait: float) -> list[Said]:
    """The answer to a poll; whoever goes away makes room."""
    answering = asyncio.create_task(listener.answer(wait))
    gone = asyncio.create_task(_until_gone(request))
    try:
        await asyncio.wait((answering, gone), return_when=asyncio.FIRST_COMPLETED)
        return answering.result() if answering.done() else []
    finally:
        answering.cancel()
        gone.cancel()


async def _until_gone(request: Request) -> None:
    with suppress(Exception):  # a body, and a large one; nobody reads it
        while (await request.receive())["type"] != "http.disconnect":
            pass


def _polled(told: list[Said]) -> bytes:
    return b'{"messages":[' + b",".join(one.body for one in told) + b"]}"


class _Streamed(StreamingResponse):
    """Server-sent events: nobody in between keeps them, or holds them back. The seat's place is held until the end."""

    def __init__(self, events: AsyncIterator[bytes], place: ExitStack) -> None:
        super().__init__(events, headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        self.headers["content-type"] = "text/event-stream"
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send them, also if nobody is there any more to take the first."""
        with self._place:
            await super().__call__(scope, receive, send)


async def _events(listener: Listener, request: Request) -> AsyncIterator[bytes]:
    """Each message as an event whose id says where to go on from, as the browser sends it back by itself."""
    listener.transport = request.scope.get("extensions", {}).get(TRANSPORT, {}).get("transport")
    async with aclosing(listener.messages()) as messages:
        async for one in messages:
            held = ",".join(f"{at.audience}:{at.number}:{at.chain}" for at in listener.positions)
            yield f"id: {held}\n".encode() + b"data: " + one.body + b"\n\n"


class _Socket:
    """The same over a WebSocket, on the bare interface: with many connections every call counts."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection."""
        socket = WebSocket(scope, receive, send)
        await receive()  # that somebody wants to connect
        try:
            if JOIN in scope["subprotocols"]:
                await _after_join(socket, receive, send)
                return
            listener = await _listener(socket, token_of(socket), *_asked(socket.query_params))
            with service_of(socket).live.place_for(listener.table, listener.seat):
                await _accept(send, SUBPROTOCOL if SUBPROTOCOL in scope["subprotocols"] else None)
                await _follow(listener, scope, receive, send)
        except OSError:
            raise  # whoever wanted to connect is gone, and the web server knows
        except Exception as wrong:
            told = as_problem(wrong)
            if told.document.code == "internal":
                LOGGER.error("fault", exc_info=wrong, extra={"fields": {"path": PATH}})
            # Whoever is gone meanwhile, the web server has to hear of it: else it says that nobody was let in.
            await socket.send_denial_response(problem_answer(told))


async def _accept(send: Send, subprotocol: str | None) -> None:
    await send({"type": "websocket.accept", "subprotocol": subprotocol, "headers": []})


async def _after_join(socket: WebSocket, receive: Receive, send: Send) -> None:
    """For pages of elsewhere, which cannot send a header: the token is the first message."""
    live = service_of(socket).live
    with live.place_to_join():
        await _accept(send, JOIN)
        try:
            async with asyncio.timeout(JOIN_WITHIN):
                said = await receive()
            if said["type"] == "websocket.disconnect":
                return
            asked = _join.decode(said.get("text") or said.get("bytes") or b"")
            listener = await _listener(socket, asked.token, list(asked.whom), list(asked.held))
        except (TimeoutError, msgspec.MsgspecError, Problem, LogError) as wrong:
            await _leave(send, _refusal(wrong))
            return
    try:
        with live.place_for(listener.table, listener.seat):
            await _follow(listener, socket.scope, receive, send)
    except Problem:
        await _leave(send, "too-many")


def _refusal(wrong: Exception) -> Reason:
    match wrong:
        case msgspec.MsgspecError():
            return "not-understood"
        case LogError():
            return "log-unavailable"
        case Problem(document=document) if document.code == "too-many":
            return "too-many"
        case Problem(document=document) if document.code == "invalid":
            return "not-understood"
        case _:
            return "no-token"


async def _follow(listener: Listener, scope: Scope, receive: Receive, send: Send) -> None:
    """Say what there is to say until one of both goes."""
    extension = scope.get("extensions", {}).get(TRANSPORT, {})
    listener.transport = extension.get("transport")
    telling = asyncio.create_task(_tell(listener, send, extension.get("tell", _not_at_once)))
    try:
        while (await receive())["type"] != "websocket.disconnect":
            listener.leave("not-understood")
    finally:
        telling.cancel()
        with suppress(asyncio.CancelledError):
            await telling


def _not_at_once(framed: bytes) -> bool:
    """Under a server that takes no framed messages."""
    return False


async def _tell(listener: Listener, send: Send, at_once: Callable[[bytes], bool]) -> None:
    try:
        async with aclosing(listener.messages()) as messages:
            async for one in messages:
                if not at_once(one.framed):
                    await send({"type": "websocket.send", "text": one.text})
        await _close(send, listener.left or "fault")
    except OSError:  # the other side is gone; `receive` tells so too
        pass
    except Exception as wrong:
        LOGGER.error("fault", exc_info=wrong, extra={"fields": {"path": PATH}})
        await _leave(send, "fault")


async def _leave(send: Send, reason: Reason) -> None:
    with suppress(OSError):
        await send({"type": "websocket.send", "text": goodbye(reason).text})
        await _close(send, reason)


async def _close(send: Send, reason: Reason) -> None:
    await send({"type": "websocket.close", "code": CODES.get(reason, REFUSED), "reason": reason})


socket: Final = WebSocketRoute(PATH, _Socket())
