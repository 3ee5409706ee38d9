"""Random fights of every rule set as lists of commands, so that they can be played again with one of them changed."""

import random
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

import msgspec

from engine import commands as c
from engine.decide import Accepted
from engine.rulesets import RULESETS
from engine.state import State
from tests.games import moves
from tests.games.moves import act, raw
from tests.tables import MemoryTable

NAMES = ("ann", "bob", "cy")


class Played(msgspec.Struct, frozen=True):
    """A command that was accepted, under its id."""

    name: str
    command: c.Command


class DiceByPath:
    """Dice that fall the same on the same path of the same action, whoever throws them and when: as if whoever amends
    typed in what would have fallen."""

    def face(self, epoch: int, entropy: str, address: str, index: int, sides: int, closed: bool) -> int:
        seat, command, path, _ = address.split("|")
        action, told = (f"{seat}/{command}", path)
        if path.startswith("gm/"):
            gm, name, told = path.split("/", 2)
            action = f"{gm}/{name}"
        return sha256(f"{action} {told} {index} {sides}".encode()).digest()[0] % sides + 1

    def commitment(self, epoch: int, entropy: str, closed: bool) -> str:
        return f"{epoch:064x}"

    def key(self, epoch: int, entropy: str, closed: bool) -> str:
        return f"{epoch:064x}"


def opened(ruleset: str, seed: int) -> MemoryTable:
    """A fight of three, begun, everybody's initiative thrown."""
    rng, table = random.Random(f"{ruleset} {seed}"), MemoryTable(RULESETS[ruleset], dice=DiceByPath())
    for name in NAMES:
        sheet = raw(SHEETS[ruleset](rng))
        table.must(c.EnterCombatant(combatant=name, name=name.title(), sheet=sheet), named=f"enter-{name}")
    table.must(c.BeginCombat(), named="begin")
    table.must(c.RollInitiative(), named="initiative")
    return table


def game(ruleset: str, seed: int, length: int, *, asks: bool = False) -> tuple[MemoryTable, list[Played]]:
    """A random game of so many accepted commands."""
    rng, table = random.Random(f"{ruleset} {seed} game"), opened(ruleset, seed)
    played: list[Played] = []
    tries = 0
    while len(played) < length and tries < 20 * length:
        tries += 1
        command = move(ruleset, rng, table, asks)
        name = f"m-{len(played)}"
        if isinstance(table.give(command, named=name), Accepted):
            played.append(Played(name, command))
    return table, played


def again(ruleset: str, seed: int, played: Iterable[Played]) -> tuple[MemoryTable, list[str]]:
    """The same commands at a table of its own, and the names of those that are refused there."""
    table = opened(ruleset, seed)
    refused = [one.name for one in played if not isinstance(table.give(one.command, named=one.name), Accepted)]
    return table, refused


def move(ruleset: str, rng: random.Random, table: MemoryTable, asks: bool) -> c.Command:
    """A command that fits the moment."""
    state = table.state
    if table.open():
        return moves.answer(rng, state)
    if rng.random() < 0.25:
        return _of_the_gm(rng, state)
    if state.fight is None or state.phase == "lobby":
        return c.BeginCombat()
    if state.phase in ("declaration", "initiative"):
        if asks and rng.random() < 0.4:
            return c.Declare(combatant=rng.choice(NAMES), reaction="ask")
        return c.RollInitiative()
    if state.fight.up is None:
        return c.NextTurn(through=rng.choice(["declaration", "initiative"]))
    if rng.random() < 0.35:
        return c.Done(combatant=state.fight.up)
    target = rng.choice([name for name in NAMES if name != state.fight.up])
    return ACTS[ruleset](rng, state.fight.up, target)


def _of_the_gm(rng: random.Random, state: State) -> c.Command:
    who = rng.choice(NAMES)
    return rng.choice(
        [
            c.ApplyDamage(target=who, amount=rng.choice([1, 3, 9])),
            c.Restore(target=who, amount=rng.choice([1, 4])),
            c.SetCondition(combatant=who, condition=rng.choice(["in-cover", "prone", "blinded"])),
            c.ClearCondition(combatant=who, condition="prone"),
            c.PlaceCombatant(combatant=who, cover=rng.choice([0, 6])),
            c.SetScene(light=rng.choice(["", "bad"]), zones={}),
        ]
    )


def _unisystem_act(rng: random.Random, actor: str, target: str) -> c.Command:
    if rng.random() < 0.3:
        return act(actor, kind="strike", weapon="club", target=target, defense=rng.choice(["none", "dodge", "parry"]))
    if rng.random() < 0.1:
        return act(actor, kind="reload", weapon="gun")
    return act(actor, kind="shoot", weapon="gun", target=target, range=rng.choice(["short", "long"]))


def _firefight_act(rng: random.Random, actor: str, target: str) -> c.Command:
    more: dict[str, Any] = {"location": rng.choice(["head", "torso", "left_leg"])} if rng.random() < 0.4 else {}
    if rng.random() < 0.5:
        more |= {"mode": "burst", "shots": 3}
    return act(actor, kind="shoot", weapon="ak", target=target, range=rng.choice(["short", "medium"]), **more)


def _interlock_act(rng: random.Random, actor: str, target: str) -> c.Command:
    if rng.random() < 0.3:
        return act(actor, kind="melee", maneuver=rng.choice(["kick", "strike"]), target=target)
    return act(actor, kind="fire", weapon="pistol", target=target, distance=rng.choice([4, 20]), shots=1)


def _firefight_sheet(rng: random.Random) -> dict[str, Any]:
    fighter = moves.sheet(rng, 60)
    skills = {**fighter["skills"], "rifles": rng.randrange(2, 5)}
    return {**fighter, "skills": skills, "weapons": {"ak": {"model": "assault-rifle-762", "loaded": 30}}}


def _interlock_sheet(rng: random.Random) -> dict[str, Any]:
    stats = {name: rng.randrange(4, 9) for name in ("ref", "int", "cool", "bt", "ma", "tech")}
    pistol = {"class": "handgun", "damage": "2d6+1", "accuracy": 0, "rof": 2, "magazine": 12, "loaded": 12}
    return {
        "stats": stats,
        "skills": {"handgun": rng.randrange(2, 6), "brawling": 3},
        "armor": {"torso": {"sp": rng.choice([0, 10]), "kind": "soft"}},
        "weapons": {"pistol": {**pistol, "automatic": True}},
    }


SHEETS = {
    "unisystem": lambda rng: moves.sheet(rng, 60),
    "firefight": _firefight_sheet,
    "interlock": _interlock_sheet,
}
ACTS = {"unisystem": _unisystem_act, "firefight": _firefight_act, "interlock": _interlock_act}
