"""The page about encounter files names every key that can be written, and no other; its example is one."""

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from api.encounters import model
from api.encounters.reading import LARGEST, read_text
from api.limits import BATCH
from engine.commands import EnterCombatant, PlaceCombatant, SetScene
from events.roster import Distance, Zone

pytestmark = pytest.mark.docs

PAGE = (Path(__file__).parents[2] / "docs" / "encounters.md").read_text()
FORMS: dict[str, Any] = {
    "Encounter": model.Encounter,
    "Place": model.Place,
    "Zone": Zone,
    "Distance": Distance,
    "Those": model.Those,
}


def tables() -> dict[str, list[str]]:
    found = re.findall(r"<!-- keys: (\w+) -->\n((?:\|.*\n)+)", PAGE)
    return {name: re.findall(r"^\| `([\w]+)` \|", rows, re.MULTILINE) for name, rows in found}


def test_each_table_names_every_key_and_no_other() -> None:
    assert tables() == {
        name: [field.encode_name for field in msgspec.structs.fields(form)] for name, form in FORMS.items()
    }


def test_what_is_needed_is_marked() -> None:
    for name, form in FORMS.items():
        rows = PAGE.split(f"<!-- keys: {name} -->\n")[1].split("\n\n")[0].splitlines()[2:]
        marked = {re.findall(r"`(\w+)`", row)[0] for row in rows if "Needed" in row}
        assert marked == {field.encode_name for field in msgspec.structs.fields(form) if field.required}


def test_the_limits_are_those_of_the_code() -> None:
    for number in (LARGEST // 1024, model.MOST_KINDS, model.MOST_OF_A_KIND, BATCH):
        assert f" {number} " in PAGE.split("## Limits")[1], number


def test_the_example_can_be_put_onto_a_table() -> None:
    example = re.search(r"<!-- example -->\n```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert example is not None
    assert read_text(example[1].encode(), "docs/encounters.md").title == "Money or life"


def test_scene_and_places_are_those_of_the_commands() -> None:
    assert model.Place.__struct_fields__ == SetScene.__struct_fields__
    assert {"combatant", *model.PLACING} == set(PlaceCombatant.__struct_fields__)
    assert set(model.PLACING) <= set(model.Those.__struct_fields__)
    own = {"count", "group", "reserve", *model.PLACING}
    assert set(model.Those.__struct_fields__) - own <= set(EnterCombatant.__struct_fields__)
