"""The armoury that is served equals the lists of the sources: each entry and each field, in their order."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.notation import read_dice
from engine.rulesets import RULESETS
from engine.rulesets.unisystem.harm import average

LISTS = Path(__file__).parent / "armoury"
DERIVED = ("average",)
"""Fields of the written lists that no list of the armoury holds, since they follow from others."""

Row = dict[str, Any]


def written(ruleset: str) -> dict[str, dict[str, Row]]:
    """The lists as they are written down, by title and id."""
    lists: dict[str, dict[str, Row]] = {}
    rows: dict[str, Row] = {}
    for line in (LISTS / f"{ruleset}.txt").read_text("utf-8").splitlines()[1:]:
        if line.startswith("# "):
            rows = lists[line.removeprefix("# ")] = {}
            continue
        name, *fields = line.split(" | ")
        assert name not in rows, f"{name} is written down twice"
        rows[name] = {key: msgspec.json.decode(value) for key, _, value in (field.partition("=") for field in fields)}
    return lists


def served(ruleset: str) -> dict[str, dict[str, Row]]:
    """The armoury as it goes over the wire, without what is empty and without the rules it stands on."""
    lists = msgspec.json.decode(msgspec.json.encode(RULESETS[ruleset].armoury))
    return {title: {row.pop("id"): _said(row) for row in rows} for title, rows in lists.items()}


def _said(row: Row) -> Row:
    said = {key: value for key, value in row.items() if key != "rule" and _is_something(value)}
    if "variants" in said:
        said["variants"] = [{k: v for k, v in one.items() if _is_something(v)} for one in said["variants"]]
    return said


def _is_something(value: Any) -> bool:
    return value not in (None, "", [], {}) and value is not False


def comparable(row: Row, to_hit: dict[str, int]) -> Row:
    """A written row in the form of a served one: what shot adds to the strike is served with the ammunition."""
    bare = {key: value for key, value in row.items() if key not in DERIVED}
    for one in bare.get("variants", ()):
        if "to_hit" in one:
            assert one.pop("to_hit") == to_hit[one["name"]]
    return bare


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_entry_of_every_list_is_served_as_written_and_nothing_else(ruleset: str) -> None:
    theirs, ours = written(ruleset), served(ruleset)
    assert list(theirs) == list(ours)
    to_hit = {name: row.get("to_hit", 0) for name, row in ours.get("ammunition", {}).items()}
    for title, rows in theirs.items():
        assert list(rows) == list(ours[title]), title
        for name, row in rows.items():
            assert _without_defaults(ours[title][name], row) == comparable(row, to_hit), name


def _without_defaults(served_row: Row, row: Row) -> Row:
    """What a row is served with although the list says nothing: that it counts once, and that we decided its type."""
    usual = {"multiplier": 1, "to_hit": 0, "damage_type_basis": "decision", "damage_pool": "life", "basis": "source"}
    return {k: v for k, v in served_row.items() if k in row or usual.get(k) != v}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_entry_stands_on_a_rule_in_force(ruleset: str) -> None:
    rules = RULESETS[ruleset].rulebook.by_id
    rows = [row for rows in RULESETS[ruleset].armoury.values() for row in rows]
    assert [row.id for row in rows if row.rule not in rules] == []
    effects = [rule for row in rows for rule in getattr(row, "effect_rules", ())]
    assert [rule for rule in effects if rule not in rules] == []


def test_the_averages_in_print_are_those_of_the_dice() -> None:
    rows = written("unisystem")["weapons"]
    assert len(rows) == 3
    for row in rows.values():
        dice = read_dice(row["dice"])
        assert dice is not None
        assert average(dice) * row["multiplier"] == row["average"]


def test_lists_are_of_the_length_of_the_books() -> None:
    lengths = {ruleset: [len(rows) for rows in written(ruleset).values()] for ruleset in RULESETS}
    assert lengths == {"unisystem": [3], "firefight": [53, 11, 7, 6, 8], "interlock": [6]}
