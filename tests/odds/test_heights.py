"""An act that is only priced is tried with all dice low, all middling, all high."""

from engine.odds.exact import Branch, Odds
from engine.odds.sampling import Draw
from engine.state import State
from projections.odds.working import HEIGHTS, at_each_height


def test_all_dice_of_a_try_fall_as_high_and_those_of_the_next_higher() -> None:
    fell: list[tuple[float, ...]] = []

    def tried(draw: Draw, runs: int) -> Odds:
        assert runs == 1
        fell.append((draw(), draw(), draw()))
        return Odds((Branch(1.0, len(fell), State(), ()),), 0.0, frozenset({"ann"}), {})

    found = at_each_height(tried)
    assert fell == [(height,) * 3 for height in HEIGHTS]
    assert [one.returned for one in found.branches] == [1, 2, 3]
    assert sum(one.probability for one in found.branches) == 1 and found.rolled == {"ann"}
