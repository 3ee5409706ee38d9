"""Cost over the length of a log: adding, taking back, looking, looking back, opening with a snapshot and without."""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from functools import partial
from itertools import groupby
from pathlib import Path
from time import perf_counter
from typing import Final

import redis

from api.clock import now
from api.keys import Keys
from api.tables.deciding import random_salt
from api.tables.opening import Opener
from bench.curves import Curve, Picture
from bench.figures import Row, at_most, best_of
from bench.past import WORK, Played
from engine.rulesets import RULESETS
from events.chain import GENESIS, Sealed, seal
from events.codec import decode
from events.log import EmbeddedValkey, Landing, open_log
from events.log.answers import Appended
from events.log.opening import open_table
from events.log.stream import Log
from projections.audience import Viewer
from projections.view import table_view
from tests.games.fights import fight_of

OVER: Final = "the length of a log"
LENGTHS: Final = (10, 100, 1_000, 10_000, 100_000, 200_000)
READ: Final = 10_000
"""The length at which opening is held against reading what it reads."""
TAIL: Final = 100
"""Entries behind the newest snapshot."""
TIMES: Final = 20
TABLE: Final = "t1"
"""What the fight's own entries say."""

_AT_ONCE: Final = 64
_KEYS: Final = (Keys(bytes(range(32))), Keys(bytes(32)))
_Costs = dict[str, list[tuple[int, float]]]


def run() -> tuple[list[Row], list[Picture]]:
    """Measure every length on the beginning of one long fight."""
    bodies = fight_of(LENGTHS[-1])
    costs: _Costs = {}
    for length in LENGTHS:
        for what, cost in _at_the_table(Played(bodies[:length])):
            costs.setdefault(what, []).append((length, cost))
    opening, stored, rows = asyncio.run(_openings(bodies))
    return rows, [
        Picture(
            "log",
            "At the table, over the length of its log",
            "entries in the log",
            "microseconds",
            tuple(Curve(what, tuple(points)) for what, points in costs.items()),
            "Flat lines: a long campaign plays as quickly as a new one. The engine alone, past entries from memory.",
        ),
        Picture(
            "opening",
            "Opening a table that nobody has used for a while",
            "entries in the log",
            "milliseconds",
            tuple(Curve(what, tuple(points)) for what, points in opening.items()),
            f"With a snapshot {TAIL} entries are behind it, or as many as there are. What is left to grow are the "
            "pointers and command ids that every entry leaves.",
        ),
        Picture(
            "storage",
            "What a log takes",
            "entries in the log",
            "megabytes",
            tuple(Curve(what, tuple(points)) for what, points in stored.items()),
            "The log's server holds every log in its memory, and writes it to the disk as it is appended. The file is "
            "written anew from time to time, which leaves out what snapshots are no more.",
        ),
    ]


def _at_the_table(log: Played) -> Iterator[tuple[str, float]]:
    for what, work in WORK.items():
        yield what, 1_000_000 * best_of(5, lambda work=work: work(log, TIMES)) / TIMES  # type: ignore[misc]
    history, eyes = log.history, Viewer("gm").audience(log.history.state)
    look = lambda: table_view(history.state, history.ledger, eyes, log.ruleset, history.head, "")  # noqa: E731
    yield "look at the table", 1_000_000 * best_of(20, look)


async def _openings(bodies: list[bytes]) -> tuple[_Costs, _Costs, list[Row]]:
    """One table that grows; whoever has another key believes its snapshot no more than if there were none."""
    costs: _Costs = {}
    sizes: _Costs = {}
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        valkey = EmbeddedValkey(Path(folder) / "data")
        try:
            url = valkey.start()
            empty = _megabytes(url, Path(folder))
            async with open_log(url) as log:
                opener, stranger = (Opener(log, keys, RULESETS, now, random_salt, LENGTHS[-1]) for keys in _KEYS)
                head, held = 0, GENESIS
                for length in LENGTHS:
                    behind, end = (_cut(bodies, place) for place in (max(head, length - TAIL, 1), length))
                    held = await _written(log, bodies[head:behind], held, head)
                    found = await opener.load(TABLE)
                    assert found is not None, "it was written just now"
                    await opener.keep(TABLE, found.history)
                    held, head = await _written(log, bodies[behind:end], held, behind), end
                    kept = await _took(partial(opener.load, TABLE))
                    whole = await _took(partial(stranger.load, TABLE))
                    costs.setdefault("without a snapshot", []).append((length, whole))
                    costs.setdefault("with a snapshot", []).append((length, kept))
                    for what, megabytes in _megabytes(url, Path(folder)).items():
                        sizes.setdefault(what, []).append((length, max(0.001, megabytes - empty[what])))
                    if length == READ:
                        rows.append(await _against_reading(log, opener, kept))
        finally:
            valkey.stop()
    return costs, sizes, rows


async def _against_reading(log: Log, opener: Opener, kept: float) -> Row:
    read = await _took(lambda: open_table(log, TABLE, opener.fold, _KEYS[0].snapshots))
    return at_most(
        f"opening a table of {READ:,} entries with a snapshot, against reading snapshot and tail",
        kept,
        read,
        3,
        "ms",
        f"{TAIL} entries behind the snapshot; reading holds its digest and the chain against the log, opening makes a "
        "table of it and folds the rest",
    )


def _megabytes(url: str, folder: Path) -> dict[str, float]:
    with redis.Redis.from_url(url) as server:
        held = server.info("memory")["used_memory"]
    files = sum(one.stat().st_size for one in folder.rglob("*") if one.is_file())
    return {"memory of the log's server": held / 1e6, "on the disk": files / 1e6}


def _cut(bodies: list[bytes], place: int) -> int:
    """The first place from there on that is between two commands."""
    while 0 < place < len(bodies) and decode(bodies[place - 1]).command == decode(bodies[place]).command:
        place += 1
    return place


async def _took(work: Callable[[], Awaitable[object]]) -> float:
    """Milliseconds, the best of five or of as many as go into two seconds."""
    best, until = float("inf"), perf_counter() + 2
    for _ in range(5):
        began = perf_counter()
        await work()
        best = min(best, perf_counter() - began)
        if perf_counter() > until:
            break
    return 1000 * best


async def _written(log: Log, bodies: list[bytes], held: bytes, head: int) -> bytes:
    """Append a stretch of a log, command by command, many at once; the chain's hash after it."""
    landings: list[Landing] = []
    entries = [(decode(body), body) for body in bodies]
    for (seat, command), group in groupby(entries, key=lambda one: (one[0].seat, one[0].command)):
        sealed: list[Sealed] = []
        mine = tuple(group)
        for entry, body in mine:
            sealed.append(seal(held, entry.version, body, bytes(16)))
            held = sealed[-1].hash
        landings.append(Landing(f"{seat}/{command}", mine[0][0].digest, tuple(sealed)))
    for first in range(0, len(landings), _AT_ONCE):
        together = landings[first : first + _AT_ONCE]
        answer = await log.append(TABLE, head, together)
        assert isinstance(answer, Appended), answer
        head = answer.head.version
    return held
