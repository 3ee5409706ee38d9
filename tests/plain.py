"""States compared with version numbers apart: how many causes hold a condition counts, not which."""

from typing import Any

import msgspec

from engine.state import State


def plain(state: State) -> dict[str, Any]:
    """A state without the numbers of the facts that made it."""
    said: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(state))
    for one in said.get("combatants", {}).values():
        one.pop("joined", None)
        for held in ("conditions", "counters"):
            one[held] = {name: len(causes) for name, causes in one.get(held, {}).items()}
        one["ammo"] = dict(sorted(one.get("ammo", {}).items()))
    said["parked"] = [parked["action"] for parked in said.get("parked", ())]
    return said
