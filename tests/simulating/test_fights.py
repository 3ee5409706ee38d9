"""A simulated fight is a fight: played again by the kernel on its own faces it comes to the very same end."""

import random

import pytest

from api.simulation.many import Fights, dice_of, pool, read, start
from engine.commands import Answer, Hide, Show
from engine.playing import DOERS, Face, Playing
from engine.rulesets import RULESETS
from projections.simulating import Plan, fight, foretold
from projections.simulating.fight import Given
from tests.games.fights import standing
from tests.reps import repetitions
from tests.simulating.sides import sides


def faces(seed: int) -> random.Random:
    return random.Random(seed)


def dice(seed: int) -> Face:
    rng = random.Random(seed)
    return lambda sides: rng.randint(1, sides)


@pytest.mark.parametrize("tactic", ["nearest", "careful"])
@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_the_log_of_a_run_is_an_ordinary_log_with_the_same_end(ruleset: str, tactic: str) -> None:
    for seed in range(repetitions(2, 50)):
        table = sides(ruleset, 3)
        given: list[Given] = []
        fought = fight(table.ruleset, table.state, Plan(tactic=tactic, longest=12), dice(seed), given.append)
        for one in given:
            table.must(one.command, faces=one.faces)
        downs = {fall.combatant for fall in fought.falls}
        awake = {
            one.id
            for one in table.state.combatants.values()
            if one.status == "in-fight" and table.ruleset.takes_turns(table.state, one)
        }
        assert not downs & awake and len(downs) + len(awake) == 6
        assert fought.acts >= len(downs)


@pytest.mark.parametrize("ruleset", list(RULESETS))
def test_every_moment_is_the_same_on_both_ways(ruleset: str) -> None:
    table, rng = sides(ruleset, 2), faces(7)
    given: list[Given] = []
    fight(table.ruleset, table.state, Plan(longest=6), lambda n: rng.randint(1, n), given.append)
    rest = iter([face for one in given for face in one.faces])
    play = Playing(table.ruleset, table.state, lambda n: next(rest))
    for one in given:
        if not isinstance(one.command, Answer):
            play.give(one.command)
        answer = table.must(one.command, faces=one.faces)
        assert answer.parked or standing(play.state) == standing(table.state)


def test_the_same_seed_is_the_same_fight() -> None:
    table = sides("firefight", 3)
    one, other = (fight(table.ruleset, table.state, Plan(), dice(3)) for _ in range(2))
    assert one == other


def test_a_fight_that_goes_on_too_long_is_nobodys() -> None:
    table = sides("unisystem", 2, armor={"av": 500})
    fought = fight(table.ruleset, table.state, Plan(longest=3), lambda n: 1)
    assert (fought.winner, fought.falls, fought.turns) == ("", (), 3)


def test_a_fight_goes_on_from_where_it_stands() -> None:
    table, rng = sides("unisystem", 2), faces(1)
    given: list[Given] = []
    fight(table.ruleset, table.state, Plan(longest=2), lambda n: rng.randint(1, n), given.append)
    for one in given[:4]:
        table.must(one.command, faces=one.faces)
    assert table.state.phase == "actions"
    fought = fight(table.ruleset, table.state, Plan(), lambda n: rng.randint(1, n))
    assert fought.winner in ("red", "blue")


def test_sides_may_have_tactics_of_their_own() -> None:
    table, rng = sides("unisystem", 2), faces(4)
    plan = Plan(tactic="nearest", sides={"blue": "careful"})
    fought = [fight(table.ruleset, table.state, plan, lambda n: rng.randint(1, n)) for _ in range(20)]
    gone = {fall.combatant[:-1] for one in fought for fall in one.falls if fall.how == "gone"}
    assert gone == {"blue"}


def test_whoever_attacks_out_of_hiding_is_seen_from_then_on() -> None:
    table = sides("unisystem", 1)
    table.must(Hide(combatant="blue0"))
    given: list[Given] = []
    fought = fight(table.ruleset, table.state, Plan(), dice(5), given.append)
    assert fought.winner
    assert [one.command.combatant for one in given if isinstance(one.command, Show)] == ["blue0"]


def test_many_fights_are_summed_up() -> None:
    table, rng = sides("unisystem", 2), faces(2)
    runs = [fight(table.ruleset, table.state, Plan(), lambda n: rng.randint(1, n)) for _ in range(30)]
    told = foretold(table.state, runs, 2, "nearest")
    assert told.runs == 30 and told.acts == sum(one.acts for one in runs)
    assert sum(one.fights for one in told.turns) == 30
    assert sum(one.chance for one in told.wins.values()) + told.undecided.chance == pytest.approx(1.0)
    assert {one.combatant for one in told.fates} == set(table.state.combatants)
    assert all(fate.falls.low is not None for fate in told.fates)


def test_what_is_played_without_a_log_is_little_and_stated() -> None:
    assert {kind.__name__ for kind in DOERS} == {
        "Act", "BeginCombat", "Done", "NextTurn", "PlaceCombatant", "RollInitiative", "SetStatus", "Show",
    }  # fmt: skip


@pytest.mark.slow
def test_a_run_is_the_same_however_many_processes_play_and_in_whatever_order() -> None:
    table = sides("firefight", 2)
    fights = Fights("firefight", table.state, Plan(tactic="strongest", longest=4), 7)
    runs = repetitions(3, 50)
    here = [fight(table.ruleset, table.state, fights.plan, dice_of(7, number)) for number in range(runs)]
    with pool() as processes:
        begun = {number: start(processes, fights, range(number, number + 1)) for number in reversed(range(runs))}
        elsewhere = [read(begun[number].result())[0] for number in range(runs)]
    assert elsewhere == here
