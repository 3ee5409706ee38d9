"""Long random games of every rule set: what holds after every command, and that they reach everything there is."""

from collections import Counter

from engine.commands import COMMANDS, wire_name
from events.facts import FACTS
from tests.games import firefight_moves, interlock_moves, moves
from tests.games.machine import Repertoire, play
from tests.reps import repetitions

GAMES = repetitions(200, 2_000)
OTHER_GAMES = repetitions(120, 2_000)
"""Of the rule sets whose commands beside acts are those of the first."""

PHASES = {"lobby", "declaration", "initiative", "actions"}
TAGS = {str(fact.__struct_config__.tag) for fact in FACTS}


def share(seen: dict[str, Counter[str]]) -> float:
    """How many of the commands were accepted."""
    return seen["answer"]["Accepted"] / seen["answer"].total()


def test_random_games_hold_and_reach_everything() -> None:
    seen = play(Repertoire("unisystem", moves.MOVES, moves.sensible, moves.enter), GAMES)
    assert share(seen) > 0.4, f"only {share(seen):.0%} of the commands were accepted"
    assert not TAGS - set(seen["tag"]), f"facts never seen: {TAGS - set(seen['tag'])}"
    assert set(seen["phase"]) == PHASES
    unplayed = {wire_name(one) for one in COMMANDS} - set(seen["command"])
    assert unplayed == {"close_table"}, "only the closing of the table is no move of the game"
    assert set(seen["refusal"]) >= EXPECTED_REFUSALS, EXPECTED_REFUSALS - set(seen["refusal"])
    assert set(seen["parked"]) >= PARKING_POINTS, PARKING_POINTS - set(seen["parked"])


def test_random_firefights_hold_and_reach_everything() -> None:
    seen = play(firefight_moves.REPERTOIRE, OTHER_GAMES)
    assert share(seen) > 0.4, f"only {share(seen):.0%} of the commands were accepted"
    assert not firefight_moves.TAGS - set(seen["tag"]), firefight_moves.TAGS - set(seen["tag"])
    assert set(seen["phase"]) == PHASES
    assert set(seen["act"]) == firefight_moves.ACTS
    assert not firefight_moves.REFUSALS - set(seen["refusal"]), firefight_moves.REFUSALS - set(seen["refusal"])
    assert not firefight_moves.PARKING - set(seen["parked"]), firefight_moves.PARKING - set(seen["parked"])


def test_random_games_of_interlock_hold_and_reach_everything() -> None:
    seen = play(interlock_moves.REPERTOIRE, OTHER_GAMES)
    assert share(seen) > 0.4, f"only {share(seen):.0%} of the commands were accepted"
    assert not interlock_moves.TAGS - set(seen["tag"]), interlock_moves.TAGS - set(seen["tag"])
    assert set(seen["phase"]) == PHASES
    assert set(seen["act"]) == interlock_moves.ACTS
    assert not interlock_moves.REFUSALS - set(seen["refusal"]), interlock_moves.REFUSALS - set(seen["refusal"])
    assert not interlock_moves.PARKING - set(seen["parked"]), interlock_moves.PARKING - set(seen["parked"])


EXPECTED_REFUSALS = {
    "unauthorized",
    "unknown-id",
    "not-yours",
    "cannot-act",
    "wrong-phase",
    "not-your-turn",
    "waiting",
    "already-answered",
    "no-such-weapon",
    "not-enough-rounds",
    "out-of-ammunition",
    "already-dead",
    "nobody-able",
    "invalid",
}
PARKING_POINTS = {"initiative", "strike", "defense", "damage", "survival", "consciousness", "armor", "nerve"}
