"""A game about seats: players bring their own characters, say beforehand what they do, and a program speaks for one."""

import random
from typing import Final

from engine import commands as c
from engine.beforehand import due_now
from engine.decide import reopen
from engine.ruleset import RuleSet
from tests.games.moves import raw, sheet
from tests.tables import MemoryTable

PLAYERS: Final = {"ana": "vera", "ben": "bob"}


def play(ruleset: RuleSet, seed: int, length: int) -> MemoryTable:
    """One game in which every fact about seats, proposals and queues occurs."""
    rng = random.Random(seed)
    table = MemoryTable(ruleset)
    for seat in PLAYERS:
        table.seat(seat)
    table.must(c.OfferSeat(seat="bot", kind="service", name="Bot", link_digest="2" * 64, speaks_for=("ana",)))
    _come_in(rng, table)
    table.enter("rat", sheet(rng, 12), side="foes")
    while len(table.bodies) < length:
        _step(rng, table)
    while table.open():
        _, path, combatant = table.open()[0]
        table.must(c.Answer(combatant=combatant, question=path, default=True))
    table.must(c.CloseTable(reason="the evening is over"))
    return table


def _come_in(rng: random.Random, table: MemoryTable) -> None:
    for seat, name in PLAYERS.items():
        proposed = c.EnterCombatant(combatant=name, name=name.title(), sheet=raw(sheet(rng, 60)))
        table.must(proposed, seat=seat)
        table.must(c.AcceptCombatant(seat=seat, combatant=name))
        table.must(c.EnterCombatant(combatant="twin", name="Twin", sheet=raw(sheet(rng, 60)), dice="own"), seat=seat)
    table.must(c.RefuseCombatant(seat="ana", combatant="twin", reason="one each"))
    table.must(c.RefuseCombatant(seat="ben", combatant="twin"), seat="ben")


def _step(rng: random.Random, table: MemoryTable) -> None:
    fight = table.state.fight
    due = due_now(table.history.ledger, table.state)
    if table.open():
        _, path, combatant = table.open()[0]
        table.must(c.Answer(combatant=combatant, question=path, default=True))
    elif due is not None:
        table.must(c.CarryOut(combatant=due.combatant), seat=due.seat)
    elif fight is None:
        table.give(c.Restore(target=rng.choice(["vera", "bob", "rat"]), amount=50, pool="life"))
        table.give(c.BeginCombat(title="Again"))
        table.give(c.RollInitiative())
    elif rng.random() < 0.4:
        _queue(rng, table)
    elif fight.up is not None:
        table.must(c.Done(combatant=fight.up))
    else:
        table.give(rng.choice([c.NextTurn(through="initiative"), c.EndCombat()]))


def _queue(rng: random.Random, table: MemoryTable) -> None:
    """Somebody says beforehand what they will do, or thinks better of it; Ana's program says it for her."""
    seat, name = rng.choice(list(PLAYERS.items()))
    kinds = [
        {"kind": "dodge"},
        {"kind": "task", "attribute": "dexterity"},
        {"kind": "first_aid", "target": "rat"},
        {"kind": "shoot", "weapon": "gun", "target": "rat", "shots": 90},
        {},
    ]
    action = rng.choice(kinds)
    said = c.Queue(combatant=name, action=raw(action), done=rng.random() < 0.5)
    if seat == "ana" and rng.random() < 0.5:
        table.give(said, seat="bot", on_behalf="ana", label="anna#1")
    else:
        table.give(said, seat=seat)


def put_away(ruleset: RuleSet) -> MemoryTable:
    """A table that its host puts into the archive and takes out again."""
    table = MemoryTable(ruleset)
    table.seat("ana")
    table.must(c.HandOverSeat(seat="ana", name="Anton", link_digest="3" * 64))
    table.must(c.CloseTable(reason="put into the archive"))
    given = c.Given(table="t1", seat="gm", command="host-restore-1", digest="d", now=2000)
    table.take(reopen(table.history, ruleset, given, table.dice))
    table.must(c.Note(text="where were we?"))
    return table


def let_stand(ruleset: RuleSet) -> MemoryTable:
    """A table at which the GM lets stand what a player would like to have taken back."""
    table = MemoryTable(ruleset)
    table.seat("ana")
    table.must(c.FreeRoll(dice="2d6"), seat="ana", named="mine")
    table.must(c.RequestUndo(action="ana/mine"), seat="ana")
    table.must(c.DeclineUndo(action="ana/mine", reason="it was open"))
    return table
