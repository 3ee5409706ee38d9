"""Every point of a fight can be parked, answered in any order and after a restart, and the end is the same."""

import itertools
import random
from typing import Any

import pytest

from engine import commands as c
from engine.actions import all_open
from engine.decide import Accepted
from engine.refusals import Refusal
from events.play import Answered, Rolled
from tests.games.fights import script, standing
from tests.games.moves import sheet
from tests.games.test_machine import reference_fold
from tests.reps import repetitions
from tests.tables import MemoryTable

FIGHTS = repetitions(12, 200)
DISTURBED = repetitions(25, 400)


def faces_of(table: MemoryTable) -> dict[tuple[str, str], tuple[int, ...]]:
    """What every roll of the atomic run showed, by action and path."""
    return {
        (entry.action or "", entry.fact.path): entry.fact.faces
        for entry in (table.past(version) for version in range(1, len(table.bodies) + 1))
        if isinstance(entry.fact, Rolled)
    }


def with_own_dice(seed: int) -> MemoryTable:
    """The same four fighters, who throw their own dice and are asked how they defend themselves."""
    rng = random.Random(seed)
    atomic, _ = script(seed, turns=0)
    table = MemoryTable(atomic.ruleset)
    table.seat("ana")
    for name in ("ann", "bob", "cy", "dan"):
        table.enter(name, sheet(rng, 40), controller="ana", dice="own")
    return table


def answer_one(table: MemoryTable, rng: random.Random, faces: Any, chosen: dict[str, Any]) -> Accepted | Refusal:
    parked, question = rng.choice(all_open(table.state))
    if question.options:
        wanted = chosen.get("defense", "none")
        choice = wanted if wanted in question.options else "none"
        return table.answer(question.combatant, seat="ana", question=question.path, choice=choice)
    return table.answer(
        question.combatant, seat="ana", question=question.path, faces=faces[parked.action, question.path]
    )


@pytest.mark.parametrize("seed", range(FIGHTS))
def test_parked_everywhere_and_restarted_it_ends_as_the_atomic_run(seed: int) -> None:
    atomic, played = script(seed)
    faces, rng = faces_of(atomic), random.Random(seed)
    table, stops = with_own_dice(seed), 0
    for named, command, chosen in played:
        if isinstance(command, c.RollInitiative):
            for name in table.state.combatants:
                table.give(c.Declare(combatant=name, reaction="ask"))
        given = table.give(command, named=named)
        assert isinstance(given, Accepted), (named, command, given)
        while table.open():
            table = table.restarted()
            answered = answer_one(table, rng, faces, chosen)
            assert isinstance(answered, Accepted), answered
            stops += 1
    assert stops > 10
    assert standing(table.state) == standing(atomic.state)
    own = {(e.action, e.fact.path, e.fact.faces, e.fact.total) for e in entries(table) if isinstance(e.fact, Rolled)}
    same = {(e.action, e.fact.path, e.fact.faces, e.fact.total) for e in entries(atomic) if isinstance(e.fact, Rolled)}
    assert own == same


def entries(table: MemoryTable) -> list[Any]:
    return [table.past(version) for version in range(1, len(table.bodies) + 1)]


@pytest.mark.parametrize("arrival", list(itertools.permutations(["ann", "bob", "cy", "dan"])))
def test_four_who_roll_at_once_may_answer_in_any_order(arrival: tuple[str, ...]) -> None:
    table = with_own_dice(3)
    table.must(c.BeginCombat(), named="m-0")
    table.must(c.RollInitiative(), named="m-1")
    given = {"ann": (3,), "bob": (8,), "cy": (6,), "dan": (1, 5)}
    for name in arrival:
        assert table.state.fight is not None
        assert not table.state.fight.initiative, "numbers stay closed until the last is in"
        assert isinstance(table.restarted().answer(name, seat="ana", faces=given[name]), Accepted)
        assert isinstance(table.answer(name, seat="ana", faces=given[name]), Accepted)
    rolled = [(f.combatant, f.faces) for f in table.facts(Rolled)]
    assert rolled == list(given.items())
    assert table.state.phase == "actions"


@pytest.mark.parametrize("seed", range(DISTURBED))
def test_damage_undo_and_knockouts_in_between_never_leave_a_table_stuck(seed: int) -> None:
    rng = random.Random(seed)
    _, played = script(seed, turns=2)
    table = with_own_dice(seed)
    for named, command, _ in played:
        table.give(command, named=named)
        for _ in range(40):
            if not table.open():
                break
            disturb(table, rng)
            assert table.state == reference_fold(table.bodies)
        finish(table)
    assert not table.state.parked


def disturb(table: MemoryTable, rng: random.Random) -> None:
    """Something else happens, or somebody answers."""
    kind = rng.random()
    if kind < 0.15:
        table.must(c.ApplyDamage(target=rng.choice(list(table.state.combatants)), amount=rng.choice([2, 15, 60])))
    elif kind < 0.25:
        before = table.state
        if table.open() and isinstance(table.give(c.SetCondition(combatant="ann", condition="mark")), Accepted):
            table.must(c.Undo())
            assert table.state == before
    elif kind < 0.32:
        table.give(c.Undo())
    elif kind < 0.37:
        table.give(c.GiveControl(combatant=rng.choice(list(table.state.combatants)), seat=None, dice="table"))
    elif table.open():
        _, path, combatant = rng.choice(table.open())
        table.must(c.Answer(combatant=combatant, question=path, default=True))


def finish(table: MemoryTable) -> None:
    """The GM answers whatever is still open."""
    for _ in range(300):
        if not table.open():
            return
        _, path, combatant = table.open()[0]
        table.must(c.Answer(combatant=combatant, question=path, default=True))
    raise AssertionError(f"still open: {table.open()}")


def test_whoever_falls_while_asked_is_answered_for() -> None:
    table = with_own_dice(5)
    table.must(c.BeginCombat())
    for name in ("ann", "bob", "cy", "dan"):
        table.must(c.Declare(combatant=name, reaction="ask"))
    table.must(c.RollInitiative())
    finish(table)
    assert table.state.fight is not None
    actor = table.state.fight.up
    target = next(name for name in table.state.combatants if name != actor)
    table.act(actor or "", kind="strike", weapon="club", target=target)
    assert [who for _, _, who in table.open()] == [target]
    table.must(c.ApplyDamage(target=target, amount=300))
    finish(table)
    lapsed = [f for f in table.facts(Answered) if f.combatant == target and f.given_by is None]
    assert lapsed
    assert not table.state.parked
