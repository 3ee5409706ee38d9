"""Worked cases entered wrong: every fact that somebody states in a step, said otherwise, and how to put it right."""

import random
from collections.abc import Iterator
from copy import copy
from typing import Any

import msgspec

from api.scenarios import runner
from api.scenarios.dice import ScriptedDice
from api.scenarios.memory import MemoryTable, Move, read_command
from api.scenarios.model import Scenario, Step
from engine.commands import Amend
from engine.decide import Accepted
from engine.refusals import Refusal
from engine.rulesets import RULESETS
from events.play import Rolled
from tests.plain import plain
from tests.reps import repetitions

WAYS = repetitions(2, 1_000)
"""In how many ways each step is entered wrong."""

OTHERWISE: dict[str, tuple[Any, ...]] = {
    "range": ("short", "long", "point_blank"),
    "distance": (1, 30),
    "defense": ("none", "dodge", "parry"),
    "location": ("torso", "head"),
    "mode": ("single",),
    "light": ("bad",),
    "reaction": ("none",),
}
"""What else may be said in a field."""


class KnownDice(ScriptedDice):
    """Dice that fall on a path as they fell in the right game, whoever throws them; elsewhere ones."""

    def __init__(self, known: dict[str, tuple[int, ...]]) -> None:
        super().__init__()
        self.known = known

    def face(self, epoch: int, entropy: str, address: str, index: int, sides: int, closed: bool) -> int:
        seat, command, path, _ = address.split("|")
        for name in (f"{seat}/{command}/{path}", path):
            faces = self.known.get(name, ())
            if index < len(faces):
                return min(faces[index], sides)
        return 1


class Right(msgspec.Struct):
    """The case as it is meant: what stands after every step, and what fell on which path."""

    states: list[Any] = []
    faces: dict[str, tuple[int, ...]] = {}
    waits: list[bool] = []


def set_up(scenario: Scenario) -> MemoryTable:
    """A table in the situation of a scenario."""
    table = MemoryTable(RULESETS[scenario.ruleset])
    runner._set_up(table, scenario)
    return table


def meant(scenario: Scenario) -> Right:
    """Play a case as it is written."""
    table, right = set_up(scenario), Right()
    for number, step in enumerate(scenario.steps, start=1):
        table.dice.fill(step.dice)
        give(table, step, scenario.step_id(number), step.do)
        right.states.append(plain(table.history.state))
        right.waits.append(bool(table.history.state.parked))
    for entry in map(table.past, range(1, table.history.head + 1)):
        if isinstance(entry.fact, Rolled):
            right.faces[f"{entry.action}/{entry.fact.path}"] = entry.fact.faces
    return right


def give(table: MemoryTable, step: Step, name: str, do: dict[str, Any]) -> Accepted | Refusal | None:
    """Give the command of a step; None: it cannot be read."""
    try:
        command = read_command(do)
    except msgspec.MsgspecError:
        return None
    return table.give(command, Move(name, step.seat, step.force, step.faces))


def amended_cases(scenario: Scenario) -> Iterator[tuple[str, Any, Any, bool]]:
    """Every way in which a step may be entered wrong, and amended: what was wrong, what stands then, what should, and
    whether it made a difference."""
    right, table = meant(scenario), set_up(scenario)
    table.dice = KnownDice(right.faces)
    for number, step in enumerate(scenario.steps, start=1):
        name = scenario.step_id(number)
        ways = list(said_otherwise(step, tuple(scenario.combatants)))
        for wrong, changes in random.Random(f"{scenario.title} {number}").sample(ways, min(WAYS, len(ways))):
            other = forked(table)
            if right.waits[number - 1] or not isinstance(give(other, step, name, wrong), Accepted):
                continue
            if other.history.state.parked:
                continue
            mattered = plain(other.history.state) != right.states[number - 1]
            amend = Amend(action=f"{step.seat}/{name}", changes=changes)
            answer = other.give(amend, Move("amend", force=step.force))
            if isinstance(answer, Refusal) and answer.sentence != "nothing would be otherwise":
                yield f"{name} {changes}: {answer.sentence}", answer.code, "accepted", mattered
                continue
            yield f"{name} {changes}", plain(other.history.state), right.states[number - 1], mattered
        give(table, step, name, step.do)


def forked(table: MemoryTable) -> MemoryTable:
    """The same table, to go another way from here."""
    other = copy(table)
    other.bodies = list(table.bodies)
    other.history = table.history.rebased()
    return other


def said_otherwise(step: Step, combatants: tuple[str, ...]) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The command of a step with one field wrong, and the changes that put it right."""
    do = step.do
    if step.expect.refused is not msgspec.UNSET or step.faces:
        return
    if do["type"] == "act":
        if "modifiers" not in do:
            yield {**do, "modifiers": [{"value": -7, "label": "wrong"}]}, {"modifiers": None}
        action = do["action"]
        for field, value in action.items():
            if field != "kind":
                for other in _others(field, value, combatants):
                    yield {**do, "action": _with(action, field, other)}, {field: value}
    else:
        for field, value in do.items():
            if isinstance(value, int) and not isinstance(value, bool) and field not in ("count", "turn"):
                for other in {value + 1, value + 7, max(0, value - 3)} - {value}:
                    yield {**do, field: other}, {field: value}


def _others(field: str, value: Any, combatants: tuple[str, ...]) -> Iterator[Any]:
    yield None
    if field in ("target", "targets"):
        yield from (name for name in combatants if name != value and isinstance(value, str))
    elif isinstance(value, int) and not isinstance(value, bool):
        yield from (value + 1, max(1, value - 1))
    yield from (other for other in OTHERWISE.get(field, ()) if other != value)


def _with(said: dict[str, Any], field: str, value: Any) -> dict[str, Any]:
    return {name: one for name, one in {**said, field: value}.items() if one is not None}
