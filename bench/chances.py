"""Odds of one shot by the memoised procedures, beside plain enumeration of every way its dice can fall."""

from typing import Any

from bench.figures import Row, at_most, best_of
from engine.odds import _Walk, default_choice, odds
from engine.rulesets import RULESETS
from engine.state import State
from tests.games.fights import two_shooters


def run() -> list[Row]:
    """Measure one shot and a series of five."""
    ruleset, state, procedure = RULESETS["unisystem"], *two_shooters()
    rows = []
    for shots, most in ((1, 1.0), (2, 1.0)):
        values = ("ann", procedure.action(shots))
        exact = odds(ruleset, state, procedure.run, values)
        brute = _enumerated(ruleset, state, procedure.run, values)
        _agree(exact.spread(_life), brute)
        ours = best_of(3, lambda values=values: odds(ruleset, state, procedure.run, values))  # type: ignore[misc]
        plain = best_of(1, lambda values=values: _enumerated(ruleset, state, procedure.run, values))  # type: ignore[misc]
        rows.append(
            at_most(
                f"odds of {shots} shot{'s' if shots > 1 else ''}, against plain enumeration",
                1000 * ours,
                1000 * plain,
                most,
                "ms",
                "both give the same distribution (checked); enumeration runs the procedure once per way to fall",
            )
        )
    return rows


def _life(state: State) -> int:
    return state.combatants["bob"].pools["life"].now


def _enumerated(ruleset: Any, state: State, procedure: Any, values: tuple[Any, ...]) -> dict[int, float]:
    """The same odds without memory: every sub-procedure is walked again each time it is met."""
    walk = _Forgetful(ruleset, (), default_choice)
    spread: dict[int, float] = {}
    for (_, _), (p, end) in walk.call(procedure, values, state).items():
        spread[_life(end)] = spread.get(_life(end), 0.0) + p
    return spread


class _Forgetful(_Walk):
    """A walk that never merges and never remembers."""

    def call(self, procedure: Any, values: Any, state: State) -> Any:
        self.runs = 0
        self.known.clear()
        return self._spread(procedure, values, state)

    def _view(self, state: State) -> Any:
        self.views[id(state)] = (state, id(state))
        return id(state)


def _agree(one: dict[int, float], other: dict[int, float]) -> None:
    worst = max(abs(one.get(key, 0.0) - other.get(key, 0.0)) for key in one.keys() | other.keys())
    assert worst < 1e-9, f"the two ways differ by {worst}"
