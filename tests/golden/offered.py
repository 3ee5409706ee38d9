"""A long game under any rule set: everybody does at random what is offered, with one field or another changed."""

import random
from typing import Any, Final

from engine import commands as c
from engine.actions import all_open
from engine.ruleset import RuleSet
from projections.audience import GM
from projections.legal import legal_actions
from tests.games.moves import SEATS
from tests.tables import MemoryTable

Sheet = dict[str, Any]

_SIX: Final = ("strength", "dexterity", "constitution", "intelligence", "perception", "willpower")
_SKILLS: Final = ("handguns", "rifles", "hand_weapon", "throwing", "dodge", "brawling", "first_aid")
_UNISYSTEM: Final = dict.fromkeys(_SKILLS, 3)
SHEETS: Final[dict[str, tuple[Sheet, ...]]] = {
    "firefight": (
        {
            "attributes": dict.fromkeys(_SIX, 3), "skills": _UNISYSTEM, "life_points": 60,
            "armor": {"worn": "class-2"},
            "weapons": {"ak": {"model": "assault-rifle-762"}, "grenade": {"model": "hand-grenade"}},
        },
        {
            "attributes": dict.fromkeys(_SIX, 2), "skills": _UNISYSTEM, "life_points": 60,
            "armor": {"av": 8}, "shield": "riot-shield",
            "weapons": {"sword": {"model": "katana"}, "pistol": {"model": "handgun-10mm"}},
        },
        {
            "attributes": dict.fromkeys(_SIX, 4), "skills": _UNISYSTEM, "life_points": 60,
            "weapons": {"ak": {"model": "assault-rifle-762", "scope": True}, "sword": {"model": "katana"}},
        },
    ),
    "interlock": (
        {
            "stats": {"ref": 8, "int": 5, "cool": 6, "bt": 7, "ma": 6, "tech": 5},
            "skills": {"handgun": 4, "brawling": 3, "rifle": 3, "dodge": 2},
            "armor": {"torso": {"sp": 14, "kind": "hard"}, "head": 10},
            "weapons": {
                "pistol": {"class": "handgun", "damage": "2d6+1", "accuracy": 1, "rof": 2, "magazine": 12},
                "rifle": {"class": "rifle", "damage": "5d6", "rof": 30, "magazine": 30, "automatic": True},
            },
        },
        {
            "stats": {"ref": 6, "int": 5, "cool": 5, "bt": 9, "ma": 6, "tech": 5},
            "skills": {"brawling": 5, "melee": 4, "handgun": 2},
            "armor": {"torso": {"sp": 10, "kind": "soft"}},
            "weapons": {"pistol": {"class": "handgun", "damage": "1d6+1", "rof": 2, "magazine": 8}},
        },
        {
            "stats": {"ref": 7, "int": 6, "cool": 8, "bt": 5, "ma": 7, "tech": 7},
            "skills": {"handgun": 6, "brawling": 2, "first_aid": 4},
            "weapons": {"pistol": {"class": "handgun", "damage": "3d6", "rof": 1, "magazine": 6}},
        },
    ),
}  # fmt: skip
"""Three fighters for each rule set; the first is played by a player with real dice."""

NAMES: Final = ("ann", "bob", "cy")


def play(ruleset: RuleSet, seed: int, length: int) -> MemoryTable:
    """One long game; what is refused is left out."""
    rng = random.Random(seed)
    table = MemoryTable(ruleset)
    for seat in SEATS:
        table.seat(seat)
    for name, sheet in zip(NAMES, SHEETS[ruleset.id], strict=True):
        own = {"controller": "ana", "dice": "own"} if name == NAMES[0] else {}
        table.enter(name, sheet, side="party" if own else "foes", **own)
    while len(table.bodies) < length:
        _step(rng, table)
    while table.open():
        _, path, combatant = table.open()[0]
        table.must(c.Answer(combatant=combatant, question=path, default=True))
    table.must(c.CloseTable(reason="the evening is over"))
    return table


def _step(rng: random.Random, table: MemoryTable) -> None:
    fight = table.state.fight
    if table.open():
        _answer(rng, table)
    elif rng.random() < 0.12:
        table.give(_of_the_gm(rng, table))
    elif fight is None or table.state.phase == "lobby":
        _heal(table)
        table.give(c.BeginCombat(title="Again"))
    elif table.state.phase == "declaration":
        table.give(c.Declare(combatant=rng.choice(NAMES), reaction=rng.choice(table.ruleset.reactions)))
        table.give(c.RollInitiative())
    elif table.state.phase == "initiative":
        table.give(c.RollInitiative())
    elif fight.up is None:
        _heal(table)
        table.give(c.NextTurn(through="initiative"))
    else:
        _act(rng, table, fight.up)


def _heal(table: MemoryTable) -> None:
    """Nobody stays out of the game for long."""
    for name in NAMES:
        if table.ruleset.inability(table.state, table.state.combatants[name]) is None:
            continue
        for pool, held in table.state.combatants[name].pools.items():
            table.give(c.Restore(target=name, amount=held.full if held.full else 40, pool=pool))
        for condition in ("unconscious", "stunned", "dying", "prone", "dead"):
            if table.state.combatants[name].has(condition):
                table.give(c.ClearCondition(combatant=name, condition=condition))


def _answer(rng: random.Random, table: MemoryTable) -> None:
    _, question = all_open(table.state)[0]
    path, combatant = question.path, question.combatant
    if question.options and rng.random() < 0.7:
        table.give(c.Answer(combatant=combatant, question=path, choice=rng.choice(question.options)))
    if (path, combatant) in [(p, who) for _, p, who in table.open()]:
        table.must(c.Answer(combatant=combatant, question=path, default=True))


def _act(rng: random.Random, table: MemoryTable, up: str) -> None:
    told = legal_actions(table.history, table.ruleset, "gm", GM.audience(table.state), up)
    offered = [one for one in told.actions if one.act] if told else []
    if offered and rng.random() < 0.75:
        one = rng.choices(offered, [9 if {"weapon", "target"} <= (one.act or {}).keys() else 1 for one in offered])[0]
        action: dict[str, Any] = dict(one.act or {})
        for field in one.fields:
            if field.values and rng.random() < 0.25:
                action[field.name] = rng.choice(field.values)
        table.act(up, **action)
        return
    table.give(rng.choice([c.Done, c.Done, c.Delay])(combatant=up))


def _of_the_gm(rng: random.Random, table: MemoryTable) -> c.Command:
    who = rng.choice(NAMES)
    return rng.choice(
        [
            c.Undo(),
            c.Redo(),
            c.FreeRoll(dice="2d6", level=rng.choice(["open", "gm"])),
            c.Note(text="Remember the door.", gm_only=rng.random() < 0.5),
            c.ApplyDamage(target=who, amount=rng.choice([2, 9])),
            c.PassTime(minutes=rng.choice([1, 10])),
            c.SetScene(light=rng.choice(["", "poor"])),
            c.Hide(combatant=who),
            c.Show(combatant=who),
            c.OpenClosedKey(epoch=rng.randrange(1, 5)),
        ]
    )
