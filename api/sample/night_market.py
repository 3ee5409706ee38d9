"""The sample table of `interlock`: an ambush on a night market."""

from typing import Any, Final

from api.sample.model import ANA, BEN, GUEST, Sample

_VERA: Final[dict[str, Any]] = {
    "stats": {"ref": 8, "int": 6, "cool": 7, "bt": 7, "ma": 6, "tech": 5},
    "skills": {"handgun": 5, "brawling": 3, "athletics": 4, "first_aid": 3},
    "armor": {part: {"sp": 14, "kind": "soft"} for part in ("torso", "right_arm", "left_arm", "right_leg", "left_leg")},
    "weapons": {
        "pistol": {"class": "handgun", "damage": "2d6+1", "accuracy": 0, "rof": 2, "magazine": 12, "loaded": 12},
        "fists": {"model": "strike"},
    },
    "initiative": {"combat_awareness": 4},
}

SETUP: Final[tuple[dict[str, Any], ...]] = (
    {"type": "offer_seat", "seat": ANA, "kind": "player", "name": "Ana"},
    {"type": "offer_seat", "seat": BEN, "kind": "player", "name": "Ben"},
    {"type": "offer_seat", "seat": GUEST, "kind": "spectator", "name": "Guest"},
    {
        "type": "set_scene",
        "title": "A night market in the rain",
        "zones": {"bar": {}, "stalls": {}, "roof": {}},
        "distances": [
            {"one": "bar", "other": "stalls", "distance": 12},
            {"one": "bar", "other": "roof", "distance": 40},
            {"one": "stalls", "other": "roof", "distance": 30},
        ],
    },
    {"type": "enter_combatant", "combatant": "vera", "name": "Vera", "side": "party", "controller": ANA,
     "sheet": _VERA},
    {"type": "enter_combatant", "combatant": "cole", "name": "Cole", "side": "party", "controller": BEN,
     "dice": "own", "template": "bodyguard"},
    {"type": "enter_combatant", "combatant": "blade", "name": "Blade", "side": "foes", "template": "ganger"},
    {"type": "form_group", "group": "punks", "title": "Punks", "name": "Punk", "template": "punk", "count": 4,
     "side": "foes"},
    {"type": "enter_combatant", "combatant": "sniper", "name": "Sniper", "side": "foes", "template": "sniper",
     "hidden": True, "status": "reserve"},
    {"type": "place", "combatant": "vera", "zone": "bar"},
    {"type": "place", "combatant": "cole", "zone": "bar"},
    {"type": "place", "combatant": "blade", "zone": "stalls"},
    *({"type": "place", "combatant": f"punks-{number}", "zone": "stalls"} for number in range(1, 5)),
    {"type": "begin_combat", "title": "Rain on the night market"},
    {"type": "set_initiative", "combatant": "blade", "value": 25},
    {"type": "set_initiative", "combatant": "vera", "value": 20},
    {"type": "set_initiative", "combatant": "punks", "value": 14},
    {"type": "set_initiative", "combatant": "cole", "value": 10},
    {"type": "done", "combatant": "blade"},
    {"type": "hazard", "label": "A falling shelf", "dice": "2d6", "targets": ["punks-1"]},
)  # fmt: skip
"""Everything up to the moment at which Vera is up."""

NIGHT_MARKET: Final = Sample(
    name="night-market",
    title="The night market (sample)",
    ruleset="interlock",
    setup=SETUP,
    who={ANA: "Ana, who plays Vera", BEN: "Ben, who plays Cole and throws real dice", GUEST: "A spectator"},
)
