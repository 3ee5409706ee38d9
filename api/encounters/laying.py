"""An encounter as commands, in the order in which they are given: options, the scene, then everybody with a place."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from api.encounters.model import Encounter, Those
from engine.rulebook import Rulebook
from events.base import OptionValue

Where = tuple[str | int, ...]


class Planned(msgspec.Struct, frozen=True):
    """One command as it is sent, and the keys of the file that it comes from."""

    command: dict[str, Any]
    where: Where


def planned(encounter: Encounter, book: Rulebook) -> tuple[Planned, ...]:
    """The commands that put an encounter onto any table."""
    return (*_options(encounter, book), *_scene(encounter), *_everybody(encounter))


def batch(plan: tuple[Planned, ...], name: str, in_force: Mapping[str, OptionValue]) -> list[dict[str, Any]]:
    """The bodies of the commands that a table with these options needs, each with an id that begins with the name.

    An id depends on the encounter alone: sent again when its options are in force, the rest has the ids it had.
    """
    return [
        {"id": f"{name}-{number}", "command": one.command}
        for number, one in enumerate(plan, 1)
        if one.command["type"] != "set_option" or in_force.get(one.command["option"]) != one.command["value"]
    ]


def wanted(encounter: Encounter, book: Rulebook) -> dict[str, OptionValue]:
    """The option values that the file asks for: those of its preset, and its own over them."""
    preset = next((one for one in book.presets if one.id == encounter.preset), None)
    return {**(preset.options if preset else {}), **encounter.options}


def _options(encounter: Encounter, book: Rulebook) -> Iterator[Planned]:
    for name, value in wanted(encounter, book).items():
        where = ("options", name) if name in encounter.options else ("preset",)
        yield Planned({"type": "set_option", "option": name, "value": value}, where)


def _scene(encounter: Encounter) -> Iterator[Planned]:
    if encounter.scene is not None:
        yield Planned({"type": "set_scene", **msgspec.to_builtins(encounter.scene)}, ("scene",))


def _everybody(encounter: Encounter) -> Iterator[Planned]:
    for name, those in encounter.combatants.items():
        where = ("combatants", name)
        if those.grouped:
            yield Planned(_grouped(name, those), where)
            if those.placed:
                yield Planned({"type": "place", "combatant": name, **those.placed}, where)
            continue
        for combatant, title in named(name, those):
            yield Planned(_entering(combatant, title, those), where)
            if those.placed:
                yield Planned({"type": "place", "combatant": combatant, **those.placed}, where)


def named(name: str, those: Those) -> Iterator[tuple[str, str]]:
    """The id and the name of each of these."""
    title = those.name or name
    if those.count == 1 and not those.grouped:
        yield name, title
        return
    for number in range(1, those.count + 1):
        yield f"{name}-{number}", f"{title} {number}"


_RESERVE: Final = {"status": "reserve"}


def _entering(combatant: str, title: str, those: Those) -> dict[str, Any]:
    return {"type": "enter_combatant", "combatant": combatant, "name": title, **_coming(those)}


def _grouped(name: str, those: Those) -> dict[str, Any]:
    title = those.name or name
    return {"type": "form_group", "group": name, "title": title, "name": title, "count": those.count, **_coming(those)}


def _coming(those: Those) -> dict[str, Any]:
    return {
        **({"template": those.template} if those.template else {}),
        **({"gear": those.gear} if those.gear else {}),
        "sheet": those.sheet,
        "side": those.side,
        **(_RESERVE if those.reserve else {}),
        "hidden": those.hidden,
    }
