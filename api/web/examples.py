"""An example of every command, as it is sent. The OpenAPI document shows them; a test sends each through validation."""

from typing import Any, Final

import msgspec

from engine.commands import COMMANDS, wire_name


class Example(msgspec.Struct, frozen=True):
    """A body as it is sent, and what it does."""

    summary: str
    body: dict[str, Any]


PISTOL: Final = {"dice": "1d6", "multiplier": 4, "damage_type": "bullet", "skill": "handguns", "capacity": 12}

SHEET: Final = {
    "attributes": {
        "strength": 2,
        "dexterity": 3,
        "constitution": 2,
        "intelligence": 2,
        "perception": 2,
        "willpower": 2,
    },
    "skills": {"handguns": 3, "dodge": 2},
    "weapons": {"pistol": PISTOL},
}

_SAID: Final[dict[str, dict[str, Any]]] = {
    "set_scene": {
        "title": "The warehouse",
        "light": "",
        "zones": {"bar": {}, "street": {"cover": 20}},
        "distances": [{"one": "bar", "other": "street", "distance": 15}],
    },
    "place": {"combatant": "vera", "zone": "bar", "posture": "prone", "motion": "still"},
    "enter_combatant": {"combatant": "vera", "name": "Vera", "sheet": SHEET, "controller": "ana", "dice": "own"},
    "accept_combatant": {"seat": "ana", "combatant": "vera", "side": "party"},
    "refuse_combatant": {"seat": "ana", "combatant": "vera", "reason": "One character each, please."},
    "remove_combatant": {"combatant": "vera"},
    "set_status": {"combatant": "vera", "status": "fled"},
    "clear_fallen": {"remove": True},
    "reload_all": {},
    "form_group": {"group": "gangers", "title": "The gangers", "name": "Ganger", "count": 5, "sheet": SHEET},
    "change_group": {"group": "gangers", "more": 2, "leader": "gangers-3"},
    "show": {"combatant": "sniper"},
    "hide": {"combatant": "sniper"},
    "give_control": {"combatant": "vera", "seat": "ana", "dice": "table"},
    "change_sheet": {"combatant": "vera", "sheet": SHEET},
    "begin_combat": {"title": "The ambush"},
    "declare": {"combatant": "vera", "intention": "Shoot the ganger twice", "attacks": 2, "reaction": "dodge"},
    "roll_initiative": {},
    "set_initiative": {"combatant": "vera", "value": 14},
    "act": {
        "combatant": "vera",
        "action": {"kind": "shoot", "weapon": "pistol", "target": "ganger", "range": "long"},
        "modifiers": [{"value": -2, "label": "rain"}],
    },
    "queue": {"combatant": "vera", "action": {"kind": "shoot", "weapon": "pistol", "target": "ganger"}, "done": True},
    "carry_out": {"combatant": "vera"},
    "done": {"combatant": "vera"},
    "delay": {"combatant": "vera"},
    "jump": {"combatant": "vera"},
    "answer": {"combatant": "vera", "choice": "dodge"},
    "next_turn": {"turn": 1, "through": "initiative"},
    "end_combat": {},
    "apply_damage": {"target": "liz", "amount": 50, "pool": "life"},
    "hazard": {"targets": ["vera", "ganger"], "label": "falling beam", "dice": "2d6", "stopped_by": "armor"},
    "restore": {"target": "liz", "amount": 5, "pool": "life"},
    "set_condition": {"combatant": "vera", "condition": "dazzled", "modifier": -2, "on": "attacks", "turns": 2},
    "clear_condition": {"combatant": "vera", "condition": "prone"},
    "note": {"text": "The alarm goes off in two turns.", "gm_only": True},
    "roll": {"dice": "2d6+1", "purpose": "luck", "level": "open", "target_number": 8},
    "reveal_roll": {"roll": 42},
    "open_closed_key": {"epoch": 3},
    "pass_time": {"minutes": 10},
    "request_undo": {"action": "c-17"},
    "decline_undo": {"action": "ana/c-17", "reason": "The shot was fired."},
    "undo": {},
    "redo": {},
    "switch": {"version": 12},
    "amend": {
        "action": "ana/a-2",
        "changes": {"range": "long"},
        "reach": "replayed",
        "reason": "She stood at the gate.",
    },
    "override": {
        "roll": 42,
        "changes": {"bob": {"pools": {"life": -5}, "gained": ["prone"]}},
        "reason": "The table agreed on a graze.",
    },
    "dispute": {"roll": 42, "claim": {"range": "long"}, "text": "That was long range, not short."},
    "rule": {"dispute": 57, "reason": "The bar is fifteen metres long.", "rule": "UNI-RANGE-1", "kept": True},
    "strike": {"roll": 42, "reason": "He had left the room by then."},
    "add_entropy": {"entropy": "9f86d081884c7d65"},
    "offer_seat": {"seat": "ana", "kind": "player", "name": "Ana"},
    "hand_over_seat": {"seat": "ana"},
    "take_seat": {"device": "anas-phone"},
    "close_seat": {"seat": "ana"},
    "set_option": {"option": "open_numbers", "value": True},
    "close_table": {"reason": "The campaign is over."},
}


def _example(number: int, command: type[msgspec.Struct]) -> tuple[str, Example]:
    name = wire_name(command)  # type: ignore[arg-type]
    summary = (command.__doc__ or name).partition(".")[0].partition(":")[0]
    return name, Example(summary, {"id": f"c-{number}", "command": {"type": name, **_SAID[name]}})


EXAMPLES: Final[dict[str, Example]] = dict(_example(number, one) for number, one in enumerate(COMMANDS, 1))
"""By the command's name on the wire."""
