"""Given a group, when something happens, then each audience has the row of it that it may have."""

import msgspec

from engine import commands as c
from projections.audience import GM, SPECTATORS
from projections.frames import CombatantGone, CombatantSeen, GroupGone, GroupSeen
from projections.sight import GroupRow
from projections.ways import initiative, story, view, wounds
from tests.projections.twins import ANA, Table
from tests.projections.watching import fight, since, vantage

NAMES = ("strength", "dexterity", "constitution", "intelligence", "perception", "willpower")
RAT = msgspec.Raw(msgspec.json.encode({"attributes": dict.fromkeys(NAMES, 1)}))
RATS = c.FormGroup(group="rats", title="The rats", name="Rat", count=3, sheet=RAT)


def rows(table: Table, viewer: object = SPECTATORS) -> list[GroupRow]:
    return list(view(vantage(table, viewer)).groups)  # type: ignore[arg-type]


def test_a_group_is_one_row_in_the_view_the_order_and_the_wounds() -> None:
    table = fight()
    table.must(RATS)
    at = vantage(table, SPECTATORS)
    assert view(at).groups == initiative(at).groups == wounds(at).groups
    (row,) = view(at).groups
    assert (row.title, row.members, row.says) == ("The rats", ("rats-1", "rats-2", "rats-3"), "3 up")
    assert [one.group for one in view(at).combatants if one.id.startswith("rats")] == ["rats"] * 3


def test_who_is_down_and_who_has_fled_count_as_down() -> None:
    table = fight()
    table.must(c.FormGroup(group="gang", members=("ganger", "ogre", "bob")))
    table.must(c.SetStatus(combatant="bob", status="fled"))
    table.must(c.SetCondition(combatant="ganger", condition="unconscious"))
    assert rows(table, GM)[0].says == "1 up, 2 down"
    assert rows(table)[0].says == "0 up, 2 down"


def test_hidden_members_are_neither_named_nor_counted_to_others() -> None:
    table = fight()
    table.must(c.FormGroup(group="gang", title="Gang", members=("ogre", "ganger"), leader="ogre"))
    (told,) = rows(table)
    assert (told.members, told.up, told.leader) == (("ganger",), 1, None)
    (whole,) = rows(table, GM)
    assert whole.members == ("ogre", "ganger")


def test_a_group_of_the_hidden_is_told_to_nobody_until_somebody_of_it_is_shown() -> None:
    table = fight()
    assert since(table, ANA, msgspec.structs.replace(RATS, hidden=True)) == []
    assert rows(table) == []
    (shown,) = since(table, ANA, c.Show(combatant="rats-2"))
    assert isinstance(shown, CombatantSeen)
    assert shown.group is not None
    assert shown.group.members == ("rats-2",)
    assert isinstance(since(table, ANA, c.Hide(combatant="rats"))[0], CombatantGone)
    assert rows(table) == []


def test_the_leader_is_told_to_its_own_side() -> None:
    table = fight()
    table.must(c.FormGroup(group="team", members=("vera", "bob"), leader="bob"))
    assert rows(table, ANA)[0].leader == "bob"
    assert rows(table)[0].leader is None


def test_a_group_that_forms_or_changes_is_a_frame_with_its_row() -> None:
    table = fight()
    (formed,) = (fact for fact in since(table, ANA, RATS) if isinstance(fact, GroupSeen))
    assert formed.joined == formed.group.members
    (changed,) = since(table, ANA, c.ChangeGroup(group="rats", join=("ganger",), leave=("rats-1",)))
    assert isinstance(changed, GroupSeen)
    assert (changed.joined, changed.left) == (("ganger",), ("rats-1",))
    assert since(table, ANA, c.ChangeGroup(group="rats", join=("ogre",))) == []


def test_a_group_that_nobody_seen_is_of_any_more_is_gone() -> None:
    table = fight()
    table.must(c.FormGroup(group="gang", members=("ganger", "ogre")))
    assert since(table, ANA, c.ChangeGroup(group="gang", leave=("ganger",))) == [GroupGone("gang")]


def test_members_of_a_group_have_its_name_at_their_place_in_the_order() -> None:
    table = fight()
    table.must(c.FormGroup(group="gang", members=("ganger",)))
    places = initiative(vantage(table, SPECTATORS)).order
    assert [(place.combatant, place.group) for place in places] == [("vera", ""), ("bob", ""), ("ganger", "gang")]


def test_the_story_says_in_one_sentence_who_is_together() -> None:
    table = fight()
    table.must(c.FormGroup(group="gang", title="The gang", members=("ganger", "vera")))
    table.must(c.ChangeGroup(group="gang", join=("bob",), leave=("vera",)))
    lines = [line.text for line in story(vantage(table, SPECTATORS)).lines]
    assert lines[-2:] == ["Ganger and Vera are one group now (The gang).", "Bob joins The gang; Vera leaves The gang."]


def test_members_of_a_group_that_throws_once_are_in_no_tie_with_each_other() -> None:
    table = fight()
    table.must(RATS)
    table.must(c.SetInitiative(combatant="rats", value=14))
    assert rules_of(table, "rats") == ["", "", ""]
    assert since(table, ANA, c.SetInitiative(combatant="ogre", value=14)) == []
    assert rules_of(table, "rats") == ["", "", ""]


def test_the_rule_of_a_tie_does_not_tell_that_somebody_unseen_came_into_it() -> None:
    table = fight()
    table.must(RATS)
    table.must(c.SetInitiative(combatant="rats", value=15))
    assert rules_of(table, "rats") == ["UNI-INIT-4"] * 3
    assert since(table, ANA, c.SetInitiative(combatant="ogre", value=15)) == []
    assert rules_of(table, "rats") == ["UNI-INIT-4"] * 3


def rules_of(table: Table, group: str) -> list[str]:
    return [place.rule for place in initiative(vantage(table, ANA)).order if place.group == group]


def said(table: Table, viewer: object, command: c.Command) -> list[str]:
    """The sentences that a command adds for somebody."""
    before = len(story(vantage(table, viewer)).lines)  # type: ignore[arg-type]
    table.must(command)
    return [line.text for line in story(vantage(table, viewer)).lines][before:]  # type: ignore[arg-type]


def test_what_is_stated_of_a_group_is_one_sentence() -> None:
    table = fight()
    table.must(RATS)
    loss = c.ApplyDamage(target="rats", amount=4)
    (line,) = said(table, GM, loss)
    assert line.startswith("Something hits Rat 1, Rat 2 and Rat 3; Rat 1 is hurt (4 lost); ")
    looks = "; ".join(f"Rat {number} is hurt, as before" for number in (1, 2, 3))
    assert said(table, ANA, loss) == [f"Something hits Rat 1, Rat 2 and Rat 3; {looks}."]
    tired = c.ApplyDamage(target="rats", amount=1, pool="endurance")
    assert said(table, GM, tired) == [
        "Rat 1 loses 1 points of endurance; Rat 2 loses 1 points of endurance; Rat 3 loses 1 points of endurance."
    ]
    assert said(table, ANA, tired) == []
    assert said(table, ANA, c.SetCondition(combatant="rats", condition="prone")) == [
        "Rat 1, Rat 2 and Rat 3 are prone."
    ]
    assert said(table, GM, c.SetCondition(combatant="rats", condition="tired")) == ["Rat 1, Rat 2 and Rat 3 are tired."]
    assert said(table, ANA, c.ClearCondition(combatant="rats", condition="tired")) == []
    over = said(table, SPECTATORS, c.ClearCondition(combatant="rats", condition="prone"))
    assert over == ["Rat 1, Rat 2 and Rat 3 are no longer prone."]


def test_what_is_stated_of_a_group_tells_of_nobody_hidden() -> None:
    table = fight()
    table.must(c.FormGroup(group="gang", title="Gang", members=("ogre", "ganger"), leader="ogre"))
    assert said(table, ANA, c.SetCondition(combatant="gang", condition="prone")) == ["Ganger is prone."]
    table.must(c.FormGroup(group="beasts", members=("ogre",)))
    assert since(table, ANA, c.ApplyDamage(target="beasts", amount=1)) == []
