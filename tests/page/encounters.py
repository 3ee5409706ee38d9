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
    "armor": {"av": 20},
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
            "pistol": {"class": "handgun", "damage": "6d6", "accuracy": 3, "rof": 2, "magazine": 30, "loaded": 30},
        },
    },
}
_HERO_IN: Final = {"type": "enter_combatant", "side": "party"}
ZONES: Final[dict[str, Any]] = {"street": {}, "alley": {}, "roof": {}}
_PAIRS: Final = (("street", "alley"), ("street", "roof"), ("alley", "roof"))
APART: Final = {"unisystem": 3, "firefight": 7, "interlock": 3}
"""How far apart the zones are: within arm's length where blows and holds are what it is about."""
SOFT: Final[dict[str, dict[str, Any]]] = {
    "unisystem": {"life_points": 8}, "firefight": {"life_points": 8}, "interlock": {},
}  # fmt: skip
LIGHT: Final = {"unisystem": {"light": "poor"}, "firefight": {"light": "poor"}, "interlock": dict[str, str]()}
WEAK: Final = {"unisystem": "thug", "firefight": "thug", "interlock": "bystander"}
ASKS: Final = {"unisystem": "thug", "firefight": "gunner", "interlock": "punk"}
"""Who asks: by a blow, by suppression, by a hold."""


def _setup(ruleset: str) -> tuple[Command, ...]:
    foes = {"side": "foes", "sheet": SOFT[ruleset]}
    distances = [{"one": one, "other": other, "distance": APART[ruleset]} for one, other in _PAIRS]
    return (
        {"type": "offer_seat", "seat": ANA, "kind": "player", "name": "Ana"},
        {"type": "offer_seat", "seat": BEN, "kind": "player", "name": "Ben"},
        {"type": "offer_seat", "seat": GUEST, "kind": "spectator", "name": "Guest"},
        {"type": "set_scene", "title": "A back alley", **LIGHT[ruleset], "zones": ZONES, "distances": distances},
        {**_HERO_IN, "combatant": "vera", "name": "Vera", "controller": ANA, "sheet": HEROES[ruleset]},
        {**_HERO_IN, "combatant": "cole", "name": "Cole", "controller": BEN, "dice": "own", "sheet": HEROES[ruleset]},
        {"type": "form_group", "group": "goons", "title": "Goons", "name": "Goon", "count": 3,
         "template": WEAK[ruleset], **foes},
        {"type": "enter_combatant", "combatant": "boss", "name": "Boss", "template": ASKS[ruleset], **foes},
        *({"type": "place", "combatant": name, "zone": "street"} for name in ("vera", "cole")),
        *({"type": "place", "combatant": f"goons-{number}", "zone": "alley"} for number in range(1, 4)),
        {"type": "place", "combatant": "boss", "zone": "roof"},
        {"type": "begin_combat", "title": "The alley"},
    )  # fmt: skip


ALLEYS: Final = tuple(
    Sample(f"alley-{one}", "The alley", one, _setup(one), {ANA: "Ana", BEN: "Ben", GUEST: "Guest"}) for one in HEROES
)
"""Up to the moment at which the players say what they mean to do."""
