"""The sample table of `unisystem`: who is in the warehouse, and what has happened there so far."""

from typing import Any, Final

from api.sample.model import ANA, GUEST, Sample

HERO, FIRST_SHOOTER = "vera", "rico"

_VERA: Final[dict[str, Any]] = {
    "attributes": {
        "strength": 2, "dexterity": 4, "constitution": 3, "intelligence": 3, "perception": 3, "willpower": 4,
    },
    "skills": {"handguns": 4, "dodge": 3, "brawling": 2, "first_aid": 2},
    "armor": {"av": 3},
    "weapons": {"pistol": {"model": "pistol-10mm", "capacity": 12, "loaded": 12}},
}  # fmt: skip

_GANGER: Final[dict[str, Any]] = {
    "attributes": {
        "strength": 3, "dexterity": 2, "constitution": 2, "intelligence": 2, "perception": 2, "willpower": 2,
    },
    "skills": {"handguns": 2, "dodge": 1, "hand_weapon": 2},
    "weapons": {
        "revolver": {"model": "pistol-22", "capacity": 6, "loaded": 6},
        "pipe": {"dice": "1d6", "multiplier": "strength", "damage_type": "blunt", "skill": "hand_weapon"},
    },
}  # fmt: skip

_SETUP: Final[tuple[dict[str, Any], ...]] = (
    {"type": "offer_seat", "seat": ANA, "kind": "player", "name": "Ana"},
    {"type": "offer_seat", "seat": GUEST, "kind": "spectator", "name": "Guest"},
    {
        "type": "set_scene",
        "title": "A warehouse at night",
        "light": "poor",
        "zones": {"gate": {}, "crates": {}, "office": {}},
        "distances": [
            {"one": "gate", "other": "crates", "range": "short"},
            {"one": "gate", "other": "office", "range": "medium"},
            {"one": "crates", "other": "office", "range": "short"},
        ],
    },
    {"type": "enter_combatant", "combatant": HERO, "name": "Vera", "controller": ANA, "sheet": _VERA},
    {"type": "enter_combatant", "combatant": FIRST_SHOOTER, "name": "Rico", "sheet": _GANGER},
    {"type": "enter_combatant", "combatant": "dutch", "name": "Dutch", "sheet": _GANGER},
    {"type": "enter_combatant", "combatant": "sniper", "name": "Sniper", "sheet": _GANGER, "hidden": True,
     "status": "reserve"},
    {"type": "place", "combatant": HERO, "zone": "gate"},
    {"type": "place", "combatant": FIRST_SHOOTER, "zone": "crates"},
    {"type": "place", "combatant": "dutch", "zone": "office"},
    {"type": "begin_combat", "title": "Somebody left the gate open"},
    {"type": "declare", "combatant": HERO, "intention": "Find cover and shoot back", "reaction": "none"},
    {"type": "declare", "combatant": FIRST_SHOOTER, "intention": "Shoot whoever comes through the gate"},
    {"type": "declare", "combatant": "dutch", "intention": "Shoot too", "reaction": "none"},
    {"type": "set_initiative", "combatant": FIRST_SHOOTER, "value": 30},
    {"type": "set_initiative", "combatant": HERO, "value": 20},
    {"type": "set_initiative", "combatant": "dutch", "value": 10},
    {"type": "act", "combatant": FIRST_SHOOTER, "action": {"kind": "shoot", "weapon": "revolver", "target": HERO}},
    {"type": "done", "combatant": FIRST_SHOOTER},
)  # fmt: skip
"""Everything up to the moment at which Vera is up. Initiative is stated, so that it is her turn whatever falls."""

WAREHOUSE: Final = Sample(
    name="sample",
    title="The warehouse (sample)",
    ruleset="unisystem",
    setup=_SETUP,
    who={ANA: "Ana, who plays Vera", GUEST: "A spectator"},
)
