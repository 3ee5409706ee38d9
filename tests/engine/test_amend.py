"""Amends: the same dice for what should have been said, in its place, with what came later judged again or left."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.commands import (
    Act,
    Amend,
    Answer,
    ApplyDamage,
    BeginCombat,
    ClearCondition,
    Declare,
    Done,
    FreeRoll,
    NextTurn,
    Redo,
    Restore,
    SetCondition,
    SetInitiative,
    SetScene,
    Strike,
    Undo,
)
from engine.context import Context
from engine.decide import Accepted, decide_in
from engine.dice import DieWanted, NoDice
from engine.draft import Draft
from engine.requests import Procedure
from events.correction import Amended, Overridden, Retracted
from events.play import Added, Rolled
from tests.engine.test_strike import fallen, fighting, life, opened
from tests.engine.toy import TOY, suffer
from tests.plain import plain
from tests.tables import MemoryTable, refold


def blow(target: str, **more: Any) -> Act:
    return Act(combatant="ann", action=msgspec.Raw(msgspec.json.encode({"kind": "strike", "target": target, **more})))


def entered(*, blows: int) -> MemoryTable:
    """A turn with a volley and at least five later actions."""
    table = fighting()
    table.must(blow("bob", blows=blows), named="volley")
    table.must(ApplyDamage(target="bob", amount=4), named="one")
    table.must(SetCondition(combatant="bob", condition="mark"), named="two")
    table.must(Done(combatant="ann"), named="three")
    table.must(Done(combatant="bob"), named="four")
    table.must(Restore(target="bob", amount=2), named="five")
    table.must(SetScene(title="yard"), named="scene")
    table.must(NextTurn(), named="six")
    table.must(ClearCondition(combatant="bob", condition="mark"), named="seven")
    return table


@pytest.mark.parametrize(("wrong", "right"), [(3, 2), (3, 1), (5, 4)])
def test_an_amend_with_later_actions_equals_entering_it_right(wrong: int, right: int) -> None:
    table, meant = entered(blows=wrong), entered(blows=right)
    table.must(Amend(action="gm/volley", changes={"blows": right}))
    assert plain(table.state) == plain(meant.state)
    assert refold(table.bodies).state == table.state


def test_dice_that_are_missing_are_thrown_or_given_and_marked() -> None:
    table, meant = fighting(), fighting()
    table.must(blow("bob", blows=1), named="volley", faces=(8, 4))
    meant.must(blow("bob", blows=2), named="volley", faces=(8, 4, 9, 6))
    table.must(Amend(action="gm/volley", changes={"blows": 2}), named="mend", faces=(9, 6))
    assert plain(table.state) == plain(meant.state)
    thrown = [fact for fact in table.facts(Rolled) if fact.path.startswith("blow2")]
    assert {fact.typed_by for fact in thrown} == {"gm"}
    assert {fact.address.split("|")[1] for fact in thrown} == {"mend"}
    table.must(Undo())
    table.must(Amend(action="gm/volley", changes={"blows": 2}), named="again")
    thrown = [fact for fact in table.facts(Rolled) if "again" in fact.address]
    assert thrown and all(fact.typed_by is None for fact in thrown)


def cast(dice: str = "2d6", **more: Any) -> MemoryTable:
    table = fighting()
    table.must(FreeRoll(dice=dice), named="cast", **more)
    return table


def newest_roll(table: MemoryTable) -> Rolled:
    fact: Rolled = table.facts(Rolled)[-1]
    return fact


def test_a_roll_that_needs_more_dice_keeps_those_that_fell() -> None:
    table = cast(faces=(5, 2))
    fell = newest_roll(table)
    table.must(Amend(action="gm/cast", changes={"dice": "4d6"}), named="mend", faces=(6, 1))
    roll = newest_roll(table)
    assert (roll.faces, roll.total, roll.address, roll.typed_by) == ((5, 2, 6, 1), 14, fell.address, "gm")
    assert roll.added == (Added(2, "gm|mend|gm/cast/free|0", fell.epoch, typed_by="gm"),)
    assert table.facts(Amended)[-1].surplus == ()
    assert refold(table.bodies).state == table.state


def test_the_missing_dice_alone_are_thrown_by_the_table_and_marked() -> None:
    table = cast()
    fell = newest_roll(table)
    table.must(Amend(action="gm/cast", changes={"dice": "3d6"}), named="mend")
    roll = newest_roll(table)
    assert roll.faces[:2] == fell.faces and len(roll.faces) == 3
    assert [(one.first, one.typed_by) for one in roll.added] == [(2, None)]
    assert refused_faces(table, (1, 2)) == "roll (5d6) needs 2 more faces, 1 were given"


def refused_faces(table: MemoryTable, faces: tuple[int, ...]) -> str:
    """What is said to one face where two are missing."""
    refusal = table.refused(Amend(action="gm/cast", changes={"dice": "5d6"}), faces=faces[:1])
    return refusal.sentence.replace("free", "roll")


def test_dice_that_were_added_once_serve_again_and_what_is_too_much_is_surplus() -> None:
    table = cast(faces=(5, 2))
    table.must(Amend(action="gm/cast", changes={"dice": "4d6"}), named="four")
    four = newest_roll(table)
    table.must(Amend(action="gm/cast", changes={"dice": "3d6"}), named="three")
    three = newest_roll(table)
    assert (three.faces, three.added) == (four.faces[:3], four.added)
    assert [one.faces for one in table.facts(Amended)[-1].surplus] == [four.faces[3:]]
    table.must(Amend(action="gm/cast", changes={"dice": "5d6"}), named="five")
    five = newest_roll(table)
    assert five.faces[:4] == four.faces
    assert [one.first for one in five.added] == [2, 4]


def test_other_dice_are_thrown_as_a_whole() -> None:
    table = cast(faces=(5, 2))
    table.must(Amend(action="gm/cast", changes={"dice": "2d8"}), named="mend")
    assert (newest_roll(table).added, "mend" in newest_roll(table).address) == ((), True)
    assert [one.faces for one in table.facts(Amended)[-1].surplus] == [(5, 2)]


def test_a_preview_stops_before_the_first_die_that_was_never_thrown() -> None:
    table = cast(faces=(5, 2))
    table.dice = NoDice()
    given = replace(table._given("gm"), command="mend")
    draft = Draft(table.history, table.ruleset, given, NoDice(), table.past)
    with pytest.raises(DieWanted):
        decide_in(draft, Amend(action="gm/cast", changes={"dice": "3d6"}))
    assert not [entry for entry in draft.entries if isinstance(entry.fact, Rolled)]


def test_faces_that_nothing_asks_for_are_refused() -> None:
    table = entered(blows=3)
    assert table.refused(Amend(action="gm/volley", changes={"blows": 2}), faces=(3,)).code == "invalid"


def test_dice_that_are_not_needed_any_more_are_listed() -> None:
    table = fighting()
    table.must(blow("bob", blows=2), named="volley", faces=(8, 4, 9, 6))
    table.must(Amend(action="gm/volley", changes={"blows": 1}))
    (amended,) = table.facts(Amended)
    assert [(one.path, one.faces) for one in amended.surplus] == [
        ("blow2/strike:ann", (9,)),
        ("blow2/damage:ann", (6,)),
    ]
    assert life(table, "bob") == 56


def test_new_facts_stand_in_the_places_of_the_old() -> None:
    table = fighting()
    table.must(blow("bob", blows=1), named="volley", faces=(8, 4))
    table.must(ApplyDamage(target="bob", amount=1))
    before = table.history.head
    table.must(Amend(action="gm/volley", changes={"modifiers": [{"value": -9, "label": "dark"}]}))
    new = [table.past(version) for version in range(before + 1, table.history.head + 1)]
    placed = [entry for entry in new if entry.instead_of]
    assert {entry.action for entry in placed} == {"gm/volley"}
    assert [table.past(entry.instead_of[0]).fact.__struct_config__.tag for entry in placed] == [
        entry.fact.__struct_config__.tag for entry in placed
    ]
    assert set(fallen(table)) >= {entry.instead_of[0] for entry in placed}


def test_an_amend_can_be_amended_undone_and_redone() -> None:
    table = entered(blows=3)
    states = [plain(table.state)]
    for blows in (2, 1, 3):
        table.must(Amend(action="gm/volley", changes={"blows": blows}))
        states.append(plain(table.state))
    assert states[3] == states[0]
    for state in (states[2], states[1], states[0]):
        table.must(Undo())
        assert plain(table.state) == state
    table.must(Redo())
    assert plain(table.state) == states[1]
    assert refold(table.bodies).state == table.state


def test_what_was_amended_can_be_struck() -> None:
    table = entered(blows=3)
    table.must(Amend(action="gm/volley", changes={"blows": 2}))
    table.must(Strike(action="gm/volley"))
    assert life(table, "bob") == 60 - 4
    assert refold(table.bodies).state == table.state


def test_a_later_action_that_makes_no_sense_any_more_stops_the_replay() -> None:
    table = opened()
    table.must(BeginCombat(), named="begin")
    table.must(SetInitiative(combatant="ann", value=20), named="ann")
    table.must(SetInitiative(combatant="bob", value=10), named="bob")
    table.must(Done(combatant="ann"), named="done")
    table.must(ApplyDamage(target="bob", amount=5), named="rock")
    table.must(SetCondition(combatant="ann", condition="mark"), named="stated")
    table.must(Amend(action="gm/bob", changes={"value": 30}))
    (amended,) = table.facts(Amended)
    assert [(one.action, one.what) for one in amended.later] == [("gm/done", "refused")]
    assert table.state.fight and table.state.fight.up == "bob"
    assert life(table, "bob") == 60
    assert table.state.combatants["ann"].has("mark"), "what is stated stands by itself"


def test_only_now_is_one_change_of_the_present() -> None:
    table = fighting()
    table.must(blow("bob", blows=2), named="volley", faces=(8, 4, 9, 6))
    table.must(ApplyDamage(target="bob", amount=5))
    table.must(Amend(action="gm/volley", changes={"blows": 1}, reach="only_now"))
    assert life(table, "bob") == 60 - 4 - 5
    (change,) = table.facts(Overridden)
    assert change.changes["bob"].pools == {"life": 6}
    assert not table.facts(Retracted)
    table.must(Strike(action="gm/volley"))
    assert life(table, "bob") == 55, "with the action falls what was changed because of it"


@pytest.mark.parametrize(
    ("amend", "code"),
    [
        (Amend(action="gm/nothing", changes={"blows": 1}), "unknown-id"),
        (Amend(action="gm/volley", changes={}), "invalid"),
        (Amend(action="gm/volley", changes={"blows": 3}), "invalid"),
        (Amend(action="gm/volley", changes={"blow": 1}), "invalid"),
        (Amend(action="gm/volley", changes={"target": None}), "invalid"),
        (Amend(action="gm/volley", changes={"combatant": "bob"}), "not-your-turn"),
        (Amend(action="gm/volley", changes={"combatant": "cy"}), "unknown-id"),
        (Amend(action="gm/scene", changes={"title": "other"}), "invalid"),
    ],
)
def test_what_cannot_be_amended(amend: Amend, code: str) -> None:
    assert entered(blows=3).refused(amend).code == code


def test_an_amend_that_a_rule_forbids_can_be_forced() -> None:
    table = fighting()
    table.must(blow("bob"), named="blow", faces=(8, 4))
    amend = Amend(action="gm/blow", changes={"combatant": "bob", "target": "ann"})
    refused = table.refused(amend)
    assert refused.code == "not-your-turn" and refused.forceable
    accepted = table.must(amend, force="they had changed places", faces=(8, 4))
    assert isinstance(accepted, Accepted)
    assert life(table, "ann") == 16 and life(table, "bob") == 60


def test_what_was_declared_or_said_of_somebody_can_be_amended_too() -> None:
    table = entered(blows=3)
    table.must(SetCondition(combatant="ann", condition="mark"), named="marked")
    table.must(Amend(action="gm/marked", changes={"combatant": "bob"}))
    assert not table.state.combatants["ann"].has("mark") and table.state.combatants["bob"].has("mark")
    table.must(Declare(combatant="ann", attacks=3), named="declared")
    table.must(Amend(action="gm/declared", changes={"attacks": 2}))
    assert table.state.fight and table.state.fight.declared["ann"].attacks == 2


def test_only_the_gm_amends() -> None:
    table = entered(blows=3)
    table.seat("ana")
    assert table.refused(Amend(action="gm/volley", changes={"blows": 2}), seat="ana").code == "unauthorized"


def test_an_amend_that_reaches_before_what_is_parked_must_wait() -> None:
    table = fighting()
    table.must(ApplyDamage(target="bob", amount=5), named="rock")
    table.must(blow("bob", defense="ask"), named="blow")
    assert table.refused(Amend(action="gm/rock", changes={"amount": 4})).code == "waiting"
    assert table.refused(Amend(action="gm/blow", changes={"blows": 2})).code == "waiting"
    table.must(ApplyDamage(target="bob", amount=3), named="meanwhile")
    table.must(Amend(action="gm/meanwhile", changes={"amount": 2}))
    assert life(table, "bob") == 53
    table.must(_answer(table, "none"))
    assert not table.open()


def _answer(table: MemoryTable, choice: str) -> Any:
    _, path, combatant = table.open()[0]
    return Answer(combatant=combatant, question=path, choice=choice)


def test_choices_are_kept_when_an_action_is_judged_again() -> None:
    tables = fighting(), fighting()
    for table, blows in zip(tables, (1, 2), strict=True):
        table.must(blow("bob", blows=blows, defense="ask"), named="blow")
        for _ in range(blows):
            table.must(_answer(table, "none"))
        table.must(ApplyDamage(target="ann", amount=1), named="later")
    wrong, right = tables
    right.must(Amend(action="gm/blow", changes={"blows": 1}))
    assert plain(right.state) == plain(wrong.state)
    assert refold(right.bodies).state == right.state


def test_what_was_never_asked_takes_its_default() -> None:
    table, meant = fighting(), fighting()
    table.must(blow("bob"), named="blow", faces=(8, 4))
    meant.must(blow("bob", defense="none"), named="blow", faces=(8, 4))
    table.must(Amend(action="gm/blow", changes={"defense": "ask"}))
    assert plain(table.state) == plain(meant.state)
    assert not table.open()


# older rules


def twice(ctx: Context, target: str, amount: int, pool: str, attribute: str) -> Procedure[None]:
    """Rules under which a stated loss is twice as much."""
    yield from suffer(ctx, target, 2 * amount, pool, attribute)


def upgraded(*, differently: bool) -> MemoryTable:
    """A table that was played under one version of the rules and goes on under the next."""
    table = fighting()
    table.must(ApplyDamage(target="bob", amount=4), named="rock")
    table.must(ApplyDamage(target="bob", amount=3), named="stick")
    table.must(SetCondition(combatant="bob", condition="mark"), named="mark")
    table.ruleset = replace(TOY, version="2", suffer=twice) if differently else replace(TOY, version="2")
    return table


@pytest.mark.parametrize("reach", ["replayed", "only_now"])
def test_an_act_of_older_rules_is_judged_again_only_knowingly_and_both_are_shown(reach: Any) -> None:
    table = upgraded(differently=True)
    amend = Amend(action="gm/rock", changes={"amount": 5}, reach=reach)
    refused = table.refused(amend)
    assert refused.code == "rules-changed"
    assert "version 1 of the rules; those at hand, version 2" in refused.sentence
    assert "gm/rock then: bob -4 life, now: bob -8 life" in refused.sentence
    table.must(replace(amend, rejudge=True))
    told = table.facts(Amended)[-1].other_rules
    assert ("gm/rock", "bob -4 life", "bob -8 life") in [(one.action, one.was, one.now) for one in told]
    assert len(told) == (2 if reach == "replayed" else 1)
    assert life(table, "bob") == (60 - 10 - 6 if reach == "replayed" else 60 - 10 - 3)


def test_rules_that_judge_alike_ask_for_nothing() -> None:
    table = upgraded(differently=False)
    table.must(Amend(action="gm/rock", changes={"amount": 5}))
    assert (life(table, "bob"), table.facts(Amended)[-1].other_rules) == (52, ())


def test_a_strike_and_an_undo_judge_nothing_by_other_rules() -> None:
    table = upgraded(differently=True)
    table.must(Strike(action="gm/rock"))
    assert (life(table, "bob"), table.facts(Retracted)[-1].later) == (57, ())
    table.must(Undo())
    table.must(Undo(action="gm/stick"))
    assert life(table, "bob") == 56
