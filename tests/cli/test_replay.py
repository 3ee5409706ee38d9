"""`fracas replay` shows every step as it was then, forwards and backwards, and what was undone where it was played."""

from pathlib import Path

import pytest

from api.cli.replay import first_told, next_stop
from api.moments.stepping import Replay
from engine import commands as c
from events.codec import decode
from events.play import DamageApplied
from tests.cli.conftest import CommandLine
from tests.cli.test_capsule import UNISYSTEM, a_fight, entries_of
from tests.cli.test_doctor import written


@pytest.fixture(scope="module")
def told() -> Replay:
    return Replay(entries_of(a_fight()), UNISYSTEM)


def test_each_step_has_story_rolls_and_the_state_of_then(told: Replay) -> None:
    shots = [stop for stop in told.stops if any("strike" in roll for roll in stop.rolls)]
    assert len(shots) == 2, "the one that was undone is there too"
    undone, counts = ("\n".join(told.lines(stop.number)) for stop in shots)
    assert "Dan" in undone.splitlines()[1]
    bob = next(line for line in undone.splitlines() if line.strip().startswith("Bob"))
    assert "life 40/40" in bob and "unhurt" in bob
    assert "damage-applied  bob life" in counts
    assert "fight 1, turn 1, actions, Ann is up" in counts
    assert told.stops[-1].last == len(a_fight().bodies)


def test_after_a_strike_the_table_stands_as_the_strike_left_it() -> None:
    table = a_fight()
    wound = [one.version for one in map(decode, table.bodies) if isinstance(one.fact, DamageApplied)][-1]
    table.must(c.ApplyDamage(target="cy", amount=3))
    table.must(c.Strike(version=wound))
    told = Replay(entries_of(table), UNISYSTEM)
    shown = list(told.lines(len(told.stops)))
    for name in ("bob", "cy"):
        life = table.state.combatants[name].pools["life"]
        assert any(line.split()[:3] == [name.title(), "life", f"{life.now}/{life.full},"] for line in shown), name
    assert table.state.combatants["cy"].pools["life"].now == 37, "what is independent of it stays"


def test_it_begins_where_the_story_does_and_says_what_was_set_up_before(told: Replay) -> None:
    first = told.stops[first_told(told) - 1]
    assert first.story or first.rolls
    before = told.stops[: first.number - 1]
    assert before and not any(stop.story or stop.rolls for stop in before)
    assert any("combatant-entered" in line for stop in before for line in told.lines(stop.number))


def test_one_goes_on_back_to_a_step_and_to_a_version(told: Replay) -> None:
    last = len(told.stops)
    said = ("", "b", "1", "999", "v2", "v9999", "what?")
    assert [next_stop(told, 3, word) for word in said] == [4, 2, 1, last, 1, last, 3]
    assert next_stop(told, last, "") == last
    assert next_stop(told, 1, "b") == 1
    assert next_stop(told, 1, "q") is None


def test_one_step_or_all_of_them_without_asking(fracas: CommandLine, tmp_path: Path) -> None:
    log = written(tmp_path / "log.jsonl", a_fight().bodies)
    everything = fracas("replay", log, "--all")
    assert everything.code == 0
    assert everything.out.count("  version") == len(Replay(entries_of(a_fight()), UNISYSTEM).stops)
    assert fracas("replay", log).out == everything.out, "where nobody watches nothing is asked"
    one = fracas("replay", log, "--to", "5")
    assert (one.code, one.out.count("  version")) == (0, 1)
    assert fracas("replay", "nosuchtable").code == 1
