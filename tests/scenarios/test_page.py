"""The page about scenario files names every key that can be written, and no other; its example passes."""

import re
from pathlib import Path

import msgspec
import pytest

from api.scenarios import model
from api.scenarios.reading import read_text
from api.scenarios.report import report
from api.scenarios.runner import run

pytestmark = pytest.mark.docs

PAGE = (Path(__file__).parents[2] / "docs" / "scenarios.md").read_text()
FORMS = {
    name: form
    for name, form in vars(model).items()
    if isinstance(form, type) and issubclass(form, model.Form) and form is not model.Form
}


def tables() -> dict[str, list[str]]:
    """The keys of each table of the page, by the type that it is about."""
    found = re.findall(r"<!-- keys: (\w+) -->\n((?:\|.*\n)+)", PAGE)
    return {name: re.findall(r"^\| `([\w]+)` \|", rows, re.MULTILINE) for name, rows in found}


def test_every_mapping_of_a_scenario_has_its_table() -> None:
    assert sorted(tables()) == sorted(FORMS)


@pytest.mark.parametrize("name", FORMS)
def test_each_table_names_every_key_and_no_other(name: str) -> None:
    keys = [field.encode_name for field in msgspec.structs.fields(FORMS[name])]
    assert sorted(tables()[name]) == sorted(keys)


def test_each_key_is_explained() -> None:
    rows = [row for row in PAGE.splitlines() if row.startswith("| `")]
    assert len(rows) == sum(map(len, tables().values()))
    assert [row for row in rows if not re.fullmatch(r"\| `\w+` \| \S.{7,} \|", row)] == []


def test_the_example_of_the_page_passes() -> None:
    example = re.search(r"<!-- example -->\n```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    result = run(read_text(example[1], "docs/scenarios.md")[0])
    assert result.passed, "\n".join(report(result))
