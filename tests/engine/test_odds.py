"""Odds come from the procedures themselves: against plain enumeration, and with nothing left behind."""

from fractions import Fraction
from typing import Any

import pytest

from engine.odds.exact import Odds, odds
from engine.odds.falls import falls
from engine.requests import D10, Dice, Faces, Success, Total, reaches
from engine.state import State
from tests.engine.toy import TOY, Strike, strike
from tests.tables import MemoryTable


def two(life: int = 9, skill: int = 3) -> MemoryTable:
    table = MemoryTable(TOY)
    table.enter("ann", {"skill": skill})
    table.enter("bob", {"life": life})
    return table


def life(state: State) -> int:
    return state.combatants["bob"].pools["life"].now


def struck(table: MemoryTable, blows: int, **more: Any) -> Odds:
    return odds(TOY, table.state, strike, ("ann", Strike("strike", "bob", blows, **more)))


def by_hand(blows: int, start: int) -> dict[tuple[int, bool], Fraction]:
    """The same blows by plain enumeration of faces: 8 in 10 hit, a d6 each, survival on 6 or more at 0 or less."""
    ends: dict[tuple[int, bool], Fraction] = {(start, False): Fraction(1)}
    for _ in range(blows):
        grown: dict[tuple[int, bool], Fraction] = {}
        for (left, dead), p in ends.items():
            for after, q in one_blow(left, dead):
                grown[after] = grown.get(after, Fraction(0)) + p * q
        ends = grown
    return ends


def one_blow(left: int, dead: bool) -> list[tuple[tuple[int, bool], Fraction]]:
    ways = [((left, dead), Fraction(2, 10))]
    for face in range(1, 7):
        after, p = left - face, Fraction(8, 10) / 6
        if after <= 0 and not dead:
            ways += [((after, True), p * Fraction(1, 2)), ((after, False), p * Fraction(1, 2))]
        else:
            ways.append(((after, dead), p))
    return ways


@pytest.mark.parametrize("blows", [1, 2, 3, 5])
def test_odds_equal_plain_enumeration(blows: int) -> None:
    got = struck(two(), blows)
    want = by_hand(blows, 9)
    for (left, dead), p in want.items():
        found = got.of(lambda s, left=left, dead=dead: life(s) == left and s.combatants["bob"].has("dead") == dead)  # type: ignore[misc]
        assert found == pytest.approx(float(p), abs=1e-12)
    assert sum(got.spread(life).values()) == pytest.approx(1.0)
    assert got.cut == pytest.approx(0.0, abs=1e-12)


def test_odds_leave_no_trace() -> None:
    table = two()
    before, bodies = table.state, list(table.bodies)
    struck(table, 3)
    assert table.state == before and table.bodies == bodies


def test_choices_of_others_are_taken_as_told() -> None:
    table = two()
    action = ("ann", Strike("strike", "bob", 1, "ask"))
    plain = odds(TOY, table.state, strike, action)
    dodging = odds(TOY, table.state, strike, action, choose=lambda choose: "dodge")
    assert dodging.of(lambda s: life(s) == 9) > plain.of(lambda s: life(s) == 9)


def test_a_roll_gives_the_rule_only_what_it_reads() -> None:
    assert len(falls(D10, 0, 9, reaches, Success)) == 2
    assert len(falls(D10, 0, 9, reaches, Total)) == 10
    assert len(falls(Dice(2, 6), 0, None, reaches, Total)) == 11
    assert len(falls(Dice(2, 6), 0, None, reaches, Faces)) == 36


def test_chains_are_cut_where_they_weigh_nothing() -> None:
    def again(faces: tuple[int, ...]) -> tuple[int, ...] | None:
        return None if faces[-1] == 10 else faces

    total = sum(p for _, p in falls(Dice(1, 10, reading=again), 0, None, reaches, Total))
    assert 1 - 1e-11 < total <= 1.0


def test_equal_states_merge_so_that_many_blows_stay_cheap() -> None:
    values = ("ann", Strike("strike", "bob", 30))
    got = odds(TOY, two(life=60).state, strike, values, budget=400_000)  # unmerged it would be 7 to the 30th
    assert sum(b.probability for b in got.branches) == pytest.approx(1.0)
    assert len(got.branches) < 2000
