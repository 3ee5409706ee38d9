"""Problem documents (RFC 9457): everything that goes wrong is told in one form, with a code that does not change."""

from http import HTTPStatus
from typing import Any, Final

import msgspec

from engine.refusals import CODES, Refusal

PROBLEM: Final = "application/problem+json"

EDGE_CODES: Final[dict[str, tuple[int, str]]] = {
    "unauthorized": (401, "the token is missing or void; 403 where it is genuine and its seat may not do this"),
    "not-found": (404, "there is no such page, table or thing that this seat may see"),
    "method-not-allowed": (405, "this address knows other methods"),
    "id-used": (409, "this id was used for another command"),
    "forked": (409, "the log was replaced by another one; read the table anew"),
    "log-broken": (500, "the table's log cannot be believed"),
    "too-large": (413, "the body is larger than the limit"),
    "too-slow": (408, "the request was not whole in time"),
    "not-json": (415, "bodies are JSON: say so in Content-Type"),
    "invalid": (422, "the body or a parameter cannot be read"),
    "too-many": (429, "more requests than the limit"),
    "internal": (500, "a fault of the service; the log is as it was"),
    "busy": (503, "too many commands wait at this table"),
    "log-full": (503, "the log's disk or memory is full: nothing is lost, and nothing is accepted until there is room"),
    "log-unavailable": (503, "the log does not answer; send the same command with the same id again"),
}
"""Codes that HTTP has a word for, beside the refusals of the engine."""

REFUSED: Final = 409
_REFUSAL_STATUS: Final[dict[str, int]] = {"unauthorized": 403}


class Document(msgspec.Struct, frozen=True, omit_defaults=True):
    """A problem document. `rule`, `forceable` and `waiting_for` belong to refusals of the engine."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    rule: str = ""
    forceable: bool = False
    waiting_for: tuple[str, ...] = ()
    command: str = ""
    errors: tuple[dict[str, str], ...] = ()
    missed: Any = None


class Problem(Exception):
    """Ends a request with a problem document."""

    def __init__(self, document: Document, headers: dict[str, str] | None = None) -> None:
        super().__init__(document.detail)
        self.document = document
        self.headers = headers or {}


def problem(code: str, detail: str, /, headers: dict[str, str] | None = None, **more: Any) -> Problem:
    """A problem that the edge has found itself."""
    status, _ = EDGE_CODES[code]
    title = HTTPStatus(status).phrase
    return Problem(Document(type_of(code), title, status, detail, code, **more), headers)


def invalid(detail: str, errors: list[dict[str, str]] | None = None) -> Problem:
    """A body or parameter that cannot be read."""
    return problem("invalid", detail, errors=tuple(errors or ()))


def unauthorized(detail: str = "this needs the token of an open seat of this table") -> Problem:
    """No seat: said alike whether the table exists or not."""
    headers = {"WWW-Authenticate": 'Bearer realm="fracas"'}
    return problem("unauthorized", detail, headers=headers)


def forbidden(detail: str) -> Problem:
    """Somebody is known by a token, and may not do this: another token would help, the same one sent again does not."""
    status = HTTPStatus.FORBIDDEN
    return Problem(Document(type_of("unauthorized"), status.phrase, status, detail, "unauthorized"))


def refused(refusal: Refusal, command: str = "", missed: Any = None) -> Problem:
    """What the engine refuses: 409, where HTTP has no word of its own."""
    status = _REFUSAL_STATUS.get(refusal.code, REFUSED)
    return Problem(
        Document(
            type=type_of(refusal.code),
            title="Refused",
            status=status,
            detail=refusal.sentence,
            code=refusal.code,
            rule=refusal.rule,
            forceable=refusal.forceable,
            waiting_for=refusal.waiting_for,
            command=command,
            missed=missed,
        )
    )


def type_of(code: str) -> str:
    """The problem's type as a URI reference."""
    return f"/problems/{code}"


ALL_CODES: Final = tuple(dict.fromkeys((*CODES, *EDGE_CODES)))
"""Every code that a problem document can carry."""
