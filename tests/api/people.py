"""Who sits at a table in these tests: a service in memory or over the wire, and seats that give commands and look."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
from fastapi import FastAPI

from api.app import create_app
from api.clock import Clock, now
from api.keys import Keys
from api.limits import UNLIMITED
from api.service import Service
from api.settings import Settings
from engine.ruleset import RuleSet
from engine.rulesets import RULESETS
from events.log.stream import Log, open_log

KEY = bytes(range(1, 33))
FIGHTER: dict[str, Any] = {
    "attributes": {
        "strength": 2,
        "dexterity": 3,
        "constitution": 2,
        "intelligence": 2,
        "perception": 2,
        "willpower": 2,
    },
    "skills": {"handguns": 3, "dodge": 2},
    "life_points": 30,
    "weapons": {"pistol": {"dice": "1d6", "multiplier": 4, "damage_type": "bullet", "skill": "handguns"}},
}

Answer = dict[str, Any]


class Seat:
    """Somebody with a token."""

    def __init__(self, client: httpx.AsyncClient, table: str, token: str) -> None:
        self.client, self.table, self.token = client, table, token
        self._ids = count(1)

    @property
    def headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    async def send(self, body: Any, **more: Any) -> httpx.Response:
        """Any body at all to the commands of the table."""
        return await self.client.post(f"/v1/tables/{self.table}/commands", json=body, headers=self.headers, **more)

    def body(self, type_: str, *, named: str | None = None, **fields: Any) -> dict[str, Any]:
        """A command's body; `expect`, `force`, `faces`, `dry_run` and `speaks_as` go around the command."""
        around: Answer = {name: fields.pop(name) for name in ("expect", "force", "faces", "dry_run") if name in fields}
        if "speaks_as" in fields:
            around["as"] = fields.pop("speaks_as")
        return {"id": named or f"c-{next(self._ids)}-{uuid4().hex[:6]}", "command": {"type": type_, **fields}, **around}

    async def give(self, type_: str, **fields: Any) -> Answer:
        """A command that has to be accepted."""
        response = await self.send(self.body(type_, **fields))
        assert response.status_code == 200, response.text
        answer: Answer = response.json()
        return answer

    async def refused(self, type_: str, **fields: Any) -> Answer:
        """A command that has to be refused."""
        response = await self.send(self.body(type_, **fields))
        assert response.status_code >= 400, response.text
        return problem_of(response)

    async def look(self, what: str = "", **query: Any) -> Any:
        """One of the views."""
        response = await self.client.get(f"/v1/tables/{self.table}{what}", params=query, headers=self.headers)
        assert response.status_code == 200, response.text
        return response.json()

    async def seat(self, name: str, kind: str = "player", **fields: Any) -> "Seat":
        """Offer a seat and take it."""
        offered = await self.give("offer_seat", seat=name, kind=kind, name=name.title(), **fields)
        return await sit_down(self.client, self.table, offered["link"])

    async def enter(self, combatant: str, **fields: Any) -> Answer:
        """Bring a fighter to the table."""
        sheet = {**FIGHTER, **fields.pop("sheet", {})}
        return await self.give("enter_combatant", combatant=combatant, name=combatant.title(), sheet=sheet, **fields)


def problem_of(response: httpx.Response) -> Answer:
    """The problem document of a response, whose form is checked."""
    assert response.headers["content-type"] == "application/problem+json", response.text
    problem: Answer = response.json()
    assert problem["status"] == response.status_code
    assert {"type", "title", "status", "detail", "code"} <= problem.keys()
    assert problem["type"] == f"/problems/{problem['code']}"
    return problem


async def sit_down(client: httpx.AsyncClient, table: str, link: str, **fields: Any) -> Seat:
    """Exchange a link for a token."""
    response = await client.post("/seats/token", json={"table": table, "link": link, **fields})
    assert response.status_code == 200, response.text
    client.cookies.clear()
    return Seat(client, table, response.json()["token"])


async def open_table(client: httpx.AsyncClient, **fields: Any) -> Seat:
    """Open a table and sit down as its GM."""
    said = {"title": "The warehouse", "ruleset": "unisystem", **fields}
    response = await client.post("/v1/tables", json=said)
    assert response.status_code == 201, response.text
    opened = response.json()
    return await sit_down(client, opened["table"], opened["links"]["gm"])


def make_app(
    log: Log, folder: Path, *, clock: Clock = now, playable: Mapping[str, RuleSet] = RULESETS, **settings: Any
) -> FastAPI:
    """The service on a log, with a key that is known and rates that are in nobody's way."""
    there = Settings(data_folder=folder / "data", config_folder=folder / "config", **settings)
    app = create_app(log=log, keys=Keys(KEY), settings=there, clock=clock, playable=playable)
    at_leisure(app)
    return app


def at_leisure(app: FastAPI) -> Service:
    """Let everybody ask as often as they like."""
    service: Service = app.state.service
    for rates in (service.seat_rates, service.door_rates):
        rates.change(UNLIMITED, UNLIMITED)
    return service


async def somebody_waits(client: httpx.AsyncClient) -> None:
    """Return when somebody waits for news at the service that runs in this process."""
    transport = client._transport
    assert isinstance(transport, httpx.ASGITransport)
    app: Any = transport.app
    live = app.state.service.live
    while True:
        if live.guests:
            return
        await asyncio.sleep(0.001)


@asynccontextmanager
async def running(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """A client of an app that runs in this very process."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url="http://localhost", timeout=60) as client,
    ):
        yield client


@asynccontextmanager
async def service_at(url: str, folder: Path, **more: Any) -> AsyncIterator[httpx.AsyncClient]:
    """A service on the log at an address."""
    async with open_log(url) as log, running(make_app(log, folder, **more)) as client:
        yield client
