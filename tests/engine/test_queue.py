"""Said beforehand: what a combatant does when it is up, as long as it still can be done then."""

from engine.beforehand import due_now
from engine.commands import (
    ApplyDamage,
    BeginCombat,
    CarryOut,
    CloseSeat,
    Done,
    EndCombat,
    GiveControl,
    NextTurn,
    Note,
    Queue,
    RemoveCombatant,
    SetInitiative,
    Undo,
)
from events.play import ActionBegan
from events.table import ActionQueued, QueueSettled
from tests.engine.toy import TOY
from tests.games.moves import raw
from tests.tables import MemoryTable

STRIKE = raw({"kind": "strike", "target": "bob"})
QUEUED = Queue(combatant="ann", action=STRIKE)
CARRY_OUT = CarryOut(combatant="ann")


def fight() -> MemoryTable:
    """Bob is up, Ann comes after; Ana plays Ann."""
    table = MemoryTable(TOY)
    table.seat("ana")
    table.seat("ben")
    table.enter("ann", {"skill": 50}, controller="ana")
    table.enter("bob", {"life": 90})
    table.must(BeginCombat())
    for name, number in (("bob", 9), ("ann", 5)):
        table.must(SetInitiative(combatant=name, value=number))
    return table


def due(table: MemoryTable) -> str | None:
    queued = due_now(table.history.ledger, table.state)
    return queued.combatant if queued else None


def test_what_is_queued_waits_until_its_combatant_is_up() -> None:
    table = fight()
    table.must(QUEUED, seat="ana")
    assert table.facts(ActionQueued) == [ActionQueued("ana", "ann", STRIKE, 1)]
    assert due(table) is None
    assert table.refused(CARRY_OUT, seat="ana").code == "not-your-turn"
    table.must(Done(combatant="bob"))
    assert due(table) == "ann"


def test_it_is_carried_out_as_the_player_would_have_done_it() -> None:
    table = fight()
    table.must(Queue(combatant="ann", action=STRIKE, done=True), seat="ana")
    table.must(Done(combatant="bob"))
    answer = table.must(CARRY_OUT, seat="ana", named="queued-1")
    began = next(entry for entry in answer.entries if isinstance(entry.fact, ActionBegan))
    assert (began.seat, began.action) == ("ana", "ana/queued-1")
    assert table.facts(QueueSettled) == [QueueSettled("ana", "ann", "carried-out")]
    assert table.state.fight is not None and table.state.fight.up is None
    assert due(table) is None


def test_what_can_no_longer_be_done_is_dropped_and_its_seat_told_why() -> None:
    table = fight()
    table.must(QUEUED, seat="ana")
    table.must(Done(combatant="bob"))
    table.must(RemoveCombatant(combatant="bob"))
    table.must(CARRY_OUT, seat="ana")
    assert table.facts(QueueSettled) == [QueueSettled("ana", "ann", "refused", "unknown-id", "there is no bob")]
    assert due(table) is None


def test_nobody_who_fell_meanwhile_carries_anything_out() -> None:
    table = fight()
    table.must(QUEUED, seat="ana")
    table.must(ApplyDamage(target="ann", amount=99), faces=(9,))
    table.must(Done(combatant="bob"))
    assert due(table) is None


def test_another_takes_its_place_and_nothing_takes_it_back() -> None:
    table = fight()
    table.must(QUEUED, seat="ana")
    other = raw({"kind": "strike", "target": "bob", "blows": 2})
    table.must(Queue(combatant="ann", action=other), seat="ana")
    assert table.history.ledger.queue["ann"].action == other
    table.must(Queue(combatant="ann"), seat="ana")
    assert table.facts(QueueSettled) == [QueueSettled("ana", "ann", "withdrawn")]
    assert table.refused(Queue(combatant="ann"), seat="ana").code == "already-answered"
    assert table.refused(CARRY_OUT, seat="ana").code == "already-answered"


def test_what_never_goes_is_refused_at_once_and_what_may_go_later_is_not() -> None:
    table = fight()
    nobody = raw({"kind": "strike", "target": "nobody"})
    assert table.refused(Queue(combatant="ann", action=nobody), seat="ana").code == "unknown-id"
    assert table.refused(Queue(combatant="ann", action=raw({"kind": "sing"})), seat="ana").code == "invalid"
    table.must(Queue(combatant="ann", action=raw({"kind": "strike", "target": "bob", "blows": 9})), seat="ana")
    table.must(Done(combatant="bob"))
    table.must(CARRY_OUT, seat="ana")
    settled = table.facts(QueueSettled)[0]
    assert (settled.end, settled.code, settled.rule) == ("refused", "more-than-declared", "TOY-HIT-1")


def test_somebody_unseen_and_nobody_are_refused_alike() -> None:
    table = fight()
    table.enter("cat", hidden=True)
    hidden, nobody = (
        table.refused(Queue(combatant=name, action=STRIKE), seat="ana").sentence.replace(name, "X")
        for name in ("cat", "dog")
    )
    assert hidden == nobody


def test_only_for_ones_own_and_only_in_a_fight() -> None:
    table = fight()
    assert table.refused(QUEUED, seat="ben").code == "not-yours"
    table.must(EndCombat())
    assert table.refused(QUEUED, seat="ana").code == "wrong-phase"


def test_what_waits_for_one_seat_counts_no_longer_when_another_plays_the_combatant() -> None:
    table = fight()
    table.must(QUEUED, seat="ana")
    table.must(GiveControl(combatant="ann", seat="ben"))
    table.must(Done(combatant="bob"))
    assert due(table) is None
    assert table.refused(CARRY_OUT, seat="ben").code == "already-answered"


def test_nor_when_its_seat_is_closed_nor_in_the_next_fight() -> None:
    table = fight()
    table.must(QUEUED, seat="ana")
    table.must(EndCombat())
    table.must(BeginCombat())
    for name, number in (("ann", 9), ("bob", 5)):
        table.must(SetInitiative(combatant=name, value=number))
    assert due(table) is None
    table.must(QUEUED, seat="ana")
    assert due(table) == "ann"
    table.must(CloseSeat(seat="ana"))
    assert due(table) is None


def test_the_gm_queues_for_those_it_runs_and_for_others() -> None:
    table = fight()
    table.must(QUEUED)
    table.must(Queue(combatant="bob", action=raw({"kind": "strike", "target": "ann"})))
    assert due(table) == "bob"
    table.must(CarryOut(combatant="bob"))
    table.must(Done(combatant="bob"))
    assert due(table) == "ann"


def test_it_waits_while_somebody_is_asked() -> None:
    table = fight()
    asking = raw({"kind": "strike", "target": "bob", "defense": "ask"})
    table.must(Queue(combatant="ann", action=asking), seat="ana")
    table.must(Done(combatant="bob"))
    table.must(CARRY_OUT, seat="ana")
    table.must(QUEUED, seat="ana")
    assert due(table) is None
    table.answer("bob", choice="none")
    assert due(table) == "ann"


def test_an_undo_takes_back_what_was_carried_out_and_not_what_was_said() -> None:
    table = fight()
    table.must(Done(combatant="bob"))
    table.must(QUEUED, seat="ana")
    table.must(CARRY_OUT, seat="ana")
    table.must(Undo())
    assert table.state.combatants["bob"].pools["life"].now == 90
    assert due(table) is None
    table.must(QUEUED, seat="ana")
    table.must(Undo())
    assert table.state.fight is not None and table.state.fight.up == "bob"
    assert due(table) is None and "ann" in table.history.ledger.queue


def test_what_was_carried_out_is_undone_by_its_name_like_any_act() -> None:
    table = fight()
    table.must(Done(combatant="bob"))
    table.must(QUEUED, seat="ana")
    table.must(CARRY_OUT, seat="ana", named="late")
    table.must(Note(text="a step after it"))
    table.must(Undo(action="ana/late"))
    assert table.state.combatants["bob"].pools["life"].now == 90
    assert "ann" not in table.history.ledger.queue


def test_it_holds_over_the_end_of_the_turn() -> None:
    table = fight()
    table.must(Done(combatant="bob"))
    table.must(Done(combatant="ann"))
    table.must(QUEUED, seat="ana")
    table.must(NextTurn())
    for name, number in (("ann", 9), ("bob", 5)):
        table.must(SetInitiative(combatant=name, value=number))
    assert due(table.restarted()) == "ann"
