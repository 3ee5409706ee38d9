"""`python -m tests.golden.record NAME SEED [RULESET]`: record a golden log; what is on the shelf stays."""

import random
import sys
from typing import Any

import msgspec

from engine import commands as c
from engine.rulesets import RULESETS
from events.play import ActionBegan, Rolled
from tests.games.moves import MOVES, SEATS, enter, sensible
from tests.golden import offered, seated
from tests.golden.shelf import HERE, LOG, MANIFEST, VIEW, digest_of, views_of
from tests.tables import MemoryTable

LENGTH = 900
VIEWS_EVERY = 100


def play(seed: int) -> MemoryTable:
    """One long random game; with the right seed every fact there is occurs in it."""
    rng = random.Random(seed)
    table = MemoryTable(RULESETS["unisystem"])
    for seat in SEATS:
        table.seat(seat)
    for _ in range(3):
        table.give(enter(rng, table.state))
    while len(table.bodies) < LENGTH:
        table.give(MOVES[sensible(rng, table.state)][0](rng, table.state))
        if table.history.redo and rng.random() < 0.3:
            table.give(c.Redo())
        if rng.random() < 0.05:
            correct(table, rng)
        if rng.random() < 0.02:
            table.give(c.FreeRoll(dice="2d6"), seat="ana", named=f"free-{len(table.bodies)}")
            table.give(c.RequestUndo(action=f"ana/free-{len(table.bodies) - 3}"), seat="ana")
            _argue(table)
            table.give(MOVES["done"][0](rng, table.state), force="table ruling")
            table.give(c.Delay(combatant=table.state.fight.up if table.state.fight and table.state.fight.up else "ann"))
    while table.open():
        _, path, combatant = table.open()[0]
        table.must(c.Answer(combatant=combatant, question=path, default=True))
    table.must(c.CloseTable(reason="the evening is over"))
    return table


def correct(table: MemoryTable, rng: random.Random) -> None:
    """Something of late is struck, amended or overridden, if it can be."""
    step = rng.choice(list(table.history.commands)[-10:])
    version = rng.randrange(table.history.head - 20, table.history.head)
    reach: Any = rng.choice(["replayed", "only_now"])
    began = table.past(table.history.commands[step]).fact
    act = isinstance(began, ActionBegan) and began.procedure == "act"
    changes = {"modifiers": [{"value": -4, "label": "rain"}]} if act else {"amount": 4}
    command: c.Command = rng.choice(
        [
            c.Strike(action=step, reason="it never was"),
            c.Strike(version=version),
            c.Amend(action=step, changes=changes, reach=reach),
            c.Amend(action=step, changes=changes, reach=reach),
            c.Override(changes={"ann": c.StatedChange(pools={"life": -1})}, reason="a graze", version=version),
        ]
    )
    table.give(command)


def _argue(table: MemoryTable) -> None:
    """The newest roll is contested, and the GM rules."""
    rolls = (entry.version for entry in map(table.past, range(table.history.head, 0, -1)) if type(entry.fact) is Rolled)
    claim = msgspec.Raw(b'{"range":"long"}')
    table.give(c.Dispute(roll=next(rolls, 0), claim=claim, text="That was far."), seat="ana")
    table.give(c.Rule(dispute=table.history.head, reason="It was near enough."))


def _played(name: str, seed: int, ruleset: str) -> MemoryTable:
    if name == "host":
        return seated.put_away(RULESETS[ruleset])
    if name == "declined":
        return seated.let_stand(RULESETS[ruleset])
    if name == "seats":
        return seated.play(RULESETS[ruleset], seed, 500)
    return play(seed) if ruleset == "unisystem" else offered.play(RULESETS[ruleset], seed, LENGTH)


def main() -> int:
    """Record one, and write it into the manifest."""
    name, seed, ruleset = sys.argv[1], int(sys.argv[2]), (sys.argv[3:] or ["unisystem"])[0]
    folder = HERE / name
    folder.mkdir()
    table = _played(name, seed, ruleset)
    (folder / LOG).write_bytes(b"\n".join(table.bodies) + b"\n")
    versions = [*range(VIEWS_EVERY, len(table.bodies), VIEWS_EVERY), len(table.bodies)]
    seen = msgspec.json.format(msgspec.json.encode(views_of(table.bodies, versions)), indent=1)
    (folder / VIEW).write_bytes(seen + b"\n")
    with MANIFEST.open("a") as manifest:
        manifest.write(f"{digest_of(name)}  {name}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
