"""Two who stand opposite each other under each rule set, and what one of them does to the other."""

from typing import Any

import msgspec

from engine.commands import BeginCombat, RollInitiative
from engine.odds.exact import Odds, odds
from engine.rulesets import RULESETS
from engine.state import State
from tests.tables import MemoryTable

ALL_SIX = ("strength", "dexterity", "constitution", "intelligence", "perception", "willpower")
STATS = {"ref": 8, "int": 5, "cool": 6, "bt": 6, "ma": 6, "tech": 5}

SHEETS: dict[str, dict[str, Any]] = {
    "unisystem": {
        "attributes": dict.fromkeys(ALL_SIX, 3),
        "skills": {"handguns": 3, "dodge": 2},
        "life_points": 40,
        "armor": {"av": 8},
        "weapons": {"gun": {"model": "pistol-10mm", "capacity": 12, "loaded": 12}},
    },
    "firefight": {
        "attributes": dict.fromkeys(ALL_SIX, 3),
        "skills": {"handguns": 3, "rifles": 3, "dodge": 2},
        "life_points": 40,
        "armor": {"worn": "class-2"},
        "weapons": {
            "ak": {"model": "assault-rifle-762", "loaded": 30},
            "gun": {"model": "handgun-10mm", "loaded": 10},
        },
    },
    "interlock": {
        "stats": STATS,
        "skills": {"handgun": 4, "smg": 4},
        "armor": {"torso": {"sp": 10, "kind": "hard"}, "head": 4},
        "weapons": {
            "pistol": {"class": "handgun", "damage": "2d6+1", "rof": 2, "magazine": 12, "automatic": False},
            "smg": {"class": "smg", "damage": "2d6+3", "magazine": 30, "rof": 30},
        },
    },
}


class Opposite:
    """Ann and Bob in a fight, with one act of Ann's."""

    def __init__(self, ruleset: str, options: dict[str, Any] | None = None, **action: Any) -> None:
        self.ruleset = RULESETS[ruleset]
        self.table = MemoryTable(self.ruleset, options)
        for name in ("ann", "bob"):
            self.table.enter(name, SHEETS[ruleset])
        self.table.must(BeginCombat())
        self.table.must(RollInitiative())
        self.action = {"target": "bob", **action}
        self.kind = self.ruleset.actions[action["kind"]]

    @property
    def state(self) -> State:
        """Where they stand."""
        return self.table.state

    @property
    def values(self) -> tuple[Any, ...]:
        """What the procedure of the act is called with."""
        return "ann", msgspec.convert(self.action, self.kind.fields)

    @property
    def raw(self) -> msgspec.Raw:
        """The act as it is sent."""
        return msgspec.Raw(msgspec.json.encode(self.action))

    def odds(self, **more: Any) -> Odds:
        """The exact odds of the act."""
        return odds(self.ruleset, self.state, self.kind.procedure, self.values, **more)


def bobs(state: State) -> tuple[Any, ...]:
    """All that an attack does to Bob, and the rounds it cost Ann."""
    bob, ann = state.combatants["bob"], state.combatants["ann"]
    pools = tuple((name, pool.now) for name, pool in bob.pools.items())
    return pools, tuple(sorted(name for name in bob.conditions if bob.has(name))), tuple(ann.ammo.items())
