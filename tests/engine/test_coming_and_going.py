"""Who comes, goes and stands aside in the middle of a fight, and what becomes of the turn."""

import pytest

from engine.commands import (
    BeginCombat,
    Done,
    EnterCombatant,
    GiveControl,
    NextTurn,
    RemoveCombatant,
    RollInitiative,
    SetInitiative,
    SetStatus,
)
from engine.state import Fight
from tests.engine.toy import TOY
from tests.tables import MemoryTable


def fight(*names: str) -> MemoryTable:
    """A fight of the named, played by ana, in its actions."""
    table = MemoryTable(TOY)
    table.seat("ana")
    for name in names:
        table.enter(name, controller="ana")
    table.must(BeginCombat())
    table.must(RollInitiative())
    return table


def turn(table: MemoryTable) -> Fight:
    assert table.state.fight is not None
    return table.state.fight


def up(table: MemoryTable) -> str:
    name = turn(table).up
    assert name is not None
    return name


def test_whoever_flees_while_up_makes_room_for_the_next() -> None:
    table = fight("ann", "bob")
    first, second = (place.combatant for place in turn(table).order)
    table.must(SetStatus(combatant=first, status="fled"))
    assert up(table) == second


def test_when_the_last_in_the_order_flees_nobody_is_up_and_the_next_turn_can_come() -> None:
    table = fight("ann", "bob")
    table.must(Done(combatant=up(table)))
    table.must(SetStatus(combatant=up(table), status="fled"))
    assert turn(table).up is None
    table.must(NextTurn())


def test_who_is_not_in_the_fight_rolls_no_initiative_and_ends_no_declaration() -> None:
    table = MemoryTable(TOY)
    table.seat("ana")
    table.enter("ann")
    table.must(BeginCombat())
    table.enter("cy", controller="ana", status="party")
    assert table.refused(RollInitiative(combatant="cy"), seat="ana").code == "cannot-act"
    assert table.state.phase == "declaration"


def test_whoever_enters_during_a_fight_is_in_it_and_may_be_kept_out_of_it() -> None:
    table = fight("ann", "bob")
    table.enter("cy")
    table.enter("dot", status="reserve")
    assert [table.state.combatants[one].status for one in ("cy", "dot")] == ["in-fight", "reserve"]


def test_whoever_joins_the_fight_late_rolls_initiative() -> None:
    table = fight("ann", "bob")
    table.enter("cy", controller="ana")
    table.must(SetStatus(combatant="cy", status="in-fight"))
    table.must(RollInitiative(combatant="cy"), seat="ana")
    assert "cy" in turn(table).initiative


def test_whoever_comes_under_the_id_of_somebody_who_left_begins_anew() -> None:
    table = fight("ann", "bob")
    before = turn(table)
    table.enter("cy")
    table.must(SetStatus(combatant="cy", status="in-fight"))
    table.must(SetInitiative(combatant="cy", value=1))
    table.must(Done(combatant="cy"), force="it passes")
    table.must(RemoveCombatant(combatant="cy"))
    assert turn(table) == before


def test_a_newcomer_without_an_id_is_refused_where_no_command_could_name_it() -> None:
    table = MemoryTable(TOY)
    assert table.refused(EnterCombatant(name="Cy"), named="-c1").code == "invalid"
    table.must(EnterCombatant(name="Cy"), named="c1")
    assert list(table.state.combatants) == ["c1"]


@pytest.mark.parametrize("kind", ["gm", "spectator", "service"])
def test_control_is_given_to_players_alone_since_the_rolls_of_whoever_has_it_are_open(kind: str) -> None:
    table = fight("ann")
    table.seat("eve", kind)
    assert table.refused(GiveControl(combatant="ann", seat="eve")).code == "invalid"
    assert table.refused(EnterCombatant(combatant="bob", name="Bob", controller="eve")).code == "invalid"
