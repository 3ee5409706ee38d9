"""What is wrong with an encounter although each of its fields is well formed: it is tried at a table in memory."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from api.encounters.laying import Planned, Where, named, planned
from api.encounters.model import Encounter, Place
from api.limits import BATCH
from api.scenarios.memory import MemoryTable, Move, read_command
from engine.commands import OpenTable
from engine.options import BadOption, settle
from engine.refusals import Refusal
from engine.ruleset import RuleSet
from events.roster import Zone


class Wrong(NamedTuple):
    """A sentence, and the keys that lead to what it is about."""

    sentence: str
    where: Where


def wrong_with(encounter: Encounter, rulesets: Mapping[str, RuleSet]) -> Iterator[Wrong]:
    """Everything that the rules or the limits have against an encounter."""
    ruleset = rulesets.get(encounter.ruleset)
    if ruleset is None:
        yield Wrong(f"there is no rule set {encounter.ruleset!r}; there are {', '.join(rulesets)}", ("ruleset",))
        return
    found = (*_options(encounter, ruleset), *_names(encounter), *_size(encounter, ruleset))
    yield from found or _tried(encounter, ruleset)


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


def _tried(encounter: Encounter, ruleset: RuleSet) -> Iterator[Wrong]:
    """What is refused when it is put onto an empty table; of several alike only the first is told."""
    table = MemoryTable(ruleset)
    table.open(OpenTable(title="check", ruleset=ruleset.id))
    told: set[Where] = set()
    for number, one in enumerate(planned(_with_zones(encounter), ruleset.rulebook)):
        sentence = _refused(table, one, number)
        if sentence and one.command["type"] == "set_scene":
            bare = {"type": "set_scene", "zones": {name: {} for name in one.command.get("zones", ())}}
            _refused(table, Planned(bare, one.where), number)  # its zones are there for all that
        if sentence and one.where not in told:
            told.add(one.where)
            yield Wrong(sentence, one.where)


def _refused(table: MemoryTable, one: Planned, number: int) -> str:
    try:
        verdict = table.give(read_command(one.command), Move(f"step-{number}"))
    except msgspec.MsgspecError as problem:
        return str(problem)
    return verdict.sentence if isinstance(verdict, Refusal) else ""


def _with_zones(encounter: Encounter) -> Encounter:
    """Without a scene of its own an encounter comes into the one that stands: its zones are taken on trust."""
    if encounter.scene is not None:
        return encounter
    zones = {those.zone: Zone() for those in encounter.combatants.values() if those.zone is not None}
    return replace(encounter, scene=Place(zones=zones))


def _under(name: str) -> Where:
    return "combatants", name
