"""Tags are forever: every one that was ever written into a log is listed, and none is changed or used again."""

from pathlib import Path

import msgspec

from events.base import Part
from events.facts import FACTS

EVER_USED = Path(__file__).with_name("tags.txt").read_text().split()


def tag_of(fact: type[msgspec.Struct]) -> str:
    return str(fact.__struct_config__.tag)


def test_every_tag_ever_used_still_has_its_fact() -> None:
    assert set(EVER_USED) <= {tag_of(fact) for fact in FACTS}


def test_a_new_tag_is_written_into_the_list() -> None:
    assert {tag_of(fact) for fact in FACTS} <= set(EVER_USED)


def test_tags_are_explicit_words_in_kebab_case() -> None:
    for fact in FACTS:
        tag = tag_of(fact)
        assert tag == tag.lower()
        assert tag != fact.__name__
        assert not set(tag) - set("abcdefghijklmnopqrstuvwxyz-")


def test_no_tag_is_used_twice() -> None:
    tags = [tag_of(fact) for fact in FACTS]
    assert len(tags) == len(set(tags))


def test_an_absent_field_means_nothing_said() -> None:
    parts = [*FACTS, *Part.__subclasses__()]
    for kind in parts:
        for field in msgspec.structs.fields(kind):
            if not field.required:
                empty = field.default_factory() if field.default is msgspec.NODEFAULT else field.default
                if (kind.__name__, field.name) not in FIRST_WORDS:
                    assert not empty, f"{kind.__name__}.{field.name} has the default {empty!r}"


FIRST_WORDS = {
    ("CombatantEntered", "status"),
    ("CombatantEntered", "dice"),
    ("ControlGiven", "dice"),
    ("Rolled", "outcome"),
    ("Rolled", "level"),
    ("Rolled", "key"),
}
"""Fields whose absence stands for one plain word, the same since the first log."""


def test_the_plain_words_stay_what_they_were() -> None:
    kinds = {kind.__name__: kind for kind in FACTS}
    now = {(name, field): _default(kinds[name], field) for name, field in FIRST_WORDS}
    assert now == {
        ("CombatantEntered", "status"): "party",
        ("CombatantEntered", "dice"): "table",
        ("ControlGiven", "dice"): "table",
        ("Rolled", "outcome"): "none",
        ("Rolled", "level"): "open",
        ("Rolled", "key"): "open",
    }


def _default(kind: type[msgspec.Struct], name: str) -> object:
    return next(field.default for field in msgspec.structs.fields(kind) if field.name == name)
