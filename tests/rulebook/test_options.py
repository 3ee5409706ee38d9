"""A table's options: defaults for what it does not say, plain refusals of what does not exist."""

import pytest

from engine.options import BadOption, Options, flag, number, settle, word
from engine.rulesets.unisystem.tables import RULEBOOK


def test_what_is_not_given_has_its_default_and_everything_is_named() -> None:
    settled = settle(RULEBOOK, {"medium_range_modifier": -1})
    assert isinstance(settled, dict)
    assert set(settled) == set(RULEBOOK.by_name)
    assert settled["medium_range_modifier"] == -1
    assert settled["open_ended_d10"] is True


def test_each_preset_settles() -> None:
    for preset in RULEBOOK.presets:
        settled = settle(RULEBOOK, preset.options)
        assert isinstance(settled, dict)
        assert preset.options.items() <= settled.items()


def test_an_unknown_option_is_refused_with_the_names_there_are() -> None:
    refused = settle(RULEBOOK, {"gravity": True})
    assert isinstance(refused, BadOption)
    assert refused.name == "gravity"
    assert "damage_mode" in refused.permitted
    assert "damage_mode" in refused.sentence


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("damage_mode", "guessed"),
        ("open_ended_d10", 1),
        ("medium_range_modifier", False),
        ("multiplier_floor", 1.0),
        ("multiplier_floor", float("nan")),
        ("volley_tests", None),
        ("volley_tests", ["per_hit"]),
    ],
)
def test_an_unknown_value_is_refused_with_the_values_there_are(name: str, value: object) -> None:
    refused = settle(RULEBOOK, {name: value})
    assert isinstance(refused, BadOption)
    assert refused.permitted == RULEBOOK.by_name[name].values
    assert name in refused.sentence


def test_a_very_long_value_does_not_fill_the_sentence() -> None:
    refused = settle(RULEBOOK, {"damage_mode": "x" * 10_000})
    assert isinstance(refused, BadOption)
    assert len(refused.sentence) < 200


def test_a_rule_that_reads_an_option_as_another_type_is_told_so() -> None:
    options: Options = {"yes": True, "two": 2, "red": "red"}
    assert (flag(options, "yes"), number(options, "two"), word(options, "red")) == (True, 2, "red")
    for wrong in (lambda: flag(options, "two"), lambda: number(options, "yes"), lambda: word(options, "two")):
        with pytest.raises(TypeError, match="option"):
            wrong()
