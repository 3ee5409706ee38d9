"""Odds and play agree: acts come out as often as their odds say when they are resolved for real."""

import random
from collections import Counter, defaultdict
from collections.abc import Hashable

import msgspec
import pytest
from scipy.special import chdtrc  # type: ignore[import-untyped]

from engine.commands import Act
from engine.decide import Accepted
from engine.odds.exact import odds
from engine.odds.walk import OverBudget
from engine.rulesets import RULESETS
from engine.state import State
from tests.reps import repetitions
from tests.samples.duels import attack_with, play_a_turn, table_of, weapons_of
from tests.tables import MemoryTable

EXPECTED = 5.0
"""Ends that are rarer than so many of the resolutions are counted as one."""


def some_fight(rng: random.Random) -> MemoryTable:
    """Two ready NPCs somewhere in a fight."""
    ruleset = RULESETS[rng.choice(sorted(RULESETS))]
    armed = [sample.id for sample in ruleset.samples.templates if "weapons" in sample.sheet]
    table = table_of(ruleset, *rng.sample(armed, 2), seed=rng.randrange(200))
    for _ in range(rng.randrange(3)):
        if table.state.fight is not None and table.state.fight.up is not None:
            play_a_turn(table, "n0", "n1")
    return table


def ends(state: State) -> Hashable:
    """What an act has done to its target and cost its actor."""
    actor, target = state.combatants["n0"], state.combatants["n1"]
    pools = tuple(pool.now for pool in target.pools.values())
    return pools, frozenset(name for name in target.conditions if target.has(name)), tuple(actor.ammo.values())


def compared(seed: int, times: int) -> tuple[float, int]:
    """Chi-square of one act in one state, and its degrees of freedom; (0, 0) where there is no such act."""
    rng = random.Random(seed)
    table = some_fight(rng)
    weapon = rng.choice(sorted(weapons_of(table, "n0")))
    action = attack_with(table, "n0", weapon, "n1")
    kind = table.ruleset.actions[action["kind"]]
    act = Act(combatant="n0", action=msgspec.Raw(msgspec.json.encode(action)))
    real: Counter[Hashable] = Counter()
    before = table.history
    for number in range(times):
        answer = table.give(act, named=f"try-{seed}-{number}", force="as if up")
        if not isinstance(answer, Accepted) or answer.parked:
            return 0.0, 0
        real[ends(table.state)] += 1
        table.history = before
        del table.bodies[before.head :]
    try:
        found = odds(table.ruleset, table.state, kind.procedure, ("n0", msgspec.convert(action, kind.fields)))
    except OverBudget:
        return 0.0, 0
    want: defaultdict[Hashable, float] = defaultdict(float)
    for branch in found.branches:
        want[ends(branch.state)] += times * branch.probability
    return chi_square(real, want)


def chi_square(real: Counter[Hashable], want: dict[Hashable, float]) -> tuple[float, int]:
    """The sum over ends that are frequent enough, all others as one; what cannot be at all must not have been."""
    assert all(key in want for key in real), f"the odds do not know {[key for key in real if key not in want]}"
    often = [key for key, expected in want.items() if expected >= EXPECTED]
    pairs = [(real[key], want[key]) for key in often]
    rest = (sum(real.values()) - sum(n for n, _ in pairs), sum(want.values()) - sum(e for _, e in pairs))
    pairs += [rest] if rest[1] >= EXPECTED else []
    return sum((n - e) ** 2 / e for n, e in pairs), max(0, len(pairs) - 1)


@pytest.mark.slow
def test_what_is_resolved_comes_out_as_often_as_the_odds_say() -> None:
    states, times = repetitions(24, 100), repetitions(120, 1000)
    total, freedom, counted, seed = 0.0, 0, 0, 0
    while counted < states:
        squares, degrees = compared(seed, times)
        total, freedom, counted, seed = total + squares, freedom + degrees, counted + bool(degrees), seed + 1
        assert seed < 6 * states, "too few of the states say anything"
    assert chdtrc(freedom, total) > 1e-6, (total, freedom)


def test_chi_square_finds_odds_that_are_wrong() -> None:
    thrown: Counter[Hashable] = Counter({"hit": 480, "missed": 520})
    for hit, right in ((500.0, True), (400.0, False)):
        squares, degrees = chi_square(thrown, {"hit": hit, "missed": 1000 - hit})
        assert (chdtrc(degrees, squares) > 1e-6) == right
