"""What cannot be read is refused in words that say what is expected, with an example; nobody is shown a pattern."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from engine.commands import COMMANDS
from engine.patterns import as_elsewhere
from engine.plainly import PATTERNS, form_of, in_plain_words
from engine.rulesets import RULESETS
from engine.rulesets.firefight.fields import FireAct


def patterns_in(said: inspect.Type, seen: set[type]) -> Iterator[str]:
    """The patterns of all text in a type."""
    if isinstance(said, inspect.StrType) and said.pattern:
        yield said.pattern
    if isinstance(said, inspect.StructType):
        if said.cls in seen:
            return
        seen.add(said.cls)
    for name in ("type", "item_type", "key_type", "value_type"):
        if isinstance(inner := getattr(said, name, None), inspect.Type):
            yield from patterns_in(inner, seen)
    for many in ("types", "fields", "item_types"):
        for inner in getattr(said, many, None) or ():
            yield from patterns_in(inner.type if isinstance(inner, inspect.Field) else inner, seen)


def test_every_pattern_that_people_write_by_has_words() -> None:
    acts = [kind.fields for ruleset in RULESETS.values() for kind in ruleset.actions.values()]
    shapes = [*COMMANDS, *acts, *(ruleset.sheet_type for ruleset in RULESETS.values())]
    found = {one for shape in shapes for one in patterns_in(inspect.type_info(shape), set())}
    assert {as_elsewhere(one) for one in found} - PATTERNS.keys() == set()
    assert all(one != as_elsewhere(one) for one in found), "`$` alone lets a line break follow"


@pytest.mark.parametrize("pattern", PATTERNS)
def test_every_example_fits_its_pattern(pattern: str) -> None:
    for example in re.findall("`([^`]+)`", PATTERNS[pattern]):
        assert re.search(pattern, example), example


def said_of(action: dict[str, Any]) -> str:
    with pytest.raises(msgspec.ValidationError) as wrong:
        msgspec.json.decode(msgspec.json.encode(action), type=FireAct)
    return in_plain_words(str(wrong.value), FireAct)


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"range": "shrt"}, "range: there is no 'shrt'; there are point_blank, short, medium, long, extreme"),
        ({"rnage": "short"}, "there is no field 'rnage'; is range meant?"),
        ({"shots": "two"}, "shots: a whole number is expected, not text"),
        ({"shots": 0}, "shots: a whole number from 1 is expected"),
        (
            {"weapon": "big gun"},
            "weapon: a name of letters, digits, - and _, beginning with a letter or digit, such as",
        ),
    ],
)
def test_an_act_that_cannot_be_read_is_refused_with_what_there_is(more: dict[str, Any], sentence: str) -> None:
    assert said_of({"kind": "shoot", "weapon": "gun", "target": "bob", **more}).startswith(sentence)


def test_what_is_missing_is_named_and_a_field_unlike_any_other_is_told_all_there_are() -> None:
    assert said_of({"kind": "shoot", "target": "bob"}) == "weapon is missing"
    told = said_of({"kind": "shoot", "weapon": "gun", "target": "bob", "xyzzy": 1})
    assert told.startswith("there is no field 'xyzzy'; there are kind, weapon, target")


def test_a_pattern_without_words_of_its_own_is_not_shown_either() -> None:
    assert form_of("^(nearest|strongest)$") == "one of nearest, strongest"
    assert form_of("^q+$") == "text of another form"
