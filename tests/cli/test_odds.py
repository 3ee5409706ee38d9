"""`fracas odds` tells of an act from a log here, or as a seat elsewhere is told it."""

from pathlib import Path

import msgspec

from engine.commands import BeginCombat, RollInitiative
from engine.rulesets import RULESETS
from tests.cli.conftest import CommandLine
from tests.cli.test_doctor import written
from tests.odds.shots import SHEETS
from tests.tables import MemoryTable

SHOT = ("ann", "shoot", "weapon=gun", "target=bob", "range=short")


def a_log(tmp_path: Path) -> str:
    table = MemoryTable(RULESETS["unisystem"])
    for name in ("ann", "bob"):
        table.enter(name, SHEETS["unisystem"])
    table.must(BeginCombat())
    table.must(RollInitiative())
    return written(tmp_path / "log.jsonl", table.bodies)


def test_it_is_told_in_words(fracas: CommandLine, tmp_path: Path) -> None:
    told = fracas("odds", a_log(tmp_path), *SHOT)
    assert told.code == 0, told.err
    assert "bob is hit: 80.0%" in told.out and "costs: 1.00 rounds of gun" in told.out


def test_it_is_told_as_json(fracas: CommandLine, tmp_path: Path) -> None:
    told = fracas("odds", a_log(tmp_path), *SHOT, "shots=2", "--json")
    assert msgspec.json.decode(told.out)["cost"]["ammo"]["gun"][0]["points"] == 2


def test_what_the_rules_are_against_is_said(fracas: CommandLine, tmp_path: Path) -> None:
    told = fracas("odds", a_log(tmp_path), "ann", "shoot", "weapon=spoon", "target=bob")
    assert told.code == 1 and "has no weapon 'spoon'" in told.err
    assert fracas("odds", a_log(tmp_path), "ann", "shoot", "weapon").code == 2
    told = fracas("odds", a_log(tmp_path), "ann", "shoot", "target=bob")
    assert told.code == 1 and "weapon is missing" in told.err and "there are weapon=gun" in told.err
    told = fracas("odds", a_log(tmp_path), "ann", "shoot", "target=bob", "shots=two")
    assert told.code == 1 and "shots: a whole number" in told.err and "there are weapon=gun" in told.err
    told = fracas("odds", a_log(tmp_path), "ann", "shoot", "weapon=weapon is missing", "target=bob")
    assert told.code == 1 and "there are weapon=" not in told.err
