"""Reading a table over HTTP, as a seat sees it."""

import asyncio
import random
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, Final

import httpx

from api.cli.saying import give_up
from api.cli.seated import SeatLink, said, seated
from api.private import private_file

_POLL: Final = 25
"""Seconds that one question waits at the server for something new."""

_PAUSE: Final = 3.0
"""Seconds at the most until a server that is gone is asked again."""

_FORKED: Final = "the log was replaced: what was printed last did not happen. Begin anew, without --after."


async def frames(address: str, table: str, link: str, after: int, follow: bool) -> AsyncGenerator[dict[str, Any], None]:
    """What a seat has seen after one of its own numbers, and with `follow` what it comes to see.

    Who follows is not told of a server that is gone for a while: it goes on from where it was when the server is back.
    """
    chain = ""
    async with seated(SeatLink(address, table, link), httpx.Timeout(10, read=_POLL + 10)) as client:
        while True:
            asked = {"after": after, "wait": _POLL if follow else 0, **({"chain": chain} if chain else {})}
            try:
                reply = await client.get(f"/v1/tables/{table}/events", params=asked)
            except httpx.HTTPError:
                if not (follow and chain):
                    raise
                await asyncio.sleep(random.random() * _PAUSE)
                continue
            if reply.status_code in (429, 502, 503, 504) and follow and chain:
                await asyncio.sleep(random.random() * _PAUSE)
                continue
            page = said(reply)
            if page.get("forked"):
                give_up(
                    _FORKED if chain else f"this seat has no number {after}; leave --after out to begin at the start"
                )
            for frame in page["frames"]:
                yield frame
            after, chain = page["number"], page["chain"]
            if not (follow or page.get("more")):
                return


async def exported(address: str, table: str, link: str, place: Path) -> None:
    """Write what the export of a seat's link is into a file."""
    async with (
        seated(SeatLink(address, table, link), httpx.Timeout(10, read=60)) as client,
        client.stream("GET", f"/v1/tables/{table}/export") as reply,
    ):
        if reply.is_error:
            await reply.aread()
            said(reply)
        with private_file(place) as file:
            async for part in reply.aiter_bytes():
                await asyncio.to_thread(file.write, part)


async def asked(address: str, table: str, link: str, what: str, body: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question that a seat puts about a table."""
    async with seated(SeatLink(address, table, link), httpx.Timeout(60)) as client:
        return said(await client.post(f"/v1/tables/{table}/{what}", json=body))


async def roll_audit(address: str, table: str, link: str, number: int) -> str:
    """The audit of a roll as text, by the own number of the link's seat."""
    async with seated(SeatLink(address, table, link), httpx.Timeout(30)) as client:
        reply = await client.get(f"/v1/tables/{table}/rolls/{number}", headers={"accept": "text/plain"})
    if reply.is_error:
        said(reply)
    return reply.text
