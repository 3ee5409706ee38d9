"""What the page about things around the rules lists is what the code has."""

import re
from pathlib import Path

import pytest

from engine.effects import COUNTS_ON
from events.play import Level

pytestmark = pytest.mark.docs

PAGE = (Path(__file__).parents[2] / "docs" / "around.md").read_text("utf-8")


def table(head: str) -> dict[str, str]:
    """The rows of the table whose first heading this is."""
    rows = PAGE.partition(f"| {head} |")[2].partition("\n\n")[0].splitlines()
    return dict(re.findall(r"^\| `([\w-]+)` \| (.+) \|$", "\n".join(rows), re.MULTILINE))


def test_it_tells_on_which_rolls_a_condition_counts() -> None:
    told = table("`on`")
    assert list(told) == list(COUNTS_ON)
    for word in ("attacks", "defenses", "tasks", "saves", "initiative"):
        assert set(re.findall(r"`(\w+)`", told[word])) == COUNTS_ON[word]


def test_it_tells_every_level_of_a_roll() -> None:
    assert tuple(table("`level`")) == Level.__args__  # type: ignore[attr-defined]
