"""Pages written by hand: their links lead somewhere, and what they list is what the code has."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from api import docs
from api.proof.faults import Kind

pytestmark = pytest.mark.docs

ROOT = docs.ROOT
PAGES = (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")))
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")


def anchors(text: str) -> set[str]:
    """The names that a page's headings get."""
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken(path: Path, text: str) -> Iterator[str]:
    for target in LINK.findall(text):
        if target.startswith(("http://", "https://")):
            continue
        name, _, anchor = target.partition("#")
        page = (path.parent / name).resolve() if name else path
        if name and not page.exists():
            yield f"{target}: no such page"
        elif anchor and anchor not in anchors(page.read_text("utf-8") if name else text):
            yield f"{target}: no such heading"


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(path: Path) -> None:
    assert list(broken(path, path.read_text("utf-8"))) == []


def test_a_broken_link_is_noticed() -> None:
    text = "# One\n[a](#one) [b](#two) [c](nowhere.md)"
    assert list(broken(ROOT / "docs" / "made-up.md", text)) == ["#two: no such heading", "nowhere.md: no such page"]


def test_every_document_is_listed_in_the_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    there = {path.name for path in (ROOT / "docs").glob("*.md")} - {"README.md"}
    assert there <= set(LINK.findall(index))


def test_receipts_tell_every_kind_of_fault() -> None:
    text = (ROOT / "docs" / "receipts.md").read_text("utf-8")
    assert re.findall(r"^\| `([a-z-]+)` \|", text, re.MULTILINE) == list(get_args(Kind))


def glossary() -> list[list[str]]:
    text = (ROOT / "docs" / "glossary.md").read_text("utf-8")
    return [[word.strip() for word in line.split("|")[1:-1]] for line in text.splitlines() if line.startswith("| ")]


def test_the_glossary_maps_each_word_to_a_word_of_some_book() -> None:
    heads, *rows = glossary()
    assert heads == ["Fracas", "unisystem", "firefight", "interlock"]
    assert len(rows) > 30
    assert all(row[0] and any(row[1:]) for row in rows)
    assert len({row[0] for row in rows}) == len(rows)


def test_the_glossary_has_the_words_of_rolls() -> None:
    told = " ".join(row[0] for row in glossary())
    for word in (
        "initiative", "strike", "defense", "damage", "armor", "nerve", "survival", "consciousness", "first aid", "task",
    ):  # fmt: skip
        assert word in told, word


def test_the_readme_names_the_verbs_and_the_packages() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for word in ("make serve", "make test", "make quick", "make check", "events/", "engine/", "projections/", "api/"):
        assert word in text, word
