"""Random games of other rule sets: the machine is the same, the moves are their own."""

import random
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from typing import ClassVar

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule, run_state_machine_as_test

from engine import commands as c
from engine.decide import Accepted
from engine.rulesets import RULESETS
from engine.state import State
from events.codec import decode
from events.play import ActionBegan
from tests.games.moves import SEATS, Move
from tests.games.test_machine import LENGTH, SEEDS, Games, report, seen
from tests.tables import MemoryTable


class Repertoire(msgspec.Struct, frozen=True):
    """What is played: the rule set, the moves with their weights, which one fits the moment, how somebody enters."""

    ruleset: str
    moves: Mapping[str, tuple[Move, int]]
    sensible: Callable[[random.Random, State], str]
    enter: Move


class OtherGames(Games):
    """One table of any rule set, any command at any time, from any seat."""

    repertoire: ClassVar[Repertoire]
    acts: ClassVar[Counter[str]]

    @initialize(seed=SEEDS)
    def open(self, seed: list[int]) -> None:
        self.table = MemoryTable(RULESETS[self.repertoire.ruleset])
        self.seed, self.step = seed, 0
        self.rng = random.Random(str(seed))
        self.actions: list[str] = []
        for seat in SEATS:
            self.table.seat(seat)
        self._note(Accepted(tuple(map(decode, self.table.bodies))))
        for _ in range(3):
            self._give(self.repertoire.enter(self.rng, self.table.state))

    @rule(seed=SEEDS, seat=st.sampled_from(["gm"] * 6 + list(SEATS)), forced=st.integers(0, 9))
    def move(self, seed: list[int], seat: str, forced: int) -> None:
        self.step += 1
        self.rng = random.Random(f"{self.seed} {self.step} {seed}")
        make, _ = self.repertoire.moves[self.repertoire.sensible(self.rng, self.table.state)]
        command = make(self.rng, self.table.state)
        if self.table.history.redo and self.rng.random() < 0.3:
            command = c.Redo()
        if isinstance(command, c.RequestUndo) and self.actions:
            command = c.RequestUndo(action=self.rng.choice(self.actions))
        self._give(command, self._seat_for(command, seat), force="table ruling" if forced == 0 else None)

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
    machine = type(f"Games{repertoire.ruleset.title()}", (OtherGames,), {"repertoire": repertoire, "acts": acts})
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
