"""Whole fights played to order: long ones to fold, scripted ones to play again with other people's dice."""

import random
from typing import Any

import msgspec

from engine import commands as c
from engine.rulesets import RULESETS
from engine.state import State
from tests.games.moves import act, raw, sheet
from tests.tables import MemoryTable

UNISYSTEM = RULESETS["unisystem"]


def fight_of(events: int, fighters: int = 12, seed: int = 1) -> list[bytes]:
    """The bytes of one long fight with at least so many events, cut to that number."""
    rng = random.Random(seed)
    table = MemoryTable(UNISYSTEM)
    for number in range(fighters):
        life = 100_000
        table.enter(f"f{number}", {**sheet(rng, life), "weapons": {"gun": {"model": "pistol-10mm", "loaded": 9}}})
    table.must(c.BeginCombat())
    while len(table.bodies) < events:
        play_on(table, rng)
    return table.bodies[:events]


def play_on(table: MemoryTable, rng: random.Random) -> None:
    """One more sensible command."""
    fight = table.state.fight
    assert fight is not None
    if table.state.phase in ("declaration", "initiative"):
        table.must(c.RollInitiative())
    elif fight.up is None:
        table.must(c.NextTurn(through="initiative"))
    else:
        shooter = table.state.combatants[fight.up]
        others = [name for name in table.state.combatants if name != shooter.id]
        if shooter.ammo["gun"] < 2:
            table.give(act(shooter.id, kind="reload", weapon="gun"))
        else:
            table.give(act(shooter.id, kind="shoot", weapon="gun", target=rng.choice(others), shots=2))
        table.must(c.Done(combatant=shooter.id))


def script(seed: int, turns: int = 3) -> tuple[MemoryTable, list[tuple[str, c.Command, dict[str, Any]]]]:
    """A fight of four played with table dice, and the commands that made it, with the defenses that were chosen."""
    rng = random.Random(seed)
    table = MemoryTable(UNISYSTEM)
    table.seat("ana")
    for name in ("ann", "bob", "cy", "dan"):
        table.enter(name, sheet(rng, 40), controller="ana")
    played: list[tuple[str, c.Command, dict[str, Any]]] = []

    def give(command: c.Command, **chosen: Any) -> None:
        named = f"m-{len(played)}"
        answer = table.give(_with(command, chosen), named=named)
        if hasattr(answer, "entries"):
            played.append((named, command, chosen))

    give(c.BeginCombat())
    for _ in range(turns):
        if table.state.phase == "declaration":
            give(c.RollInitiative())
        while (fight := table.state.fight) is not None and fight.up is not None:
            target = rng.choice([name for name in table.state.combatants if name != fight.up])
            defense = rng.choice(["none", "dodge"])
            if rng.random() < 0.5:
                give(_blow(fight.up, "shoot", "gun", target, shots=rng.randrange(1, 3)), defense=defense)
            else:
                give(_blow(fight.up, "strike", "club", target), defense=rng.choice(["none", "dodge", "parry"]))
            give(c.Done(combatant=fight.up))
        give(c.NextTurn())
    return table, played


def _blow(actor: str, kind: str, weapon: str, target: str, **more: Any) -> c.Act:
    return act(actor, kind=kind, weapon=weapon, target=target, **more)


def _with(command: c.Command, chosen: dict[str, Any]) -> c.Command:
    """The command with the defense said aloud, so that nobody has to be asked."""
    if not chosen or not isinstance(command, c.Act):
        return command
    import msgspec

    return c.Act(combatant=command.combatant, action=raw({**msgspec.json.decode(command.action), **chosen}))


def standing(state: State) -> Any:
    """What two tables must agree on, whatever the numbers of their versions."""
    fight = state.fight
    return (
        {
            one.id: (
                one.pools,
                one.ammo,
                sorted(name for name, causes in one.conditions.items() if causes),
                {name: len(causes) for name, causes in one.counters.items()},
            )
            for one in state.combatants.values()
        },
        state.phase,
        fight and (fight.turn, fight.initiative, [place.combatant for place in fight.order], fight.up, fight.done),
    )


def two_shooters() -> tuple[State, Any, Any]:
    """Two who stand opposite each other, and a shot between them: state, procedure, action."""
    rng = random.Random(2)
    table = MemoryTable(UNISYSTEM)
    table.enter("ann", sheet(rng, 40))
    table.enter("bob", {**sheet(rng, 22), "armor": {"av": "1d8"}})
    table.must(c.BeginCombat())
    table.must(c.RollInitiative())
    kind = UNISYSTEM.actions["shoot"]
    action = msgspec.json.decode(raw({"kind": "shoot", "weapon": "gun", "target": "bob"}), type=kind.fields)
    return table.state, kind.procedure, action
