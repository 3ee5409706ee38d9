"""Laying out the sample table, through the same calls that anybody makes."""

import hmac
from typing import Any, Final

import httpx
import msgspec
from starlette.types import ASGIApp

from api.keys import Keys
from api.sample.warehouse import PLAYER, RULESET, SETUP, SPECTATOR, TITLE

EDITION: Final = 1
"""Raised when the sample changes: a table of its own for each edition."""

GM: Final = "gm"
WHO: Final = {GM: "Game master", PLAYER: "Ana, who plays Vera", SPECTATOR: "A spectator"}


class Invitation(msgspec.Struct, frozen=True):
    """A seat of the sample table and the link that opens it."""

    who: str
    table: str
    seat: str
    link: str


class SampleFailed(Exception):
    """The sample table could not be laid out; the service itself is well."""


async def lay_out(app: ASGIApp, keys: Keys) -> tuple[Invitation, ...]:
    """Open the sample table, or find the one there is, and give its links: the same at every start.

    Every call carries an id that follows from the server key, so that whatever was done already is not done again.

    Raises:
        SampleFailed: a call was refused.
    """
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        opening = {"id": _opening_id(keys), "title": TITLE, "ruleset": RULESET}
        opened = await _said(client, "/v1/tables", opening, keys.host)
        table, links = opened["table"], dict(opened["links"])
        if GM not in links:
            return ()  # somebody has given the GM's seat another link; theirs is the one that counts
        taken = await _said(client, "/seats/token", {"table": table, "link": links[GM], "device": "sample"})
        batch = {"commands": [{"id": f"sample-{n}", "command": one} for n, one in enumerate(SETUP, 1)]}
        done = await _said(client, f"/v1/tables/{table}/commands", batch, taken["token"])
        for command, reply in zip(SETUP, done["replies"], strict=True):
            if reply.get("link"):
                links[command["seat"]] = reply["link"]
    return tuple(Invitation(WHO[seat], table, seat, link) for seat, link in links.items())


def _opening_id(keys: Keys) -> str:
    return hmac.digest(keys.links, f"sample {EDITION}".encode(), "sha256").hex()[:32]


async def _said(client: httpx.AsyncClient, address: str, body: dict[str, Any], bearer: str = "") -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
    reply = await client.post(address, json=body, headers=headers)
    if reply.is_error:
        raise SampleFailed(f"the sample table was not laid out: {reply.json().get('detail', reply.text)}")
    said: dict[str, Any] = reply.json()
    return said
