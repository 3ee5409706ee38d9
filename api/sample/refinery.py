"""The sample table of `firefight`: two against a machine gun and its friends, at a refinery."""

from typing import Any, Final

from api.sample.model import ANA, BEN, GUEST, Sample

_VERA: Final[dict[str, Any]] = {
    "attributes": {
        "strength": 3, "dexterity": 4, "constitution": 3, "intelligence": 3, "perception": 3, "willpower": 4,
    },
    "skills": {"rifles": 4, "handguns": 3, "dodge": 3, "brawling": 2, "first_aid": 2},
    "armor": {"worn": "class-2"},
    "weapons": {"rifle": {"model": "assault-rifle-762"}, "pistol": {"model": "handgun-9mm"}},
}  # fmt: skip

SETUP: Final[tuple[dict[str, Any], ...]] = (
    {"type": "offer_seat", "seat": ANA, "kind": "player", "name": "Ana"},
    {"type": "offer_seat", "seat": BEN, "kind": "player", "name": "Ben"},
    {"type": "offer_seat", "seat": GUEST, "kind": "spectator", "name": "Guest"},
    {
        "type": "set_scene",
        "title": "A refinery at dawn",
        "light": "poor",
        "zones": {"gate": {}, "pipes": {"cover": 20}, "tower": {}},
        "distances": [
            {"one": "gate", "other": "pipes", "distance": 20},
            {"one": "gate", "other": "tower", "distance": 60},
            {"one": "pipes", "other": "tower", "distance": 45},
        ],
    },
    {"type": "enter_combatant", "combatant": "vera", "name": "Vera", "side": "party", "controller": ANA,
     "sheet": _VERA},
    {"type": "enter_combatant", "combatant": "cole", "name": "Cole", "side": "party", "controller": BEN,
     "dice": "own", "template": "soldier"},
    {"type": "enter_combatant", "combatant": "gunner", "name": "Gunner", "side": "foes", "template": "gunner"},
    {"type": "form_group", "group": "gangers", "title": "Gangers", "name": "Ganger", "template": "ganger", "count": 4,
     "side": "foes"},
    {"type": "enter_combatant", "combatant": "sniper", "name": "Sniper", "side": "foes", "template": "sniper",
     "hidden": True, "status": "reserve"},
    {"type": "place", "combatant": "vera", "zone": "gate"},
    {"type": "place", "combatant": "cole", "zone": "gate"},
    {"type": "place", "combatant": "gunner", "zone": "tower"},
    *({"type": "place", "combatant": f"gangers-{number}", "zone": "pipes"} for number in range(1, 5)),
    {"type": "begin_combat", "title": "Dawn at the refinery"},
    {"type": "set_initiative", "combatant": "gunner", "value": 30},
    {"type": "set_initiative", "combatant": "vera", "value": 20},
    {"type": "set_initiative", "combatant": "gangers", "value": 14},
    {"type": "set_initiative", "combatant": "cole", "value": 10},
    {"type": "done", "combatant": "gunner"},
    {"type": "hazard", "label": "A bullet off the pipes", "dice": "1d4", "kind": "bullet", "targets": ["gangers-1"]},
)  # fmt: skip
"""Everything up to the moment at which Vera is up."""

REFINERY: Final = Sample(
    name="refinery",
    title="The refinery (sample)",
    ruleset="firefight",
    setup=SETUP,
    who={ANA: "Ana, who plays Vera", BEN: "Ben, who plays Cole and throws real dice", GUEST: "A spectator"},
)
