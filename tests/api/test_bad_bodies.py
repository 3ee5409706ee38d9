"""Bodies of every address that takes one, as nobody should send them: an answer below 500, and no fault."""

import json
import logging
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from events.log.stream import open_log
from tests.api.people import FIGHTER, Seat, make_app, open_table, running
from tests.reps import repetitions

EACH = repetitions(ci=40, soak=1_000)
KINDS = ["application/json", "application/json; charset=utf-16", "text/plain", "text/html", "",
         "application/vnd.x+json", "multipart/form-data; boundary=x", "\u00e9/json"]  # fmt: skip
GOOD: list[Any] = [
    {"id": "c-1", "command": {"type": "note", "text": "x"}},
    {"commands": [{"id": "c-2", "command": {"type": "roll", "dice": "2d6"}}]},
    {"id": "c-3", "command": {"type": "enter_combatant", "name": "X", "sheet": FIGHTER}, "dry_run": True},
    {"title": "x", "ruleset": "unisystem"},
    {"table": "x", "link": "y", "device": "z"},
    {"runs": 1, "longest": 2, "combatants": [], "sides": {}},
]
WORDS: list[Any] = [
    None, True, -1, 0, 2**53, 2**63, 2**64, 10**400, 1e308, float("nan"), float("inf"), "", "\ud800", "\x00",
    "x" * 300_000, [], {}, [[]] * 50, {"": ""}, [1, "a", None], {"type": {"type": "x"}}, "1d999999", "\u202e",
]  # fmt: skip


def changed(rng: random.Random, one: Any) -> Any:
    """The same with something else somewhere in it."""
    if isinstance(one, dict) and one and rng.random() < 0.8:
        name = rng.choice(sorted(one))
        return {**one, rng.choice([name, name, name + "x"]): changed(rng, one[name])}
    if isinstance(one, list) and one and rng.random() < 0.8:
        return [changed(rng, one[0]), *one[1:]]
    return rng.choice(WORDS)


def a_body(rng: random.Random) -> bytes:
    """Almost right, or nothing of the kind."""
    text = json.dumps(changed(rng, rng.choice(GOOD)))
    plain = text.encode()
    ways: list[Callable[[], bytes]] = [
        lambda: plain,
        lambda: plain,
        lambda: plain[: rng.randrange(len(plain) + 1)],
        lambda: plain.replace(b'"', b'"\xff', 1),
        lambda: text.encode(rng.choice(["utf-16", "utf-32", "utf-8-sig", "utf-7"])),
        lambda: b"{" + plain[1:-1] + b"," + plain[1:],
        lambda: rng.choice([b"[", b'{"a":']) * rng.choice([40, 65, 1_000, 40_000]),
        lambda: b"\x1f\x8b" + rng.randbytes(90),
        lambda: rng.randbytes(rng.randrange(300)),
    ]
    return rng.choice(ways)()


def addresses(client: httpx.AsyncClient) -> list[tuple[str, str]]:
    """Every method and path that changes something."""
    transport: Any = client._transport
    paths = transport.app.openapi()["paths"]
    return [(method, path) for path in sorted(paths) for method in ("post", "put", "patch") if method in paths[path]]


@pytest.fixture
async def quiet(valkey_url: str, tmp_path: Path) -> Any:
    async with open_log(valkey_url) as log, running(make_app(log, tmp_path)) as client:
        yield client


async def test_no_body_of_any_address_is_a_fault(quiet: httpx.AsyncClient, caplog: pytest.LogCaptureFixture) -> None:
    rng = random.Random("bodies")
    asked = addresses(quiet)
    assert len(asked) >= 10
    for method, path in asked:
        gm: Seat = await open_table(quiet)
        for turn in range(EACH):
            kind = rng.choice(KINDS) if rng.random() < 0.4 else "application/json"
            headers = {**gm.headers, "content-type": kind}
            at = path.replace("{table}", gm.table).replace("{ruleset}", "unisystem").replace("{combatant}", "x")
            body = a_body(rng)
            answer = await quiet.request(
                method, at, content=body, headers=[(k.encode(), v.encode()) for k, v in headers.items()]
            )
            assert answer.status_code < 500, f"{method} {path} {turn}: {kind} {body[:200]!r}: {answer.text[:300]}"
    assert not [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR]
