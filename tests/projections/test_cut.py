"""Given a fight, when something happens, then each audience is told just what it may know of it."""

import msgspec
import pytest

from engine import commands as c
from events import roster, table
from events.play import AmmoSpent, PoolRestored
from events.table import ActionQueued, CombatantProposed, QueueSettled
from projections.audience import GM, SPECTATORS, Audience, Viewer, viewer_of
from projections.frames import (
    ActionOver,
    ActionSeen,
    AnswersSeen,
    AskedSeen,
    CombatantGone,
    CombatantSeen,
    ConditionOver,
    ConditionSeen,
    DeclarationSeen,
    HitSeen,
    NoteSeen,
    OrderSeen,
    RollSeen,
    SeatJoined,
    SeatSeen,
    SeenAnew,
    SeenFact,
    Struck,
    UndoAsked,
    Undone,
    Whole,
)
from projections.sight import OtherCard, OwnCard
from projections.ways import view
from tests.projections.kits import sheet
from tests.projections.play import BOO, act
from tests.projections.twins import ANA, BEN, Table
from tests.projections.watching import fight, newest, shot, since, stream, vantage


def of(kind: type, facts: list[SeenFact]) -> list[SeenFact]:
    return [fact for fact in facts if type(fact) is kind]


def test_a_shot_of_ones_own_side_is_told_with_all_its_numbers_but_those_of_the_target() -> None:
    facts = since(fight(), ANA, shot("vera", "ganger"), seat="ana")
    began, strike, damage, hit = (of(kind, facts)[0] for kind in (ActionSeen, RollSeen, RollSeen, HitSeen))
    assert isinstance(began, ActionSeen)
    assert began.given["range"] == "short"
    assert isinstance(strike, RollSeen)
    assert strike.whole
    assert strike.total is not None
    assert strike.address.startswith("ana|")
    assert isinstance(damage, RollSeen)
    assert isinstance(hit, HitSeen)
    assert (hit.source, hit.weapon, hit.wound) == ("vera", "pistol", "hurt")
    assert (hit.change, hit.steps, hit.pool) == (None, (), "")
    assert of(AmmoSpent, facts)


def test_a_spectator_sees_faces_and_outcome_of_an_open_strike_and_nothing_of_the_damage_die() -> None:
    facts = since(fight(), SPECTATORS, shot("vera", "ganger"), seat="ana")
    rolls = of(RollSeen, facts)
    assert len(rolls) == 1
    strike = rolls[0]
    assert isinstance(strike, RollSeen)
    assert (strike.purpose, strike.outcome) == ("strike", "success")
    assert strike.faces
    assert strike.address
    cut = (strike.total, strike.modifiers, strike.target_number, strike.success_level, strike.counts, strike.rule)
    assert cut == (None, (), None, None, (), "")
    assert not of(AmmoSpent, facts)
    (began,) = of(ActionSeen, facts)
    assert isinstance(began, ActionSeen)
    assert began.given == {}
    assert of(ActionOver, facts) == [ActionOver()]


def enemy_turn(table: Table) -> None:
    table.must(c.Jump(combatant="ganger"))


def test_of_an_enemys_roll_the_outcome_is_told_and_what_arrives_of_its_damage() -> None:
    table = fight()
    enemy_turn(table)
    facts = since(table, ANA, shot("ganger", "vera"), faces=(7, 3))
    assert of(RollSeen, facts) == [RollSeen("ganger", "strike", "success")]
    (hit,) = of(HitSeen, facts)
    assert isinstance(hit, HitSeen)
    assert (hit.source, hit.weapon, hit.change) == ("ganger", "pistol", -12)
    assert [step.step for step in hit.steps] == ["arrives"]
    assert not of(AmmoSpent, facts)


def test_with_open_numbers_an_enemys_roll_is_told_whole() -> None:
    table = fight()
    (anew,) = since(table, SPECTATORS, c.SetOption(option="open_numbers", value=True))
    assert isinstance(anew, SeenAnew)
    enemy_turn(table)
    facts = since(table, SPECTATORS, shot("ganger", "vera"), faces=(7, 3))
    strike = of(RollSeen, facts)[0]
    assert isinstance(strike, RollSeen)
    assert strike.total is not None
    (hit,) = of(HitSeen, facts)
    assert isinstance(hit, HitSeen)
    assert hit.change == -12
    assert len(hit.steps) > 1


def test_somebody_unseen_wounds_and_only_the_wound_is_told() -> None:
    table = fight()
    blow = act("ogre", kind="strike", weapon="claws", target="vera", defense="none")
    facts = since(table, ANA, blow, faces=(5, 7), force=BOO)
    assert facts == [HitSeen("vera", "hurt", pool="life", change=-7)]
    assert since(table, SPECTATORS, blow, faces=(5, 7), force=BOO) == [HitSeen("vera", "hurt")]


def test_what_somebody_unseen_does_to_somebody_unseen_is_told_to_nobody() -> None:
    table = fight()
    assert since(table, ANA, c.ApplyDamage(target="ogre", amount=60, pool="life")) == []


def test_a_stated_wound_is_told_like_one_from_an_unseen_cause() -> None:
    facts = since(fight(), ANA, c.ApplyDamage(target="vera", amount=7, pool="life"))
    assert facts == [HitSeen("vera", "hurt", pool="life", change=-7)]


def test_healing_is_told_in_points_to_the_own_side_and_as_a_better_look_to_others() -> None:
    table = fight()
    table.must(c.ApplyDamage(target="vera", amount=7, pool="life"))
    facts = since(table, ANA, c.Restore(target="vera", amount=2, pool="life"))
    assert facts == [PoolRestored("vera", "life", 2)]
    assert since(table, SPECTATORS, c.Restore(target="vera", amount=1, pool="life")) == []
    (better,) = since(table, SPECTATORS, c.Restore(target="vera", amount=40, pool="life"))
    assert isinstance(better, CombatantSeen)
    assert better.seen.wound == "unhurt"


def test_conditions_of_others_are_told_where_they_are_plain_to_see() -> None:
    table = fight()
    plain, kept = (c.SetCondition(combatant="ganger", condition=name) for name in ("prone", "numb"))
    assert since(table, ANA, plain) == [ConditionSeen("ganger", "prone", "unhurt")]
    assert since(table, ANA, plain) == []
    assert since(table, ANA, kept) == []
    assert since(table, ANA, c.ClearCondition(combatant="ganger", condition="numb")) == []
    assert since(table, ANA, c.ClearCondition(combatant="ganger", condition="prone")) == [
        ConditionOver("ganger", "prone", "unhurt", stated=True)
    ]


def test_conditions_of_the_own_side_are_all_told_with_their_notes() -> None:
    table = fight()
    numb = c.SetCondition(combatant="bob", condition="numb", note="cold water")
    assert since(table, ANA, numb) == [ConditionSeen("bob", "numb", "unhurt", note="cold water")]


def test_saves_of_others_are_not_told_even_if_open() -> None:
    table = fight()
    facts = since(table, SPECTATORS, c.ApplyDamage(target="vera", amount=60, pool="life"))
    assert not of(RollSeen, facts)
    assert of(ConditionSeen, facts)


def test_saves_of_the_own_side_are_told() -> None:
    facts = since(fight(), BEN, c.ApplyDamage(target="vera", amount=60, pool="life"))
    saves = [roll.purpose for roll in of(RollSeen, facts) if isinstance(roll, RollSeen)]
    assert saves[0] == "survival"


@pytest.mark.parametrize("level", ["gm", "blind"])
def test_a_roll_for_the_gm_alone_is_not_told_to_whoever_rolls(level: str) -> None:
    roll = c.FreeRoll(dice="1d10", combatant="vera", level=level)  # type: ignore[arg-type]
    assert since(fight(), ANA, roll) == []


def test_a_closed_roll_for_nobody_tells_its_total_alone_and_an_open_one_all() -> None:
    table = fight()
    (result,) = since(table, ANA, c.FreeRoll(dice="1d10", level="result"), faces=(4,))
    assert result == RollSeen(None, "free", "none", total=4)
    (roll,) = since(table, ANA, c.FreeRoll(dice="1d10+2"))
    assert isinstance(roll, RollSeen)
    assert roll.whole


def test_a_roll_that_is_shown_later_comes_as_a_new_frame() -> None:
    table = fight()
    table.must(c.FreeRoll(dice="1d10+4", combatant="ganger", level="gm"))
    version = table.history.head - 1
    (shown,) = since(table, ANA, c.RevealRoll(roll=version))
    assert isinstance(shown, RollSeen)
    assert (shown.shown, shown.combatant, shown.total, shown.modifiers) == (True, "ganger", None, ())
    assert shown.faces
    assert shown.dice == "1d10"


def test_a_shown_roll_of_somebody_unseen_names_nobody() -> None:
    table = fight()
    table.must(c.FreeRoll(dice="1d10", combatant="ogre"))
    (shown,) = since(table, ANA, c.RevealRoll(roll=table.history.head - 1))
    assert isinstance(shown, RollSeen)
    assert (shown.combatant, shown.address) == (None, "")


def test_a_roll_that_was_told_whole_is_not_told_again() -> None:
    table = fight()
    table.must(c.FreeRoll(dice="1d10", combatant="vera"))
    assert since(table, ANA, c.RevealRoll(roll=table.history.head - 1)) == []


def test_what_a_defense_has_to_reach_is_the_attackers() -> None:
    table = fight()
    enemy_turn(table)
    facts = since(table, ANA, shot("ganger", "vera", defense="dodge"))
    (defense,) = [one for one in of(RollSeen, facts) if isinstance(one, RollSeen) and one.purpose == "defense"]
    assert isinstance(defense, RollSeen)
    assert defense.total is not None
    assert (defense.target_number, defense.success_level) == (None, None)


def test_declarations_are_told_to_the_own_side() -> None:
    table = fight()
    table.must(c.Done(combatant="vera"), "ana")
    for name in ("bob", "ogre", "ganger"):
        table.must(c.Done(combatant=name))
    table.must(c.NextTurn())
    declare = c.Declare(combatant="vera", intention="to the van")
    assert [type(one).__name__ for one in since(table, BEN, declare, seat="ana")] == ["Declared"]
    assert since(table, SPECTATORS, declare, seat="ana") == [DeclarationSeen("vera")]
    assert since(table, ANA, c.Declare(combatant="ogre")) == []


def test_hiding_is_going_and_showing_is_coming() -> None:
    table = fight()
    assert since(table, ANA, c.Hide(combatant="ganger")) == [CombatantGone("ganger")]
    (seen,) = since(table, ANA, c.Show(combatant="ogre"))
    assert isinstance(seen, CombatantSeen)
    assert isinstance(seen.seen, OtherCard)
    assert [place.combatant for place in seen.order] == ["vera", "bob", "ogre"]
    assert since(table, ANA, c.RemoveCombatant(combatant="ganger")) == []
    assert since(table, ANA, c.RemoveCombatant(combatant="ogre")) == [CombatantGone("ogre")]


def test_the_reserve_is_out_of_sight() -> None:
    table = fight()
    assert since(table, ANA, c.SetStatus(combatant="ganger", status="reserve")) == [CombatantGone("ganger")]
    (seen,) = since(table, ANA, c.SetStatus(combatant="ganger", status="in-fight"))
    assert isinstance(seen, CombatantSeen)
    assert since(table, ANA, c.SetStatus(combatant="ganger", status="fled")) == [roster.StatusSet("ganger", "fled")]


def test_the_order_is_told_among_those_who_are_seen_and_only_if_it_changes() -> None:
    table = fight()
    assert since(table, ANA, c.SetInitiative(combatant="ogre", value=17)) == []
    facts = since(table, ANA, c.SetInitiative(combatant="ganger", value=18))
    (order,) = of(OrderSeen, facts)
    assert isinstance(order, OrderSeen)
    assert [place.combatant for place in order.places] == ["vera", "ganger", "bob"]
    assert all(not place.why and not place.rule for place in order.places)


def test_a_tie_with_somebody_unseen_is_not_told() -> None:
    table = fight()
    table.must(c.SetInitiative(combatant="ogre", value=15))
    facts = since(table, ANA, c.SetInitiative(combatant="ganger", value=20))
    (order,) = of(OrderSeen, facts)
    assert isinstance(order, OrderSeen)
    assert {place.combatant: bool(place.rule) for place in order.places} == {"vera": True, "ganger": True, "bob": False}


def test_ranges_are_told_between_those_who_are_seen() -> None:
    table = fight()
    table.must(c.Jump(combatant="ogre"))
    blow = act("ogre", kind="strike", weapon="claws", target="ganger")
    assert not of(roster.RangeStated, since(table, ANA, blow))


def test_notes_for_the_gm_and_about_the_unseen_are_kept() -> None:
    table = fight()
    assert since(table, ANA, c.Note(text="ambush", gm_only=True)) == []
    assert since(table, ANA, c.Note(text="big", about="ogre")) == []
    assert since(table, ANA, c.Note(text="tired", about="bob")) == [NoteSeen("tired", "bob")]


def test_seats_are_told_by_name_and_kind() -> None:
    offer = c.OfferSeat(seat="cid", kind="player", name="Cid", link_digest="2" * 64)
    table = fight()
    assert since(table, ANA, offer) == [SeatSeen("cid", "player", "Cid")]
    assert since(table, ANA, c.TakeSeat(device="phone"), seat="cid") == [SeatJoined("cid")]
    assert since(table, ANA, c.CloseSeat(seat="cid")) == [table_fact("cid")]


def test_who_would_like_to_come_is_told_to_their_player_and_the_gm_alone() -> None:
    vip = c.EnterCombatant(combatant="vip", name="Vip", sheet=sheet(2))
    proposed = CombatantProposed("ana", "vip", "Vip", sheet(2))
    for viewer, told in ((ANA, [proposed]), (BEN, []), (SPECTATORS, [])):
        watched = fight()
        assert since(watched, viewer, vip, seat="ana") == told
        named = [one.name for one in view(vantage(watched, viewer)).proposals]
        assert named == (["Vip"] if viewer is ANA else [])
        refused = since(watched, viewer, c.RefuseCombatant(seat="ana", combatant="vip", reason="no"))
        assert len(refused) == len(told)
        assert not view(vantage(watched, viewer)).proposals
    watched = fight()
    watched.must(vip, seat="ana")
    assert [one.seat for one in view(vantage(watched, GM)).proposals] == ["ana"]


def test_what_is_queued_is_told_to_whoever_plays_the_combatant_and_the_gm_alone() -> None:
    action = msgspec.Raw(b'{"kind":"dodge"}')
    later = c.Queue(combatant="vera", action=action)
    for viewer, told in ((ANA, [ActionQueued("ana", "vera", action, 1)]), (BEN, []), (SPECTATORS, [])):
        watched = fight()
        watched.must(c.GiveControl(combatant="bob", seat="ben"))
        assert since(watched, viewer, later, seat="ana") == told
        queued = view(vantage(watched, viewer)).queued
        assert [(one.combatant, one.action) for one in queued] == ([("vera", {"kind": "dodge"})] if told else [])
        assert len(since(watched, viewer, c.Queue(combatant="vera"), seat="ana")) == len(told)
        assert not view(vantage(watched, viewer)).queued


def test_why_a_queued_action_cannot_be_done_is_told_to_its_player_alone() -> None:
    for viewer in (ANA, BEN, SPECTATORS):
        watched = fight()
        later = shot("vera", "ganger")
        watched.must(c.Queue(combatant="vera", action=later.action), seat="ana")
        watched.must(c.RemoveCombatant(combatant="ganger"))
        seen = since(watched, viewer, c.CarryOut(combatant="vera"), seat="ana")
        ends = [one.end for one in seen if isinstance(one, QueueSettled)]
        assert bool(ends) == (viewer is ANA)


def table_fact(seat: str) -> table.SeatClosed:
    return table.SeatClosed(seat)


def test_a_request_to_undo_names_the_frame_its_action_began_with() -> None:
    watched = fight()
    watched.must(shot("vera", "ganger"), "ana", named="bang")
    began = next(n for n, one in enumerate(newest(watched, BEN), 1) if isinstance(one, ActionSeen))
    (asked,) = since(watched, BEN, c.RequestUndo(action="ana/bang"), seat="ana")
    assert asked == UndoAsked("ana", began)


def test_an_undo_tells_own_numbers_and_who_looks_different() -> None:
    watched = fight()
    before = stream(watched, ANA).newest
    watched.must(c.ApplyDamage(target="ganger", amount=5, pool="life"))
    (undone,) = since(watched, ANA, c.Undo())
    assert isinstance(undone, Undone)
    assert (undone.stands_at, undone.frames.first, undone.frames.last) == (before, before + 1, before + 1)
    assert [one.id for one in undone.seen] == ["ganger"]


def test_an_undo_that_shows_somebody_again_says_who_is_seen() -> None:
    watched = fight()
    watched.must(c.Hide(combatant="ganger"))
    (undone,) = since(watched, ANA, c.Undo())
    assert isinstance(undone, Undone)
    assert [one.id for one in undone.seen] == ["ganger"]
    (redone,) = since(watched, ANA, c.Redo())
    assert isinstance(redone, Undone)
    assert redone.gone == ("ganger",)


def test_an_undo_of_what_nobody_saw_is_not_told_whatever_lies_between() -> None:
    watched = fight()
    watched.must(c.SetCondition(combatant="ogre", condition="prone"))
    watched.must(c.AddEntropy(entropy="abcd"), "ana")
    assert since(watched, ANA, c.Undo()) == []
    assert since(watched, ANA, c.Redo()) == []


def test_a_strike_tells_which_of_ones_own_frames_no_longer_count_and_who_looks_different() -> None:
    watched = fight()
    watched.must(c.ApplyDamage(target="ganger", amount=25, pool="life"), named="wound")
    hit = next(n for n, one in enumerate(newest(watched, ANA), 1) if isinstance(one, HitSeen))
    watched.must(c.ApplyDamage(target="bob", amount=5, pool="life"))
    (struck,) = since(watched, ANA, c.Strike(action="gm/wound"))
    assert isinstance(struck, Struck)
    assert struck.how == "strike" and hit in struck.frames
    assert [one.id for one in struck.seen] == ["ganger"]
    assert stream(watched, ANA).numbers.standing()[hit] is False


def test_a_strike_of_what_nobody_saw_is_told_to_the_gm_alone() -> None:
    watched = fight()
    watched.must(c.SetCondition(combatant="ogre", condition="prone"), named="trip")
    watched.must(c.ApplyDamage(target="bob", amount=5, pool="life"))
    strike = c.Strike(action="gm/trip")
    assert since(watched, ANA, strike) == []
    watched.must(c.Undo())
    (told,) = since(watched, GM, strike)
    assert isinstance(told, Whole)


def test_what_an_undo_of_a_strike_brings_back_counts_again() -> None:
    watched = fight()
    watched.must(c.ApplyDamage(target="ganger", amount=25, pool="life"), named="wound")
    hit = next(n for n, one in enumerate(newest(watched, ANA), 1) if isinstance(one, HitSeen))
    watched.must(c.Strike(action="gm/wound"))
    (undone,) = since(watched, ANA, c.Undo())
    assert isinstance(undone, Undone)
    assert [one.id for one in undone.seen] == ["ganger"]
    assert stream(watched, ANA).numbers.standing()[hit] is True


def test_an_amend_tells_players_their_frames_and_cards_and_the_gm_every_new_fact() -> None:
    watched = fight()
    watched.must(shot("vera", "ganger"), named="bang", faces=(9, 6))
    amend = c.Amend(action="gm/bang", changes={"modifiers": [{"value": -12, "label": "smoke"}]})
    (struck,) = since(watched, ANA, amend)
    assert isinstance(struck, Struck)
    assert struck.how == "amend" and struck.frames and [one.id for one in struck.seen] == ["ganger"]
    assert [type(one).__name__ for one in struck.instead] == ["AmmoSpent", "RollSeen"]
    (roll,) = (one for one in struck.instead if isinstance(one, RollSeen))
    assert (roll.combatant, roll.outcome, roll.modifiers[-1].note) == ("vera", "failure", "smoke")
    (again,) = struck.again
    assert isinstance(stream(watched, ANA).frame(again.action).fact, ActionSeen)
    assert [type(one).__name__ for one in again.facts] == ["ActionSeen", "RollSeen", "ActionOver"]
    (to_others,) = newest(watched, SPECTATORS)[-1:]
    assert isinstance(to_others, Struck)
    assert to_others.instead == (RollSeen("vera", "strike", "failure", faces=(9,)),), "as little as of any roll"
    watched.must(c.Undo())
    told = since(watched, GM, amend)
    assert all(isinstance(one, Whole) for one in told)
    tags = {one.entry.fact.__struct_config__.tag for one in told if isinstance(one, Whole)}
    assert {"amended", "rolled", "retracted"} <= tags


def test_how_an_act_ended_is_told_to_those_who_read_the_numbers_of_whoever_did_it_in_truth() -> None:
    for actor, weapon, told in (("ogre", "claws", []), ("ganger", "club", [ActionOver("")])):
        watched = fight()
        blow = act("vera", kind="strike", weapon="club", target="bob", defense="none")
        watched.must(blow, named="bang", faces=(9, 6))
        amend = c.Amend(action="gm/bang", changes={"combatant": actor, "weapon": weapon})
        (struck,) = since(watched, ANA, amend, force=BOO)
        assert isinstance(struck, Struck)
        (again,) = struck.again
        assert [one for one in again.facts if isinstance(one, ActionOver)] == told


def test_how_an_act_ended_is_not_told_by_whose_it_was_at_first_when_only_a_part_of_it_is_judged_anew() -> None:
    watched = fight()
    watched.must(c.GiveControl(combatant="bob", seat="ben", dice="own"))
    watched.must(c.SetCondition(combatant="bob", condition="dazed", modifier=-6), named="dazed")
    blow = act("vera", kind="strike", weapon="club", target="bob", defense="parry")
    watched.must(blow, named="bang", faces=(6,), force=BOO)
    watched.must(c.Answer(combatant="bob"), "ben", faces=(9,))
    watched.must(c.Amend(action="gm/bang", changes={"combatant": "ganger", "weapon": "club"}), force=BOO)
    (struck,) = since(watched, ANA, c.Amend(action="gm/dazed", changes={"combatant": "vera"}))
    assert isinstance(struck, Struck)
    (again,) = struck.again
    assert [type(one) for one in again.facts] == [RollSeen, ActionOver], "the blow began as it did"
    assert again.facts[-1] == ActionOver("")


def test_an_override_of_somebody_unseen_is_told_to_nobody_else() -> None:
    watched = fight()
    hurt = {"ogre": c.StatedChange(pools={"life": -4})}
    assert since(watched, ANA, c.Override(changes=hurt, reason="a trap")) == []
    hurt = {"ganger": c.StatedChange(pools={"life": -25})}
    (told,) = since(watched, ANA, c.Override(changes=hurt, reason="a trap"))
    assert isinstance(told, Struck)
    assert (told.how, told.frames, [one.id for one in told.seen]) == ("override", (), ["ganger"])


def test_questions_are_told_to_whoever_answers_and_to_others_that_somebody_is_asked() -> None:
    watched = fight()
    watched.must(c.GiveControl(combatant="vera", seat="ana", dice="own"))
    to_ana = since(watched, ANA, shot("vera", "ganger"), seat="ana")
    (asked,) = of(AskedSeen, to_ana)
    assert isinstance(asked, AskedSeen)
    assert (asked.questions[0].mine, asked.questions[0].purpose) == (True, "strike")
    (others,) = of(AskedSeen, newest(watched, BEN))
    assert isinstance(others, AskedSeen)
    assert (others.questions[0].combatant, others.questions[0].purpose) == ("vera", "")
    before = stream(watched, BEN).newest
    watched.must(c.Answer(combatant="vera"), "ana", faces=(7,))
    (answers,) = of(AnswersSeen, newest(watched, BEN, before))
    assert isinstance(answers, AnswersSeen)
    assert answers.answers[0].faces == ()


def test_a_gm_is_told_every_entry_whole() -> None:
    watched = fight()
    told = stream(watched, GM)
    assert told.newest == watched.history.head
    assert all(isinstance(told.frame(number).fact, Whole) for number in range(1, told.newest + 1))


def test_an_overruled_rule_is_told_with_what_it_allowed() -> None:
    watched = fight()
    watched.must(c.Jump(combatant="bob"))
    before = stream(watched, BEN).newest
    watched.must(shot("ganger", "bob"), force="he was quicker", faces=(7, 2))
    frame = stream(watched, BEN).frame(before + 1)
    assert isinstance(frame.fact, ActionSeen)
    assert [(one.code, one.reason) for one in frame.overruled] == [("not-your-turn", "he was quicker")]


def test_a_combatant_that_is_given_to_a_player_is_seen_with_other_eyes() -> None:
    watched = fight()
    (anew,) = since(watched, ANA, c.GiveControl(combatant="ganger", seat="ana"))
    assert isinstance(anew, SeenAnew)
    cards = {one.id: one for one in anew.view.combatants}
    assert isinstance(cards["ganger"], OwnCard)
    (given,) = since(watched, BEN, c.GiveControl(combatant="ganger", seat=None))
    assert isinstance(given, roster.ControlGiven)


def test_a_player_sees_its_own_combatant_that_hides_and_its_side_does_not() -> None:
    watched = fight()
    facts = since(watched, ANA, c.Hide(combatant="vera"))
    assert [type(one) for one in facts] == [CombatantSeen]
    assert CombatantGone("vera") in newest(watched, BEN)


def test_sides_without_a_name_are_nobodys_own() -> None:
    state = fight().state
    loners = {
        name: msgspec.structs.replace(one, side="") if name in ("vera", "ganger") else one
        for name, one in state.combatants.items()
    }
    audience = ANA.audience(msgspec.structs.replace(state, combatants=loners))
    assert audience.sides == frozenset()
    assert not audience.is_own(loners["ganger"])


def test_a_service_sees_what_those_see_for_whom_it_speaks_and_a_host_what_spectators_see() -> None:
    watched = fight()
    watched.must(c.OfferSeat(seat="bot", kind="service", name="Bot", link_digest="3" * 64, speaks_for=("ana",)))
    watched.must(c.OfferSeat(seat="aide", kind="service", name="Aide", link_digest="3" * 64, speaks_for=("gm",)))
    ledger = watched.history.ledger
    assert viewer_of(ledger, "bot").audience(watched.state).controls == {"vera"}
    assert viewer_of(ledger, "aide") == GM
    assert viewer_of(ledger, "screen") == SPECTATORS
    with pytest.raises(LookupError):
        viewer_of(ledger, "nobody")


def test_a_service_sees_no_longer_what_a_closed_seat_saw() -> None:
    watched = fight()
    watched.must(c.OfferSeat(seat="gm2", kind="gm", name="Second", link_digest="3" * 64))
    watched.must(c.OfferSeat(seat="aide", kind="service", name="Aide", link_digest="3" * 64, speaks_for=("gm2", "ana")))
    assert viewer_of(watched.history.ledger, "aide") == GM
    watched.must(c.CloseSeat(seat="gm2"))
    assert viewer_of(watched.history.ledger, "aide") == Viewer("player", "aide", ("ana",))
    watched.must(c.CloseSeat(seat="ana"))
    nobody = viewer_of(watched.history.ledger, "aide").audience(watched.state)
    assert (nobody.controls, nobody.sides, nobody.is_of("ana")) == (frozenset(), frozenset(), False)


def test_fingerprints_differ_where_audiences_do() -> None:
    players = [Audience("player", "ana", frozenset({name}), frozenset({"party"})) for name in ("vera", "bob")]
    assert players[0].fingerprint != players[1].fingerprint
    assert players[0].fingerprint == Audience("player", "ana", frozenset({"vera"}), frozenset({"party"})).fingerprint
    assert Viewer("player", "ana") == ANA
