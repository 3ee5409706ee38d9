"""What a browser opens: the table page, the page of the API, modules for both; nothing comes from elsewhere."""

import gzip
import re
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain
from typing import Final
from urllib.parse import urlsplit

import msgspec
from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.service import service_of
from api.web.problems import problem
from projections.languages import LANGUAGES

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


def _page(name: str, body: bytes) -> Page:
    return Page(body, _KINDS[name.rpartition(".")[2]], f'"{sha256(body).hexdigest()[:32]}"')


@cache
def _packed(page: Page) -> bytes:
    """The file as it is sent to those who unpack it: packed when first asked for, a service should be up soon."""
    return gzip.compress(page.body, mtime=0)


_COMMENT: Final = re.compile(rb"^[ \t]*(?://.*|/\*\*.*?\*/[ \t]*)\n", re.MULTILINE)
"""A line of a module that is a comment and nothing else."""


def _as_sent(name: str, body: bytes) -> bytes:
    """A module without the comments, which are for those who work on it; libraries keep their licence."""
    return _COMMENT.sub(b"", body) if name.endswith(".js") and not name.startswith("vendor/") else body


def _below(folder: Traversable, above: str = "") -> Iterator[tuple[str, bytes]]:
    """Every file that pages are made of, by its path below a folder: styles, modules, pictures."""
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            yield from _below(one, f"{above}{one.name}/")
        elif one.name.rpartition(".")[2] in ("css", "js", "svg"):
            yield f"{above}{one.name}", one.read_bytes()


def _told() -> Iterator[tuple[str, bytes]]:
    """The words of the story as modules, one for each language."""
    for name, language in LANGUAGES.items():
        yield f"words/told.{name}.js", b"export default " + msgspec.json.encode(language) + b";\n"


_PAGE: Final = _below(files("api").joinpath("page"))
_OWN: Final = {**{name: _as_sent(name, body) for name, body in _PAGE}, **dict(_told())}

WORDS: Final = {name: (f"words/{name}.js", f"words/told.{name}.js") for name in LANGUAGES}
"""Modules of a language, fetched by whoever reads it."""

LATER: Final = ("docs.js", "vendor/qrcode.js", *chain(*WORDS.values()))
"""Modules that the table page does not need to begin with, or not all of them."""

FIRST: Final = ("fracas.js", "said.js")
"""Modules of the client that it does need."""

_CLIENT: Final = dict(_below(files("api").joinpath("client")))

_MARKS: Final = (sha256(body).digest() for body in (*_OWN.values(), *_CLIENT.values()))

EDITION: Final = sha256(b"".join(_MARKS)).hexdigest()[:16]
"""What tells this edition of the page and its client from any other: its parts have addresses with it, and a browser
that has one of these never asks for it again."""


def _shell(up: str) -> bytes:
    """The table page as it is opened: its styles and modules, named from where it stands."""
    here = f"{up}e/{EDITION}/"
    styles = (f'<link rel="stylesheet" href="{here}page/{name}">' for name in _OWN if name.endswith(".css"))
    modules = (f"page/{name}" for name in _OWN if name.endswith(".js") and name not in LATER)
    client = (f"client/{name}" for name in FIRST)
    ahead = (f'<link rel="modulepreload" href="{here}{name}">' for name in (*modules, *client))
    text = files("api").joinpath("page", "shell.html").read_text()
    return text.replace("<!-- parts -->", "\n".join((*styles, *ahead))).replace("UP/", here).encode()


_START: Final = _page("start.html", _shell(""))
_TABLE: Final = _page("table.html", _shell("../"))
_API: Final = _page("docs.html", files("api").joinpath("page", "docs.html").read_bytes())

PARTS: Final = {
    **{name: _page(name, body) for name, body in _OWN.items()},
    **{
        name: _page(name, files("fastapi_offline").joinpath("static", name).read_bytes())
        for name in ("swagger-ui.css", "swagger-ui-bundle.js")
    },
}
"""What the pages are made of, by name."""

CLIENT: Final = {name: _page(name, body) for name, body in _CLIENT.items()}
"""Modules that any page or program may import, ours and others': `verify.js` checks an export."""


@router.get("/")
async def start_page(request: Request) -> Response:
    """Where one begins: the tables that this browser knows, a new one."""
    return _sent(request, _START)


@router.get("/t/{table}")
async def table_page(request: Request, table: str) -> Response:
    """The page of a seat. It is the same for every table, whether there is one or not."""
    return _sent(request, _TABLE)


@router.get("/docs")
async def api_page(request: Request) -> Response:
    """The page that shows every call and tries it."""
    return _sent(request, _API)


@router.get("/page/{name:path}")
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


@router.get("/e/{edition}/{kind}/{name:path}")
async def of_an_edition(request: Request, edition: str, kind: str, name: str) -> Response:
    """A part by an address that is its own for good. Of an older edition that is still open, as it is now."""
    found = {"page": PARTS, "client": CLIENT}.get(kind, {}).get(name)
    if found is None:
        raise problem("not-found", "there is nothing at this address")
    return _sent(request, found, "public, max-age=31536000, immutable" if edition == EDITION else "no-store")


def _sent(request: Request, page: Page, keep: str = HEADERS["cache-control"]) -> Response:
    headers = {**HEADERS, "cache-control": keep, "etag": page.mark, "vary": "accept-encoding"}
    if _trusted(request):
        headers["cross-origin-opener-policy"] = "same-origin"
    if request.headers.get("if-none-match") == page.mark:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(_packed(page), headers={**headers, "content-encoding": "gzip"}, media_type=page.kind)
    return Response(page.body, headers=headers, media_type=page.kind)


def _trusted(request: Request) -> bool:
    """Whether browsers trust the address: they complain of the opener's policy at any other, a phone's plain http."""
    address = service_of(request).settings.public_url or str(request.url)
    return address.startswith("https:") or urlsplit(address).hostname in ("127.0.0.1", "::1", "localhost")
