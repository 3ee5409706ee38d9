"""Strikes: what falls, what stays, and what cannot be struck."""

from typing import Any

import pytest

from engine.commands import (
    Answer,
    ApplyDamage,
    BeginCombat,
    Note,
    Redo,
    Restore,
    SetCondition,
    SetInitiative,
    Strike,
    Switch,
    Undo,
)
from engine.decide import Accepted
from engine.state import State
from events.correction import Retracted
from events.play import ConditionGained, DamageApplied, Rolled
from tests.engine.toy import TOY
from tests.tables import MemoryTable, refold


def opened() -> MemoryTable:
    table = MemoryTable(TOY)
    table.enter("ann")
    table.enter("bob", {"life": 60})
    return table


def life(table: MemoryTable, name: str) -> int:
    return table.state.combatants[name].pools["life"].now


def version_of(table: MemoryTable, kind: type[Any], nth: int = 0, **fields: Any) -> int:
    """The version of the nth fact of a type with these fields."""
    found = [
        version
        for version in range(1, table.history.head + 1)
        if isinstance(fact := table.past(version).fact, kind)
        and all(getattr(fact, name) == value for name, value in fields.items())
    ]
    return found[nth]


def test_a_struck_wound_is_healed_and_all_else_stays() -> None:
    table = opened()
    table.must(ApplyDamage(target="bob", amount=7))
    table.must(SetCondition(combatant="bob", condition="mark"))
    table.must(ApplyDamage(target="bob", amount=5))
    table.must(Strike(version=version_of(table, DamageApplied, change=-7)))
    assert life(table, "bob") == 55
    assert table.state.combatants["bob"].has("mark")
    assert refold(table.bodies).state == table.state


def fighting() -> MemoryTable:
    table = opened()
    table.must(BeginCombat())
    table.must(SetInitiative(combatant="ann", value=20))
    table.must(SetInitiative(combatant="bob", value=10))
    assert table.state.fight and table.state.fight.up == "ann"
    return table


def test_what_followed_because_of_a_roll_falls_with_it_and_the_other_blows_stand() -> None:
    table = fighting()
    accepted = table.act("ann", kind="strike", target="bob", blows=3, faces=(8, 4, 1, 9, 5))
    assert isinstance(accepted, Accepted)
    assert life(table, "bob") == 51
    first = version_of(table, Rolled, path="blow1/strike:ann")
    table.must(Strike(roll=first))
    assert life(table, "bob") == 55
    assert [_tag(table, version) for version in fallen(table)] == ["rolled", "rolled", "damage-applied"]
    assert table.state.fight and table.state.fight.up == "ann"
    assert refold(table.bodies).state == table.state


def fallen(table: MemoryTable) -> list[int]:
    """What the newest retraction took out."""
    spans = table.facts(Retracted)[-1].versions
    return [version for span in spans for version in range(span.first, span.last + 1)]


def _tag(table: MemoryTable, version: int) -> str:
    return str(table.past(version).fact.__struct_config__.tag)


def test_a_whole_step_can_be_struck() -> None:
    table = opened()
    table.must(ApplyDamage(target="ann", amount=50), named="fatal")
    table.must(ApplyDamage(target="bob", amount=3))
    table.must(Strike(action="gm/fatal", reason="wrong person"))
    assert life(table, "ann") == 20 and not table.state.combatants["ann"].conditions
    assert life(table, "bob") == 57
    assert table.facts(Retracted)[-1].reason == "wrong person"


def test_a_strike_is_a_step_that_can_be_undone_and_redone() -> None:
    table = opened()
    table.must(ApplyDamage(target="bob", amount=7), named="hit")
    table.must(ApplyDamage(target="bob", amount=5))
    before = table.state
    table.must(Strike(action="gm/hit"))
    after = table.state
    table.must(Undo())
    assert table.state == before
    table.must(Redo())
    assert table.state == after
    struck = table.history.at
    table.must(Undo())
    table.must(ApplyDamage(target="bob", amount=1))
    assert life(table, "bob") == 47
    table.must(Switch(version=struck))
    assert table.state == after
    assert refold(table.bodies).state == after


def test_a_strike_within_a_branch_leaves_the_other_branch_alone() -> None:
    table = opened()
    table.must(ApplyDamage(target="bob", amount=7), named="hit")
    left = table.history.head
    table.must(Undo())
    table.must(ApplyDamage(target="bob", amount=5), named="other")
    assert table.refused(Strike(action="gm/hit")).code == "unknown-id"
    table.must(Strike(action="gm/other"))
    table.must(Switch(version=left))
    assert life(table, "bob") == 53


def test_what_was_struck_cannot_be_struck_again() -> None:
    table = opened()
    table.must(ApplyDamage(target="bob", amount=7), named="hit")
    table.must(Strike(action="gm/hit"))
    assert table.refused(Strike(action="gm/hit")).code == "unknown-id"


@pytest.mark.parametrize(
    ("strike", "code"),
    [
        (Strike(), "invalid"),
        (Strike(version=5, action="gm/c-3"), "invalid"),
        (Strike(version=999), "unknown-id"),
        (Strike(version=1), "unknown-id"),
        (Strike(action="gm/nothing"), "unknown-id"),
        (Strike(action="gm/c-2"), "invalid"),
        (Strike(action="gm/note"), "unknown-id"),
    ],
)
def test_what_cannot_be_struck(strike: Strike, code: str) -> None:
    table = opened()
    table.must(Note(text="a remark"), named="note")
    assert table.refused(strike).code == code


def test_only_the_gm_strikes() -> None:
    table = opened()
    table.seat("ana")
    table.must(ApplyDamage(target="bob", amount=7), named="hit")
    assert table.refused(Strike(action="gm/hit"), seat="ana").code == "unauthorized"


def test_parts_of_an_action_are_struck_with_the_whole_of_it() -> None:
    table = opened()
    table.must(ApplyDamage(target="bob", amount=7), named="hit")
    first = table.history.commands["gm/hit"]
    refused = table.refused(Strike(version=first))
    assert refused.code == "invalid" and "gm/hit" in refused.sentence


def parked() -> MemoryTable:
    table = fighting()
    table.must(ApplyDamage(target="bob", amount=7), named="before")
    table.act("ann", kind="strike", target="bob", defense="ask")
    assert table.open()
    return table


def test_a_strike_that_reaches_before_what_is_parked_must_wait() -> None:
    table = parked()
    refused = table.refused(Strike(action="gm/before"))
    assert refused.code == "waiting" and refused.waiting_for == ("bob",)


def test_what_is_parked_cannot_be_struck_itself() -> None:
    table = parked()
    assert table.refused(Strike(action=table.open()[0][0])).code == "waiting"


def test_what_others_did_meanwhile_can_be_struck_and_the_action_goes_on() -> None:
    table = parked()
    table.must(ApplyDamage(target="ann", amount=3), named="meanwhile")
    table.must(Strike(action="gm/meanwhile"))
    assert life(table, "ann") == 20
    table.must(_answer(table))
    assert not table.open()
    assert refold(table.bodies).state == table.state


def _answer(table: MemoryTable) -> Any:
    _, path, combatant = table.open()[0]
    return Answer(combatant=combatant, question=path, choice="none")


def test_a_condition_stands_while_another_cause_of_it_does() -> None:
    table = opened()
    table.must(SetCondition(combatant="bob", condition="mark"), named="one")
    table.must(SetCondition(combatant="bob", condition="mark"), named="two")
    table.must(Strike(action="gm/one"))
    assert table.state.combatants["bob"].has("mark")
    table.must(Strike(version=version_of(table, ConditionGained, 1)))
    assert not table.state.combatants["bob"].has("mark")


def test_every_moment_of_the_past_stays_what_it_was() -> None:
    table = opened()
    shown: dict[int, State] = {}
    for step in range(90):
        table.must(ApplyDamage(target="bob", amount=1), named=f"s{step}")
        if step % 20 == 19:
            table.must(Strike(action=f"gm/s{step - 15}"))
        if step % 30 == 29:
            table.must(Undo())
        if step % 31 == 30:
            table.must(Restore(target="bob", amount=1))
        shown[table.history.head] = table.state
    for history in (table.history, refold(table.bodies)):
        history.checkpoints.clear()
        history.checkpoints[0] = State()
        for version, state in shown.items():
            assert history.restored(history.stands[version], table.past) == state
