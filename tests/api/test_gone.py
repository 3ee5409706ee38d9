"""Clients that go away: in the middle of a body, while they wait. Nothing is done, nothing is a fault, room is made."""

import asyncio
import logging
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from starlette.types import Message

from api.limits import POLLS
from tests.api.people import Seat, problem_of

Sent = list[Message]


async def ask_and_go(seat: Seat, method: str, path: str, *messages: Message, query: str = "") -> Sent:
    """Speak to the service by hand: these messages come, and then the client goes away."""
    scope: dict[str, Any] = {
        "type": "http",
        "method": method,
        "path": f"/v1/tables/{seat.table}{path}",
        "query_string": query.encode(),
        "headers": [(b"authorization", f"Bearer {seat.token}".encode()), (b"content-type", b"application/json")],
        "client": ("127.0.0.1", 1),
        "server": ("localhost", 80),
        "scheme": "http",
        "http_version": "1.1",
        "asgi": {"version": "3.0"},
    }
    coming: Sent = [*messages, {"type": "http.disconnect"}]
    sent: Sent = []

    async def receive() -> Message:
        await asyncio.sleep(0)
        return coming.pop(0) if len(coming) > 1 else coming[0]

    async def send(message: Message) -> None:
        sent.append(message)

    await app_of(seat)(scope, receive, send)
    return sent


def app_of(seat: Seat) -> FastAPI:
    transport = seat.client._transport
    assert isinstance(transport, httpx.ASGITransport)
    assert isinstance(transport.app, FastAPI)
    return transport.app


async def test_a_body_that_breaks_off_is_no_fault_and_does_nothing(gm: Seat, caplog: pytest.LogCaptureFixture) -> None:
    before = await gm.look()
    half = {"type": "http.request", "body": b'{"id": "c-1", "command": {"type": "note"', "more_body": True}
    with caplog.at_level(logging.WARNING):
        await ask_and_go(gm, "POST", "/commands", half)
    assert [line.getMessage() for line in caplog.records] == []
    assert await gm.look() == before


async def test_a_poll_whose_client_went_away_makes_room(gm: Seat) -> None:
    newest = (await gm.look("/events"))["newest"]
    async with asyncio.timeout(10):
        for _ in range(POLLS + 1):
            sent = await ask_and_go(gm, "GET", "/events", {"type": "http.request"}, query=f"after={newest}&wait=25")
            assert sent[0]["status"] == 200
    assert (await gm.look("/events", after=newest, wait=0.01))["frames"] == []


async def test_a_poll_that_brings_a_body_is_answered_all_the_same(gm: Seat) -> None:
    newest = (await gm.look("/events"))["newest"]
    body = {"type": "http.request", "body": b" " * 10**6}
    sent = await ask_and_go(gm, "GET", "/events", body, query=f"after={newest}&wait=25")
    assert sent[0]["status"] == 200


async def test_more_polls_than_a_seat_may_have_are_refused(gm: Seat) -> None:
    newest = (await gm.look("/events"))["newest"]
    wanted = {"after": newest, "wait": 25}
    polls = {
        asyncio.create_task(gm.client.get(f"/v1/tables/{gm.table}/events", params=wanted, headers=gm.headers))
        for _ in range(POLLS + 1)
    }
    refused, waiting = await asyncio.wait(polls, return_when=asyncio.FIRST_COMPLETED)
    assert [problem_of(one.result())["code"] for one in refused] == ["too-many"]
    await gm.give("note", text="news")
    assert [len(one.json()["frames"]) for one in await asyncio.gather(*waiting)] == [1] * POLLS
