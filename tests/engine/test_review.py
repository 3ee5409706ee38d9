"""After a correction every later step that would go otherwise is listed, on its own dice, and nothing else."""

from engine.commands import Amend, ApplyDamage, BeginCombat, Done, SetInitiative, Strike
from engine.preview import preview
from engine.rulesets import RULESETS
from events.correction import Otherwise, Retracted
from events.play import Rolled
from tests.engine.test_amend import blow
from tests.engine.test_strike import fighting, life
from tests.games.moves import act, sheet
from tests.tables import MemoryTable


def later(table: MemoryTable) -> list[tuple[str, str]]:
    """Which steps would go otherwise, and how."""
    listed: tuple[Otherwise, ...] = table.facts(Retracted)[-1].later
    return [(one.action, one.what) for one in listed]


def test_what_goes_as_it_went_is_not_listed() -> None:
    table = fighting()
    table.must(ApplyDamage(target="bob", amount=3), named="rock")
    table.must(blow("bob"), named="blow", faces=(8, 4))
    table.must(Done(combatant="ann"), named="done")
    table.must(Strike(action="gm/rock"))
    assert later(table) == []


def test_who_could_no_longer_act_is_listed() -> None:
    table = fighting()
    table.must(Done(combatant="ann"), named="done")
    table.must(Done(combatant="bob"), named="two")
    table.must(Strike(action="gm/done"))
    assert later(table) == [("gm/two", "refused")]


def test_a_test_that_would_not_have_been_asked_is_listed() -> None:
    table = fighting()
    table.must(ApplyDamage(target="bob", amount=58), named="rock")
    table.must(blow("bob"), named="blow", faces=(8, 4, 9))
    assert life(table, "bob") == -2
    table.must(Strike(action="gm/rock"))
    assert later(table) == [("gm/blow", "outcome")]
    (one,) = table.facts(Retracted)[-1].later
    assert (one.roll, one.now) == ("survival", "no roll")


def unisystem() -> MemoryTable:
    table = MemoryTable(RULESETS["unisystem"])
    import random

    for name in ("ann", "bob"):
        table.enter(name, sheet(random.Random(3), 60))
    table.must(BeginCombat())
    table.must(SetInitiative(combatant="ann", value=20))
    table.must(SetInitiative(combatant="bob", value=10))
    return table


def test_other_modifiers_and_outcomes_are_listed_with_what_they_were() -> None:
    table = unisystem()
    table.must(act("ann", kind="shoot", weapon="gun", target="bob"), named="first")
    table.must(act("ann", kind="shoot", weapon="gun", target="bob"), named="second")
    table.must(Strike(action="gm/first"))
    modifiers = [one for one in table.facts(Retracted)[-1].later if one.what == "modifiers"]
    assert [(one.action, one.roll, one.combatant) for one in modifiers] == [("gm/second", "strike", "ann")]
    assert modifiers[0].was != modifiers[0].now


def test_a_preview_of_an_amend_stops_at_the_first_die_that_was_never_thrown_and_shows_none() -> None:
    table = fighting()
    table.must(blow("bob", blows=1), named="blow", faces=(8, 4))
    given = table._given("gm")
    ahead = preview(table.history, table.ruleset, Amend(action="gm/blow", changes={"blows": 2}), given, table.past)
    assert ahead.roll is not None and ahead.roll.purpose == "strike"
    shown = [entry.fact.faces for entry in ahead.entries if isinstance(entry.fact, Rolled)]
    assert shown == [(8,), (4,)], "the dice that fell, and none besides"
    assert all(entry.instead_of for entry in ahead.entries)


def test_a_preview_of_an_amend_on_dice_that_fell_says_all_of_it() -> None:
    table = fighting()
    table.must(blow("bob", blows=2), named="blow", faces=(8, 4, 9, 6))
    given = table._given("gm")
    ahead = preview(table.history, table.ruleset, Amend(action="gm/blow", changes={"blows": 1}), given, table.past)
    assert ahead.roll is None and ahead.refusal is None
    assert ahead.state.combatants["bob"].pools["life"].now == 56
    assert life(table, "bob") == 50
