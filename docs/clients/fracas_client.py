"""A client of Fracas in one file, on httpx and websockets: it resumes, retries, and gives each command exactly once.

    async with Table("http://localhost:8000", table="k3v9x2m4q7ab", token="fs1...") as table:
        async for said in table.follow():
            print(said["type"], table.seen)

What is said on the wire stands in docs/protocol.md; copy this file where you need it.
"""

import asyncio
import json
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.parse import urlencode
from uuid import uuid4

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException

FIRST, LONGEST = 0.5, 15.0
"""Seconds before the second try, and before any later one."""

GREETING, SILENCE, POLL, SETTLED = 8.0, 3, 25, 60.0
"""Seconds until a greeting; heartbeats until silence is the end; seconds of a poll, and until a better way is tried."""

MORE = 4
"""So many times as long a greeting is waited for in the end: a service to which many come back takes its time."""

FAULTS = 5
"""So often is a command sent that the service itself fails at, before it counts as refused."""

Said = dict[str, Any]
LOST = (httpx.TransportError, WebSocketException, OSError, TimeoutError)
NOT_NOW = (408, 425, 429)


class Refused(Exception):
    """What the service says no to, for good; `problem` is its problem document."""

    def __init__(self, problem: Said) -> None:
        super().__init__(problem.get("detail", ""))
        self.problem, self.code = problem, problem.get("code", "")


class Gap(Exception):
    """What came does not follow from what is held: come back with that."""


async def sit_down(base: str, table: str, link: str, *, patience: float = 30.0, **more: str) -> Said:
    """Exchange a seat's link for its token: `{table, seat, kind, name, token, device}`.

    A service that is busy or away is asked again, for `patience` seconds; all of it is one who sits down.

    Raises:
        Refused: the link opens nothing, or too many sit down at once for all this time. LOST: no answer in time.
    """
    body = {"table": table, "link": link, "device": uuid4().hex, **more}
    until = monotonic() + patience
    async with httpx.AsyncClient(base_url=base.rstrip("/") + "/") as http:
        for failures in range(10**9):
            late = monotonic() > until
            try:
                reply = await http.post("seats/token", json=body)
                return _said(reply) if late else _said_for_good(reply)
            except LOST:
                if late:
                    raise
            await asyncio.sleep(back_off(failures))
    raise AssertionError("it is tried until patience is over")


class Outbox:
    """Commands that have no answer yet, in order; in a file they outlive the program."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self.bodies: list[Said] = json.loads(file.read_text("utf-8")) if file is not None and file.exists() else []

    def put(self, body: Said) -> None:
        """Keep it, before it is sent."""
        self.bodies.append(body)
        self._write()

    def drop(self, body: Said) -> None:
        """It has an answer; whoever gives it again meanwhile is told the same."""
        self.bodies = [one for one in self.bodies if one["id"] != body["id"]]
        self._write()

    def _write(self) -> None:
        if self._file is not None:
            fresh = self._file.with_suffix(".new")
            fresh.write_text(json.dumps(self.bodies), "utf-8")
            fresh.replace(self._file)


class Table:
    """A table as one seat follows it, and through which it gives commands.

    `seen` holds number, chain, view and lines of each audience. `whom`: the seats that a service seat follows.
    """

    def __init__(
        self, base: str, *, table: str, token: str, whom: tuple[str, ...] = (), outbox: Path | None = None,
        ways: tuple[str, ...] = ("socket", "sse", "poll"),
    ) -> None:  # fmt: skip
        self.seen: dict[str, Said] = {}
        self.outbox = Outbox(outbox)
        self._base, self._path, self._whom, self._ways = base.rstrip("/"), f"/v1/tables/{table}", whom, ways
        self._headers = {"authorization": f"Bearer {token}"}
        self._http = httpx.AsyncClient(base_url=self._base, headers=self._headers, timeout=POLL + 10)
        self._sending = asyncio.Lock()
        self._failures, self._patience = 0, GREETING

    async def __aenter__(self) -> "Table":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    # commands

    async def give(self, type_: str, *, around: Said | None = None, **fields: Any) -> Said:
        """Give a command and return its reply; it is sent with one id until there is an answer.

        Raises:
            Refused: the service says no.
        """
        body = {"id": f"py-{uuid4().hex[:24]}", **(around or {}), "command": {"type": type_, **fields}}
        self.outbox.put(body)
        return await self._answered(body)

    async def resend(self) -> list[tuple[Said, Said | Refused]]:
        """Give again what had no answer when the program ended; each command with its reply or refusal."""
        answers: list[tuple[Said, Said | Refused]] = []
        for body in list(self.outbox.bodies):
            try:
                answers.append((body, await self._answered(body)))
            except Refused as refused:
                answers.append((body, refused))
        return answers

    async def look(self, path: str = "", **query: Any) -> Said:
        """A GET below the table, as `/actions` or `/rolls/7`.

        Raises:
            Refused: the service says no. LOST: no answer of the service came.
        """
        return _said(await self._http.get(self._path + path, params=query))

    async def _answered(self, body: Said) -> Said:
        async with self._sending:
            faults = 0
            for failures in range(10**9):
                try:
                    reply = await self._http.post(f"{self._path}/commands", json=body)
                    faults += _is_fault(reply)
                    said = _said(reply) if faults == FAULTS else _said_for_good(reply)
                except LOST:
                    await asyncio.sleep(back_off(failures))  # nobody knows whether it arrived: the same again
                    continue
                except Refused:
                    self.outbox.drop(body)
                    raise
                self.outbox.drop(body)
                return said
        raise AssertionError("it is tried until there is an answer")

    # following

    async def follow(self) -> AsyncGenerator[Said, None]:
        """Every message, over whatever way works, until the service says that coming back is of no use.

        Raises:
            Refused: the seat is no longer one's own, or never was.
        """
        way = 0
        while True:
            greeted, goodbye, began = False, None, monotonic()
            try:
                async with aclosing(self._patiently(self._ways[way])) as messages:
                    async for said in messages:
                        greeted = True
                        goodbye = said if said["type"] == "goodbye" else None
                        self.take(said)
                        yield said
            except (*LOST, Gap):
                pass  # come back with what is held
            if goodbye is not None and "again" not in goodbye:
                raise Refused({"code": goodbye["reason"], "detail": goodbye["detail"]})
            if not greeted:
                way = (way + 1) % len(self._ways)
            elif monotonic() - began > SETTLED:
                way = 0
            self._failures = 0 if greeted else self._failures + 1
            await asyncio.sleep(back_off(self._failures) + (goodbye["again"] if goodbye else 0))

    def take(self, said: Said) -> None:
        """Take a message over.

        Raises:
            Gap: something before it is missing.
        """
        held = self.seen.get(said.get("audience", ""))
        match said["type"]:
            case "snapshot":
                self.seen[said["audience"]] = {name: said[name] for name in ("number", "chain", "view", "lines")}
            case "batch":
                self._take_batch(held, said)
            case "waiting" if held is not None:
                names = ("waiting", "up", "somebody_up", "on_deck")
                held["view"] = changed(held["view"], {"fields": {name: said.get(name) for name in names}})
            case "heartbeat":
                if {name: one["number"] for name, one in self.seen.items()} != said["numbers"]:
                    raise Gap
            case _:
                pass  # hello, goodbye, and whatever a later service may say

    def _take_batch(self, held: Said | None, said: Said) -> None:
        if held is not None and said["number"] <= held["number"]:
            return  # told twice: it is held already
        if held is None or said["after"] != held["number"]:
            raise Gap
        lines = (held["lines"] + said.get("lines", []))[-200:]
        held.update(number=said["number"], chain=said["chain"], lines=lines)
        held["view"] = said.get("view") or changed(held["view"], said.get("change", {}))

    async def _patiently(self, way: str) -> AsyncGenerator[Said, None]:
        """The messages of one connection; silence ends it."""
        self._patience = GREETING * min(1 + self._failures, MORE) + (POLL if way == "poll" else 0)
        async with aclosing(getattr(self, f"_{way}")()) as messages:
            while True:
                try:
                    async with asyncio.timeout(self._patience):  # before 3.12 wait_for may swallow a cancelling
                        said = await anext(messages)
                except StopAsyncIteration:
                    return
                if said["type"] == "hello":
                    self._patience = SILENCE * max(said["heartbeat"], POLL if way == "poll" else 0)
                yield said

    async def _socket(self) -> AsyncGenerator[Said, None]:
        address = (self._base + self._asked()).replace("http", "ws", 1)
        try:
            async with connect(address, additional_headers=self._headers, compression=None, max_size=None) as socket:
                async for text in socket:
                    yield json.loads(text)
        except InvalidStatus as refused:
            if refused.response.status_code != 404 and _for_good(refused.response.status_code):
                raise Refused(_document(refused.response.body)) from None
            raise

    async def _sse(self) -> AsyncGenerator[Said, None]:
        async with self._http.stream("GET", self._asked(), headers={"accept": "text/event-stream"}) as reply:
            if reply.status_code != 200:
                _refuse(reply.status_code, await reply.aread())
            async for line in reply.aiter_lines():
                if line.startswith("data: "):
                    yield json.loads(line.removeprefix("data: "))

    async def _poll(self) -> AsyncGenerator[Said, None]:
        until = monotonic() + SETTLED
        while monotonic() < until:
            reply = await self._http.get(self._asked(wait=POLL if self.seen else 0))
            for said in _said_for_good(reply)["messages"]:
                yield said

    def _asked(self, **more: Any) -> str:
        held = [("from", f"{name}:{one['number']}:{one['chain']}") for name, one in self.seen.items()]
        return f"{self._path}/live?{urlencode([*(('as', one) for one in self._whom), *held, *more.items()])}"


def changed(view: Said, change: Said) -> Said:
    """A view after a change: fields set or taken away, cards in the place of those with their id."""
    fresh = {
        name: value
        for name, value in {**view, **change.get("fields", {})}.items()
        if value is not None and value is not False
    }
    cards = {card["id"]: card for card in change.get("cards", ())}
    return {**fresh, "combatants": [cards.get(one["id"], one) for one in fresh["combatants"]]}


def back_off(failures: int) -> float:
    """Seconds before the next try: anything up to twice as long as before, so that not all come back at once."""
    return random.random() * min(LONGEST, FIRST * 2.0 ** min(failures, 10))


def _for_good(status: int) -> bool:
    return 400 <= status < 500 and status not in NOT_NOW


def _is_fault(reply: httpx.Response) -> bool:
    """Whether the service itself has failed and says so; a proxy before it says no such thing."""
    return reply.status_code == 500 and _document(reply.content).get("code") == "internal"


def _refuse(status: int, body: bytes) -> None:
    if _for_good(status):
        raise Refused(_document(body))
    raise OSError(f"the service answers {status}")


def _document(body: bytes | bytearray) -> Said:
    try:
        said = json.loads(body)
    except ValueError:
        said = None
    return said if isinstance(said, dict) else {"code": "unknown", "detail": body.decode(errors="replace")}


def _said(reply: httpx.Response) -> Said:
    if reply.is_error:
        raise Refused(_document(reply.content))
    try:
        said: Said = reply.json()
    except ValueError:  # a page of a network's door, say
        raise OSError(f"what came with {reply.status_code} is no answer of the service") from None
    return said


def _said_for_good(reply: httpx.Response) -> Said:
    """What the service answers; what is not its last word counts as lost, and is asked for again."""
    if not reply.is_success:
        _refuse(reply.status_code, reply.content)
    return _said(reply)
