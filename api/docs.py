"""`python -m api.docs` writes what is generated, docs/reference above all; with --check it says what is stale."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDER: Final = Path("docs") / "reference"
_MARK: Final = "<!-- Written by `make docs` from the code. Change the code, not this page. -->"

Page = Callable[[], Iterable[str]]


def pages(root: Path = ROOT) -> Mapping[str, Page]:
    """Every generated page by its file's name."""
    from api.reference import (
        cli,
        commands,
        events,
        frames,
        limits,
        options,
        refusals,
        routes,
        rules,
        settings,
        sheets,
        words,
    )
    from engine.rulesets import RULESETS

    of_rules = {f"rules-{one.id}.md": partial(rules.page, one, root) for one in RULESETS.values()}
    of_sheets = {f"sheets-{one.id}.md": partial(sheets.page, one) for one in RULESETS.values()}
    named: dict[str, Page] = {
        "commands.md": commands.page,
        "events.md": events.page,
        "frames.md": frames.page,
        "refusals.md": refusals.page,
        "words.md": words.page,
        "options.md": options.page,
        **of_rules,
        **of_sheets,
        "routes.md": routes.page,
        "cli.md": cli.page,
        "limits.md": limits.page,
        "settings.md": settings.page,
    }
    return {"README.md": partial(_index, named), **named}


def code(root: Path = ROOT) -> Mapping[Path, Callable[[], str]]:
    """Every generated file that is no page of the reference, by its place."""
    from api.reference import client_shapes, protocol, scenarios

    return {
        root / client_shapes.FILE: client_shapes.text,
        root / "docs" / protocol.PAGE: partial(written, protocol.text),
        root / "docs" / protocol.SCHEMA: protocol.schema_text,
        root / scenarios.PLACE: lambda: scenarios.written(scenarios.in_the_tree(root)),
    }


def written(page: Page) -> str:
    """A page as it stands in its file."""
    return "\n".join((_MARK, "", *_flowing(page()))).rstrip() + "\n"


def _flowing(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a paragraph as one: a change in its middle then shows as one changed line."""
    paragraph: list[str] = []
    fenced = False
    for line in lines:
        prose = line[:1].isalnum() or (line[:1] in tuple("`[*") and not line.startswith("```"))
        if fenced or not (line and prose):
            fenced ^= line.startswith("```")
            if paragraph:
                yield " ".join(paragraph)
                paragraph = []
            yield line
        else:
            paragraph.append(line)
    if paragraph:
        yield " ".join(paragraph)


def write(root: Path = ROOT) -> Iterator[Path]:
    """Write the pages that have changed, and take away those that nothing writes any more; which these were."""
    folder = root / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    current = pages(root)
    for name, page in current.items():
        text = written(page)
        if not _holds(folder / name, text):
            (folder / name).write_text(text, "utf-8")
            yield folder / name
    for left in folder.glob("*.md"):
        if left.name not in current:
            left.unlink()
            yield left
    for path, text_of in code(root).items():
        if path.parent.exists() and not _holds(path, text_of()):
            path.write_text(text_of(), "utf-8")
            yield path


def stale(root: Path = ROOT) -> Iterator[str]:
    """Sentences about pages that are missing, differ from the code, or are written by nothing."""
    folder = root / FOLDER
    current = pages(root)
    for name, page in current.items():
        if not (folder / name).exists():
            yield f"{FOLDER / name} is missing"
        elif not _holds(folder / name, written(page)):
            yield f"{FOLDER / name} is stale"
    for left in sorted(folder.glob("*.md")):
        if left.name not in current:
            yield f"{FOLDER / left.name} is written by nothing any more"
    for path, text_of in code(root).items():
        if path.parent.exists() and not _holds(path, text_of()):
            yield f"{path.relative_to(root)} is stale"


def _holds(path: Path, text: str) -> bool:
    return path.exists() and path.read_text("utf-8") == text


def _index(named: Mapping[str, Page]) -> Iterator[str]:
    yield "# Reference"
    yield ""
    for name, page in named.items():
        title = next(line.removeprefix("# ") for line in page() if line.startswith("# "))
        yield f"- [{title}]({name})"


def main(arguments: list[str]) -> int:
    """Write, or with --check only look; the exit code."""
    if arguments not in ([], ["--check"]):
        sys.stderr.write("usage: python -m api.docs [--check]\n")
        return 2
    if not arguments:
        for path in write():
            sys.stdout.write(f"{path.relative_to(ROOT)}\n")
        return 0
    found = list(stale())
    for sentence in found:
        sys.stderr.write(f"{sentence}; `make docs` writes it anew\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
