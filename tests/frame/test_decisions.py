"""The pages in docs/decisions are complete: listed, numbered without a gap, and each says what it costs."""

import re
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "decisions"
PAGES = sorted(FOLDER.glob("[0-9]*.md"))
SECTIONS = ["What", "Why", "What it costs", "What was turned down"]

pytestmark = pytest.mark.docs


def test_the_index_lists_every_page_under_its_title() -> None:
    listed = re.findall(r"^\d+\. \[(.+)\]\((.+)\)$", (FOLDER / "README.md").read_text(), re.MULTILINE)
    assert [name for _, name in listed] == [page.name for page in PAGES]
    titles = [page.read_text().splitlines()[0] for page in PAGES]
    assert titles == [f"# {number}. {title}" for number, (title, _) in enumerate(listed, start=1)]


def test_pages_are_numbered_without_a_gap() -> None:
    assert [int(page.name[:4]) for page in PAGES] == list(range(1, len(PAGES) + 1))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_says_what_why_at_what_cost_and_instead_of_what(page: Path) -> None:
    assert re.findall(r"^## (.+)$", page.read_text(), re.MULTILINE) == SECTIONS
