"""Odds of one shot by the memoised procedures, beside plain enumeration of every way its dice can fall."""

from typing import Any

from bench.figures import Row, at_most, best_of
from engine.context import Context
from engine.evolve import evolve
from engine.falls import falls
from engine.odds import odds
from engine.requests import Call, Each, Record, Roll
from engine.ruleset import RuleSet
from engine.rulesets import RULESETS
from engine.state import State
from events.envelope import SCHEMA, Entry
from tests.games.fights import two_shooters


def run() -> list[Row]:
    """Measure one shot, against the target of 20 ms and against enumeration."""
    ruleset = RULESETS["unisystem"]
    state, shoot, shot = two_shooters()
    values = ("ann", shot)
    exact = odds(ruleset, state, shoot, values)
    _agree(exact.spread(_life), _enumerated(ruleset, state, shoot, values))
    ours = best_of(5, lambda: odds(ruleset, state, shoot, values))
    plain = best_of(2, lambda: _enumerated(ruleset, state, shoot, values))
    return [
        at_most(
            "odds of one shot, against walking every leaf",
            1000 * ours,
            1000 * plain,
            1.0,
            "ms",
            "the same distribution (checked to 1e-9); enumeration runs the whole procedure once per way to fall",
        ),
        at_most(
            "odds of one shot, against 20 ms",
            1000 * ours,
            20.0,
            1.0,
            "ms",
            "the target for one shot: strike, damage, armor, survival and consciousness with open-ended dice",
        ),
    ]


def _life(state: State) -> int:
    return state.combatants["bob"].pools["life"].now


def _enumerated(ruleset: RuleSet, state: State, procedure: Any, values: tuple[Any, ...]) -> dict[int, float]:
    """The same odds by walking every leaf: the whole procedure is run again for every way its dice can fall."""
    spread: dict[int, float] = {}
    ways: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
    while ways:
        replies, probability = ways.pop()
        context = Context(state, ruleset.decode_sheet, ruleset.ways)
        leaf = _Leaf(context, list(replies))
        stop = leaf.walk(procedure(context, *values))
        if stop is None:
            spread[_life(context.state)] = spread.get(_life(context.state), 0.0) + probability
        else:
            plus = sum(modifier.value for modifier in stop.modifiers) + stop.dice.plus
            ways += [
                ((*replies, reply), probability * p)
                for reply, p in falls(stop.dice, plus, stop.target_number, stop.judge, stop.reads)
            ]
    return spread


class _Leaf:
    """One walk through a procedure along given replies; it stops at the first roll without one."""

    def __init__(self, context: Context, replies: list[Any]) -> None:
        self.context = context
        self.replies = replies
        self.stop: Roll | None = None

    def walk(self, procedure: Any) -> Roll | None:
        """The roll at which the walk stopped, or None at the end."""
        try:
            self._drive(procedure)
        except _Stops:
            return self.stop
        return None

    def _drive(self, procedure: Any) -> Any:
        reply: Any = None
        while True:
            try:
                request = procedure.send(reply)
            except StopIteration as end:
                return end.value
            reply = self._reply(request)

    def _reply(self, request: Any) -> Any:
        match request:
            case Record(fact=fact):
                self.context.state = evolve(self.context.state, Entry("", 0, 0, SCHEMA, "", "", "", fact))  # type: ignore[arg-type]
                return 0
            case Call(procedure=procedure, values=values):
                return self._drive(procedure(self.context, *values))
            case Each(n=n, procedure=procedure, values=values):
                return tuple(self._drive(procedure(self.context, *values)) for _ in range(n))
            case Roll() if self.replies:
                return self.replies.pop(0)
            case _:
                self.stop = request
                raise _Stops


class _Stops(Exception):
    """A roll has no reply yet."""


def _agree(one: dict[int, float], other: dict[int, float]) -> None:
    worst = max(abs(one.get(key, 0.0) - other.get(key, 0.0)) for key in one.keys() | other.keys())
    assert worst < 1e-9, f"the two ways differ by {worst}"
