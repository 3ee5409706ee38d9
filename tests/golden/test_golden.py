"""Old logs keep their meaning: recorded fields keep their recorded values, new fields may appear."""

from typing import Any

import pytest

from events.codec import canonical, decode, encode
from events.facts import FACTS
from tests.golden.shelf import MANIFEST, bodies_of, digest_of, names, recorded_view, views_of


def test_there_are_golden_logs_and_all_are_in_the_manifest() -> None:
    lines = [line.split("  ") for line in MANIFEST.read_text().splitlines()]
    listed = {name: digest for digest, name in lines}
    assert names()
    assert {name: digest_of(name) for name in names()} == listed


def test_every_fact_there_is_stands_in_a_golden_log() -> None:
    told = {type(decode(body).fact) for name in names() for body in bodies_of(name)}
    assert told == FACTS


@pytest.mark.parametrize("name", names())
def test_every_entry_is_still_read_and_written_as_it_stands(name: str) -> None:
    for body in bodies_of(name):
        assert encode(decode(body)) == body
        assert canonical(body)


@pytest.mark.parametrize("name", names())
def test_the_gm_sees_what_was_seen_when_it_was_recorded(name: str) -> None:
    recorded = recorded_view(name)
    seen = views_of(bodies_of(name), [int(version) for version in recorded])
    lost = list(missing(recorded, seen, name))
    assert not lost, "\n".join(lost[:10])


def missing(recorded: Any, seen: Any, where: str) -> list[str]:
    """Every recorded field that is gone or has another value now."""
    if isinstance(recorded, dict) and isinstance(seen, dict):
        return [
            line
            for key, value in recorded.items()
            for line in (missing(value, seen[key], f"{where}.{key}") if key in seen else [f"{where}.{key} is gone"])
        ]
    if isinstance(recorded, list) and isinstance(seen, list) and len(recorded) == len(seen):
        pairs = enumerate(zip(recorded, seen, strict=True))
        return [line for place, (one, other) in pairs for line in missing(one, other, f"{where}[{place}]")]
    return [] if recorded == seen else [f"{where} was {recorded!r} and is {seen!r}"]


def test_a_changed_value_and_a_lost_field_are_noticed_and_a_new_one_is_not() -> None:
    recorded = {"a": [1, {"b": 2}]}
    assert not missing(recorded, {"a": [1, {"b": 2, "new": 3}], "c": 4}, "view")
    assert missing(recorded, {"a": [1, {"b": 3}]}, "view") == ["view.a[1].b was 2 and is 3"]
    assert missing(recorded, {"a": [1, {}]}, "view") == ["view.a[1].b is gone"]
