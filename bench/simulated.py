"""Whole fights, six against six with armor and cover, beside Pokemon Showdown; commands beside boardgame.io."""

import random
import time
from concurrent.futures import ProcessPoolExecutor

from api.simulation.many import Fights, cores, pool, portions, read, start
from bench import node
from bench.figures import Row, at_least
from engine.commands import BeginCombat
from projections.simulating import Plan
from tests.games.fights import play_on
from tests.simulating.sides import sides
from tests.tables import MemoryTable

ROUNDS = 3
SECONDS = 4.0
LIFE = 2000
"""Life Points of everybody, so that they come to sixty acts each and more before the fight is over."""

LEAST_ACTS = 60 * 12


def run() -> list[Row]:
    """Measure both side by side, turn and turn about."""
    if not node.there():
        return []
    return [_fights(), _commands()]


def _fights() -> Row:
    table = sides("unisystem", life_points=LIFE)
    fights = Fights("unisystem", table.state, Plan(longest=1000), 1)
    acts = turns = 0
    ours = theirs = 0.0
    with pool() as processes:
        _played(processes, fights, cores())
        for _ in range(ROUNDS):
            done, took = _played(processes, fights, 8 * cores())
            acts, ours = acts + done, ours + took
            told = node.asked("showdown.mjs", SECONDS)
            turns, theirs = turns + told["turns"], theirs + told["seconds"]
    return at_least(
        "acts of simulated fights on all cores, against turns of Pokemon Showdown",
        acts / ours,
        turns / theirs,
        20.0,
        "a second",
        "six against six with armor and cover, sixty acts each and more, the plainest tactic; random battles of "
        "@pkmn/sim between two random players over its streams",
    )


def _played(processes: ProcessPoolExecutor, fights: Fights, runs: int) -> tuple[int, float]:
    began = time.perf_counter()
    begun = [start(processes, fights, share) for share in portions(runs, cores())]
    fought = [one for share in begun for one in read(share.result())]
    took = time.perf_counter() - began
    assert all(one.acts >= LEAST_ACTS for one in fought), "a fight was over too soon to be measured"
    return sum(one.acts for one in fought), took


def _commands() -> Row:
    """A command in memory is decided with keyed dice, written as JSON, sealed into the chain and folded."""
    commands = moves = 0
    ours = theirs = 0.0
    for number in range(ROUNDS):
        table, rng = sides("unisystem", life_points=100_000), random.Random(number)
        done, took = _given(table, rng)
        commands, ours = commands + done, ours + took
        told = node.asked("board.mjs", SECONDS / 2)
        moves, theirs = moves + told["moves"], theirs + told["seconds"]
    return at_least(
        "commands decided, sealed and folded in memory, against moves of boardgame.io",
        commands / ours,
        moves / theirs,
        0.1,
        "a second",
        "a command of ours is a whole shot with keyed dice, about ten events as JSON in a hash chain; a move of theirs "
        "throws one die",
    )


def _given(table: MemoryTable, rng: random.Random) -> tuple[int, float]:
    table.must(BeginCombat())
    began, before = time.perf_counter(), table.given
    while time.perf_counter() - began < SECONDS / 2:
        play_on(table, rng)
    return table.given - before, time.perf_counter() - began
