"""`verify`, `rules` and `scenario` on the command line: what they say and how they end."""

from pathlib import Path

import pytest

from tests.cli.conftest import CommandLine
from tests.cli.exports import Export, another_face, played

SCENARIO = """
title: Two 10 mm rounds for fifty points
ruleset: unisystem
combatants:
  liz:
    attributes: {strength: 1, dexterity: 2, constitution: 2, intelligence: 2, perception: 2, willpower: 2}
    life_points: 22
steps:
  - do: {type: apply_damage, target: liz, amount: 50, pool: life}
    dice: [7, 9]
    expect: {pools: {liz: {life: LEFT}}}
"""


@pytest.fixture
def export() -> Export:
    return Export(played())


def put(path: Path, export: Export) -> str:
    path.write_bytes(b"".join(export.lines()))
    return str(path)


def test_verify_tells_of_a_whole_export(fracas: CommandLine, home: Path, export: Export) -> None:
    said = fracas("verify", put(home / "x.jsonl", export))
    assert said.code == 0
    assert "whole: nothing was found wrong" in said.out
    assert f"head {export.trailer['head']}" in said.out
    assert said.err == "", "nobody watches: no progress is drawn"


def test_verify_names_the_first_version_that_is_wrong(fracas: CommandLine, home: Path, export: Export) -> None:
    version = export.rolls(purpose="free", key="open")[0]
    export.twist(version, another_face)
    said = fracas("verify", put(home / "x.jsonl", export))
    assert said.code == 1
    assert f"WRONG at version {version} (face)" in said.out
    assert "also at version" in said.out, "the head that went out with the next key tells too"


def test_verify_holds_a_log_against_a_receipt(fracas: CommandLine, home: Path, export: Export) -> None:
    path = put(home / "x.jsonl", export)
    kept = fracas("verify", path, "--head", export.hashes[6].hex())
    assert (kept.code, "the receipt is the head of version 7" in kept.out) == (0, True)
    foreign = fracas("verify", path, "--head", "0" * 64)
    assert (foreign.code, "(receipt)" in foreign.out) == (1, True)
    assert fracas("verify", path, "--head", "friday").code == 2


def test_one_rule_is_shown_whole(fracas: CommandLine) -> None:
    said = fracas("rules", "uni-range-4")
    assert said.code == 0
    assert "UNI-RANGE-4" in said.out
    assert "medium_range_modifier" in said.out, "the option that chooses between its readings"
    assert "done by:  engine.rulesets.unisystem." in said.out
    assert "proved by: " in said.out
    assert "(unisystem/range.yaml)" in said.out


def test_words_find_the_rules_that_have_them_all(fracas: CommandLine) -> None:
    said = fracas("rules", "long", "RANGE")
    assert said.code == 0
    assert "UNI-RANGE-5" in said.out
    assert "One of them whole" in said.out


def test_a_group_lists_its_rules_and_nothing_lists_the_groups(fracas: CommandLine) -> None:
    group = fracas("rules", "aid")
    assert [line.split()[0] for line in group.out.splitlines() if line.startswith("UNI-")] == [
        "UNI-AID-1",
        "UNI-AID-2",
        "UNI-AID-3",
    ]
    groups = fracas("rules", "--ruleset", "unisystem").out
    assert "ESS       11  No voluntary Essence debt" in groups
    assert "(still to come)" not in groups
    assert "preset fast: Fewer dice (damage_mode=average, armor_mode=average)" in groups
    assert "preset source: As the source (all defaults)" in groups


def test_no_rule_and_no_rule_set_of_that_name(fracas: CommandLine) -> None:
    nothing = fracas("rules", "hyperspace")
    assert (nothing.code, "no rule has 'hyperspace'" in nothing.err) == (1, True)
    unknown = fracas("rules", "--ruleset", "gurps")
    assert (unknown.code, "unisystem" in unknown.err) == (2, True)


@pytest.mark.parametrize(("left", "code"), [(-28, 0), (22, 1)])
def test_scenario_files_are_run_and_counted(fracas: CommandLine, home: Path, left: int, code: int) -> None:
    path = home / "own.yaml"
    path.write_text(SCENARIO.replace("LEFT", str(left)))
    said = fracas("scenario", str(path))
    assert said.code == code
    assert f"{1 - code} passed, {code} failed" in said.out
