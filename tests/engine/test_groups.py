"""Groups: several who come, act and are moved as one, each with pools of its own."""

from typing import Any

import msgspec
import pytest

from engine.commands import (
    Amend,
    ApplyDamage,
    BeginCombat,
    ChangeGroup,
    ClearCondition,
    Declare,
    Done,
    EnterCombatant,
    FormGroup,
    GiveControl,
    Hide,
    Jump,
    NextTurn,
    PlaceCombatant,
    RemoveCombatant,
    RollInitiative,
    SetCondition,
    SetInitiative,
    SetStatus,
    Show,
    Undo,
)
from engine.groups import leader
from engine.state import Fight
from events.flow import CombatantUp, InitiativeSet
from events.play import DamageApplied, Declared, Rolled
from events.roster import CombatantEntered, GroupChanged, GroupFormed, StatusSet
from tests.engine.toy import TOY
from tests.tables import MemoryTable

RAT = msgspec.Raw(b'{"life": 6, "skill": 1}')


def rats(count: int = 5, **more: Any) -> FormGroup:
    return FormGroup(group="rats", title="The rats", name="Rat", sheet=RAT, count=count, **more)


def table(*others: str, **options: Any) -> MemoryTable:
    made = MemoryTable(TOY, options)
    made.seat("ana")
    for name in others:
        made.enter(name, controller="ana")
    return made


def fighting(*others: str, count: int = 3, **options: Any) -> MemoryTable:
    """A fight of the rats and the others, in its actions."""
    made = table(*others, **options)
    made.must(rats(count))
    made.must(BeginCombat())
    made.must(RollInitiative())
    return made


def turn(made: MemoryTable) -> Fight:
    assert made.state.fight is not None
    return made.state.fight


def order(made: MemoryTable) -> list[str]:
    return [place.combatant for place in turn(made).order]


def thrown(made: MemoryTable) -> list[str | None]:
    return [roll.combatant for roll in made.facts(Rolled) if roll.purpose == "initiative"]


# coming and going


def test_one_command_brings_five_of_one_sheet_under_names_of_their_own() -> None:
    made = table()
    made.must(rats())
    entered = made.facts(CombatantEntered)
    assert [one.combatant for one in entered] == [f"rats-{n}" for n in range(1, 6)]
    assert [one.name for one in entered] == [f"Rat {n}" for n in range(1, 6)]
    assert {bytes(one.sheet) for one in entered} == {b'{"life":6,"skill":1}'}
    formed = GroupFormed("rats", "The rats", tuple(f"rats-{n}" for n in range(1, 6)), "Rat", None, True)
    assert made.facts(GroupFormed) == [formed]


def test_a_wound_of_one_is_no_wound_of_another() -> None:
    made = table()
    made.must(rats())
    made.must(ApplyDamage(target="rats-2", amount=4))
    life = {name: one.pools["life"].now for name, one in made.state.combatants.items()}
    assert life == {"rats-1": 6, "rats-2": 2, "rats-3": 6, "rats-4": 6, "rats-5": 6}


def test_those_who_are_there_can_stand_together() -> None:
    made = table("ann", "bob")
    made.must(FormGroup(group="team", members=("ann", "bob"), leader="bob"))
    group = made.state.groups["team"]
    assert (group.members, group.leader, group.title) == (("ann", "bob"), "bob", "team")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (FormGroup(group="rats"), "invalid"),
        (FormGroup(group="rats", count=2), "invalid"),
        (FormGroup(group="ann", members=("ann",)), "invalid"),
        (FormGroup(group="rats", members=("nobody",)), "unknown-id"),
        (FormGroup(group="rats", members=("ann", "ann")), "invalid"),
        (FormGroup(group="rats", members=("ann",), leader="bob"), "invalid"),
        (FormGroup(group="r" * 40, count=1, sheet=RAT), "limit-exceeded"),
        (FormGroup(group="rats", count=1, sheet=msgspec.Raw(b'{"life": "much"}')), "invalid"),
        (FormGroup(group="rats", count=1, sheet=RAT, controller="nobody"), "unknown-id"),
        (FormGroup(group="rats", members=("ann",) * 1, count=50, sheet=RAT, controller="gm"), "invalid"),
        (ChangeGroup(group="rats", more=1), "unknown-id"),
    ],
)
def test_a_group_that_makes_no_sense_is_refused(command: FormGroup | ChangeGroup, code: str) -> None:
    made = table("ann", "bob")
    assert made.refused(command).code == code


def test_a_second_group_of_the_same_id_and_a_combatant_of_a_groups_id_are_refused() -> None:
    made = table()
    made.must(rats())
    assert made.refused(rats()).code == "invalid"
    assert made.refused(EnterCombatant(combatant="rats")).code == "invalid"


def test_only_the_gm_forms_groups() -> None:
    made = table("ann")
    assert made.refused(rats(), seat="ana").code == "unauthorized"
    made.must(rats())
    assert made.refused(ChangeGroup(group="rats", more=1), seat="ana").code == "unauthorized"


def test_more_of_the_same_come_unhurt_and_numbered_on() -> None:
    made = table()
    made.must(rats(2))
    made.must(ApplyDamage(target="rats-1", amount=4))
    made.must(RemoveCombatant(combatant="rats-1"))
    made.must(ChangeGroup(group="rats", more=2))
    assert made.state.groups["rats"].members == ("rats-2", "rats-3", "rats-4")
    assert [made.state.combatants[name].pools["life"].now for name in ("rats-3", "rats-4")] == [6, 6]
    assert made.state.combatants["rats-4"].name == "Rat 4"


def test_members_join_leave_and_change_from_one_group_to_the_other() -> None:
    made = table("ann", "bob")
    made.must(rats(2))
    made.must(FormGroup(group="team", members=("ann", "bob")))
    made.must(ChangeGroup(group="rats", join=("bob",), leave=("rats-1",), leader="bob"))
    assert made.state.groups["rats"].members == ("rats-2", "bob")
    assert made.state.groups["team"].members == ("ann",)
    assert "rats-1" in made.state.combatants
    assert made.refused(ChangeGroup(group="rats", leave=("ann",))).code == "invalid"
    assert made.refused(ChangeGroup(group="rats", leader="ann")).code == "invalid"


def test_a_change_that_changes_nothing_is_refused() -> None:
    made = table()
    made.must(rats(2))
    assert made.refused(ChangeGroup(group="rats")).code == "invalid"
    assert made.refused(ChangeGroup(group="rats", join=("rats-1",))).code == "invalid"


def test_a_group_that_nobody_is_left_of_is_none_any_more() -> None:
    made = table()
    made.must(rats(2))
    made.must(RemoveCombatant(combatant="rats"))
    assert not made.state.groups
    assert not made.state.combatants


def test_an_undo_takes_a_whole_group_back() -> None:
    made = table()
    made.must(rats())
    made.must(Undo())
    assert not made.state.groups
    assert not made.state.combatants


# initiative and the order


def test_a_group_throws_once_and_all_of_it_have_the_number() -> None:
    made = fighting("ann", "bob")
    assert thrown(made) == ["ann", "bob", "rats-1"]
    numbers = turn(made).initiative
    assert len({numbers[name] for name in ("rats-1", "rats-2", "rats-3")}) == 1


def test_members_stand_side_by_side_in_the_order_and_each_comes_up() -> None:
    made = fighting("ann", "bob", "cy", "dan")
    place = order(made).index("rats-1")
    assert order(made)[place : place + 3] == ["rats-1", "rats-2", "rats-3"]
    while turn(made).up is not None:
        made.must(Done(combatant=str(turn(made).up)))
    assert [fact.combatant for fact in made.facts(CombatantUp)] == order(made)


def test_members_stand_side_by_side_also_where_others_have_the_same_number() -> None:
    made = table("ann")
    made.must(rats(2))
    made.enter("zoe")
    made.must(BeginCombat())
    for name in ("ann", "rats", "zoe"):
        made.must(SetInitiative(combatant=name, value=5))
    assert order(made) == ["ann", "rats-1", "rats-2", "zoe"]


def test_a_number_stated_for_one_of_them_counts_for_that_one_alone() -> None:
    made = table("ann")
    made.must(rats(3))
    made.must(BeginCombat())
    made.must(SetInitiative(combatant="rats-2", value=20))
    made.must(RollInitiative())
    numbers = turn(made).initiative
    assert numbers["rats-2"] == 20
    assert numbers["rats-1"] == numbers["rats-3"] != 20
    assert thrown(made) == ["ann", "rats-1"]
    assert order(made)[0] == "rats-2"


def test_a_number_stated_for_the_group_counts_for_all_of_it() -> None:
    made = table("ann")
    made.must(rats(3))
    made.must(BeginCombat())
    made.must(SetInitiative(combatant="rats", value=20))
    assert {turn(made).initiative[name] for name in ("rats-1", "rats-2", "rats-3")} == {20}
    assert all(fact.stated for fact in made.facts(InitiativeSet))


def test_without_one_initiative_everybody_throws_for_themselves() -> None:
    made = table("ann")
    made.must(rats(3, one_initiative=False))
    made.must(BeginCombat())
    made.must(RollInitiative())
    assert thrown(made) == ["ann", "rats-1", "rats-2", "rats-3"]


def test_whoever_asks_for_the_throw_of_one_member_has_thrown_for_the_group() -> None:
    made = table("ann")
    made.must(rats(3))
    made.must(BeginCombat())
    made.must(RollInitiative(combatant="rats-2"))
    assert thrown(made) == ["rats-1"]
    assert set(turn(made).initiative) == {"rats-1", "rats-2", "rats-3"}
    assert made.refused(RollInitiative(combatant="rats")).code == "already-answered"


def test_a_group_can_be_thrown_for_by_its_name() -> None:
    made = table("ann")
    made.must(rats(3))
    made.must(BeginCombat())
    made.must(RollInitiative(combatant="rats"))
    assert thrown(made) == ["rats-1"]


def test_once_keeps_the_number_of_a_group_and_each_turn_throws_it_anew() -> None:
    made = fighting("ann", initiative="once")
    before = dict(turn(made).initiative)
    while turn(made).up is not None:
        made.must(Done(combatant=str(turn(made).up)))
    made.must(NextTurn(through="initiative"))
    assert turn(made).initiative == before
    assert len(thrown(made)) == 2


def test_whoever_is_down_is_passed_over_and_the_others_act() -> None:
    made = fighting("ann")
    made.must(SetCondition(combatant="rats-2", condition="unconscious"))
    came: list[str] = []
    while (up := turn(made).up) is not None:
        came.append(up)
        made.must(Done(combatant=up))
    assert [name for name in came if name != "ann"] == ["rats-1", "rats-3"]


def test_a_fallen_leader_is_followed_by_the_next_who_can() -> None:
    made = fighting("ann")
    group = made.state.groups["rats"]
    assert leader(TOY, made.state, group) == "rats-1"
    made.must(SetCondition(combatant="rats-1", condition="dead"))
    assert leader(TOY, made.state, group) == "rats-2"
    while turn(made).up is not None:
        made.must(Done(combatant=str(turn(made).up)))
    made.must(NextTurn(through="initiative"))
    assert thrown(made)[-1] == "rats-2"
    assert set(turn(made).initiative) == {"ann", "rats-2", "rats-3"}


def test_a_named_leader_throws_and_one_who_is_removed_leads_no_more() -> None:
    made = table("ann")
    made.must(rats(3, leader="rats-3"))
    made.must(BeginCombat())
    made.must(RollInitiative())
    assert thrown(made) == ["ann", "rats-3"]
    made.must(RemoveCombatant(combatant="rats-3"))
    assert made.state.groups["rats"].leader is None


def test_nobody_leads_a_group_of_which_nobody_can() -> None:
    made = fighting("ann", count=2)
    made.must(SetCondition(combatant="rats-1", condition="dead"))
    made.must(SetStatus(combatant="rats-2", status="fled"))
    assert leader(TOY, made.state, made.state.groups["rats"]) is None


def test_reinforcements_in_the_middle_of_a_turn_stand_at_the_place_of_their_group() -> None:
    made = fighting("ann", "bob")
    throws = thrown(made)
    made.must(ChangeGroup(group="rats", more=1))
    place = order(made).index("rats-1")
    assert order(made)[place : place + 4] == ["rats-1", "rats-2", "rats-3", "rats-4"]
    assert thrown(made) == throws


def test_the_rest_of_a_group_can_be_done_in_one_command() -> None:
    made = fighting()
    made.enter("ann")
    made.must(SetInitiative(combatant="ann", value=-5))
    made.must(Done(combatant="rats"))
    assert turn(made).up == "ann"
    assert turn(made).done == ("rats-1", "rats-2", "rats-3")
    assert made.refused(Done(combatant="rats")).code == "not-your-turn"


def test_a_member_can_be_named_to_act_before_its_fellows() -> None:
    made = fighting(count=3)
    made.must(Jump(combatant="rats-3"))
    assert turn(made).up == "rats-3"
    made.must(Done(combatant="rats-3"))
    assert turn(made).up == "rats-1"


# the group in place of a combatant


def test_what_is_said_of_a_group_is_said_of_all_its_members() -> None:
    made = table("ann")
    made.must(rats(2, hidden=True))
    assert made.refused(Hide(combatant="rats")).code == "invalid"
    made.must(Show(combatant="rats"))
    assert not any(one.hidden for one in made.state.combatants.values())
    made.must(Hide(combatant="rats-1"))
    made.must(Hide(combatant="rats"))
    assert [made.state.combatants[name].hidden for name in ("rats-1", "rats-2")] == [True, True]
    made.must(PlaceCombatant(combatant="rats", cover=10))
    assert {made.state.combatants[name].position.cover for name in ("rats-1", "rats-2")} == {10}
    made.must(GiveControl(combatant="rats", seat="ana"))
    assert {made.state.combatants[name].controller for name in ("rats-1", "rats-2")} == {"ana"}


def test_a_declaration_of_a_group_is_one_of_each_who_can_act() -> None:
    made = table("ann")
    made.must(rats(3))
    made.must(BeginCombat())
    made.must(SetCondition(combatant="rats-2", condition="unconscious"))
    made.must(Declare(combatant="rats", intention="bite"))
    assert [fact.combatant for fact in made.facts(Declared)] == ["rats-1", "rats-3"]
    made.must(SetCondition(combatant="rats-1", condition="unconscious"))
    made.must(SetCondition(combatant="rats-3", condition="unconscious"))
    assert made.refused(Declare(combatant="rats")).code == "cannot-act"


def test_a_player_speaks_for_a_group_of_which_they_play_all() -> None:
    made = table("ann")
    made.must(rats(2))
    made.must(BeginCombat())
    assert made.refused(Declare(combatant="rats"), seat="ana").code == "not-yours"
    made.must(GiveControl(combatant="rats-1", seat="ana"))
    assert made.refused(Declare(combatant="rats"), seat="ana").code == "not-yours"
    made.must(GiveControl(combatant="rats", seat="ana"))
    made.must(Declare(combatant="rats"), seat="ana")


def test_a_hidden_group_and_one_that_does_not_exist_are_refused_alike() -> None:
    made = table("ann")
    made.must(rats(2, hidden=True))
    made.must(BeginCombat())
    hidden, unknown = (made.refused(Declare(combatant=name), seat="ana") for name in ("rats", "cats"))
    assert hidden.code == unknown.code == "unknown-id"
    assert hidden.sentence.replace("rats", "cats") == unknown.sentence


def test_a_group_flees_as_one_and_makes_room_for_the_next() -> None:
    made = fighting()
    made.enter("ann")
    made.must(SetInitiative(combatant="ann", value=-5))
    made.must(SetStatus(combatant="rats", status="fled"))
    assert len(made.facts(StatusSet)) == 3
    assert turn(made).up == "ann"


def test_a_group_of_whom_the_hidden_ones_are_many_throws_by_one_who_is_seen() -> None:
    made = table("ann")
    made.must(rats(3, leader="rats-1"))
    made.must(Hide(combatant="rats-1"))
    made.must(BeginCombat())
    made.must(RollInitiative())
    assert thrown(made) == ["ann", "rats-2"]


def test_a_change_is_one_fact_that_says_who_came_and_who_went() -> None:
    made = table("ann")
    made.must(rats(2))
    made.must(ChangeGroup(group="rats", join=("ann",), leave=("rats-2",)))
    assert made.facts(GroupChanged) == [GroupChanged("rats", ("ann",), ("rats-2",))]


# what is stated of all of a group


def test_a_loss_of_a_group_is_one_of_each_and_undone_as_one() -> None:
    made = table("ann")
    made.must(rats(3))
    made.must(RemoveCombatant(combatant="rats-2"))
    answer = made.must(ApplyDamage(target="rats", amount=4))
    hurt = [entry.fact.combatant for entry in answer.entries if isinstance(entry.fact, DamageApplied)]
    assert hurt == ["rats-1", "rats-3"]
    made.must(Undo())
    assert {one.pools["life"].now for name, one in made.state.combatants.items() if name != "ann"} == {6}


def test_a_loss_of_a_group_is_refused_where_somebody_has_no_such_pool() -> None:
    made = table()
    made.must(rats(2))
    assert made.refused(ApplyDamage(target="rats", amount=4, pool="luck")).code == "invalid"
    assert made.refused(ApplyDamage(target="cats", amount=4)).code == "unknown-id"


def test_a_condition_of_a_group_begins_and_ends_for_all_of_it() -> None:
    made = table("ann")
    made.must(rats(3))
    made.must(SetCondition(combatant="rats-1", condition="wet"))
    made.must(SetCondition(combatant="rats", condition="wet", modifier=-1, turns=2))
    assert [name for name, one in made.state.combatants.items() if one.has("wet")] == ["rats-1", "rats-2", "rats-3"]
    assert [len(one.effects) for one in made.state.combatants.values()] == [0, 1, 1, 1]
    made.must(ClearCondition(combatant="rats", condition="wet"))
    assert not any(one.has("wet") for one in made.state.combatants.values())
    assert made.refused(ClearCondition(combatant="rats", condition="wet")).code == "invalid"


def test_what_is_stated_of_a_group_can_be_amended() -> None:
    made = table("ann")
    made.must(rats(3))
    made.must(ApplyDamage(target="rats", amount=4), named="gas")
    made.must(SetCondition(combatant="rats", condition="wet", note="rain"), named="rain")
    made.must(Amend(action="gm/gas", changes={"amount": 1}))
    made.must(Amend(action="gm/rain", changes={"condition": "dry"}))
    assert {one.pools["life"].now for name, one in made.state.combatants.items() if name != "ann"} == {5}
    assert [one.has("dry") and not one.has("wet") for one in made.state.combatants.values()] == [
        False,
        True,
        True,
        True,
    ]
