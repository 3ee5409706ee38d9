"""Every scenario file below this folder is run: its situation, its dice, its outcome."""

from pathlib import Path

import pytest

from api.scenarios.reading import Unreadable, Written
from api.scenarios.report import report
from api.scenarios.runner import run
from tests.scenarios.shelf import FOLDER, all_scenarios


def _named(written: Written | Unreadable) -> str:
    title = written.scenario.title if isinstance(written, Written) else f"line {written.line}"
    return f"{written.file}: {title}"


@pytest.mark.parametrize("written", all_scenarios(), ids=_named)
def test_the_scenario_comes_out_as_written(written: Written | Unreadable) -> None:
    result = run(written)
    if not result.passed:
        pytest.fail("\n".join(report(result)), pytrace=False)


def test_every_yaml_file_is_on_the_shelf() -> None:
    on_the_shelf = {FOLDER / written.file for written in all_scenarios()}
    assert on_the_shelf == {path for path in Path(FOLDER).rglob("*") if path.suffix in (".yaml", ".yml")}


def test_no_two_scenarios_of_a_file_share_a_title() -> None:
    named = [_named(written) for written in all_scenarios()]
    assert sorted(set(named)) == sorted(named)
