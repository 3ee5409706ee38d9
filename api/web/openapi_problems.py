"""What can go wrong where, told in the OpenAPI document: a problem for each status that an address may answer with."""

from http import HTTPStatus
from typing import Any, Final

from api.web.problems import PROBLEM

TABLE: Final = "/v1/tables/{table}"
_EVERYWHERE: Final = (422, 500)
_BODY: Final = (413, 415)
_SEAT: Final = (401, 403, 404, 409, 429, 503)
"""A seat's token, the seat it speaks for, what may not be seen, what the rules refuse, how often it asks, the log."""

_HOST: Final = (401, 403, 404, 409, 429, 503)
_LINK: Final = (401, 404, 409, 429, 503)
_RULES: Final = (404,)
_READY: Final = (503,)
_ALONE: Final[dict[str, tuple[int, ...]]] = {
    "/seats/token": _LINK,
    "/v1/tables": _HOST,
    "/v1/tables/import": (*_HOST, 413),
    "/metrics": (401, 403, 429),
    "/readyz": _READY,
}


def tell_problems(document: dict[str, Any]) -> None:
    """Give every operation the problems that it may end with, in place of one for all."""
    document["components"]["responses"] = {_name(status): _problem(status) for status in _all()}
    for path, operations in document["paths"].items():
        for operation in operations.values():
            for gone in ("422", "default"):
                operation["responses"].pop(gone, None)
            for status in _of(path, operation):
                operation["responses"][str(status)] = {"$ref": f"#/components/responses/{_name(status)}"}


def _of(path: str, operation: dict[str, Any]) -> list[int]:
    if path in _ALONE:
        own = _ALONE[path]
    elif path.startswith(TABLE):
        own = _SEAT
    else:
        own = _RULES if "{" in path else ()
    return sorted({*_EVERYWHERE, *own, *(_BODY if "requestBody" in operation else ())})


def _all() -> list[int]:
    return sorted({*_EVERYWHERE, *_BODY, *_SEAT, *_HOST, *_LINK, *_RULES, *_READY})


def _name(status: int) -> str:
    return f"Problem{status}"


def _problem(status: int) -> dict[str, Any]:
    schema = {"$ref": "#/components/schemas/Document"}
    return {"description": HTTPStatus(status).phrase, "content": {PROBLEM: {"schema": schema}}}
