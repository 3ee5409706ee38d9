"""One table in all its moments, under any rules, with a seat of every kind and combatants of everybody's.

Ana plays Vera and a shade that only she and the GM see, Ben plays Bob, the GM an orc in sight, and a ghost and a wraith
that nobody else sees. Vera makes a pair, with the wraith where it is `haunted`; Bob and the orc are a crowd, and the
ghost is a group by itself.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final

from engine import commands as c
from engine.commands import Command
from engine.decide import decide
from events.play import Rolled
from events.roster import Zone
from tests.games.moves import raw
from tests.projections.kits import Kit
from tests.tables import MemoryTable

OFFERED: Final = (("ana", "player"), ("ben", "player"), ("eve", "spectator"), ("solo", "service"))
PROPOSED: Final = {"novice": "ana", "other": "ben"}


class Standing(MemoryTable):
    """A table as it stands at a moment; commands are tried at it, and nothing is kept of them."""

    def verdict(self, command: Command, seat: str, on_behalf: str | None = None, force: str | None = None) -> Any:
        """What is said to a command."""
        given = c.Given(table="t1", seat=seat, command="may-i", digest="d", now=9999, on_behalf=on_behalf, force=force)
        return decide(self.history, self.ruleset, command, given, self.dice, self.past)


def in_the_lobby(kit: Kit, haunted: bool = True) -> Standing:
    """Before the fight."""
    table = Standing(kit.ruleset, {"player_undo": "own_last"})
    for seat, kind in OFFERED:
        table.seat(seat, kind)
    speaks_for = ("ana", "eve", "gm")
    table.must(c.OfferSeat(seat="bot", kind="service", name="Bot", link_digest="2" * 64, speaks_for=speaks_for))
    people: Mapping[str, dict[str, Any]] = {
        "vera": {"sheet": kit.hero(), "controller": "ana"},
        "shade": {"sheet": kit.hero(), "controller": "ana", "hidden": True},
        "bob": {"sheet": kit.hero(), "controller": "ben"},
        "orc": {"sheet": kit.enemy(300, 3)},
        "ghost": {"sheet": kit.unseen(), "hidden": True},
        "wraith": {"sheet": kit.unseen(), "hidden": True},
    }
    for name, how in people.items():
        table.must(c.EnterCombatant(combatant=name, name=name.title(), **how))
    pair = ("vera", "wraith") if haunted else ("vera",)
    for group, members in {"pair": pair, "crowd": ("bob", "orc"), "haunt": ("ghost",)}.items():
        table.must(c.FormGroup(group=group, members=members, one_initiative=False))
    for name, seat in PROPOSED.items():
        table.must(c.EnterCombatant(combatant=name, name=name.title(), sheet=kit.newcomer()), seat)
    table.must(c.SetScene(zones={"bar": Zone()}))
    table.must(c.FreeRoll(dice="1d6", level="gm"), named="secret")
    table.must(c.FreeRoll(dice="1d6"), named="open")
    table.must(c.ApplyDamage(target="vera", amount=2, pool=kit.pool))
    table.must(c.SetCondition(combatant="vera", condition="prone"))
    return table


def in_the_declaration(kit: Kit, haunted: bool = True) -> Standing:
    """The first turn has begun."""
    table = in_the_lobby(kit, haunted)
    table.must(c.BeginCombat())
    return table


def in_the_initiative(kit: Kit, haunted: bool = True) -> Standing:
    """One has a number, the others owe theirs."""
    table = in_the_declaration(kit, haunted)
    table.must(c.RollInitiative(combatant="orc"))
    assert table.state.phase == "initiative"
    return table


def in_the_actions(kit: Kit, haunted: bool = True) -> Standing:
    """Vera is up, and what she does next is said beforehand; somebody contests a roll."""
    table = in_the_declaration(kit, haunted)
    table.must(c.Declare(combatant="vera", reaction="ask"))
    table.must(c.Queue(combatant="vera", action=raw(kit.task)), "ana")
    for number, name in enumerate(("wraith", "orc", "bob", "shade", "ghost", "vera"), start=1):
        table.must(c.SetInitiative(combatant=name, value=number))
    table.must(c.Dispute(roll=rolled(table, "open"), text="It fell off the table."), "ana")
    assert table.state.fight is not None and table.state.fight.up == "vera"
    return table


def with_somebody_late(kit: Kit, haunted: bool = True) -> Standing:
    """Vera waits, and Bob is up."""
    table = in_the_actions(kit, haunted)
    table.must(c.Delay(combatant="vera"))
    return table


def with_a_question(kit: Kit, haunted: bool = True) -> Standing:
    """Vera is asked how she defends herself."""
    table = in_the_actions(kit, haunted)
    table.must(c.Jump(combatant="orc"))
    table.must(c.Act(combatant="orc", action=raw({**kit.blow, "target": "vera"})))
    assert [name for _, _, name in table.open()] == ["vera"]
    return table


def after_the_turn(kit: Kit, haunted: bool = True) -> Standing:
    """Everybody has acted, the orc lies there, and the last thing was taken back."""
    table = in_the_actions(kit, haunted)
    while table.state.fight is not None and table.state.fight.up is not None:
        table.must(c.Done(combatant=table.state.fight.up))
    table.must(c.SetCondition(combatant="orc", condition="unconscious"))
    table.must(c.FreeRoll(dice="1d6", combatant="vera"), "ana", named="mine")
    table.must(c.RequestUndo(action="ana/mine"), "ana")
    table.must(c.SetCondition(combatant="vera", condition="numb"))
    table.must(c.Undo())
    return table


MOMENTS: Final[dict[str, Callable[[Kit, bool], Standing]]] = {
    "lobby": in_the_lobby,
    "declaration": in_the_declaration,
    "initiative": in_the_initiative,
    "actions": in_the_actions,
    "late": with_somebody_late,
    "question": with_a_question,
    "after": after_the_turn,
}


def rolled(table: MemoryTable, command: str) -> int:
    """The version of the roll that a command threw."""
    first = table.history.commands[f"gm/{command}"]
    return next(v for v in range(first, table.history.head + 1) if isinstance(table.past(v).fact, Rolled))


def fitting(table: MemoryTable, kit: Kit, command: type[Command]) -> dict[str, Any]:
    """What a command says that its example cannot know of these rules and this table."""
    said: dict[type[Command], dict[str, Any]] = {
        c.EnterCombatant: {"combatant": "new", "name": "New", "sheet": kit.newcomer(), "controller": None},
        c.AcceptCombatant: {"seat": "ana", "combatant": "novice"},
        c.RefuseCombatant: {"seat": "ana", "combatant": "novice"},
        c.FormGroup: {"group": "gang", "sheet": kit.newcomer()},
        c.ChangeGroup: {"group": "crowd", "leave": ["bob"], "more": None, "leader": None},
        c.ChangeSheet: {"sheet": kit.hero()},
        c.Declare: {"attacks": None, "reaction": "none"},
        c.Act: {"action": {**kit.shot, "target": "orc"}},
        c.Queue: {"action": {**kit.shot, "target": "orc"}},
        c.Answer: {"choice": None, "default": True},
        c.ApplyDamage: {"amount": 1, "pool": kit.pool},
        c.Hazard: {"dice": "1d6", "label": ""},
        c.Restore: {"amount": 1, "pool": kit.pool},
        c.RevealRoll: {"roll": rolled(table, "secret")},
        c.OpenClosedKey: {"epoch": 1},
        c.RequestUndo: {"action": "ana/mine"},
        c.DeclineUndo: {"action": "ana/mine"},
        c.Undo: {"action": "ana/mine"},
        c.Amend: {"action": "gm/open", "changes": {"dice": "1d8"}},
        c.Override: {"roll": None, "changes": {"vera": {"pools": {kit.pool: kit.wounded}}}},
        c.Strike: {"roll": rolled(table, "open")},
        c.Dispute: {"roll": rolled(table, "open")},
        c.Rule: {"dispute": max(table.history.ledger.disputes, default=1), "rule": "", "kept": False},
    }
    return said.get(command, {})
