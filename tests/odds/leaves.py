"""Odds the slow way: the whole procedure is run once for every way its dice can fall, and nothing is merged."""

from collections.abc import Callable, Hashable
from typing import Any

from engine.context import Context
from engine.evolve import evolve
from engine.odds.falls import falls
from engine.requests import Call, Choice, Choose, Each, Record, Roll
from engine.ruleset import RuleSet
from engine.state import State
from events.envelope import SCHEMA, Entry


def enumerated(
    ruleset: RuleSet,
    state: State,
    procedure: Any,
    values: tuple[Any, ...],
    measure: Callable[[State], Hashable],
) -> dict[Hashable, float]:
    """The distribution of anything that can be read off the state afterwards, leaf by leaf."""
    spread: dict[Hashable, float] = {}
    ways: list[tuple[tuple[Any, ...], float]] = [((), 1.0)]
    while ways:
        replies, probability = ways.pop()
        context = Context(state, ruleset.decode_sheet, ruleset.ways)
        leaf = _Leaf(context, list(replies))
        stop = leaf.walk(procedure(context, *values))
        if stop is None:
            key = measure(context.state)
            spread[key] = spread.get(key, 0.0) + probability
        else:
            plus = sum(modifier.value for modifier in stop.modifiers) + stop.dice.plus
            ways += [
                ((*replies, reply), probability * p)
                for reply, p in falls(stop.dice, plus, stop.target_number, stop.judge, stop.reads, stop.beside)
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
            case Choose(default=default):
                return Choice(default, 0)
            case Roll() if self.replies:
                return self.replies.pop(0)
            case _:
                self.stop = request
                raise _Stops


class _Stops(Exception):
    """A roll has no reply yet."""
