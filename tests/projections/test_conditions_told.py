"""Who is told what of the conditions that the GM makes, of who leaves the fight, and of rolls in secret."""

from engine import commands as c
from events.play import Effect
from projections.audience import GM, SPECTATORS, Viewer
from projections.frames import CombatantSeen, ConditionOver, ConditionSeen, RollSeen
from projections.sight import EffectSeen, OtherCard, OwnCard
from projections.view import table_view
from projections.ways import story
from tests.projections.kits import UNISYSTEM
from tests.projections.twins import ANA, BEN, Table
from tests.projections.watching import fight, shot, since, stream, vantage


def told(table: Table, viewer: Viewer) -> list[str]:
    return [line.text for line in story(vantage(table, viewer)).lines]


def card(table: Table, viewer: Viewer, name: str) -> OwnCard | OtherCard:
    audience, ledger = viewer.audience(table.state), table.history.ledger
    view = table_view(table.state, ledger, audience, UNISYSTEM, 1, "")
    return next(one for one in view.combatants if one.id == name)


def test_ones_own_side_is_told_the_modifier_and_the_end_of_a_condition() -> None:
    table = fight()
    dazed = c.SetCondition(combatant="vera", condition="dazed", modifier=-2, on="attacks", turns=3)
    (seen,) = since(table, BEN, dazed)
    assert isinstance(seen, ConditionSeen)
    assert seen.effect == Effect(modifier=-2, on="attacks", turns=3)
    own = card(table, ANA, "vera")
    assert isinstance(own, OwnCard)
    assert own.effects == (EffectSeen(condition="dazed", modifier=-2, on="attacks", turns=3),)
    assert told(table, ANA)[-1] == "Vera is dazed."


def test_what_is_left_of_its_time_goes_down_with_the_turns() -> None:
    table = fight()
    table.must(c.SetCondition(combatant="vera", condition="dazed", turns=3))
    for name in ("vera", "bob", "ogre", "ganger"):
        table.must(c.Done(combatant=name))
    table.must(c.NextTurn())
    own = card(table, ANA, "vera")
    assert isinstance(own, OwnCard)
    assert [one.turns for one in own.effects] == [2]


def test_other_sides_see_of_an_enemy_only_what_the_gm_lets_them_see() -> None:
    table = fight()
    assert since(table, ANA, c.SetCondition(combatant="ganger", condition="drugged", modifier=3)) == []
    (glowing,) = since(table, ANA, c.SetCondition(combatant="ganger", condition="glowing", modifier=-1, seen=True))
    assert glowing == ConditionSeen("ganger", "glowing", "unhurt")
    other = card(table, ANA, "ganger")
    assert (type(other), other.conditions) == (OtherCard, ("glowing",))
    assert since(table, SPECTATORS, c.ClearCondition(combatant="ganger", condition="drugged")) == []
    (gone,) = since(table, SPECTATORS, c.ClearCondition(combatant="ganger", condition="glowing"))
    assert gone == ConditionOver("ganger", "glowing", "unhurt", stated=True)
    assert told(table, SPECTATORS)[-1] == "Ganger is no longer glowing."


def test_what_a_second_cause_adds_is_told_and_what_adds_nothing_is_not() -> None:
    table = fight()
    lit = c.SetCondition(combatant="vera", condition="lit up", modifier=-1, turns=2)
    table.must(c.SetCondition(combatant="vera", condition="lit up"))
    (again,) = since(table, BEN, lit)
    assert isinstance(again, ConditionSeen)
    assert again.effect == Effect(modifier=-1, on="actions", turns=2)
    assert since(table, BEN, c.SetCondition(combatant="vera", condition="lit up")) == []
    assert since(table, SPECTATORS, lit) == []
    (shown,) = since(table, SPECTATORS, c.SetCondition(combatant="vera", condition="lit up", turns=9, seen=True))
    assert shown == ConditionSeen("vera", "lit up", "unhurt")


def test_one_cause_of_two_that_ends_is_seen_by_what_it_no_longer_does() -> None:
    table = fight()
    for minutes in (1, 5):
        table.must(c.SetCondition(combatant="vera", condition="lit up", modifier=-minutes, minutes=minutes))
    looks = [
        fact for fact in since(table, BEN, c.PassTime(minutes=1), force="a while") if isinstance(fact, CombatantSeen)
    ]
    assert isinstance(looks[0].seen, OwnCard)
    assert [one.modifier for one in looks[0].seen.effects] == [-5]


def test_an_enemys_modifier_is_not_to_be_read_off_its_roll() -> None:
    table = fight()
    table.must(c.SetCondition(combatant="ganger", condition="drugged", modifier=3))
    table.must(c.Jump(combatant="ganger"))
    (roll,) = [one for one in since(table, ANA, shot("ganger", "vera"), faces=(2,)) if isinstance(one, RollSeen)]
    assert (roll.modifiers, roll.total) == ((), None)


def test_the_end_of_a_fight_tells_what_ends_with_it() -> None:
    table = fight()
    table.must(c.SetCondition(combatant="vera", condition="pinned", until="end_of_fight"))
    table.must(c.EndCombat())
    assert told(table, ANA)[-2:] == ["The fight is over.", "Vera is no longer pinned."]


def test_a_free_roll_with_its_result_only_tells_the_total_and_no_face() -> None:
    table = fight()
    (luck,) = since(table, ANA, c.FreeRoll(dice="2d6+1", purpose="luck", level="result"), faces=(4, 3))
    assert luck == RollSeen(None, "luck", "none", total=8)
    assert told(table, SPECTATORS)[-1] == "A roll, luck: 8."
    against = c.FreeRoll(dice="2d6", purpose="luck", level="result", target_number=8)
    (outcome,) = since(table, SPECTATORS, against, faces=(4, 3))
    assert outcome == RollSeen(None, "luck", "failure")
    assert told(table, SPECTATORS)[-1] == "A roll, luck: failure."


def test_whoever_throws_blind_sees_it_when_the_gm_shows_it() -> None:
    table = fight()
    blind = c.FreeRoll(dice="1d10", combatant="vera", purpose="hunch", level="blind")
    before = stream(table, ANA).newest
    version = table.must(blind, "ana").entries[1].version
    assert stream(table, ANA).newest == before
    (shown,) = since(table, ANA, c.RevealRoll(roll=version))
    assert isinstance(shown, RollSeen)
    assert (shown.combatant, shown.purpose, shown.shown) == ("vera", "hunch", True)
    assert told(table, ANA)[-1].startswith("Vera rolls hunch: ")


def test_who_reloads_after_a_fight_is_told_once() -> None:
    table = fight()
    table.must(c.EndCombat())
    table.must(c.ReloadAll(combatants=("vera",)))
    assert told(table, ANA)[-1] == "Vera reloads the pistol."
    assert told(table, SPECTATORS)[-1] == "The fight is over."


def test_who_leaves_the_fight_and_comes_back_is_told_to_all() -> None:
    table = fight()
    for status in ("fled", "in-fight", "surrendered", "out"):
        table.must(c.SetStatus(combatant="ganger", status=status))
    said = ["Ganger flees.", "Ganger joins the fight.", "Ganger surrenders.", "Ganger is out of the fight."]
    assert told(table, GM)[-4:] == said
    assert told(table, SPECTATORS)[-4:] == said
