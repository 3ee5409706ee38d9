"""Every address about a table, asked as anybody would ask; what comes back whole: status, every header, every byte."""

import asyncio
import re
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from fastapi import FastAPI

from projections.tactics import TACTICS
from tests.projections.kits import Kit

HOSTS: Final = {
    ("POST", "/v1/tables/{table}/link"),
    ("POST", "/v1/tables/{table}/archive"),
    ("POST", "/v1/tables/{table}/restore"),
    ("DELETE", "/v1/tables/{table}"),
}
"""What a host does with a table, who sits at none."""

NAMES: Final = ("vera", "bob", "ogre", "orc", "ganger", "nobody")
ELSEWHERE: Final = [
    ("GET", "/metrics", None),
    ("GET", "/healthz", None),
    ("GET", "/v1/tables", None),
    ("POST", "/seats/token", {"table": "t1", "link": "nobody has this link"}),
    ("POST", "/seats/token", {"table": "t1", "link": "0" * 64}),
]

Door = tuple[str, str, Any]
"""A method, an address with its query, and a body; None: none."""


class Answer(msgspec.Struct, frozen=True):
    """What came back: of a stream its first message."""

    status: int
    headers: tuple[tuple[bytes, bytes], ...]
    body: bytes


def doors(app: FastAPI, kit: Kit, newest: int) -> Iterator[Door]:
    """Every way to ask about the table that the service tells of; `newest` is the asker's own newest number.

    Raises:
        AssertionError: an address or a parameter is new, and nothing here says how to ask there.
    """
    for path, methods in app.openapi()["paths"].items():
        for method, told in methods.items():
            if "{table}" in path and (method.upper(), path) not in HOSTS:
                names = [(one["name"], one["in"]) for one in told.get("parameters", ()) if one["name"] != "table"]
                bodies = _bodies(path, kit) if "requestBody" in told else [None]
                yield from _asked(method.upper(), path, names, bodies, newest)
    yield from ELSEWHERE


def _asked(method: str, path: str, names: list[tuple[str, str]], bodies: list[Any], newest: int) -> Iterator[Door]:
    within = [name for name, where in names if where == "path"]
    for values in product(*(_values(path, name, newest) for name in within)):
        address = path.format(table="t1", **dict(zip(within, values, strict=True)))
        queries = [{}, *({name: v} for name, where in names if where == "query" for v in _values(path, name, newest))]
        for query, body in product(queries, bodies):
            yield method, f"{address}?{urlencode(query)}" if query else address, body


def _values(path: str, name: str, newest: int) -> list[Any]:
    """What is asked for under a name: of numbers the oldest, some, the newest and one beyond."""
    some = sorted({0, 1, newest // 3, newest // 2, newest - 1, newest, newest + 1})
    words: dict[str, list[Any]] = {
        "number": [*range(max(0, newest - 8), newest + 2)],
        "at": some,
        "after": some,
        "before": some[1:],
        "last": [1, 3],
        "limit": [1, 5],
        "wait": [0],
        "chain": ["0" * 64],
        "from": [f"seat:ana:{newest}:{'0' * 64}", f"table:{newest}:{'0' * 64}"],
        "lang": ["en", "de", "xx"],
        "as": ["ana", "ben", "gm", "screen", "nobody"],
        "combatant": list(NAMES),
        "odds": ["true"],
        "prices": ["true"],
        "tactic": list(TACTICS),
        "format": ["json", "yaml"],
    }
    assert name in words, f"{path} takes {name}, which nothing here asks for"
    return words[name]


def _bodies(path: str, kit: Kit) -> list[Any]:
    match path.removeprefix("/v1/tables/{table}"):
        case "/odds":
            pairs = [*(("vera", whom) for whom in NAMES), ("ogre", "vera"), ("bob", "ogre")]
            return [{"combatant": actor, "action": {**kit.shot, "target": whom}} for actor, whom in pairs]
        case "/commands":
            return [*_commands(kit), _commands(kit)[:2], {"id": "x"}]
        case "/simulate" | "/simulate/log":
            return [{"seed": 1, "runs": 1}, {"seed": 1, "run": 0}]
        case "/encounters":
            return [{"id": "e-1", "encounter": {}}]
        case other:
            raise AssertionError(f"nothing here says what to send to {other}")


def _commands(kit: Kit) -> list[dict[str, Any]]:
    """Commands of a player that are refused, or tried only: nothing comes of them."""
    acts = [{"type": "act", "combatant": "vera", "action": {**kit.shot, "target": whom}} for whom in NAMES]
    others: list[dict[str, Any]] = [
        *({"type": "done", "combatant": whom} for whom in (*NAMES, "band")),
        *({"type": "note", "text": "there", "about": whom} for whom in NAMES),
        {"type": "undo"},
        {"type": "roll_initiative"},
        {"type": "enter_combatant", "combatant": "ogre", "sheet": {}},
        {"type": "refuse_combatant", "seat": "cid", "combatant": "ogre"},
    ]
    said = [{"id": f"try-{number}", "command": one, "dry_run": True} for number, one in enumerate((*acts, *others))]
    return [*said, {"id": "v-setup-0", "command": {"type": "undo"}}, {**said[0], "expect": 1}]


async def ask(
    app: Any, door: Door, token: str, more: Mapping[str, str] | None = None, method: str | None = None
) -> Answer:
    """Ask, and hear the answer; of a stream no more than its beginning."""
    verb, address, body = door
    path, _, query = address.partition("?")
    sent = msgspec.json.encode(body) if body is not None else b""
    headers = {
        "host": "localhost",
        "content-type": "application/json",
        "content-length": str(len(sent)),
        **(more or {}),
    }
    if token:
        headers["authorization"] = f"Bearer {token}"
    scope = {
        "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": method or verb, "scheme": "http",
        "path": path, "raw_path": path.encode(), "query_string": query.encode(), "root_path": "",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("192.0.2.1", 1), "server": ("localhost", 80), "state": {},
    }  # fmt: skip
    heard = _Heard(sent)
    await asyncio.wait_for(app(scope, heard.receive, heard.send), 60)
    return Answer(heard.status, tuple(sorted(heard.headers)), b"".join(heard.parts))


class _Heard:
    """One request from the side of whoever asks, who leaves a stream after its first piece."""

    def __init__(self, body: bytes) -> None:
        self._asked: list[dict[str, Any]] = [{"type": "http.request", "body": body, "more_body": False}]
        self._enough = asyncio.Event()
        self.status, self.headers, self.parts = 0, list[tuple[bytes, bytes]](), list[bytes]()

    async def receive(self) -> dict[str, Any]:
        if self._asked:
            return self._asked.pop()
        await self._enough.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], list(message["headers"])
            return
        if not self._enough.is_set():
            self.parts.append(message.get("body", b""))
        streams = dict(self.headers).get(b"content-type", b"").startswith(b"text/event-stream")
        if streams and re.search(rb"snapshot", b"".join(self.parts)):
            self._enough.set()
