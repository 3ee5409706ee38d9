"""Followers for tests: they hold what they are told to the protocol, message by message, and keep the view of it."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlencode

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tests.api.people import Seat

Told = dict[str, Any]


class Kept:
    """One audience as a client holds it; whatever does not follow from what it holds is found here."""

    def __init__(self) -> None:
        self.number, self.chain = -1, ""
        self.view: Told = {}
        self.numbers: list[int] = []
        self.lines: list[str] = []
        self.frames: list[Told] = []

    def hear(self, said: Told) -> None:
        match said["type"]:
            case "snapshot":
                self.number, self.chain, self.view = said["number"], said["chain"], said["view"]
                self.numbers.clear()
            case "batch":
                self._batch(said)
            case "waiting":
                for field in ("up", "somebody_up", "on_deck"):
                    self.view.pop(field, None)
                    if field in said:
                        self.view[field] = said[field]
                self.view["waiting"] = said["waiting"]
            case _:
                raise AssertionError(f"no audience is told a {said['type']}")

    def _batch(self, said: Told) -> None:
        numbers = [frame["number"] for frame in said["frames"]]
        before = said["after"] if self.number < 0 else self.number  # it was held before this connection
        assert said["after"] == before, "a gap or a double"
        assert numbers == list(range(before + 1, said["number"] + 1)), "a gap or a double"
        self.numbers += numbers
        self.frames += said["frames"]
        self.lines += [line["text"] for line in said.get("lines", ())]
        self.number, self.chain = said["number"], said["chain"]
        if "view" in said:
            self.view = said["view"]
        elif "change" in said:
            self._change(said["change"])

    def _change(self, change: Told) -> None:
        for name, value in change.get("fields", {}).items():
            if value is None:
                self.view.pop(name)
            else:
                self.view[name] = value
        new = {card["id"]: card for card in change.get("cards", ())}
        if new:
            self.view["combatants"] = [new.pop(one["id"], one) for one in self.view["combatants"]]
            assert not new, "a card of somebody who is not there"


class Ear:
    """Listens, by whatever way, and sorts what it hears by audience."""

    def __init__(self, messages: AsyncIterator[Told]) -> None:
        self._messages = messages
        self.kept: dict[str, Kept] = {}
        self.heard: list[Told] = []

    async def hear(self) -> Told:
        """The next message."""
        said = await asyncio.wait_for(anext(self._messages), 20)
        self.heard.append(said)
        if "audience" in said:
            self.kept.setdefault(said["audience"], Kept()).hear(said)
        return said

    async def until(self, type_: str, **fields: Any) -> Told:
        """Listen until such a message comes."""
        while True:
            said = await self.hear()
            if said["type"] == type_ and fields.items() <= said.items():
                return said

    async def up_to(self, number: int, audience: str = "gm") -> Kept:
        """Listen until the audience has been told so far."""
        while audience not in self.kept or self.kept[audience].number < number:
            await self.hear()
        return self.kept[audience]

    async def rest(self) -> list[Told]:
        """All that is left, until the connection ends."""
        return [said async for said in self._messages]


def held(kept: Kept, audience: str) -> str:
    """Where a client is, as it tells the service."""
    return f"{audience}:{kept.number}:{kept.chain}"


def live_path(seat: Seat, whom: tuple[str, ...] = (), start: tuple[str, ...] = (), **more: Any) -> str:
    query = [*(("as", one) for one in whom), *(("from", one) for one in start), *more.items()]
    return f"/v1/tables/{seat.table}/live" + (f"?{urlencode(query)}" if query else "")


@asynccontextmanager
async def socket(seat: Seat, path: str, **more: Any) -> AsyncIterator[ClientConnection]:
    """A WebSocket with the seat's token in a header."""
    address = str(seat.client.base_url.join(path)).replace("http", "ws", 1)
    async with connect(address, additional_headers=seat.headers, compression=None, proxy=None, **more) as one:
        yield one


@asynccontextmanager
async def by_socket(seat: Seat, *whom: str, start: tuple[str, ...] = ()) -> AsyncIterator[Ear]:
    async with socket(seat, live_path(seat, whom, start)) as one:
        yield Ear(messages_of(one))


async def messages_of(one: ClientConnection) -> AsyncIterator[Told]:
    """All messages of a WebSocket, until it is closed for whatever reason."""
    with suppress(ConnectionClosed):
        async for text in one:
            yield json.loads(text)


@asynccontextmanager
async def by_sse(seat: Seat, *whom: str, start: tuple[str, ...] = ()) -> AsyncIterator[Ear]:
    headers = {**seat.headers, "accept": "text/event-stream"}
    if start:
        headers["last-event-id"] = ",".join(start)
    async with seat.client.stream("GET", live_path(seat, whom), headers=headers) as reply:
        assert reply.status_code == 200, await reply.aread()
        assert reply.headers["content-type"] == "text/event-stream"
        yield Ear(_events(reply))


async def _events(reply: httpx.Response) -> AsyncIterator[Told]:
    async for line in reply.aiter_lines():
        if line.startswith("data: "):
            yield json.loads(line.removeprefix("data: "))


@asynccontextmanager
async def by_poll(seat: Seat, *whom: str, start: tuple[str, ...] = ()) -> AsyncIterator[Ear]:
    at = {one.rsplit(":", 2)[0]: one for one in start}

    async def messages() -> AsyncIterator[Told]:
        while True:
            path = live_path(seat, whom, tuple(at.values()), wait=20)
            reply = await seat.client.get(path, headers=seat.headers)
            assert reply.status_code == 200, reply.text
            for said in reply.json()["messages"]:
                if "chain" in said:
                    at[said["audience"]] = f"{said['audience']}:{said['number']}:{said['chain']}"
                yield said
                if said["type"] == "goodbye":
                    return

    yield Ear(messages())


WAYS = {"WebSocket": by_socket, "SSE": by_sse, "poll": by_poll}
