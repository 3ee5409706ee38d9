"""What a browser opens: a seat's page, the page of the API, modules for both; nothing comes from elsewhere."""

from hashlib import sha256
from importlib.resources import files
from typing import Final

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.problems import problem

router: Final = APIRouter(include_in_schema=False)

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""A link opens a seat by the text after its #, which every script of the page could read: so only our own run."""

HEADERS: Final = {
    "content-security-policy": POLICY,
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}

_KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}


class Page(msgspec.Struct, frozen=True):
    """A file as it is sent, and what tells it from an earlier edition."""

    body: bytes
    kind: str
    mark: str


def _page(package: str, folder: str, name: str) -> Page:
    body = files(package).joinpath(folder, name).read_bytes()
    return Page(body, _KINDS[name.rpartition(".")[2]], f'"{sha256(body).hexdigest()[:32]}"')


_TABLE: Final = _page("api", "page", "table.html")
_API: Final = _page("api", "page", "docs.html")

PARTS: Final = {
    **{name: _page("api", "page", name) for name in ("table.css", "table.js", "docs.js", "favicon.svg")},
    **{name: _page("fastapi_offline", "static", name) for name in ("swagger-ui.css", "swagger-ui-bundle.js")},
}
"""What the pages are made of, by name."""

CLIENT: Final = {
    one.name: _page("api", "client", one.name)
    for one in files("api").joinpath("client").iterdir()
    if one.name.endswith(".js")
}
"""Modules that any page or program may import, ours and others': `verify.js` checks an export."""


@router.get("/t/{table}")
async def table_page(request: Request, table: str) -> Response:
    """The page of a seat. It is the same for every table, whether there is one or not."""
    return _sent(request, _TABLE)


@router.get("/docs")
async def api_page(request: Request) -> Response:
    """The page that shows every call and tries it."""
    return _sent(request, _API)


@router.get("/page/{name}")
async def part(request: Request, name: str) -> Response:
    """Something that a page is made of."""
    if name not in PARTS:
        raise problem("not-found", "there is nothing at this address")
    return _sent(request, PARTS[name])


@router.get("/client/{name}")
async def module(request: Request, name: str) -> Response:
    """A module of the client."""
    if name not in CLIENT:
        raise problem("not-found", "there is nothing at this address")
    return _sent(request, CLIENT[name])


def _sent(request: Request, page: Page) -> Response:
    headers = {**HEADERS, "etag": page.mark}
    if request.headers.get("if-none-match") == page.mark:
        return Response(status_code=304, headers=headers)
    return Response(page.body, headers=headers, media_type=page.kind)
