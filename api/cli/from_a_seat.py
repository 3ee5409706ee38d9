"""Reading a table over HTTP, as a seat sees it."""

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, Final

import httpx

from api.cli.saying import give_up

_DEVICE: Final = "fracas-command-line"
"""One device, however often somebody reads: each new one is recorded in the log."""

_POLL: Final = 25
"""Seconds that one question waits at the server for something new."""


async def frames(address: str, table: str, link: str, after: int, follow: bool) -> AsyncGenerator[dict[str, Any], None]:
    """What a seat has seen after one of its own numbers, and with `follow` what it comes to see."""
    limits = httpx.Timeout(10, read=_POLL + 10)
    try:
        async with httpx.AsyncClient(base_url=address.rstrip("/"), timeout=limits) as client:
            await _sit_down(client, table, link)
            while True:
                asked = {"after": after, "wait": _POLL if follow else 0}
                said = _said(await client.get(f"/v1/tables/{table}/events", params=asked))
                if said.get("forked"):
                    give_up(f"this seat has no number {after}; leave --after out to begin at the start")
                for frame in said["frames"]:
                    yield frame
                after = said["number"]
                if not (follow or said.get("more")):
                    return
    except httpx.HTTPError as problem:
        give_up(f"no answer from {address} ({str(problem) or type(problem).__name__}). Does a server run there?")


async def exported(address: str, table: str, link: str, place: Path) -> None:
    """Write what the export of a seat's link is into a file."""
    limits = httpx.Timeout(10, read=60)
    try:
        async with httpx.AsyncClient(base_url=address.rstrip("/"), timeout=limits) as client:
            await _sit_down(client, table, link)
            async with client.stream("GET", f"/v1/tables/{table}/export") as reply:
                if reply.is_error:
                    await reply.aread()
                    _said(reply)
                with place.open("wb") as file:
                    async for part in reply.aiter_bytes():
                        await asyncio.to_thread(file.write, part)
    except httpx.HTTPError as problem:
        give_up(f"no answer from {address} ({str(problem) or type(problem).__name__}). Does a server run there?")


async def _sit_down(client: httpx.AsyncClient, table: str, link: str) -> None:
    """A link as it was printed may be given whole; what opens the seat stands behind the #."""
    seat = {"table": table, "link": link.rpartition("#")[2], "device": _DEVICE}
    taken = _said(await client.post("/seats/token", json=seat))
    client.headers["Authorization"] = f"Bearer {taken['token']}"


def _said(reply: httpx.Response) -> dict[str, Any]:
    if reply.is_error:
        is_problem = reply.headers.get("content-type", "").startswith("application/problem+json")
        give_up(f"the server said: {reply.json()['detail'] if is_problem else reply.reason_phrase}")
    said: dict[str, Any] = reply.json()
    return said
