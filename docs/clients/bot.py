"""A bot that says whose turn it is, and fires for its own: python bot.py http://localhost:8000 TABLE LINK."""

import asyncio
import sys
from typing import Any

from fracas_client import Refused, Table, sit_down


def target(view: dict[str, Any], mine: dict[str, Any]) -> str | None:
    """The first of another side who still stands."""
    others = [one for one in view["combatants"] if one.get("side") != mine.get("side") and one["id"] != mine["id"]]
    return next((one["id"] for one in others if not {"dead", "unconscious"} & set(one.get("conditions", ()))), None)


async def attack(table: Table, view: dict[str, Any], mine: dict[str, Any]) -> None:
    """Fire the first weapon at them, and be done; a refusal is told as the table would tell it."""
    weapon, aimed_at = next(iter(mine["sheet"]["weapons"])), target(view, mine)
    kind = "fire" if view["ruleset"] == "interlock" else "shoot"
    try:
        if aimed_at is not None:
            action = {"kind": kind, "weapon": weapon, "target": aimed_at}
            reply = await table.give("act", combatant=mine["id"], action=action)
            print(*reply["lines"], sep="\n", flush=True)
    except Refused as refused:
        print(f"Not possible: {refused}", flush=True)
    try:
        await table.give("done", combatant=mine["id"])
    except Refused as refused:  # whoever was hit back, or has to answer first, is not up any more
        print(f"Not done: {refused}", flush=True)


async def main(base: str, name: str, link: str) -> None:
    """Follow the table until it ends."""
    seat = await sit_down(base, name, link, device="bot")
    told: tuple[Any, ...] = ()
    async with Table(base, table=name, token=seat["token"]) as table:
        async for said in table.follow():
            if said["type"] != "waiting":
                continue
            view = table.seen[said["audience"]]["view"]
            people = {one["id"]: one for one in view["combatants"]}
            up = people.get(view.get("up", ""))
            now = (view.get("fight"), view.get("turn"), view.get("up"))
            if up is None or now == told or view.get("waiting"):
                continue
            told = now
            print(f"Turn {view['turn']}: {up['name']} is up.", flush=True)
            if up.get("controller") == seat["seat"] and view["phase"] == "actions":
                await attack(table, view, up)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
