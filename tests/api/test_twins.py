"""Two tables that differ only in what an audience may not see answer alike at every address: status, headers, bytes."""

from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import groupby
from pathlib import Path
from typing import Any, Final, cast

import msgspec
import pytest
import redis.asyncio
from fastapi import FastAPI

from api.tokens import session_token
from engine import commands as c
from events.chain import GENESIS, Sealed, seal
from events.codec import decode
from events.log.answers import Landing
from events.log.stream import Log, open_log
from events.table import DiceKeyTurned
from projections.cut import CUTS
from tests.api.doors import Answer, Door, ask, doors
from tests.api.people import make_app, running
from tests.projections.kits import KITS
from tests.projections.play import Game
from tests.projections.twins import LOOKING, Leaked, Table, Twins, headless
from tests.reps import repetitions
from tests.tables import SALT

MOVES = 40
GROUP = 40
ASKERS = (("ana", ""), ("ben", ""), ("screen", ""), ("bot", ""), ("bot", "ana"), ("bot", "screen"), ("", ""))
"""Seats that ask, and for whom a program speaks; the last has no seat."""

FIRST: Final = {"unisystem": 1, "firefight": 2, "interlock": 3}
"""The first game of each rule set: they differ in who hides, who throws real dice and what is told of rolls."""

App = Callable[..., Any]
Spoilt = Callable[[FastAPI, Table], App]


def as_it_is(app: FastAPI, table: Table) -> App:
    return app


@pytest.fixture(autouse=True)
def heads_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log's head is of the whole log: it alone differs between tables that look alike."""
    monkeypatch.setitem(cast(dict[Any, Any], CUTS), DiceKeyTurned, headless)


def played(seed: int, rules: str) -> Twins:
    """A random game, at whose table a program speaks for a player and for a screen."""
    told = ("result", "open", "hidden")[seed // 2 % 3]
    options = {"open_numbers": False, "player_undo": "request", "gm_rolls": told}
    twins = Twins(options=options, second="orc" if seed % 2 else "", own_dice=seed % 3 == 0, kit=KITS[rules])
    speaks_for = ("ana", "screen")
    twins.both(c.OfferSeat(seat="bot", kind="service", name="Bot", link_digest="3" * 64, speaks_for=speaks_for))
    Game(seed, twins).play(MOVES)
    return twins


def landings(table: Table) -> list[Landing]:
    """A table's bytes as a log takes them."""
    sealed: list[Sealed] = []
    for version, body in enumerate(table.bodies, start=1):
        sealed.append(seal(sealed[-1].hash if sealed else GENESIS, version, body, SALT))
    commands = groupby(sealed, key=lambda one: (decode(one.body).seat, decode(one.body).command))
    return [Landing(f"{seat}/{command}", "d", tuple(entries)) for (seat, command), entries in commands]


async def laid(log: Log, table: Table) -> None:
    """Write a table down."""
    groups, version = landings(table), 0
    for first in range(0, len(groups), GROUP):
        await log.append("t1", version, groups[first : first + GROUP])
        version = groups[first : first + GROUP][-1].entries[-1].version


@asynccontextmanager
async def served(url: str, database: int, folder: Path, table: Table) -> AsyncIterator[FastAPI]:
    """A service with this table alone, at a time that stands still."""
    address = f"{url}?db={database}"
    async with redis.asyncio.from_url(address) as client:
        await client.flushdb()
    async with open_log(address) as log:
        await laid(log, table)
        app = make_app(log, folder / str(database), clock=lambda: 5000)
        async with running(app):
            yield app


async def compare(url: str, folder: Path, twins: Twins, spoilt: Spoilt = as_it_is) -> Counter[str]:
    """Ask at every address of both, as everybody who sits there and as somebody who does not; counts the answers.

    Raises:
        Leaked: they do not answer alike.
    """
    heard: Counter[str] = Counter()
    async with AsyncExitStack() as stack:
        both = [
            (await stack.enter_async_context(served(url, number, folder, table)), table)
            for number, table in ((10, twins.a), (11, twins.b))
        ]
        apps = [spoilt(app, table) for app, table in both]
        service = both[0][0].state.service
        seats = twins.a.history.ledger.seats
        for seat, speaks_for in ASKERS:
            token = session_token(service.keys.sessions, "t1", seats[seat]) if seat else "fs1.t1.ana.no"
            newest = next((twins.a.streams[one].newest for one in LOOKING if one.seat in (seat, speaks_for)), 9)
            for door in doors(both[0][0], twins.kit, newest):
                for more in _ways(door):
                    asked = _speaking(door, speaks_for)
                    one, other = [await ask(app, asked, token, more) for app in apps]
                    alike(f"{seat or 'nobody'} {asked} {more}", door, one, other)
                    heard[f"{door[0]} {one.status}"] += 1
    return heard


def _ways(door: Door) -> list[dict[str, str]]:
    """How an address is asked: usually, and as text or as a stream where that is another answer."""
    path = door[1].partition("?")[0]
    if path.endswith("/live"):
        return [{}, {"accept": "text/event-stream"}]
    return [{}, {"accept": "text/plain"}] if "/rolls/" in path else [{}]


def _speaking(door: Door, speaks_for: str) -> Door:
    method, address, body = door
    if not speaks_for or "as=" in address:
        return door
    if address.endswith("/commands") and isinstance(body, dict):
        return method, address, {**body, "as": speaks_for}
    return method, f"{address}{'&' if '?' in address else '?'}as={speaks_for}", body


def alike(who: str, door: Door, one: Answer, other: Answer) -> None:
    """Two answers are the same.

    That somebody unseen was up at a past moment may be told (and makes its answer as much longer).
    """
    if one != other and "at=" in door[1] and _settled(one) == _settled(other):
        return
    if one != other:
        raise Leaked(f"{who}: {one} but {other}")


def _settled(said: Answer) -> Any:
    body = msgspec.json.decode(said.body)
    if isinstance(body, dict):
        body.pop("somebody_up", None)
    return said.status, [header for header in said.headers if header[0] != b"content-length"], body


@pytest.mark.parametrize("rules", KITS)
async def test_every_address_answers_the_same_whatever_hides(valkey_url: str, tmp_path: Path, rules: str) -> None:
    heard: Counter[str] = Counter()
    for seed in range(FIRST[rules], FIRST[rules] + repetitions(1, 60)):
        heard.update(await compare(valkey_url, tmp_path, played(seed, rules)))
    for wanted in ("GET 200", "GET 401", "GET 403", "GET 404", "POST 200", "POST 401", "POST 403", "POST 409"):
        assert heard[wanted], heard


def telling(header: bytes, said: Callable[[Table], str]) -> Spoilt:
    """A service that tells more in a header of every answer."""

    def spoilt(app: FastAPI, table: Table) -> App:
        async def talkative(scope: Any, receive: Any, send: Any) -> None:
            async def more(message: Any) -> None:
                if message["type"] == "http.response.start":
                    message = {**message, "headers": [*message["headers"], (header, said(table).encode())]}
                await send(message)

            await app(scope, receive, more)

        return talkative

    return spoilt


PLANTED = {
    "the log's head as an ETag": telling(b"etag", lambda table: f'"{table.history.head}"'),
    "how long the log is in a range": telling(b"content-range", lambda table: f"entries */{len(table.bodies)}"),
    "how many there are in a header": telling(b"x-combatants", lambda table: str(len(table.state.combatants))),
}


@pytest.mark.parametrize("spoilt", PLANTED.values(), ids=PLANTED)
async def test_a_header_that_tells_too_much_is_found(valkey_url: str, tmp_path: Path, spoilt: Spoilt) -> None:
    with pytest.raises(Leaked):
        await some_games(valkey_url, tmp_path, spoilt)


async def some_games(url: str, folder: Path, spoilt: Spoilt) -> None:
    for seed in range(1, 9):
        await compare(url, folder, played(seed, "unisystem"), spoilt)
