"""Overrides: a stated change in place of a result and what followed from it, or here and now."""

import pytest

from engine.commands import ApplyDamage, Override, SetCondition, StatedChange, Strike, Undo
from events.correction import Overridden, Retracted
from events.play import DamageApplied, Rolled
from tests.engine.test_amend import blow
from tests.engine.test_strike import fallen, fighting, life, opened, version_of
from tests.tables import MemoryTable, refold


def graze(points: int = -1) -> dict[str, StatedChange]:
    return {"bob": StatedChange(pools={"life": points}, gained=("grazed",))}


def hit() -> MemoryTable:
    table = fighting()
    table.must(blow("bob", blows=2), named="volley", faces=(8, 4, 9, 6))
    table.must(ApplyDamage(target="bob", amount=5))
    return table


def test_a_stated_change_counts_in_the_place_of_a_result_and_all_that_followed() -> None:
    table = hit()
    roll = version_of(table, Rolled, path="blow1/damage:ann")
    table.must(Override(roll=roll, changes=graze(), reason="it went through the coat"))
    assert life(table, "bob") == 60 - 1 - 6 - 5
    assert table.state.combatants["bob"].has("grazed")
    assert fallen(table) == [roll, roll + 1]
    (fact,) = table.facts(Overridden)
    assert fact.reason == "it went through the coat"
    placed = next(table.past(v) for v in range(roll, table.history.head + 1) if table.past(v).fact == fact)
    assert placed.instead_of == (roll,) and placed.because == table.past(roll).because
    assert refold(table.bodies).state == table.state
    table.must(Undo())
    assert life(table, "bob") == 45


def test_an_override_falls_with_what_it_happened_because_of() -> None:
    table = hit()
    damage = version_of(table, DamageApplied)
    table.must(Override(version=damage, changes=graze(), reason="a graze"))
    table.must(Strike(roll=version_of(table, Rolled, path="blow1/strike:ann")))
    assert life(table, "bob") == 60 - 6 - 5
    assert not table.state.combatants["bob"].has("grazed")


def test_a_change_may_be_stated_in_place_of_nothing() -> None:
    table = opened()
    table.must(SetCondition(combatant="bob", condition="mark"))
    table.must(Override(changes={"bob": StatedChange(lost=("mark",))}, reason="table ruling", rule="TOY-FALL-1"))
    assert not table.state.combatants["bob"].has("mark")
    assert not table.facts(Retracted)


@pytest.mark.parametrize(
    ("changes", "version", "code"),
    [
        ({"cy": StatedChange(pools={"life": 1})}, None, "unknown-id"),
        ({"bob": StatedChange(pools={"luck": 1})}, None, "invalid"),
        ({"bob": StatedChange(ammo={"gun": 1})}, None, "invalid"),
        ({"bob": StatedChange(lost=("mark",))}, None, "invalid"),
        ({"bob": StatedChange()}, None, "invalid"),
        (graze(), 999, "unknown-id"),
        (graze(), 1, "unknown-id"),
        (graze(), 5, "invalid"),
    ],
)
def test_what_cannot_be_overridden(changes: dict[str, StatedChange], version: int | None, code: str) -> None:
    assert opened().refused(Override(changes=changes, version=version, reason="so")).code == code


def test_only_the_gm_overrides() -> None:
    table = opened()
    table.seat("ana")
    assert table.refused(Override(changes=graze(), reason="so"), seat="ana").code == "unauthorized"


def test_an_override_that_reaches_what_is_parked_must_wait() -> None:
    table = fighting()
    table.must(ApplyDamage(target="bob", amount=5), named="rock")
    table.must(blow("bob", defense="ask"))
    version = version_of(table, DamageApplied)
    assert table.refused(Override(changes=graze(), version=version, reason="so")).code == "waiting"
