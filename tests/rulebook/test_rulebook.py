"""The rulebook loads whole, refuses what contradicts itself, and extends another one."""

import textwrap

import pytest

from engine.rulebook import Rulebook, Written, bind, load
from engine.rulesets.unisystem.tables import RULEBOOK
from engine.tables import TableError, parse_table

HEAD = """
    [ruleset]
    id = "base"
    title = "Base"
    summary = "A summary."
"""
RANGE = """
    [[rule]]
    id = "BASE-RANGE-1"
    title = "Long range"
    text = "Long range takes -3."
    basis = "source"
    option = "long"
    [[option]]
    name = "long"
    values = [-3, -2]
    default = -3
    meaning = ["three", "two"]
    rules = ["BASE-RANGE-1"]
"""
DICE = """
    [[rule]]
    id = "BASE-DICE-1"
    title = "One die"
    text = '''A d10
    is rolled.'''
    basis = "decision"
"""
MORE = """
    [ruleset]
    id = "more"
    title = "More"
    summary = "A summary."
    extends = "base"
    dropped_options = ["long"]
    [[rule]]
    id = "MORE-RANGE-1"
    title = "No range"
    text = "Range does not matter."
    basis = "decision"
    replaces = ["BASE-RANGE-1"]
"""


def book(*parts: str, extends: Rulebook | None = None) -> Rulebook:
    return bind(parse_table("".join(map(textwrap.dedent, parts)).encode(), Written), extends)


def test_unisystem_has_all_its_rules_options_and_presets() -> None:
    assert len(RULEBOOK.rules) == 117
    assert len(RULEBOOK.options) == 21
    assert [preset.id for preset in RULEBOOK.presets] == ["source", "fast"]
    assert all(rule.id.startswith("UNI-") for rule in RULEBOOK.rules)


def test_every_rule_has_a_title_and_one_paragraph_of_text() -> None:
    for rule in RULEBOOK.rules:
        assert rule.title.strip()
        assert len(rule.text) > 10
        assert rule.text.endswith((".", ")"))
        assert "\n" not in rule.text


def test_groups_follow_the_ids_in_the_order_of_the_book() -> None:
    assert list(RULEBOOK.groups)[:3] == ["TURN", "INIT", "DICE"]
    assert [rule.id for rule in RULEBOOK.groups["SHOTS"]] == ["UNI-SHOTS-1", "UNI-SHOTS-2"]


def test_a_rule_is_found_by_its_id_and_an_unknown_id_finds_none() -> None:
    rule = RULEBOOK.rule("UNI-RANGE-5")
    assert rule is not None
    assert rule.title == "Long range band"
    assert RULEBOOK.rule("UNI-RANGE-99") is None


def test_a_search_wants_every_word_in_whatever_case() -> None:
    assert [rule.id for rule in RULEBOOK.search("EXTREME strike")] == ["UNI-RANGE-6"]
    assert RULEBOOK.search("extreme broccoli") == ()


def test_groups_still_to_come_and_pure_text_need_no_proof() -> None:
    assert RULEBOOK.still_to_come == frozenset()
    assert [rule.id for rule in RULEBOOK.rules if rule.proof == "text"] == ["UNI-TURN-1", "UNI-ESS-10"]
    assert "UNI-RANGE-5" in RULEBOOK.to_prove
    assert not {"UNI-TURN-1", "UNI-ESS-10"} & set(RULEBOOK.to_prove)
    assert len(RULEBOOK.to_prove) == 115


def test_line_breaks_in_a_text_are_spaces() -> None:
    assert book(HEAD, DICE).rules[0].text == "A d10 is rolled."


def test_a_rulebook_takes_over_what_it_does_not_replace_or_drop() -> None:
    more = book(MORE, extends=book(HEAD, RANGE, DICE))
    assert [rule.id for rule in more.rules] == ["MORE-RANGE-1", "BASE-DICE-1"]
    assert more.options == ()
    assert more.extends == "base"


def test_what_was_still_to_come_is_still_to_come_where_it_is_taken_over() -> None:
    to_come = '[still_to_come]\ngroups = ["RANGE", "DICE"]\n'
    more = book(MORE, extends=book(HEAD, to_come, RANGE, DICE))
    assert more.still_to_come == {"BASE-DICE-1"}


def test_an_option_taken_over_names_only_rules_in_force() -> None:
    both = RANGE.replace('rules = ["BASE-RANGE-1"]', 'rules = ["BASE-RANGE-1", "BASE-DICE-1"]')
    more = book(MORE.replace('dropped_options = ["long"]', ""), extends=book(HEAD, both, DICE))
    assert more.by_name["long"].rules == ("BASE-DICE-1",)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (HEAD + DICE + 'color = "red"', "color"),
        (HEAD + DICE + DICE, "twice: BASE-DICE-1"),
        (HEAD + DICE.replace("BASE-DICE-1", "dice one"), "matching regex"),
        (HEAD + DICE.replace('"decision"', '"rumour"'), "rumour"),
        (HEAD + DICE.replace("One die", ""), "without a text: BASE-DICE-1"),
        (HEAD + DICE + 'option = "nope"', "unknown options: nope"),
        (HEAD + DICE + 'replaces = ["OLD-DICE-1"]', "not there: OLD-DICE-1"),
        (HEAD + RANGE.replace("default = -3", "default = 3"), "default of long"),
        (HEAD + RANGE.replace('"three", "two"', '"three"'), "one meaning for each value"),
        (HEAD + RANGE + '[[preset]]\nid = "p"\ntitle = "P"\noptions = { long = -4 }', "preset p sets long"),
        (HEAD + RANGE + '[[preset]]\nid = "p"\ntitle = "P"\noptions = { short = 1 }', "preset p sets short"),
        (HEAD + '[still_to_come]\ngroups = ["MAGIC"]' + DICE, "MAGIC"),
        (MORE, "it extends base"),
        ("this is no TOML", "line 1"),
    ],
)
def test_a_rulebook_that_contradicts_itself_is_refused_with_the_place(wrong: str, says: str) -> None:
    with pytest.raises(TableError, match=says):
        book(wrong)


def test_an_option_of_which_no_rule_is_left_must_be_dropped() -> None:
    with pytest.raises(TableError, match="no rule in force"):
        book(MORE.replace('dropped_options = ["long"]', ""), extends=book(HEAD, RANGE, DICE))


def test_a_missing_rulebook_is_named() -> None:
    with pytest.raises(TableError, match=r"engine: there is no rulebook\.toml"):
        load("engine")
