"""Cost over the number of combatants: an act decided and folded, told to others, shown to a GM, weighed by its odds."""

import random
from collections.abc import Iterator
from time import process_time
from typing import Any, Final

import msgspec

from bench.curves import Curve, Picture
from bench.figures import Row, at_most
from engine.commands import BeginCombat, RollInitiative
from engine.history import History
from engine.odds.exact import odds
from engine.play import fields_of
from events.codec import decode
from projections.audience import Viewer
from projections.legal import legal_actions
from projections.stream import AudienceStream
from projections.view import table_view
from projections.wounds import Deck
from tests.games.fights import play_on
from tests.simulating.sides import sides
from tests.tables import MemoryTable, advance

OVER: Final = "combatants"
SIZES: Final = (2, 10, 50, 100, 200, 500)
ACTS: Final = 30
MOST_MORE: Final = 5.0
"""An act at the largest table may cost so many times one between two: what holds everybody is copied."""
SHOT: Final[dict[str, Any]] = {"kind": "shoot", "weapon": "gun", "range": "short"}


def run() -> tuple[list[Row], list[Picture]]:
    """Measure fights of every size, each as long as the others."""
    costs: dict[str, list[tuple[int, float]]] = {}
    for size in SIZES:
        for what, cost in _at(size):
            costs.setdefault(what, []).append((size, cost))
    rows = [
        at_most(
            f"{what}: {SIZES[-1]} combatants against {SIZES[0]}",
            costs[what][-1][1],
            costs[what][0][1],
            MOST_MORE,
            "us",
            "whole acts of a fight with keyed dice; the processor's time, so that others do not count",
        )
        for what in ("decide, write and fold an act",)
    ]
    picture = Picture(
        "combatants",
        "One act, over the number of combatants",
        "combatants",
        "microseconds",
        tuple(Curve(what, tuple(points)) for what, points in costs.items()),
        "An act costs nearly the same among many as between two; what shows everybody grows with them. The processor's "
        "time in the engine and the projections; a whole view is made only for who comes in or looks back.",
    )
    return rows, [picture]


def _at(size: int) -> Iterator[tuple[str, float]]:
    table, rng = _fight(size), random.Random(1)
    begun = len(table.bodies)
    began = process_time()
    for _ in range(ACTS):
        play_on(table, rng)
    yield "decide, write and fold an act", 1_000_000 * (process_time() - began) / ACTS
    yield from _told(table, begun)
    yield from _looked_at(table)


def _fight(size: int) -> MemoryTable:
    table = sides("unisystem", size // 2, life_points=100_000)
    table.must(BeginCombat())
    table.must(RollInitiative())
    return table


def _told(table: MemoryTable, begun: int) -> Iterator[tuple[str, float]]:
    """What a spectator is told of every act, and what becomes of the view that everybody at the GM's desk has."""
    history = History.empty()
    stream, deck = AudienceStream(Viewer("spectator"), table.ruleset), Deck(table.ruleset)
    telling = dealing = 0.0
    for body in table.bodies:
        entry = decode(body)
        after = advance(history, entry, table.past)
        began = process_time()
        stream.fold(entry, history.state, after.state, after.ledger)
        told = process_time()
        if entry.version > begun:
            telling += told - began
            if decode(table.bodies[min(entry.version, len(table.bodies) - 1)]).command != entry.command:
                began = process_time()
                eyes = Viewer("gm").audience(after.state)
                people = deck.at(after.state, eyes)
                table_view(after.state, after.ledger, eyes, table.ruleset, 1, "", (), people)
                dealing += process_time() - began
        history = after
    yield "tell it to the other side", 1_000_000 * telling / ACTS
    yield "bring the GM's view up to date", 1_000_000 * dealing / ACTS


def _looked_at(table: MemoryTable) -> Iterator[tuple[str, float]]:
    history, eyes = table.history, Viewer("gm").audience(table.state)

    def whole() -> None:
        msgspec.json.encode(table_view(history.state, history.ledger, eyes, table.ruleset, 1, ""))

    yield "the whole view as JSON", _each(whole)
    somebody = next(iter(table.state.combatants))
    yield "what somebody may do now", _each(lambda: legal_actions(history, table.ruleset, "gm", eyes, somebody))
    kind = table.ruleset.actions["shoot"]
    action = fields_of(kind, msgspec.json.encode({**SHOT, "target": list(table.state.combatants)[-1]}))
    yield "odds of one shot", _each(lambda: odds(table.ruleset, table.state, kind.procedure, (somebody, action)))


def _each(work: Any, times: int = 5) -> float:
    """Microseconds of the processor, the best of several."""
    best = float("inf")
    for _ in range(times):
        began = process_time()
        work()
        best = min(best, process_time() - began)
    return 1_000_000 * best
