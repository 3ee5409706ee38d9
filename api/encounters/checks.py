"""What is wrong with an encounter although each of its fields is well formed: it is tried at a table in memory."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import msgspec
from msgspec.structs import replace

from api.encounters.laying import Where, named, planned
from api.encounters.model import Encounter, Place
from api.limits import BATCH
from api.scenarios.memory import MemoryTable, Move, read_command
from engine.commands import OpenTable
from engine.options import BadOption, settle
from engine.refusals import Refusal, refusal
from engine.ruleset import RuleSet
from events.roster import Zone


class Wrong(NamedTuple):
    """A sentence, and the keys that lead to what it is about."""

    sentence: str
    where: Where


def wrong_with(encounter: Encounter, rulesets: Mapping[str, RuleSet], taken: tuple[Where, ...] = ()) -> Iterator[Wrong]:
    """Everything that the rules or the limits have against an encounter.

    `taken` leads to what was taken out of it because it was badly formed: what is wrong for that reason alone is told
    by nobody.
    """
    ruleset = rulesets.get(encounter.ruleset)
    if ruleset is None:
        yield Wrong(f"there is no rule set {encounter.ruleset!r}; there are {', '.join(rulesets)}", ("ruleset",))
        return
    found = (*_options(encounter, ruleset), *_names(encounter))
    too_many = tuple(_size(encounter, ruleset))
    yield from (*found, *too_many)
    tried = _one_of_each(encounter) if too_many else encounter
    yield from _tried(_with_zones(tried, taken), ruleset, {one.where for one in found}, frozenset(_unsure(taken)))


def _options(encounter: Encounter, ruleset: RuleSet) -> Iterator[Wrong]:
    presets = [preset.id for preset in ruleset.rulebook.presets]
    if encounter.preset and encounter.preset not in presets:
        yield Wrong(f"there is no preset {encounter.preset!r}; there are {', '.join(presets)}", ("preset",))
    for name, value in encounter.options.items():
        settled = settle(ruleset.rulebook, {name: value})
        if isinstance(settled, BadOption):
            yield Wrong(settled.sentence, ("options", name))


def _names(encounter: Encounter) -> Iterator[Wrong]:
    taken: dict[str, str] = {}
    for name, those in encounter.combatants.items():
        for combatant, _ in named(name, those):
            if combatant in taken:
                yield Wrong(f"the id {combatant!r} is that of somebody under {taken[combatant]!r} too", _under(name))
                break
            taken[combatant] = name


def _size(encounter: Encounter, ruleset: RuleSet) -> Iterator[Wrong]:
    commands = len(planned(encounter, ruleset.rulebook))
    if commands > BATCH:
        yield Wrong(
            f"it takes {commands} commands to put everybody there and in place, and a batch holds {BATCH} at the most;"
            " split it into two files",
            ("combatants",),
        )


def _one_of_each(encounter: Encounter) -> Encounter:
    return replace(
        encounter,
        combatants={
            name: those if those.grouped else replace(those, count=1) for name, those in encounter.combatants.items()
        },
    )


def _tried(encounter: Encounter, ruleset: RuleSet, told: set[Where], unsure: frozenset[Where]) -> Iterator[Wrong]:
    """What is refused when it is put onto an empty table; of several alike only the first is told.

    Of those who are `unsure` only what they name is judged: nobody knows their whole sheet.
    """
    table = MemoryTable(ruleset)
    table.open(OpenTable(title="check", ruleset=ruleset.id))
    for number, one in enumerate(planned(encounter, ruleset.rulebook)):
        refused = _refused(table, one.command, number)
        if refused is None:
            continue
        if one.command["type"] == "set_scene":
            _refused(table, {"type": "set_scene", "zones": {name: {} for name in one.command["zones"]}}, number)
        if one.where not in told and (one.where not in unsure or refused.code == "unknown-id"):
            yield Wrong(refused.sentence, one.where)
        told.add(one.where)


def _refused(table: MemoryTable, command: dict[str, Any], number: int) -> Refusal | None:
    try:
        verdict = table.give(read_command(command), Move(f"step-{number}"))
    except msgspec.MsgspecError as problem:
        return refusal("invalid", str(problem))
    return verdict if isinstance(verdict, Refusal) else None


_OF_THE_SHEET: Final = frozenset({"template", "gear", "sheet"})


def _unsure(taken: tuple[Where, ...]) -> Iterator[Where]:
    """Those of whose sheet something was taken out."""
    return (where[:2] for where in taken if where[:1] == ("combatants",) and _OF_THE_SHEET & {*where[2:3]})


def _with_zones(encounter: Encounter, taken: tuple[Where, ...]) -> Encounter:
    """With zones that are taken on trust: of the scene that stands where the encounter has none of its own, or of what
    was taken out."""
    meant = {those.zone for those in encounter.combatants.values() if those.zone is not None}
    scene = encounter.scene or Place()
    if encounter.scene is not None and ("scene", "zones") not in taken:
        meant &= {str(where[2]) for where in taken if where[:2] == ("scene", "zones")}
    zones = {**{name: Zone() for name in meant}, **scene.zones}
    apart = scene.distances
    if any(where[:2] == ("scene", "zones") for where in taken):
        apart = tuple(one for one in apart if {one.one, one.other} <= zones.keys())
    return replace(encounter, scene=replace(scene, zones=zones, distances=apart))


def _under(name: str) -> Where:
    return "combatants", name
