"""What every request passes before a route sees it: a limit on its body, and one form for whatever goes wrong."""

from http import HTTPStatus

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.limits import BODY, CAPSULE
from api.lines import LOGGER, say
from api.tables.orders import Passed, TurnedAway
from api.web.answers import problem_answer
from api.web.bodies import from_validation
from api.web.bodiless import LIVE, Bodiless
from api.web.problems import EDGE_CODES, Document, Problem, invalid, problem, refused, type_of
from engine.refusals import Refused, refusal
from events.log.errors import LogBroken, LogError, LogForked, LogFull

_DRAINED = 64 * BODY
"""So much of a body that is too large is read and thrown away, so that its sender hears the answer."""


BROUGHT_IN = "/v1/tables/import"
"""The one address that takes a file: its route reads it bit by bit, and only from a host."""


class BodyLimit:
    """Ends a request whose body is larger than the limit, whatever its headers say of it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Count what comes in."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        read, most = 0, CAPSULE if scope["path"] == BROUGHT_IN else BODY

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > most:
                await _drain(message, receive, read)
                raise _too_large(most)
            return message

        await self._app(scope, counted, send)


async def _drain(message: Message, receive: Receive, read: int) -> None:
    while message.get("more_body", False) and read < _DRAINED:
        message = await receive()
        read += len(message.get("body", b""))


def _too_large(most: int) -> HTTPException:
    return HTTPException(413, f"a body may have {most} bytes at the most")


_METHODS = ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
_CODES = {status: code for code, (status, _) in reversed(EDGE_CODES.items())}


def install(app: FastAPI) -> None:
    """Answer everything that goes wrong with a problem document."""
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _validation)
    app.add_exception_handler(ClientDisconnect, _gone)
    for kind in (Problem, Refused, TurnedAway, Passed, LogError):
        app.add_exception_handler(kind, _told)
    app.add_exception_handler(Exception, _fault)
    app.add_middleware(BodyLimit)
    app.add_middleware(Bodiless)


def as_problem(wrong: Exception, to_host: bool = False) -> Problem:
    """Whatever went wrong, as a problem. What a log's server says, and where it is, is for whoever runs it."""
    match wrong:
        case Problem():
            return wrong
        case Refused() | TurnedAway():
            return refused(wrong.refusal)
        case Passed():
            return refused(refusal("moved", "the table has gone on; look at what was missed and decide anew"))
        case LogForked():
            return problem("forked", str(wrong))
        case LogBroken():
            return problem("log-broken", str(wrong))
        case LogFull():
            detail = str(wrong) if to_host else EDGE_CODES["log-full"][1]
            return problem("log-full", detail, headers={"Retry-After": "30"})
        case LogError():
            detail = str(wrong) if to_host else EDGE_CODES["log-unavailable"][1]
            return problem("log-unavailable", detail, headers={"Retry-After": "1"})
        case _:
            return problem("internal", "a fault of the service; nothing of the request was kept")


async def _told(request: Request, wrong: Exception) -> Response:
    if isinstance(wrong, LogError):
        say("the log failed", 30, method=request.method, path=_path(request), why=str(wrong))
    return problem_answer(as_problem(wrong, getattr(request.state, "host", False)))


async def _http(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, HTTPException)
    status = wrong.status_code
    code, headers = _CODES.get(status, "invalid" if status < 500 else "internal"), dict(wrong.headers or {})
    if status == 404:
        detail = "there is nothing at this address"
    elif status == 405:
        detail, headers = f"{request.method} is not for this address", {"allow": _allowed(request)}
    else:
        detail = str(wrong.detail)
    document = Document(type_of(code), HTTPStatus(status).phrase, status, detail, code)
    return problem_answer(Problem(document, headers))


def _allowed(request: Request) -> str:
    """All methods of an address, whichever routes they come from; an address of its own is no table of that name."""
    path = request.scope["path"].removeprefix(request.scope.get("root_path", ""))
    told = request.app.openapi()["paths"].get(path)
    methods = set(map(str.upper, told)) if told else {one for one in _METHODS if _takes(request, one)}
    if "GET" in methods and not path.endswith(LIVE):
        methods.add("HEAD")
    return ", ".join(sorted(methods))


def _takes(request: Request, method: str) -> bool:
    scope = {**request.scope, "method": method}
    return any(route.matches(scope)[0] == Match.FULL for route in request.app.router.routes)


async def _validation(request: Request, wrong: Exception) -> Response:
    assert isinstance(wrong, RequestValidationError)
    return problem_answer(from_validation(wrong.errors()))


async def _gone(request: Request, wrong: Exception) -> Response:
    """Whoever went away in the middle of a body reads no answer, and it was no fault of the service."""
    return problem_answer(invalid("the body breaks off"))


async def _fault(request: Request, wrong: Exception) -> Response:
    LOGGER.error("fault", exc_info=wrong, extra={"fields": {"method": request.method, "path": _path(request)}})
    return problem_answer(as_problem(wrong))


def _path(request: Request) -> str:
    """The route, not the address: whatever somebody put into that."""
    route = request.scope.get("route")
    return str(getattr(route, "path", "unknown"))
