"""Answers as JSON: msgspec writes them, no model stands in between."""

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from starlette.responses import Response

from api.web.problems import PROBLEM, Problem

_encoder: Final = msgspec.json.Encoder()
JSON: Final = "application/json"
TEXT: Final = "text/plain"
YAML: Final = "application/yaml"
LINES: Final = "application/jsonl"


def answer(said: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """Anything that msgspec can write. Nobody in between keeps it: it is for one seat."""
    return raw_answer(_encoder.encode(said), status, headers)


def raw_answer(body: bytes, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    """JSON that is written already."""
    return Response(body, status, {"cache-control": "no-store", **(headers or {})}, JSON)


def text_answer(lines: Iterable[str]) -> Response:
    """Plain text, a line each; it hangs on what was asked for, so who keeps it nevertheless keeps it apart."""
    body = "".join(f"{line}\n" for line in lines)
    headers = {"cache-control": "no-store", "vary": "accept", "x-content-type-options": "nosniff"}
    return Response(body, headers=headers, media_type=TEXT)


def problem_answer(wrong: Problem) -> Response:
    """A problem document."""
    headers = {"cache-control": "no-store", **wrong.headers}
    return Response(_encoder.encode(wrong.document), wrong.document.status, headers, PROBLEM)
