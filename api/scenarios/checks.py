"""What is wrong with a scenario although each of its fields is well formed."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET

from api.scenarios.model import GM, Newcomer, Scenario, Step
from engine.commands import COMMANDS, wire_name
from events.facts import FACTS

COMMAND_NAMES: Final = frozenset(wire_name(command) for command in COMMANDS)
FIELDS_OF_FACTS: Final[dict[str, frozenset[str]]] = {
    str(fact.__struct_config__.tag): frozenset(fact.__struct_fields__) for fact in FACTS
}
"""Every type of fact by its tag, with the fields it has."""

_NEWCOMER_KEYS = frozenset(Newcomer.__struct_fields__)


class Wrong(NamedTuple):
    """A sentence, and the keys that lead to what it is about."""

    sentence: str
    where: tuple[str | int, ...]


def newcomer_of(written: dict[str, Any]) -> tuple[Newcomer, dict[str, Any]]:
    """A combatant's own keys and, apart from them, its sheet.

    Raises:
        msgspec.ValidationError: one of its own keys is badly formed.
    """
    own = {key: value for key, value in written.items() if key in _NEWCOMER_KEYS}
    sheet = {key: value for key, value in written.items() if key not in _NEWCOMER_KEYS}
    return msgspec.convert(own, type=Newcomer), sheet


def controllers(scenario: Scenario) -> dict[str, str]:
    """Which seat plays which combatant, as `players` has it."""
    return {combatant: seat for seat, combatants in scenario.players.items() for combatant in combatants}


def wrong_with(scenario: Scenario) -> Iterator[Wrong]:
    """Everything that contradicts something else in the file, or names what is not there."""
    yield from _wrong_players(scenario)
    yield from _wrong_combatants(scenario)
    yield from _wrong_start(scenario)
    yield from _wrong_ids(scenario)
    for index, step in enumerate(scenario.steps):
        yield from _wrong_step(step, ("steps", index))


def _wrong_players(scenario: Scenario) -> Iterator[Wrong]:
    seen: set[str] = set()
    if GM in scenario.players:
        yield Wrong(f"the seat {GM!r} is the game master's", ("players", GM))
    for seat, combatants in scenario.players.items():
        for combatant in combatants:
            if combatant not in scenario.combatants:
                yield Wrong(f"there is no combatant {combatant!r}", ("players", seat))
            if combatant in seen:
                yield Wrong(f"{combatant!r} is played twice", ("players", seat))
            seen.add(combatant)


def _wrong_combatants(scenario: Scenario) -> Iterator[Wrong]:
    played = controllers(scenario)
    for combatant, written in scenario.combatants.items():
        try:
            newcomer, _ = newcomer_of(written)
        except msgspec.ValidationError as problem:
            yield Wrong(str(problem), ("combatants", combatant))
            continue
        if newcomer.controller is not None and newcomer.controller not in scenario.players:
            yield Wrong(f"players has no seat {newcomer.controller!r}", ("combatants", combatant))
        elif newcomer.controller is not None and played.get(combatant, newcomer.controller) != newcomer.controller:
            yield Wrong("players says that another seat plays it", ("combatants", combatant))


def _wrong_start(scenario: Scenario) -> Iterator[Wrong]:
    start = scenario.start
    if start is None:
        return
    for combatant in start.order:
        if combatant not in scenario.combatants:
            yield Wrong(f"there is no combatant {combatant!r}", ("start", "order"))
    if len(set(start.order)) < len(start.order):
        yield Wrong("somebody stands in it twice", ("start", "order"))
    if start.up is not UNSET and start.up is not None and start.up not in start.order:
        yield Wrong(f"{start.up!r} is not in the order", ("start", "up"))


def _wrong_ids(scenario: Scenario) -> Iterator[Wrong]:
    used: set[str] = set()
    for number in range(1, len(scenario.steps) + 1):
        name = f"{scenario.steps[number - 1].seat}/{scenario.step_id(number)}"
        if name in used:
            yield Wrong(f"the command id {name} is used twice", ("steps", number - 1))
        used.add(name)


def _wrong_step(step: Step, where: tuple[str | int, ...]) -> Iterator[Wrong]:
    command = step.do.get("type")
    if not isinstance(command, str) or (command not in COMMAND_NAMES and step.expect.refused != "invalid"):
        yield Wrong(f"its type is no command: {command!r}", (*where, "do"))
    expect = step.expect
    if expect.refused is not UNSET and step.dice:
        yield Wrong("where a command is refused no die is thrown", (*where, "dice"))
    for field in ("rolls", "events", "forced"):
        if expect.refused is not UNSET and getattr(expect, field) not in (UNSET, ()):
            yield Wrong(f"a refused command has no {field}", (*where, "expect", field))
    for index, event in enumerate(() if expect.events is UNSET else expect.events):
        yield from _wrong_event(event, (*where, "expect", "events", index))


def _wrong_event(event: str | dict[str, Any], where: tuple[str | int, ...]) -> Iterator[Wrong]:
    tag = event if isinstance(event, str) else event.get("type")
    if not isinstance(tag, str) or tag not in FIELDS_OF_FACTS:
        yield Wrong(f"there is no type of event {tag!r}", where)
        return
    given = set(event) - {"type"} if isinstance(event, dict) else set()
    unknown = sorted(given - FIELDS_OF_FACTS[tag])
    if unknown:
        yield Wrong(f"a {tag} has no field {unknown[0]!r}", where)
