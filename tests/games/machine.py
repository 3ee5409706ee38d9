"""Random games of other rule sets: the machine is the same, the moves are their own."""

import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis.stateful import run_state_machine_as_test

from engine import commands as c
from engine.state import State
from events.play import ActionBegan
from tests.games.moves import Move
from tests.games.test_machine import LENGTH, Games, report, seen


class Repertoire(msgspec.Struct, frozen=True):
    """What is played: the rule set, the moves with their weights, which one fits the moment, how somebody enters.

    A `sheet` is that of somebody whom a player would like to bring in.
    """

    ruleset: str
    moves: Mapping[str, tuple[Move, int]]
    sensible: Callable[[random.Random, State], str]
    enter: Move
    sheet: Callable[[random.Random], dict[str, Any]]


class OtherGames(Games):
    """One table of any rule set, any command at any time, from any seat."""

    repertoire: ClassVar[Repertoire]
    acts: ClassVar[Counter[str]]

    def newcomer(self) -> c.Command:
        return self.repertoire.enter(self.rng, self.table.state)

    def made(self) -> c.Command:
        make, _ = self.repertoire.moves[self.repertoire.sensible(self.rng, self.table.state)]
        return make(self.rng, self.table.state)

    def wished(self, rng: random.Random) -> tuple[Any, Mapping[str, tuple[Move, int]]]:
        return self.repertoire.sheet(rng), self.repertoire.moves

    def teardown(self) -> None:
        if hasattr(self, "table"):
            for began in self.table.facts(ActionBegan):
                if began.procedure == "act":
                    self.acts[msgspec.json.decode(began.given)["action"]["kind"]] += 1
        super().teardown()


def play(repertoire: Repertoire, games: int) -> dict[str, Counter[str]]:
    """Play so many games, and say what they have reached; pytest shows it with -s or on failure."""
    before = {name: counts.copy() for name, counts in seen.items()}
    for counts in seen.values():
        counts.clear()
    acts: Counter[str] = Counter()
    own = {"ruleset": repertoire.ruleset, "repertoire": repertoire, "acts": acts}
    machine = type(f"Games{repertoire.ruleset.title()}", (OtherGames,), own)
    quiet = settings(
        max_examples=games,
        stateful_step_count=LENGTH,
        deadline=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    run_state_machine_as_test(machine, settings=quiet)
    report()
    reached = {**{name: counts.copy() for name, counts in seen.items()}, "act": acts}
    sys.stdout.write(f"act: {dict(acts)}\n")
    for name, counts in before.items():
        seen[name].clear()
        seen[name].update(counts)
    return reached
