"""`fracas simulate`: whole fights before anybody plays one, told, written down, and one of them kept as a log."""

from pathlib import Path

import msgspec
import pytest

from api.encounters.shelf import texts
from engine.rulesets import RULESETS
from tests.cli.conftest import CommandLine

PARTY = """
title: The party
ruleset: unisystem
combatants:
  rico: {template: officer, count: 2, name: Rico}
"""


def party(folder: Path) -> str:
    place = folder / "party.yaml"
    place.write_text(PARTY)
    return str(place)


def test_it_tells_who_wins_and_writes_it_down(fracas: CommandLine, tmp_path: Path) -> None:
    places = [tmp_path / f"told.{ending}" for ending in ("json", "csv", "svg")]
    asked = ("simulate", "unisystem/back-alley", party(tmp_path), "--runs", "12", "--seed", "7")
    told = fracas(*asked, *(word for place in places for word in ("-o", str(place))))
    assert told.code == 0, told.err
    assert told.out.startswith("12 fights by nearest, seed 7") and "wins, in percent" in told.out
    summed = msgspec.json.decode(places[0].read_bytes())
    assert summed["runs"] == 12 and sum(one["fights"] for one in summed["turns"]) == 12
    assert len(places[1].read_text().splitlines()) == 13
    assert places[2].read_bytes().startswith(b"<?xml") and b"seed 7" in places[2].read_bytes()
    assert fracas(*asked).out == told.out


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_sample_can_be_fought_by_the_sample_party(fracas: CommandLine, ruleset: str) -> None:
    for name in texts(RULESETS[ruleset]):
        told = fracas("simulate", f"{ruleset}/{name}", f"{ruleset}/party", "--runs", "2", "--seed", "7")
        assert told.code == 0, told.err
        assert "the side '" in told.out


def test_any_run_is_a_log_that_verifies_and_replays(fracas: CommandLine, tmp_path: Path) -> None:
    log = str(tmp_path / "run.jsonl")
    asked = ("simulate", "unisystem/back-alley", party(tmp_path), "--seed", "7", "--log", log, "--run", "3")
    told = fracas(*asked)
    assert told.code == 0 and "run 3 of seed 7" in told.out
    assert "nothing was found wrong" in fracas("verify", log).out
    assert fracas("replay", log).code == 0
    before = Path(log).read_bytes()
    table = tmp_path / "night.csv"
    both = fracas(*asked, "--runs", "4", "-o", str(table))
    assert Path(log).read_bytes() == before
    assert "run 3 of seed 7" in both.out and "4 fights" in both.out
    assert len(table.read_text().splitlines()) == 5


def test_what_cannot_be_played_is_said(fracas: CommandLine, tmp_path: Path) -> None:
    alone = fracas("simulate", party(tmp_path))
    assert alone.code == 1 and "nobody to fight against" in alone.err
    against_a_gate = fracas("simulate", "unisystem/night-watch")
    assert against_a_gate.code == 1 and "nobody to fight against" in against_a_gate.err
    assert fracas("simulate", party(tmp_path), "--tactic", "pray").code == 2
    twice = fracas("simulate", party(tmp_path), party(tmp_path))
    assert twice.code == 1 and "do not go together" in twice.err
    other = fracas("simulate", "unisystem/back-alley", party(tmp_path), "--runs", "1", "-o", str(tmp_path / "told.doc"))
    assert other.code == 2
