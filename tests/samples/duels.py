"""Two ready NPCs at short range: whoever can act attacks with a weapon of the template, until somebody is down."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from engine.commands import BeginCombat, Done, EnterCombatant, NextTurn, RollInitiative
from engine.decide import Accepted
from engine.dice import KeyedDice
from engine.ruleset import RuleSet
from tests.tables import MemoryTable

DOWN: Final = frozenset({"down", "dying", "dead", *(f"mortal-{level}" for level in range(7))})
LONGEST: Final = 30
NAMES: Final = ("n0", "n1")
THROWN: Final = frozenset({"hand-grenade", "flashbang"})


def table_of(ruleset: RuleSet, *templates: str, seed: int = 0) -> MemoryTable:
    """A fight in which everybody has been entered by template, the first against the others, and initiative stands."""
    dice = KeyedDice(bytes([seed]) * 32, "t1")
    table = MemoryTable(ruleset, dice=dice)
    for place, template in enumerate(templates):
        side = "foes" if place else "party"
        table.must(EnterCombatant(combatant=f"n{place}", template=template, side=side))
    table.must(BeginCombat())
    table.must(RollInitiative())
    return table


def weapons_of(table: MemoryTable, combatant: str) -> Mapping[str, Any]:
    """The weapons somebody carries, as the rules read them."""
    found: Mapping[str, Any] = table.ruleset.decode_sheet(bytes(table.state.combatants[combatant].sheet)).weapons
    return found


def attack_with(table: MemoryTable, combatant: str, weapon: str, target: str) -> dict[str, Any]:
    """The fields of an attack as somebody would make it who has this weapon in hand."""
    held = weapons_of(table, combatant)[weapon]
    kinds = table.ruleset.actions
    if "melee" in kinds:
        if held.gun:
            return {"kind": "fire", "weapon": weapon, "target": target, "distance": 8}
        move = {"strike": "strike", "kick": "kick"}.get(held.model, "weapon")
        return {"kind": "melee", "weapon": weapon, "target": target, "maneuver": move}
    if held.close:
        return {"kind": "strike", "weapon": weapon, "target": target}
    if held.model in THROWN:
        return {"kind": "throw", "weapon": weapon, "targets": {target: "blast"}}
    return {"kind": "shoot", "weapon": weapon, "target": target, "range": "short"}


def winner(ruleset: RuleSet, one: str, other: str, seed: int) -> int:
    """Who of two is left standing: 1, -1, or 0 when nobody was down after a long time."""
    table = table_of(ruleset, one, other, seed=seed)
    for _ in range(LONGEST):
        down = [is_down(table, name) for name in NAMES]
        if any(down):
            return down[1] - down[0]
        play_a_turn(table, *NAMES)
    return 0


def is_down(table: MemoryTable, combatant: str) -> bool:
    """Whether somebody is out of the fight by wounds."""
    return table.ruleset.wound_word(table.state, table.state.combatants[combatant]) in DOWN


def play_a_turn(table: MemoryTable, one: str, other: str) -> None:
    """Each attacks the other once, unless something keeps them from it; then the next turn begins."""
    fight = table.state.fight
    while fight is not None and fight.up is not None:
        _attack(table, fight.up, other if fight.up == one else one)
        fight = table.state.fight
    if fight is not None and not any(is_down(table, name) for name in (one, other)):
        table.must(NextTurn(turn=fight.turn, through="initiative"))


def _attack(table: MemoryTable, combatant: str, target: str) -> None:
    """With the last weapon that does it: one that is empty is put away for the one before."""
    held = weapons_of(table, combatant)
    for weapon in reversed([name for name, one in held.items() if one.model not in THROWN]):
        answer = table.act(combatant, **attack_with(table, combatant, weapon, target))
        if isinstance(answer, Accepted):
            break
    if table.state.fight is not None and table.state.fight.up == combatant:
        table.must(Done(combatant=combatant))


def raw(said: dict[str, Any]) -> msgspec.Raw:
    """A sheet or action as it is sent."""
    return msgspec.Raw(msgspec.json.encode(said))
