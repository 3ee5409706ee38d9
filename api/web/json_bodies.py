"""Bodies as JSON, read through one door: how deep, how long, which numbers and characters, whatever the address."""

import re
from collections.abc import Callable, Coroutine
from typing import Any, Final

import msgspec
from fastapi.routing import APIRoute
from starlette.requests import Request
from starlette.responses import Response

from api.limits import DEPTH
from api.plain_text import control_in
from api.web.problems import Problem, invalid, problem

_anything: Final = msgspec.json.Decoder()
_MAY_CONTROL: Final = re.compile(rb"\\[bfu]|\x7f|\xc2[\x80-\x9f]|\xe2(?:\x80[\xaa-\xae]|\x81[\xa6-\xa9])")
_MAY_BE_WHOLE: Final = re.compile(rb"[0-9](?:\.0|[eE])")
_EXACT: Final = 2**53
"""From here on a double tells whole numbers apart no more."""


class JsonRoute(APIRoute):
    """A route whose body is read as those of commands are, before its own shape is asked for."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Read the body, then go on; a request without one goes on at once."""
        inner = super().get_route_handler()
        if self.body_field is None:
            return inner

        async def handled(request: Request) -> Response:
            raw = await request.body()
            return await inner(_Read(request, whole(read_json(must_be_json(request, raw)), raw)) if raw else request)

        return handled


class _Read(Request):
    """A request whose body has been read."""

    def __init__(self, request: Request, document: Any) -> None:
        super().__init__(request.scope, request.receive)
        self._said = document

    async def body(self) -> bytes:
        """Something, so that the document is asked for."""
        return b" "

    async def json(self) -> Any:
        """What the body says."""
        return self._said


def must_be_json(request: Request, raw: bytes) -> bytes:
    """The body of a request that says that it is JSON.

    Raises:
        Problem: it says something else of it, or nothing.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json" and not (kind.startswith("application/") and kind.endswith("+json")):
        raise problem("not-json", "send the body as application/json")
    return raw


def read_json(raw: bytes) -> Any:
    """A body as plain JSON: UTF-8, no NaN, no number beyond what a double holds, not nested without end, plain text.

    Raises:
        Problem: it is none.
    """
    try:
        document = _anything.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as problem:
        raise invalid(f"the body is no JSON: {problem}") from problem
    except RecursionError:
        raise _too_deep() from None
    if raw.count(b"{") + raw.count(b"[") > DEPTH and _deeper(document, DEPTH):
        raise _too_deep()
    if _MAY_CONTROL.search(raw):
        check_text(document)
    return document


def whole(document: Any, raw: bytes) -> Any:
    """The document with 40 in the place of 40.0: to JSON they are one number, and some languages write only the second
    (Lua, say). Nobody who writes the first pays for it."""
    return _whole(document) if _MAY_BE_WHOLE.search(raw) else document


def check_text(document: Any) -> None:
    """Refuse control characters in any text: they steer a terminal or turn a line, and nobody can see them.

    Raises:
        Problem: there is one that is neither a line break nor a tab.
    """
    if control_in(document) is not None:
        raise invalid("the body holds a control character; of those text has line breaks and tabs only")


def _whole(document: Any) -> Any:
    match document:
        case float() if document.is_integer() and abs(document) < _EXACT:
            return int(document)
        case dict():
            return {name: _whole(one) for name, one in document.items()}
        case list():
            return [_whole(one) for one in document]
        case _:
            return document


def _deeper(document: Any, levels: int) -> bool:
    if not isinstance(document, dict | list):
        return False
    inner = document.values() if isinstance(document, dict) else document
    return levels == 0 or any(_deeper(one, levels - 1) for one in inner)


def _too_deep() -> Problem:
    return invalid(f"the body is nested more than {DEPTH} levels deep")
