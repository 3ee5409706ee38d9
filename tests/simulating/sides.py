"""Six against six, with armor and cover, under any rule set."""

from typing import Any

import msgspec

from engine.commands import EnterCombatant, PlaceCombatant, SetScene
from engine.rulesets import RULESETS
from tests.odds.shots import SHEETS
from tests.tables import MemoryTable

SCENE = {
    "type": "set_scene",
    "zones": {"crates": {"cover": 10}, "gate": {"cover": 10}, "hall": {}},
    "distances": [{"one": "crates", "other": "gate", "range": "medium"}],
}


def sides(ruleset: str, each: int = 6, **sheet: Any) -> MemoryTable:
    """So many on each side, prepared and not yet fighting."""
    table = MemoryTable(RULESETS[ruleset])
    table.must(msgspec.convert(SCENE, SetScene))
    raw = msgspec.Raw(msgspec.json.encode({**SHEETS[ruleset], **sheet}))
    for side, zone in (("red", "crates"), ("blue", "gate")):
        for number in range(each):
            name = f"{side}{number}"
            table.must(EnterCombatant(combatant=name, name=name.title(), sheet=raw, side=side))
            table.must(PlaceCombatant(combatant=name, zone=zone))
    return table
