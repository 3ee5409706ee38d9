"""Fights that are over soon, one for each rule set: two players, one of whom throws real dice, against a few who are
easily felled and one who asks something of everybody."""

from typing import Any, Final

from api.sample.model import ANA, BEN, GUEST, Command, Sample

_ATTRIBUTES: Final = {
    "strength": 3, "dexterity": 5, "constitution": 4, "intelligence": 3, "perception": 4, "willpower": 5,
}  # fmt: skip
_HERO: Final[dict[str, Any]] = {
    "attributes": _ATTRIBUTES,
    "skills": {"handguns": 6, "dodge": 4, "brawling": 3, "first_aid": 2},
    "life_points": 90,
}
_HEAVY: Final = {"dice": "1d8", "multiplier": 6, "damage_type": "bullet", "skill": "handguns", "capacity": 30}

HEROES: Final[dict[str, dict[str, Any]]] = {
    "unisystem": {**_HERO, "weapons": {"pistol": {**_HEAVY, "loaded": 30}}},
    "firefight": {**_HERO, "weapons": {"pistol": {"model": "handgun-9mm", "capacity": 30, "loaded": 30}}},
    "interlock": {
        "stats": {"ref": 9, "int": 6, "cool": 9, "bt": 9, "ma": 6, "tech": 5},
        "skills": {"handgun": 7, "brawling": 4, "athletics": 4},
        "armor": {part: {"sp": 14, "kind": "soft"} for part in ("head", "torso", "right_arm", "left_arm")},
        "weapons": {
            "pistol": {"class": "handgun", "damage": "4d6", "accuracy": 1, "rof": 2, "magazine": 30, "loaded": 30},
        },
    },
}
SOFT: Final[dict[str, dict[str, Any]]] = {
    "unisystem": {"life_points": 8}, "firefight": {"life_points": 8}, "interlock": {},
}  # fmt: skip
LIGHT: Final = {"unisystem": {"light": "poor"}, "firefight": {"light": "poor"}, "interlock": dict[str, str]()}
ASKS: Final = {"unisystem": "thug", "firefight": "gunner", "interlock": "punk"}
"""Who asks: by a blow, by suppression, by a hold."""


def _setup(ruleset: str) -> tuple[Command, ...]:
    hero, boss = HEROES[ruleset], ASKS[ruleset]
    return (
        {"type": "offer_seat", "seat": ANA, "kind": "player", "name": "Ana"},
        {"type": "offer_seat", "seat": BEN, "kind": "player", "name": "Ben"},
        {"type": "offer_seat", "seat": GUEST, "kind": "spectator", "name": "Guest"},
        {"type": "set_scene", "title": "A back alley", **LIGHT[ruleset], "zones": {"street": {}, "alley": {}, "roof": {}},
         "distances": [{"one": "street", "other": "alley", "distance": 6}, {"one": "street", "other": "roof", "distance": 9},
                       {"one": "alley", "other": "roof", "distance": 7}]},
        {"type": "enter_combatant", "combatant": "vera", "name": "Vera", "side": "party", "controller": ANA,
         "sheet": hero},
        {"type": "enter_combatant", "combatant": "cole", "name": "Cole", "side": "party", "controller": BEN,
         "dice": "own", "sheet": hero},
        {"type": "form_group", "group": "goons", "title": "Goons", "name": "Goon", "template": "thug" if ruleset != "interlock" else "bystander", "count": 3,
         "side": "foes", "sheet": SOFT[ruleset]},
        {"type": "enter_combatant", "combatant": "boss", "name": "Boss", "side": "foes", "template": boss,
         "sheet": SOFT[ruleset]},
        {"type": "place", "combatant": "vera", "zone": "street"},
        {"type": "place", "combatant": "cole", "zone": "street"},
        *({"type": "place", "combatant": f"goons-{number}", "zone": "alley"} for number in range(1, 4)),
        {"type": "place", "combatant": "boss", "zone": "roof"},
        {"type": "begin_combat", "title": "The alley"},
    )  # fmt: skip


ALLEYS: Final = tuple(
    Sample(name=f"alley-{ruleset}", title="The alley", ruleset=ruleset, setup=_setup(ruleset), who={ANA: "Ana", BEN: "Ben", GUEST: "Guest"})
    for ruleset in HEROES
)
