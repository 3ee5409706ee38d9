"""Giving something to a table over HTTP, as the seat that a whole link opens."""

import re
from secrets import token_hex
from typing import Any, Final

import httpx
import msgspec

from api.cli.saying import give_up
from api.encounters.model import Encounter

_LINK: Final = re.compile(r"(https?://[^/]+)/t/([A-Za-z0-9-]{1,40})#(.+)")
_DEVICE: Final = "fracas-command-line"


async def give(link: str, encounter: Encounter) -> list[str]:
    """Put an encounter onto the table that the link leads to; what there is to say of it, line by line."""
    found = _LINK.fullmatch(link.strip())
    if found is None:
        give_up("this is no whole link: it looks like http://127.0.0.1:8000/t/TABLE#LINK, in quotes because of the #")
    address, table, secret = found.groups()
    body = {"id": f"encounter-{token_hex(6)}", "encounter": msgspec.to_builtins(encounter)}
    try:
        async with httpx.AsyncClient(base_url=address, timeout=30) as client:
            seat = {"table": table, "link": secret, "device": _DEVICE}
            token = _said(await client.post("/seats/token", json=seat))["token"]
            headers = {"Authorization": f"Bearer {token}"}
            done = _said(await client.post(f"/v1/tables/{table}/encounters", json=body, headers=headers))
    except httpx.HTTPError as problem:
        give_up(f"no answer from {address} ({str(problem) or type(problem).__name__}). Does a server run there?")
    lines = [line for reply in done["replies"] for line in reply["lines"]]
    return [*lines, f"{encounter.title}: {len(done['replies'])} commands done; each can be taken back"]


def _said(reply: httpx.Response) -> dict[str, Any]:
    if reply.is_error:
        is_problem = reply.headers.get("content-type", "").startswith("application/problem+json")
        give_up(f"the server said: {reply.json()['detail'] if is_problem else reply.reason_phrase}; nothing was done")
    said: dict[str, Any] = reply.json()
    return said
