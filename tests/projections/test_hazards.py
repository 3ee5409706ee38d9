"""Who is told what of harm that is nobody's attack."""

from engine import commands as c
from projections.audience import GM, SPECTATORS
from projections.frames import ActionOver, HazardSeen, HitSeen, RollSeen
from projections.story import Line
from projections.ways import story, timeline
from tests.projections.twins import ANA, BEN, Table
from tests.projections.watching import fight, newest, since, stream, vantage

BEAM = c.Hazard(targets=("vera", "ganger", "ogre"), label="a falling beam", dice="1d6*3")


def lines(table: Table, viewer: object) -> tuple[Line, ...]:
    return story(vantage(table, viewer)).lines  # type: ignore[arg-type]


def test_those_who_are_seen_are_named_and_it_is_one_sentence() -> None:
    table = fight()
    told = since(table, SPECTATORS, BEAM, faces=(4, 5, 2))
    assert told[0] == HazardSeen("a falling beam", ("vera", "ganger"))
    assert [fact.combatant for fact in told if isinstance(fact, HitSeen)] == ["vera", "ganger"]
    assert isinstance(told[-1], ActionOver)
    assert lines(table, SPECTATORS)[-1].text == "A falling beam hits Vera and Ganger; Vera is hurt; Ganger is hurt."
    assert "Ogre is hurt (6 lost)" in lines(table, GM)[-1].text


def test_its_dice_are_told_to_the_side_of_whoever_is_hit_and_no_numbers_of_others() -> None:
    table = fight()
    mine = since(table, ANA, BEAM, faces=(4, 5, 2))
    assert [(one.purpose, one.total) for one in mine if isinstance(one, RollSeen)] == [("damage", 4)]
    hits = {one.combatant: one for one in mine if isinstance(one, HitSeen)}
    assert [step.result for step in hits["vera"].steps] == [3, 12]
    assert (hits["vera"].weapon, hits["vera"].change) == ("a falling beam", -12)
    assert (hits["ganger"].steps, hits["ganger"].change) == ((), None)
    assert not [one for one in newest(table, SPECTATORS) if isinstance(one, RollSeen) and one.purpose == "damage"]


def test_one_throw_for_all_is_seen_by_all_who_see_it_happen() -> None:
    table = fight()
    shared = c.Hazard(targets=("ganger", "ogre"), label="a blast", dice="1d6*3", shared=True)
    (roll,) = [one for one in since(table, SPECTATORS, shared, faces=(4,)) if isinstance(one, RollSeen)]
    assert (roll.combatant, roll.faces, roll.closed) == (None, (4,), False)


def test_what_meets_the_unseen_alone_is_told_to_nobody() -> None:
    table = fight()
    before = stream(table, ANA).newest
    table.must(c.Hazard(targets=("ogre",), label="a pit", dice="1d6"))
    table.must(c.Hazard(targets=("ogre",), label="a pit", dice="1d6", shared=True))
    assert [stream(table, viewer).newest for viewer in (ANA, BEN)] == [before, before]
    assert lines(table, GM)[-1].text.startswith("A pit hits Ogre; Ogre is ")


def test_a_secret_hazard_looks_like_harm_that_the_gm_states() -> None:
    secret, stated = fight(), fight()
    poison = c.Hazard(targets=("vera",), label="poison", amount=12, stopped_by="nothing", secret=True)
    one = since(secret, ANA, poison, named="drop")
    other = since(stated, ANA, c.ApplyDamage(target="vera", amount=12, pool="life"), named="drop")
    assert one == other
    assert "Poison hits Vera" in lines(secret, GM)[-1].text


def test_a_hazard_is_a_moment_one_may_look_back_to() -> None:
    table = fight()
    table.must(BEAM, faces=(4, 5, 2))
    for viewer in (GM, ANA, SPECTATORS):
        moment = timeline(vantage(table, viewer)).moments[-1]
        assert (moment.what, moment.title) == ("hazard", "a falling beam")
