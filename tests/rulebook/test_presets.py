"""Presets: those of the catalogue and no others; a table opened with one has its options from the first fact on."""

from typing import Any

import pytest

from engine.commands import Given, OpenTable
from engine.decide import Accepted, open_table
from engine.dice import KeyedDice
from engine.history import History
from engine.refusals import Refusal
from engine.rulesets import RULESETS
from events.table import TableOpened

CATALOGUED: dict[str, dict[str, dict[str, Any]]] = {
    "unisystem": {"source": {}, "fast": {"damage_mode": "average", "armor_mode": "average"}},
    "firefight": {"source": {}, "fast": {"damage_mode": "average", "blast_dice": "shared"}},
    "interlock": {
        "source": {},
        "corebook": {
            "save_comparison": "under_or_equal",
            "head_kill_at": 9,
            "armor_ablation": True,
            "armor_layering": "proportional",
            "ap_ammunition": "half_armor_half_damage",
            "edged_weapons": "half_soft",
            "burst_bonus_range": "close_and_medium",
            "full_auto_modifier": "by_range",
            "suppressive_fire": "zone_save",
            "point_blank_max_damage": True,
            "weapon_damage_modifier": True,
            "martial_arts_damage_bonus": True,
            "auto_weapon_fumble": "jam",
        },
    },
}
EACH = [(ruleset, preset) for ruleset, presets in CATALOGUED.items() for preset in presets]


def opened(ruleset: str, **opening: Any) -> Accepted | Refusal:
    given = Given(table="t1", seat="gm", command="open", digest="d", now=1)
    told = OpenTable(title="T", ruleset=ruleset, **opening)
    return open_table(History.empty(), RULESETS[ruleset], told, given, "0" * 64, KeyedDice(bytes(32), "t1"))


def options_of(answer: Accepted | Refusal) -> dict[str, Any]:
    assert isinstance(answer, Accepted)
    first = answer.entries[0].fact
    assert isinstance(first, TableOpened)
    return dict(first.options)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_rule_set_has_the_presets_of_the_catalogue_with_titles(ruleset: str) -> None:
    presets = RULESETS[ruleset].rulebook.presets
    assert {one.id: one.options for one in presets} == CATALOGUED[ruleset]
    assert all(one.title for one in presets)


@pytest.mark.parametrize(("ruleset", "preset"), EACH)
def test_a_table_opened_with_a_preset_has_its_options_and_the_defaults_of_all_others(ruleset: str, preset: str) -> None:
    options, usual = options_of(opened(ruleset, preset=preset)), options_of(opened(ruleset))
    assert options == {**usual, **CATALOGUED[ruleset][preset]}
    changed = {name for name in options if options[name] != usual[name]}
    assert changed == set(CATALOGUED[ruleset][preset]), "a preset that sets what is the default says nothing"


@pytest.mark.parametrize("ruleset", RULESETS)
def test_options_of_ones_own_go_over_the_preset(ruleset: str) -> None:
    preset = RULESETS[ruleset].rulebook.presets[-1]
    name = next(iter(preset.options))
    default = RULESETS[ruleset].rulebook.by_name[name].default
    assert options_of(opened(ruleset, preset=preset.id, options={name: default}))[name] == default


@pytest.mark.parametrize("ruleset", RULESETS)
def test_a_preset_that_is_not_there_is_refused_with_those_that_are(ruleset: str) -> None:
    answer = opened(ruleset, preset="nice")
    assert isinstance(answer, Refusal)
    there = ", ".join(CATALOGUED[ruleset])
    assert (answer.code, answer.sentence) == ("invalid", f"there is no preset 'nice'; there are {there}")
