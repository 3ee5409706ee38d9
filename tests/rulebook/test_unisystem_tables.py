"""The tables and lists of unisystem hold to the rulebook and to each other."""

from importlib.resources import files

import pytest

from engine.rulesets.unisystem.armoury import ARMOURY, WeaponRow, bad_ranges, weapon_of
from engine.rulesets.unisystem.tables import (
    BANDS,
    DAMAGE_TYPES,
    LIGHT_NAMES,
    PACKAGE,
    RULEBOOK,
    TABLES,
    WOUNDS,
    Tables,
)
from engine.tables import ListedRow, Row, TableError, parse_table, refuse_doubles, refuse_unknown_rules

WRITTEN = files(PACKAGE).joinpath("tables.toml").read_text(encoding="utf-8")


def test_every_row_names_a_rule_in_force() -> None:
    rows = list(TABLES.rows())
    assert len(rows) > 20
    assert {row.rule for row in rows} <= set(RULEBOOK.by_id)


def test_a_list_with_an_id_twice_is_refused() -> None:
    pistol = ListedRow(rule="UNI-DMG-1", id="pistol", name="Pistol", basis="source")
    refuse_doubles([pistol, Row(rule="UNI-DMG-1")], "armoury.toml")
    with pytest.raises(TableError, match=r"armoury\.toml has an id twice: pistol"):
        refuse_doubles([pistol, pistol], "armoury.toml")


def test_a_row_that_names_no_rule_in_force_is_refused() -> None:
    with pytest.raises(TableError, match="UNI-RANGE-77"):
        refuse_unknown_rules([Row(rule="UNI-RANGE-77")], RULEBOOK.by_id, "tables.toml")


@pytest.mark.parametrize(
    ("planted", "says"),
    [
        ('color = "red"\n', "color"),
        ("strike = 0.5\n", "int"),
        ('strike = "-1"\n', "int"),
    ],
)
def test_a_key_or_value_that_does_not_fit_is_refused(planted: str, says: str) -> None:
    row = '[[light]]\nlight = "neon"\nrule = "UNI-LIGHT-1"\n'
    assert parse_table((WRITTEN + row).encode(), Tables).light[-1].light == "neon"
    with pytest.raises(TableError, match=says):
        parse_table((WRITTEN + row + planted).encode(), Tables)


def test_names_are_the_words_of_the_table() -> None:
    assert list(BANDS) == ["point_blank", "short", "medium", "long", "extreme"]
    assert LIGHT_NAMES == ("normal", "poor", "bad", "total_darkness")
    assert list(WOUNDS) == ["seriously-hurt", "down", "dying"]
    assert {"bullet", "slash", "stab", "blunt"} <= set(DAMAGE_TYPES)


def test_success_levels_begin_at_the_target_number_and_rise() -> None:
    starts = TABLES.success_levels.starts
    assert starts[0] == TABLES.task.target_number
    assert list(starts) == sorted(set(starts))


def test_the_starter_armoury_has_what_the_rules_name() -> None:
    assert list(ARMOURY.weapons) == ["pistol-22", "pistol-10mm", "shotgun-buckshot"]
    shotgun = ARMOURY.weapons["shotgun-buckshot"]
    assert (str(shotgun.dice), shotgun.multiplier, shotgun.ranges) == ("1d8", 6, (10, 30, 50, 100, 200))


def test_a_listed_weapon_with_bad_dice_ranges_or_damage_is_refused() -> None:
    row = {"id": "x", "name": "X", "multiplier": 2, "skill": "rifles", "basis": "decision", "kind": "rifle"}
    bad = [("1d0", "bullet", ()), ("1d6", "love", ()), ("1d6", "bullet", (1, 2))]
    for dice, damage_type, ranges in bad:
        with pytest.raises(TableError, match="weapon x"):
            weapon_of(WeaponRow(rule="UNI-DMG-1", dice=dice, damage_type=damage_type, ranges=ranges, **row))  # type: ignore[arg-type]
    assert bad_ranges((1, 2, 3, 4, 5)) is None
