"""The kernel: atomic with table dice, parked for people, and never a difference between the two."""

import itertools
from typing import Any

import pytest

from engine.commands import ApplyDamage, BeginCombat, Declare, FreeRoll, GiveControl, Note, RollInitiative, Undo
from engine.decide import Accepted
from engine.refusals import Refusal
from events.play import ActionEnded, Answered, Asked, DamageApplied, Rolled
from tests.engine.toy import TOY
from tests.tables import MemoryTable, refold


def fight(*names: str, dice: str = "table") -> MemoryTable:
    """A table where the first named is up."""
    table = MemoryTable(TOY)
    table.seat("ana")
    for name in names:
        table.enter(name, controller="ana", dice=dice)
    table.must(BeginCombat())
    table.must(RollInitiative(), faces=()) if dice == "table" else None
    return table


def up(table: MemoryTable) -> str:
    assert table.state.fight is not None and table.state.fight.up is not None
    return table.state.fight.up


def test_with_table_dice_an_action_is_one_atomic_batch() -> None:
    table = fight("ann", "bob")
    actor = up(table)
    target = "bob" if actor == "ann" else "ann"
    answer = table.act(actor, kind="strike", target=target, blows=3)
    assert isinstance(answer, Accepted) and not answer.parked
    assert isinstance(answer.entries[-1].fact, ActionEnded)
    assert len([e for e in answer.entries if isinstance(e.fact, Rolled) and e.fact.purpose == "strike"]) == 3
    assert table.state.parked == ()


def own_dice(table: MemoryTable) -> None:
    for name in table.state.combatants:
        table.must(GiveControl(combatant=name, seat="ana", dice="own"))


def faces_by_path(table: MemoryTable) -> dict[str, tuple[int, ...]]:
    return {fact.path: fact.faces for fact in table.facts(Rolled)}


def play_facts(answer: Any) -> list[Any]:
    return [(f.combatant, f.change) for e in answer for f in [e] if isinstance(f, DamageApplied)]


def test_parked_at_every_die_and_restarted_it_ends_as_the_atomic_run() -> None:
    atomic = fight("ann", "bob")
    actor = up(atomic)
    target = "bob" if actor == "ann" else "ann"
    typed = atomic.restarted()
    own_dice(typed)
    atomic.act(actor, kind="strike", target=target, blows=3)
    faces = faces_by_path(atomic)
    answer = typed.act(actor, kind="strike", target=target, blows=3)
    stops = 0
    while typed.open():
        typed = typed.restarted()
        ((_, path, who),) = typed.open()
        answer = typed.answer(who, seat="ana", faces=faces[path])
        assert isinstance(answer, Accepted), answer
        stops += 1
    assert stops >= 3
    assert play_facts(typed.facts(DamageApplied)) == play_facts(atomic.facts(DamageApplied))
    assert {n: c.pools for n, c in typed.state.combatants.items()} == {
        n: c.pools for n, c in atomic.state.combatants.items()
    }


@pytest.mark.parametrize("arrival", list(itertools.permutations(["bob", "cy", "dan"])))
def test_answers_given_in_any_order_lead_to_one_end(arrival: tuple[str, ...]) -> None:
    table = fight("ann", "bob", "cy", "dan")
    while up(table) != "ann":
        from engine.commands import Done

        table.must(Done(combatant=up(table)))
    choices = {"bob": "cover", "cy": "hits", "dan": "hits"}
    table.act("ann", kind="sweep", targets=["bob", "cy", "dan"])
    for name in arrival:
        table = table.restarted()
        assert isinstance(table.answer(name, seat="ana", choice=choices[name]), Accepted)
    assert not table.state.parked
    rolled = [(f.path, f.combatant) for f in table.facts(Rolled) if f.purpose != "initiative"]
    assert rolled[0] == ("cy/hits:ann", "ann")
    assert table.state.combatants["bob"].has("in-cover")


def swept() -> MemoryTable:
    from engine.commands import Done

    table = fight("ann", "bob", "cy")
    while up(table) != "ann":
        table.must(Done(combatant=up(table)))
    assert isinstance(table.act("ann", kind="sweep", targets=["bob", "cy"]), Accepted)
    return table


def test_while_an_action_waits_others_are_told_for_whom() -> None:
    refused = swept().refused(RollInitiative())
    assert refused.code == "waiting"
    assert refused.waiting_for == ("bob", "cy")


def test_a_second_answer_to_the_same_question_is_refused() -> None:
    table = swept()
    assert isinstance(table.answer("bob", seat="ana", choice="cover"), Accepted)
    again = table.answer("bob", seat="ana", choice="hits")
    assert isinstance(again, Refusal) and again.code == "already-answered"


def test_an_answer_that_is_no_option_is_refused_and_the_question_stays_open() -> None:
    table = swept()
    answer = table.answer("bob", seat="ana", choice="fly")
    assert isinstance(answer, Refusal) and answer.code == "invalid"
    assert [who for _, _, who in table.open()] == ["bob", "cy"]


def test_the_gm_answers_for_anybody() -> None:
    table = swept()
    for name in ("bob", "cy"):
        assert isinstance(table.answer(name, choice="cover"), Accepted)
    assert not table.state.parked


def test_the_default_is_taken_for_whoever_is_knocked_out_meanwhile() -> None:
    table = swept()
    table.must(ApplyDamage(target="bob", amount=50))
    assert [who for _, _, who in table.open()] == ["cy"]
    given = [f for f in table.facts(Answered) if f.combatant == "bob"]
    assert [(one.choice, one.given_by) for one in given] == [("hits", None)]
    assert isinstance(table.answer("cy", seat="ana", choice="cover"), Accepted)
    assert not table.state.parked


def test_damage_by_the_gm_meanwhile_counts_when_the_action_goes_on() -> None:
    table = swept()
    table.must(ApplyDamage(target="cy", amount=19))
    table.answer("bob", seat="ana", choice="cover")
    assert isinstance(table.answer("cy", seat="ana", choice="hits"), Accepted)
    survival = [f for f in table.facts(Rolled) if f.purpose == "survival"]
    assert len(survival) >= 1


def test_one_answer_is_a_step_and_can_be_taken_back_alone() -> None:
    table = swept()
    before = table.state
    table.answer("bob", seat="ana", choice="cover")
    table.must(Undo())
    assert table.state == before
    assert [who for _, _, who in table.open()] == ["bob", "cy"]
    table = table.restarted()
    assert table.state == before


def test_undo_of_an_action_takes_it_whole_with_its_answers() -> None:
    table = swept()
    action = table.state.parked[0].action
    before = table.state.parked[0].before
    table.answer("bob", seat="ana", choice="cover")
    table.answer("cy", seat="ana", choice="hits")
    assert not table.state.parked
    table.must(Undo(action=action))
    assert table.state == before


def test_a_tray_of_faces_serves_the_whole_action() -> None:
    table = fight("ann", "bob")
    actor = up(table)
    target = "bob" if actor == "ann" else "ann"
    own_dice(table)
    answer = table.act(actor, seat="ana", kind="strike", target=target, faces=(9, 4))
    assert isinstance(answer, Accepted) and not answer.parked
    typed = [f for f in table.facts(Rolled) if f.typed_by == "ana"]
    assert [(f.purpose, f.faces) for f in typed] == [("strike", (9,)), ("damage", (4,))]


def test_more_faces_than_the_rules_ask_for_are_refused_to_a_gm_and_of_a_player_those_count_that_are_asked_for() -> None:
    table = fight("ann", "bob")
    actor = up(table)
    target = "bob" if actor == "ann" else "ann"
    own_dice(table)
    answer = table.act(actor, kind="strike", target=target, faces=(9, 4, 4))
    assert isinstance(answer, Refusal) and answer.code == "invalid"
    assert table.state.combatants[target].pools["life"].now == 20
    answer = table.act(actor, seat="ana", kind="strike", target=target, faces=(9, 4, 4))
    assert isinstance(answer, Accepted), "a refusal would tell whether it hit before that counts"
    assert [fact.faces for fact in table.facts(Rolled) if fact.typed_by] == [(9,), (4,)]


def test_faces_that_come_with_a_choice_serve_the_rolls_behind_it() -> None:
    table = swept()
    own_dice(table)
    table.answer("bob", seat="ana", choice="cover")
    answer = table.answer("cy", seat="ana", choice="hits", faces=(1, 4))
    assert isinstance(answer, Accepted) and not table.state.parked
    assert [(f.purpose, f.faces) for f in table.facts(Rolled) if f.typed_by] == [("hits", (1,)), ("damage", (4,))]


def test_faces_that_nothing_asks_for_are_refused() -> None:
    table = swept()
    assert table.refused(Note(text="hello"), faces=(3,)).code == "invalid"
    answer = table.answer("bob", seat="ana", choice="cover", faces=(3,))
    assert isinstance(answer, Refusal) and answer.code == "invalid"
    assert [who for _, _, who in table.open()] == ["bob", "cy"]


def test_a_face_that_the_die_does_not_have_is_refused() -> None:
    table = fight("ann", "bob")
    actor = up(table)
    target = "bob" if actor == "ann" else "ann"
    own_dice(table)
    table.act(actor, seat="ana", kind="strike", target=target)
    answer = table.answer(actor, seat="ana", faces=(11,))
    assert isinstance(answer, Refusal) and answer.code == "invalid"
    assert [who for _, _, who in table.open()] == [actor]


def test_hidden_combatants_are_never_asked() -> None:
    table = fight("ann", "bob")
    from engine.commands import Hide

    actor = up(table)
    target = "bob" if actor == "ann" else "ann"
    own_dice(table)
    table.must(Hide(combatant=actor))
    answer = table.act(actor, kind="strike", target=target)
    assert isinstance(answer, Accepted)
    strike = [f for f in table.facts(Rolled) if f.purpose == "strike"][-1]
    assert (strike.level, strike.key, strike.typed_by) == ("gm", "closed", None)


def test_declaring_belongs_into_the_declaration() -> None:
    table = fight("ann", "bob")
    refused = table.refused(Declare(combatant="ann", intention="run"), seat="ana")
    assert refused.code == "wrong-phase" and refused.forceable


def test_asked_says_who_rolls_what_and_by_when() -> None:
    table = MemoryTable(TOY, {"answer_deadline": 30})
    table.seat("ana")
    table.enter("ann", controller="ana", dice="own")
    table.enter("bob")
    table.must(BeginCombat())
    answer = table.must(RollInitiative(combatant="ann"), seat="ana")
    assert answer.parked
    asked = table.facts(Asked)[-1]
    assert asked.deadline == 30
    assert [(q.combatant, q.purpose, q.dice) for q in asked.questions] == [("ann", "initiative", "1d10")]


@pytest.mark.parametrize("dice", ["0d6", "101d6", "1d1", "1d1001", "1d6+1001"])
def test_a_free_roll_beyond_the_limits_is_refused(dice: str) -> None:
    assert MemoryTable(TOY).refused(FreeRoll(dice=dice)).code == "limit-exceeded"


def as_other_rules_wrote_it(table: MemoryTable, word: bytes, other: bytes) -> MemoryTable:
    """The same log with another word in it, as if rules of another release had written it."""
    told = table.restarted()
    told.bodies = [body.replace(word, other) for body in table.bodies]
    told.history = refold(told.bodies)
    return told


@pytest.mark.parametrize(
    ("word", "other"),
    [
        (b'"procedure":"act"', b'"procedure":"gone"'),
        (b'"procedure":"act"', b'"procedure":"apply-damage"'),
        (b'"kind":"sweep"', b'"kind":"gone"'),
        (b'"targets":["bob","cy"]', b'"targets":["bob",7]'),
    ],
    ids=["an unknown procedure", "other values", "an unknown action", "other fields"],
)
def test_an_action_that_the_rules_no_longer_read_goes_no_further_and_can_be_undone(word: bytes, other: bytes) -> None:
    table = as_other_rules_wrote_it(swept(), word, other)
    answer = table.answer("bob", seat="ana", choice="cover")
    assert isinstance(answer, Refusal) and answer.code == "rules-changed"
    table.must(Undo(action=table.state.parked[0].action))
    assert not table.state.parked
