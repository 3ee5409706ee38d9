"""The modules of the page: each import leads somewhere and is used, and none leads around in a circle."""

import re
from graphlib import TopologicalSorter
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "api" / "page"
IMPORT = re.compile(r'^import (?:\{ (?P<names>[^}]+) \}|\w+) from "(?P<path>\.[^"]+)";$', re.MULTILINE)
MADE = {PAGE / "words" / f"told.{language}.js" for language in ("en", "de")}


def modules() -> dict[Path, str]:
    """Every module of our own with its text."""
    return {path: path.read_text() for path in PAGE.rglob("*.js") if "vendor" not in path.parts}


def imports(path: Path, text: str) -> dict[Path, list[str]]:
    """What a module imports, by where it is from."""
    found = IMPORT.finditer(text)
    return {(path.parent / one["path"]).resolve(): (one["names"] or "").split(", ") for one in found}


def test_no_import_leads_around_in_a_circle() -> None:
    graph = {path: imports(path, text).keys() for path, text in modules().items()}
    assert len(graph) > 80
    TopologicalSorter(graph).prepare()  # raises CycleError with the circle


def test_every_import_is_there_and_used() -> None:
    for path, text in modules().items():
        rest = IMPORT.sub("", text)
        for source, names in imports(path, text).items():
            assert source in MADE or source.exists(), (path, source)
            words = [name.split(" as ")[-1] for name in names if name]
            assert [one for one in words if not re.search(rf"(?<![\w$]){re.escape(one)}(?![\w$])", rest)] == [], path
