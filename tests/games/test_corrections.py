"""Corrections over random games of each rule set: held against games that were played otherwise from the start."""

import random
from typing import Any

import msgspec
import pytest

from engine import commands as c
from engine.corrections.steps import given_of
from engine.decide import Accepted
from engine.play import ActGiven
from engine.refusals import Refusal
from events.correction import Amended, Otherwise, Retracted
from events.envelope import Entry
from events.play import ActionBegan, ConditionLost, CountersLapsed, DamageApplied, Rolled
from tests.games.moves import raw
from tests.games.rounds import Played, again, game, opened
from tests.games.test_machine import reference_fold
from tests.plain import plain
from tests.reps import repetitions
from tests.tables import MemoryTable

RULESETS = ("unisystem", "firefight", "interlock")
GAMES = repetitions(12, 1_000)
LENGTH = 40

ONCE_WRONG = (22, 236, 317, 578)
"""Games in which a strike once listed too much or too little."""

ONCE_AMENDED_WRONG = (916, 1631)
"""Games in which an amend once led elsewhere than the right entry, or named the wrong step as the first to fall."""


def facts_by_command(table: MemoryTable) -> dict[str, list[Any]]:
    """What each command led to as far as it counts, version numbers apart."""
    entries = [table.past(version) for version in range(1, table.history.head + 1)]
    spans = (span for entry in entries if isinstance(entry.fact, Retracted) for span in entry.fact.versions)
    fallen = {version for span in spans for version in range(span.first, span.last + 1)}
    found: dict[str, list[Any]] = {}
    for entry in entries:
        said = _plain(entry, fallen) if entry.version not in fallen and not entry.instead_of else None
        if said is not None:
            found.setdefault(entry.command, []).append(said)
    return found


def _plain(entry: Entry, fallen: set[int]) -> Any:
    """A fact without numbers of others; None: it ends only what fell."""
    said = msgspec.json.decode(msgspec.json.encode(entry.fact))
    if isinstance(entry.fact, CountersLapsed):
        left = {name: [one for one in held if one not in fallen] for name, held in entry.fact.counters.items()}
        said["counters"] = {name: len(held) for name, held in left.items() if held}
        return said if said["counters"] else None
    if isinstance(entry.fact, ConditionLost):
        said["causes"] = len([one for one in entry.fact.causes if one not in fallen])
        return said if said["causes"] else None
    for field in ("head", "commitment", "reveals"):
        said.pop(field, None)
    return said


def struck(table: MemoryTable, played: list[Played], rng: random.Random) -> tuple[int, tuple[Otherwise, ...]] | None:
    """Strike a random step; which it was and what would go otherwise. None: it is none that can be struck."""
    at = rng.randrange(len(played))
    answer = table.give(c.Strike(action=f"gm/{played[at].name}"), named="strike")
    if isinstance(answer, Refusal):
        assert answer.code in ("invalid", "waiting", "unknown-id")
        return None
    (fact,) = [entry.fact for entry in answer.entries if isinstance(entry.fact, Retracted)]
    return at, fact.later


@pytest.mark.parametrize("ruleset", RULESETS)
def test_striking_a_whole_step_equals_a_game_without_it_but_for_what_is_listed(ruleset: str) -> None:
    same = differs = 0
    for seed in {*range(GAMES), *ONCE_WRONG}:
        table, played = game(ruleset, seed, LENGTH, asks=seed % 3 == 0)
        found = struck(table, played, random.Random(seed))
        if found is None:
            continue
        at, later = found
        assert table.state == reference_fold(table.bodies)
        other, _ = again(ruleset, seed, [*played[:at], *played[at + 1 :]])
        ours, theirs = facts_by_command(table), facts_by_command(other)
        first = next((one for one in played[at + 1 :] if ours.get(one.name) != theirs.get(one.name)), None)
        if first is None:
            same += 1
            assert not later
            assert plain(table.state) == plain(other.state)
        else:
            differs += 1
            assert _names(table, first) in {one.action for one in later}, (seed, first, later)
    assert same and differs, (same, differs)


def _names(table: MemoryTable, one: Played) -> str:
    """What names a step in a correction: an answer by the action that it is a part of."""
    first = table.past(table.history.commands[f"gm/{one.name}"])
    return first.action if isinstance(one.command, c.Answer) and first.action else f"gm/{one.name}"


@pytest.mark.parametrize("ruleset", ["unisystem", "firefight"])
def test_striking_one_of_three_shots_leaves_the_other_two(ruleset: str) -> None:
    weapon = "gun" if ruleset == "unisystem" else "ak"
    felled = 0
    for seed in range(GAMES):
        table = opened(ruleset, seed)
        fight = table.state.fight
        assert fight is not None and fight.up is not None
        target = next(name for name in table.state.combatants if name != fight.up)
        volley = {"kind": "shoot", "weapon": weapon, "target": target, "range": "short", "shots": 3, "defense": "none"}
        answer = table.give(c.Act(combatant=fight.up, action=raw(volley)), force="three it is", named="volley")
        assert isinstance(answer, Accepted)
        life = table.state.combatants[target].pools["life"].now
        strikes = [one for one in answer.entries if isinstance(one.fact, Rolled) and one.fact.purpose == "strike"]
        if len(strikes) < 3:
            continue
        roll = strikes[seed % 3]
        shot = roll.fact.path.split("/")[0]  # type: ignore[union-attr]
        lost = _lost_by(answer.entries, shot)
        table.must(c.Strike(roll=roll.version))
        assert table.state.combatants[target].pools["life"].now == life - lost
        spans = table.facts(Retracted)[-1].versions
        gone = {version for span in spans for version in range(span.first, span.last + 1)}
        others = {e.version for e in answer.entries if isinstance(e.fact, Rolled) and not e.fact.path.startswith(shot)}
        assert not gone & others
        felled += len(gone) > 1
    assert felled


def _lost_by(entries: tuple[Entry, ...], shot: str) -> int:
    """What the target lost by one shot: damage whose dice are on the shot's path."""
    rolls = {e.version for e in entries if isinstance(e.fact, Rolled) and e.fact.path.startswith(shot)}
    hits = (e for e in entries if isinstance(e.fact, DamageApplied) and rolls.intersection(e.because))
    return sum(getattr(hit.fact, "change", 0) for hit in hits)


STATED: dict[str, tuple[Any, ...]] = {
    "range": ("short", "long", "medium"),
    "distance": (2, 8, 40),
    "defense": ("none", "dodge"),
}
"""Facts that a player states with an act, and gets wrong."""


def wrongly(rng: random.Random, one: Played) -> tuple[c.Command, dict[str, Any]] | None:
    """A command with a field that is wrong, and the changes that put it right."""
    if not isinstance(one.command, c.Act):
        return None
    action = msgspec.json.decode(one.command.action)
    if rng.random() < 0.4:
        wrong = msgspec.structs.replace(one.command, modifiers=(c.RefereeModifier(value=-4, label="rain"),))
        return wrong, {"modifiers": None}
    field = next((name for name in STATED if name in action), "")
    others = [value for value in STATED.get(field, ()) if value != action.get(field)]
    if not others:
        return None
    wrong = msgspec.structs.replace(one.command, action=raw({**action, field: rng.choice(others)}))
    return wrong, {field: action[field]}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_an_amend_with_five_later_actions_or_more_equals_entering_it_right(ruleset: str) -> None:
    equal = stopped = 0
    for seed in {*range(2 * GAMES), *ONCE_AMENDED_WRONG}:
        rng = random.Random(seed)
        _, meant = game(ruleset, seed, LENGTH)
        acts = [place for place, one in enumerate(meant[:-6]) if isinstance(one.command, c.Act)]
        at = rng.choice(acts) if acts else 0
        found = wrongly(rng, meant[at])
        if found is None:
            continue
        wrong, changes = found
        table, refused = again(ruleset, seed, [*meant[:at], Played(meant[at].name, wrong), *meant[at + 1 :]])
        accepted = [one for one in meant if one.name not in refused]
        if meant[at] not in accepted:
            continue
        right, refused_right = again(ruleset, seed, accepted)
        answer = table.give(c.Amend(action=f"gm/{meant[at].name}", changes=changes), named="amend")
        if isinstance(answer, Refusal):
            assert answer.sentence == "nothing would be otherwise", answer
            continue
        assert table.state == reference_fold(table.bodies)
        if not refused_right:
            equal += 1
            assert plain(table.state) == plain(right.state), seed
        else:
            stopped += 1
            (amended,) = table.facts(Amended)
            assert [one.action for one in amended.later] == [f"gm/{refused_right[0]}"]
    assert equal > GAMES // 4, (equal, stopped)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_step_of_a_game_can_be_told_as_a_command_again(ruleset: str) -> None:
    for seed in range(GAMES):
        table, played = game(ruleset, seed, LENGTH)
        for one in played:
            began = table.past(table.history.commands[f"gm/{one.name}"]).fact
            if isinstance(began, ActionBegan) and began.procedure == "act":
                assert isinstance(given_of(began), ActGiven)
        last = next((one for one in reversed(played) if isinstance(one.command, c.Act)), None)
        if last is None:
            continue
        answer = table.give(c.Amend(action=f"gm/{last.name}", changes={"modifiers": None}))
        assert isinstance(answer, Refusal), "nothing is changed by what is said already"
