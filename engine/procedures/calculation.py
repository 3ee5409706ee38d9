"""A calculation step by step, each step with its rule: how damage comes from the dice to the points lost."""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from events.play import Step, after


class Op(NamedTuple):
    """One step of a calculation before it is worked out."""

    step: str
    op: Literal["set", "times", "minus", "plus", "least"]
    by: int
    rule: str


def worked_out(ops: Iterable[Op]) -> tuple[Step, ...]:
    """The steps with the number after each; a floor that does not bind is left out."""
    steps: list[Step] = []
    value = 0
    for step, op, by, rule_id in ops:
        if op == "least" and value >= by:
            continue
        value = after(Step(step, op, by, 0, rule_id), value)
        steps.append(Step(step, op, by, value, rule_id))
    return tuple(steps)
