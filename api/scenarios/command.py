"""`fracas scenario FILE...`: run scenario files and tell how they went."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from api.scenarios.outcome import Result
from api.scenarios.report import report
from api.scenarios.runner import RuleSets, run_file
from engine.rulesets import RULESETS

PASSED: Final = 0
FAILED: Final = 1
SUFFIXES: Final = frozenset({".yaml", ".yml"})


def run(
    paths: Iterable[Path | str],
    verbose: bool = False,
    console: Console | None = None,
    rulesets: RuleSets = RULESETS,
) -> int:
    """Run scenario files, and those in folders; the exit code is 0 when all passed and there was at least one.

    A line per scenario tells how it went, `verbose` adds those that passed with the rules they are about.
    """
    console = console or Console(soft_wrap=True, highlight=False)
    passed = failed = 0
    for path in files_of(paths):
        for result in run_file(path, rulesets):
            passed, failed = passed + result.passed, failed + (not result.passed)
            _tell(console, result, verbose)
    console.print(Text(f"{passed} passed, {failed} failed", style="bold red" if failed else "bold green"))
    return PASSED if passed and not failed else FAILED


def files_of(paths: Iterable[Path | str]) -> Iterator[Path]:
    """The files themselves, and the YAML files of folders and the folders in them, sorted."""
    for path in map(Path, paths):
        if path.is_dir():
            yield from sorted(inner for inner in path.rglob("*") if inner.suffix in SUFFIXES and inner.is_file())
        else:
            yield path


def _tell(console: Console, result: Result, verbose: bool) -> None:
    first, *more = report(result)
    console.print(Text(first, style="green" if result.passed else "bold red"))
    if verbose and result.passed:
        console.print(Text(f"  {result.ruleset}, {result.steps} steps{_about(result)}"))
    for line in more:
        console.print(Text(line))


def _about(result: Result) -> str:
    return f": {', '.join(result.rules)}" if result.rules else ""
