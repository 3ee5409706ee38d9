"""Sitting down at a table over HTTP with a seat's link, as every command does that reads or gives something there."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Final

import httpx
import msgspec

from api.cli.saying import give_up

_LINK: Final = re.compile(r"(https?://.+?)/t/([A-Za-z0-9-]{1,40})#(.+)")
"""A whole link: the service, under whatever path it stands, the table, and what opens the seat."""

_DEVICE: Final = "fracas-command-line"
"""One device, however often somebody sits down: each new one is recorded in the log."""


class SeatLink(msgspec.Struct, frozen=True):
    """Where a link leads: the address of the service, the table, and the secret that opens the seat."""

    address: str
    table: str
    secret: str


def whole_link(written: str) -> SeatLink:
    """A link as it was printed or copied from a browser; anything else ends the command."""
    found = _LINK.fullmatch(written.strip())
    if found is None:
        give_up("this is no whole link: it looks like http://127.0.0.1:8000/t/TABLE#LINK, in quotes because of the #")
    return SeatLink(*found.groups())


@asynccontextmanager
async def seated(link: SeatLink, patience: httpx.Timeout) -> AsyncGenerator[httpx.AsyncClient, None]:
    """A client that speaks as the seat. Without an answer the command ends and says so."""
    try:
        async with httpx.AsyncClient(base_url=link.address.rstrip("/"), timeout=patience) as client:
            # A link as it was printed may be given whole; what opens the seat stands behind the #.
            seat = {"table": link.table, "link": link.secret.rpartition("#")[2], "device": _DEVICE}
            token = said(await client.post("/seats/token", json=seat))["token"]
            client.headers["Authorization"] = f"Bearer {token}"
            yield client
    except httpx.HTTPError as problem:
        give_up(f"no answer from {link.address} ({str(problem) or type(problem).__name__}). Does a server run there?")


def said(reply: httpx.Response, after: str = "") -> dict[str, Any]:
    """What a reply says; a refusal ends the command with its reason, and with what stands `after` it."""
    if reply.is_error:
        is_problem = reply.headers.get("content-type", "").startswith("application/problem+json")
        give_up(f"the server said: {reply.json()['detail'] if is_problem else reply.reason_phrase}{after}")
    answer: dict[str, Any] = reply.json()
    return answer
