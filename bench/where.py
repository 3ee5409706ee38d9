"""Where the server's time goes: a profile of commands at a table that a GM and spectators follow live."""

import asyncio
import pstats
import tempfile
from collections import Counter
from pathlib import Path
from typing import Final

import httpx

from bench.crowd import Crowd
from bench.feed import OURS, spectators
from bench.figures import Section
from bench.served import serving
from events.log import EmbeddedValkey

FIGHTERS: Final = 30
COMMANDS: Final = 300
SPECTATORS: Final = 20
MOST: Final = 18

SHEET: Final = {
    "attributes": dict.fromkeys(
        ("strength", "dexterity", "constitution", "intelligence", "perception", "willpower"), 3
    ),
    "skills": {"handguns": 3},
    "life_points": 100_000,
    "weapons": {"gun": {"model": "pistol-10mm", "capacity": 9_999, "loaded": 9_999}},
}


def run() -> Section:
    """Profile one server process while acts are given one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        valkey = EmbeddedValkey(Path(folder) / "data")
        profile = Path(folder) / "profile"
        settings = {
            "FRACAS_REDIS_URL": valkey.start(), "FRACAS_CONFIG": f"{folder}/config", "FRACAS_DATA": f"{folder}/data",
            "BENCH_PROFILE": str(profile),
        }  # fmt: skip
        try:
            with serving(OURS, settings) as port:
                asyncio.run(_acts(port))
        finally:
            valkey.stop()
        return Section(text=_told(pstats.Stats(str(profile))))


async def _acts(port: int) -> None:
    commands, path, headers, watching = await spectators(port)
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=60) as client:

        async def give(given: str, /, **command: object) -> None:
            (await client.post(commands, json={"id": given, "command": command})).raise_for_status()

        for number in range(FIGHTERS):
            side = ("red", "blue")[number % 2]
            named = {"combatant": f"f{number}", "name": f"F{number}", "side": side, "sheet": SHEET}
            await give(f"e-{number}", type="enter_combatant", **named)
        await give("begin", type="begin_combat")
        await give("roll", type="roll_initiative")
        crowds = [Crowd(port, path, headers, b'"batch"'), Crowd(port, path, watching, b'"batch"')]
        await crowds[0].grow(1)
        await crowds[1].grow(SPECTATORS)
        for number in range(COMMANDS):
            act = {"kind": "shoot", "weapon": "gun", "target": "f1", "range": "short"}
            body = {
                "id": f"a-{number}",
                "force": "as if up",
                "command": {"type": "act", "combatant": "f0", "action": act},
            }
            (await client.post(commands, json=body)).raise_for_status()
        for crowd in crowds:
            crowd.go()


def _told(stats: pstats.Stats) -> str:
    """The modules in which most of the processor's time was spent."""
    spent: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, _) in stats.stats.items():  # type: ignore[attr-defined]
        spent[_module(file)] += own
    whole = sum(spent.values())
    lines = [
        f"{COMMANDS} shots among {FIGHTERS} combatants, one after the other, at a table that a GM and {SPECTATORS} "
        f"spectators follow: {1000 * whole / COMMANDS:.2f} ms a command under the profiler, which takes half of it.",
        "",
        "| where | share |",
        "| --- | --- |",
    ]
    lines += [f"| `{name}` | {seconds / whole:.1%} |" for name, seconds in spent.most_common(MOST)]
    return "\n".join(lines)


def _module(file: str) -> str:
    if file == "~":
        return "built in"
    for ours in ("/events/", "/engine/", "/projections/", "/api/"):
        if ours in file and "site-packages" not in file:
            return (ours + file.rpartition(ours)[2]).strip("/")
    return file.rpartition("site-packages/")[2].partition("/")[0] if "site-packages" in file else "python's own library"
