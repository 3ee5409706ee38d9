"""Laying out the sample tables, through the same calls that anybody makes."""

import hmac
from typing import Any, Final

import httpx
import msgspec
from starlette.types import ASGIApp

from api.keys import Keys
from api.sample.model import Sample
from api.sample.night_market import NIGHT_MARKET
from api.sample.refinery import REFINERY
from api.sample.warehouse import WAREHOUSE

SAMPLES: Final = (WAREHOUSE, REFINERY, NIGHT_MARKET)
"""A table for each rule set."""

GM: Final = "gm"


class Invitation(msgspec.Struct, frozen=True):
    """A seat of a sample table and the link that opens it."""

    title: str
    ruleset: str
    who: str
    table: str
    seat: str
    link: str


class SampleFailed(Exception):
    """A sample table could not be laid out; the service itself is well."""


async def lay_out(app: ASGIApp, keys: Keys, samples: tuple[Sample, ...] = SAMPLES) -> tuple[Invitation, ...]:
    """Open the sample tables, or find those there are, and give their links: the same at every start.

    Every call carries an id that follows from the server key, so that whatever was done already is not done again. A
    table whose GM has another link by now gives none: theirs is the one that counts.

    Raises:
        SampleFailed: a call was refused.
    """
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        found: list[Invitation] = []
        for sample in samples:
            table, links = await _lay_out(client, keys, sample)
            who = {GM: "Game master", **sample.who}
            found += (Invitation(sample.title, sample.ruleset, who[seat], table, seat, links[seat]) for seat in links)
    return tuple(found)


async def _lay_out(client: httpx.AsyncClient, keys: Keys, sample: Sample) -> tuple[str, dict[str, str]]:
    opening = {"id": _opening_id(keys, sample), "title": sample.title, "ruleset": sample.ruleset}
    opened = await _said(client, "/v1/tables", opening, keys.host)
    table, links = opened["table"], dict(opened["links"])
    if GM not in links:
        return table, {}
    taken = await _said(client, "/seats/token", {"table": table, "link": links[GM], "device": "sample"})
    batch = {"commands": [{"id": f"sample-{n}", "command": one} for n, one in enumerate(sample.setup, 1)]}
    done = await _said(client, f"/v1/tables/{table}/commands", batch, taken["token"])
    for command, reply in zip(sample.setup, done["replies"], strict=True):
        if reply.get("link"):
            links[command["seat"]] = reply["link"]
    return table, links


def _opening_id(keys: Keys, sample: Sample) -> str:
    return hmac.digest(keys.links, f"{sample.name} {sample.edition}".encode(), "sha256").hex()[:32]


async def _said(client: httpx.AsyncClient, address: str, body: dict[str, Any], bearer: str = "") -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {bearer}"} if bearer else {}
    reply = await client.post(address, json=body, headers=headers)
    if reply.is_error:
        raise SampleFailed(f"the sample table was not laid out: {reply.json().get('detail', reply.text)}")
    said: dict[str, Any] = reply.json()
    return said
