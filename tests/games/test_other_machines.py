"""Long random games of firefight and of Cyberpunk 2020: they hold, and reach everything the rules can lead to."""

from collections import Counter

from tests.games import firefight_moves, interlock_moves
from tests.games.machine import play
from tests.games.test_machine import missed_of_any_table
from tests.reps import repetitions

GAMES = repetitions(120, 2_000)
UNSEEN = repetitions(8, 0)
"""How many of the rare acts, refusals and questions so few games may miss; the full number misses none."""
PHASES = {"lobby", "declaration", "initiative", "actions"}


def share(seen: dict[str, Counter[str]]) -> float:
    """How many of the commands were accepted."""
    return seen["answer"]["Accepted"] / seen["answer"].total()


def test_random_firefights_hold_and_reach_everything() -> None:
    seen = play(firefight_moves.REPERTOIRE, GAMES)
    assert share(seen) > 0.4, f"only {share(seen):.0%} of the commands were accepted"
    assert set(seen["phase"]) == PHASES
    assert set(seen["act"]) <= firefight_moves.ACTS
    assert not missed_of_any_table(seen), missed_of_any_table(seen)
    assert not firefight_moves.TAGS - set(seen["tag"]), firefight_moves.TAGS - set(seen["tag"])
    missed = firefight_moves.ACTS - set(seen["act"])
    missed |= firefight_moves.REFUSALS - set(seen["refusal"])
    missed |= firefight_moves.PARKING - set(seen["parked"])
    assert len(missed) <= UNSEEN, missed


def test_random_games_of_interlock_hold_and_reach_everything() -> None:
    seen = play(interlock_moves.REPERTOIRE, GAMES)
    assert share(seen) > 0.4, f"only {share(seen):.0%} of the commands were accepted"
    assert set(seen["phase"]) == PHASES
    assert set(seen["act"]) <= interlock_moves.ACTS
    assert not missed_of_any_table(seen), missed_of_any_table(seen)
    assert not interlock_moves.TAGS - set(seen["tag"]), interlock_moves.TAGS - set(seen["tag"])
    missed = interlock_moves.ACTS - set(seen["act"])
    missed |= interlock_moves.REFUSALS - set(seen["refusal"])
    missed |= interlock_moves.PARKING - set(seen["parked"])
    assert len(missed) <= UNSEEN, missed
