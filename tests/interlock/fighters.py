"""Sheets for tests of the rule set."""

from typing import Any

from engine.rulesets import RULESETS

INTERLOCK = RULESETS["interlock"]


def fighter(ref: int = 6, body: int = 6, **more: Any) -> dict[str, Any]:
    """A sheet with REF and body type as given; `more` are further fields."""
    stats = {"ref": ref, "int": 5, "cool": 6, "bt": body, "ma": 6, "tech": 5}
    return {"stats": stats, "skills": {"handgun": 4, "brawling": 4}, **more}
