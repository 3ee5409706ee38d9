"""Reading a table over HTTP, as a seat sees it."""

import asyncio
import random
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any, Final, NoReturn

import httpx

from api.cli.saying import give_up

_DEVICE: Final = "fracas-command-line"
"""One device, however often somebody reads: each new one is recorded in the log."""

_POLL: Final = 25
"""Seconds that one question waits at the server for something new."""

_PAUSE: Final = 3.0
"""Seconds at the most until a server that is gone is asked again."""

_FORKED: Final = "the log was replaced: what was printed last did not happen. Begin anew, without --after."


async def frames(address: str, table: str, link: str, after: int, follow: bool) -> AsyncGenerator[dict[str, Any], None]:
    """What a seat has seen after one of its own numbers, and with `follow` what it comes to see.

    Who follows is not told of a server that is gone for a while: it goes on from where it was when the server is back.
    """
    limits, chain = httpx.Timeout(10, read=_POLL + 10), ""
    async with httpx.AsyncClient(base_url=address.rstrip("/"), timeout=limits) as client:
        await _sit_down(client, address, table, link)
        while True:
            asked = {"after": after, "wait": _POLL if follow else 0, **({"chain": chain} if chain else {})}
            try:
                reply = await client.get(f"/v1/tables/{table}/events", params=asked)
            except httpx.HTTPError as problem:
                if not (follow and chain):
                    _no_answer(address, problem)
                await asyncio.sleep(random.random() * _PAUSE)
                continue
            if reply.status_code in (429, 502, 503, 504) and follow and chain:
                await asyncio.sleep(random.random() * _PAUSE)
                continue
            said = _said(reply)
            if said.get("forked"):
                give_up(
                    _FORKED if chain else f"this seat has no number {after}; leave --after out to begin at the start"
                )
            for frame in said["frames"]:
                yield frame
            after, chain = said["number"], said["chain"]
            if not (follow or said.get("more")):
                return


async def _sit_down(client: httpx.AsyncClient, address: str, table: str, link: str) -> None:
    # A link as it was printed may be given whole; what opens the seat stands behind the #.
    seat = {"table": table, "link": link.rpartition("#")[2], "device": _DEVICE}
    try:
        taken = _said(await client.post("/seats/token", json=seat))
    except httpx.HTTPError as problem:
        _no_answer(address, problem)
    client.headers["Authorization"] = f"Bearer {taken['token']}"


def _no_answer(address: str, problem: httpx.HTTPError) -> NoReturn:
    give_up(f"no answer from {address} ({str(problem) or type(problem).__name__}). Does a server run there?")


async def exported(address: str, table: str, link: str, place: Path) -> None:
    """Write what the export of a seat's link is into a file."""
    limits = httpx.Timeout(10, read=60)
    try:
        async with httpx.AsyncClient(base_url=address.rstrip("/"), timeout=limits) as client:
            await _sit_down(client, address, table, link)
            async with client.stream("GET", f"/v1/tables/{table}/export") as reply:
                if reply.is_error:
                    await reply.aread()
                    _said(reply)
                with place.open("wb") as file:
                    async for part in reply.aiter_bytes():
                        await asyncio.to_thread(file.write, part)
    except httpx.HTTPError as problem:
        _no_answer(address, problem)


async def asked(address: str, table: str, link: str, what: str, body: dict[str, Any]) -> dict[str, Any]:
    """The answer to a question that a seat puts about a table."""
    try:
        async with httpx.AsyncClient(base_url=address.rstrip("/"), timeout=60) as client:
            await _sit_down(client, address, table, link)
            return _said(await client.post(f"/v1/tables/{table}/{what}", json=body))
    except httpx.HTTPError as problem:
        _no_answer(address, problem)


async def roll_audit(address: str, table: str, link: str, number: int) -> str:
    """The audit of a roll as text, by the own number of the link's seat."""
    try:
        async with httpx.AsyncClient(base_url=address.rstrip("/"), timeout=30) as client:
            await _sit_down(client, address, table, link)
            reply = await client.get(f"/v1/tables/{table}/rolls/{number}", headers={"accept": "text/plain"})
    except httpx.HTTPError as problem:
        _no_answer(address, problem)
    if reply.is_error:
        _said(reply)
    return reply.text


def _said(reply: httpx.Response) -> dict[str, Any]:
    if reply.is_error:
        is_problem = reply.headers.get("content-type", "").startswith("application/problem+json")
        give_up(f"the server said: {reply.json()['detail'] if is_problem else reply.reason_phrase}")
    said: dict[str, Any] = reply.json()
    return said
