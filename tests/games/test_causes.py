"""No consequence stands without its cause, over random games with strikes, amends, overrides and undos in between."""

import random
from collections import Counter
from collections.abc import Iterable

import pytest

from engine import commands as c
from engine.decide import Accepted
from events.codec import decode
from events.correction import Retracted
from events.envelope import Entry
from events.facts import LEDGER
from events.play import DamageApplied, Rolled
from tests.games.rounds import NAMES, game, move
from tests.games.test_machine import counting, reference_fold
from tests.reps import repetitions
from tests.tables import MemoryTable

GAMES = repetitions(20, 1_000)
OPENING = 14
CORRECTIONS = 8
ONCE_WRONG = (382,)
"""Games in which a consequence once stood without its cause."""

FIELDS = {
    "range": ("short", "medium", "long"),
    "distance": (2, 8, 40),
    "defense": ("none", "dodge"),
    "target": NAMES,
    "amount": (1, 4, 9),
    "cover": (0, 3),
}


def unfounded(counts: Iterable[Entry], log: list[Entry]) -> list[tuple[int, int]]:
    """Facts that count because of one that does not: (fact, cause).

    A cause counts too where another fact has been put into its place, or into the place of the one that was.
    What is about the table itself always counts.
    """
    stand = {entry.version for entry in counts}
    for version in tuple(stand):
        origin = log[version - 1].instead_of
        while origin:
            stand.add(origin[0])
            origin = log[origin[0] - 1].instead_of
    stand |= {entry.version for entry in log if type(entry.fact) in LEDGER}
    return [(entry.version, cause) for entry in counts for cause in entry.because if cause not in stand]


def correction(rng: random.Random, table: MemoryTable) -> c.Command:
    """Something put right, sensible or not, of what counts."""
    counts = [entry for entry in counting(table.bodies) if entry.command.startswith("m-")]
    if not counts or rng.random() < 0.15:
        return rng.choice([c.Undo(), c.Undo(), c.Redo()])
    entry = rng.choice([one for one in counts if isinstance(one.fact, Rolled | DamageApplied)] or counts)
    kind = rng.choice(["strike", "strike-action", "amend", "amend", "override"])
    if kind == "strike":
        return c.Strike(version=entry.version)
    if kind == "strike-action":
        return c.Strike(action=f"{entry.seat}/{entry.command}")
    if kind == "override":
        who = rng.choice(NAMES)
        pool = rng.choice(sorted(table.state.combatants[who].pools))
        change = c.StatedChange(pools={pool: rng.choice([-2, -1, 1])}, gained=rng.choice([(), ("prone",)]))
        return c.Override(version=entry.version, changes={who: change}, reason="a graze")
    field = rng.choice(list(FIELDS))
    changes = {field: rng.choice(FIELDS[field])}
    reach = "only_now" if rng.random() < 0.25 else "replayed"
    named = entry.action or f"{entry.seat}/{entry.command}"
    return c.Amend(action=named, changes=changes, reach=reach)  # type: ignore[arg-type]


@pytest.mark.parametrize("ruleset", ["unisystem", "firefight", "interlock"])
def test_after_every_correction_whatever_counts_counts_with_its_causes(ruleset: str) -> None:
    done: Counter[str] = Counter()
    fell = 0
    for seed in {*range(GAMES), *ONCE_WRONG}:
        rng = random.Random(f"{ruleset} {seed} causes")
        table, _ = game(ruleset, seed, OPENING, asks=seed % 2 == 0)
        for number in range(CORRECTIONS):
            command = correction(rng, table)
            answer = table.give(command, named=f"fix-{number}")
            if isinstance(answer, Accepted):
                done[c.wire_name(type(command))] += 1
                fell += sum(_taken(one) > 1 for one in answer.entries)
            log = [decode(body) for body in table.bodies]
            assert unfounded(counting(table.bodies), log) == [], (seed, number, command)
            for further in range(3):
                table.give(move(ruleset, rng, table, asks=False), named=f"m-{OPENING}-{number}-{further}")
        assert table.state == reference_fold(table.bodies)
    assert fell and min(done[kind] for kind in ("strike", "amend", "override", "undo")) > 0, (fell, done)


def _taken(entry: Entry) -> int:
    """How many facts a strike or an override takes away."""
    fact = entry.fact
    if not isinstance(fact, Retracted) or fact.how not in ("strike", "override"):
        return 0
    return sum(span.last - span.first + 1 for span in fact.versions)


def test_a_consequence_that_is_left_standing_is_found() -> None:
    found = 0
    for seed in range(GAMES):
        table, _ = game("unisystem", seed, OPENING)
        log, counts = [decode(body) for body in table.bodies], counting(table.bodies)
        assert unfounded(counts, log) == []
        for hit in (entry for entry in counts if isinstance(entry.fact, DamageApplied) and entry.because):
            without = [entry for entry in counts if entry.version != hit.because[-1]]
            assert (hit.version, hit.because[-1]) in unfounded(without, log)
            found += 1
    assert found
