"""The pages of docs/reference are written from the code, complete, and fresh."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml

from api import docs
from api.limits import LIMITS
from api.reference import refusals, settings, words
from api.reference.scenarios import in_the_tree, packaged, packaged_for
from api.reference.service import openapi
from api.reference.shapes import parts_of
from api.web.problems import EDGE_CODES
from engine.commands import COMMANDS, wire_name
from engine.plainly import form_of
from engine.refusals import CODES
from engine.rulesets import RULESETS
from engine.rulesets.unisystem import wounds
from events.facts import FACTS
from events.flow import Phase
from events.play import Level, Outcome
from events.roster import DiceHabit, Status
from events.table import SeatKind
from projections.frames import FRAME_FACTS

pytestmark = [pytest.mark.docs, pytest.mark.xdist_group("docs")]

PAGES = docs.pages()


def page(name: str) -> str:
    return docs.written(PAGES[name])


def test_no_page_is_stale() -> None:
    assert list(docs.stale()) == [], "`make docs` writes them anew"


def copied(root: Path) -> Path:
    """The pages and what they are written from, in a place where they may go stale."""
    (root / "tests").symlink_to(docs.ROOT / "tests")
    list(docs.write(root))
    return root / docs.FOLDER


def test_a_stale_a_missing_and_a_left_over_page_are_named_and_mended(tmp_path: Path) -> None:
    folder = copied(tmp_path)
    (folder / "limits.md").write_text((folder / "limits.md").read_text().replace("262144", "262145"))
    (folder / "events.md").unlink()
    (folder / "magic.md").write_text("# Magic\n")
    assert sorted(docs.stale(tmp_path)) == [
        "docs/reference/events.md is missing",
        "docs/reference/limits.md is stale",
        "docs/reference/magic.md is written by nothing any more",
    ]
    assert {path.name for path in docs.write(tmp_path)} == {"events.md", "limits.md", "magic.md"}
    assert list(docs.stale(tmp_path)) == []
    shutil.rmtree(folder)


def test_what_the_command_does_not_understand_ends_with_2() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "api.docs", "--fix"], cwd=docs.ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, "--check" in done.stderr) == (2, True)


def headings(name: str) -> set[str]:
    return set(re.findall(r"^#+ (.+)$", page(name), re.MULTILINE))


def tags(kinds: Any) -> set[str]:
    return {str(kind.__struct_config__.tag) for kind in kinds}


def test_every_event_and_frame_has_its_place() -> None:
    assert tags(FACTS) <= headings("events.md")
    passed = re.findall(r"\[`([a-z-]+)`\]\(events\.md", page("frames.md"))
    assert tags(FRAME_FACTS) <= headings("frames.md") | set(passed)


def test_every_command_has_its_place_its_rights_and_an_example() -> None:
    text = page("commands.md")
    for command in COMMANDS:
        name = wire_name(command)
        section = text.split(f"\n## {name}\n")[1].split("\n## ")[0]
        assert "- Who: " in section
        assert "- When: " in section
        assert f'"type":"{name}"' in section
        assert set(command.__struct_fields__) <= set(re.findall(r"\| `(\w+)` \|", section))


def test_every_refusal_and_problem_has_its_meaning() -> None:
    assert set(refusals.MEANINGS) == set(CODES)
    text = page("refusals.md")
    assert [code for code in (*CODES, *EDGE_CODES) if f"| `{code}` |" not in text] == []


def test_every_route_has_a_place_and_says_what_it_is_for() -> None:
    found = headings("routes.md")
    for path, methods in openapi()["paths"].items():
        for method, operation in methods.items():
            assert f"{method.upper()} {path}" in found
            assert operation.get("summary"), f"{method} {path}"
            assert operation.get("description"), f"{method} {path}"


def test_every_rule_and_option_has_its_place() -> None:
    for ruleset in RULESETS.values():
        found = headings(f"rules-{ruleset.id}.md")
        assert {rule.id for rule in ruleset.rulebook.rules} <= found
        assert {option.name for option in ruleset.rulebook.options} <= found
        table = page("options.md")
        assert [option.name for option in ruleset.rulebook.options if f"| `{option.name}` |" not in table] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_action_every_part_of_a_sheet_and_every_model_has_its_place(ruleset: str) -> None:
    played, text = RULESETS[ruleset], page(f"sheets-{ruleset}.md")
    named = {f"Action {kind}" for kind in played.actions} | {part.__name__ for part in parts_of([played.sheet_type])}
    assert named <= headings(f"sheets-{ruleset}.md")
    models = [model.id for models in played.armoury.values() for model in models]
    assert [model for model in models if f"| `{model}` | " not in page(f"rules-{ruleset}.md")] == []
    assert [one for one in played.samples.by_id if f"- `{one}`: " not in text] == []
    assert [one for one in played.samples.gear_by_id if f"- `{one}` (" not in text] == []


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_rule_in_force_says_what_does_it_and_which_scenarios_prove_it(ruleset: str) -> None:
    text = page(f"rules-{ruleset}.md")
    for rule_id in RULESETS[ruleset].rulebook.to_prove:
        section = text.split(f"\n### {rule_id}\n")[1].split("\n### ")[0]
        assert "- Done by: `" in section, rule_id
        assert "- Proved by: " in section, rule_id


def test_the_package_knows_the_scenarios_of_the_tree() -> None:
    assert packaged() == in_the_tree(docs.ROOT)
    for name, ruleset in RULESETS.items():
        known = packaged_for(name, ruleset.rulebook.extends)
        assert [rule for rule in ruleset.rulebook.to_prove if not known.get(rule)] == []


def test_every_list_of_the_armoury_has_its_table_with_every_number() -> None:
    text = page("rules-firefight.md").split("\n## Armoury\n")[1]
    assert [name for name in RULESETS["firefight"].armoury if f"### Armoury: {name}" not in text] == []
    (shotgun,) = [line for line in text.splitlines() if line.startswith("| `shotgun-12` |")]
    assert "birdshot 1d6 5, buckshot 1d8 6, slug 1d8 5" in shotgun
    assert "[FIRE-WEAPON-2](#fire-weapon-2)" in shotgun


def test_every_limit_stands_in_the_table() -> None:
    text = page("limits.md")
    assert [limit.name for limit in LIMITS if f"| {limit.name} | {limit.most} |" not in text] == []


def test_every_variable_that_the_code_reads_is_told() -> None:
    found: set[str] = set()
    for folder in ("events", "engine", "projections", "api"):
        for path in (docs.ROOT / folder).rglob("*.py"):
            if "reference" not in path.parts:
                found |= set(re.findall(r"FRACAS_[A-Z_]+", path.read_text("utf-8")))
    assert found == set(settings.VARIABLES)


def scenario_steps() -> Iterator[dict[str, Any]]:
    paths = [path for ruleset in RULESETS for path in (docs.ROOT / "tests" / "scenarios" / ruleset).glob("*.yaml")]
    for path in sorted(paths):
        for document in yaml.safe_load_all(path.read_text("utf-8")):
            yield from (document or {}).get("steps", ())


def expectations() -> Iterator[dict[str, Any]]:
    for step in scenario_steps():
        yield step.get("expect") or {}


def of_the_gms_own_making() -> set[str]:
    """Conditions that a scenario gives somebody under whatever name."""
    return {step["do"]["condition"] for step in scenario_steps() if step["do"].get("type") == "set_condition"}


def _of_anything(word: str) -> str:
    """A word of a limb or weapon without the name of that one."""
    return re.sub(":.*", ":PART" if word.startswith(("crippled", "lost")) else ":WEAPON", word)


def test_every_word_of_the_scenarios_is_told() -> None:
    purposes, conditions, pools, wounded = set(), set(), set(), set()
    for expected in expectations():
        purposes |= {roll["purpose"] for roll in expected.get("rolls", ()) if "purpose" in roll}
        held = {word for held in expected.get("conditions", {}).values() for word in held}
        conditions |= {_of_anything(word) for word in held}
        pools |= {_of_anything(pool) for held in expected.get("pools", {}).values() for pool in held}
        wounded |= set(expected.get("wounds", {}).values())
    assert len(purposes) > 5
    assert purposes <= set(words.PURPOSES)
    assert conditions <= set(words.CONDITIONS) | of_the_gms_own_making()
    assert pools <= set(words.POOLS)
    assert wounded <= set(words.WOUNDS)


def test_every_word_of_the_rules_is_told() -> None:
    said = {value for name, value in vars(wounds).items() if name.isupper() and isinstance(value, str)}
    assert len(said) > 8
    assert said <= set(words.CONDITIONS) | set(words.POOLS)


@pytest.mark.parametrize(
    ("union", "told"),
    [
        (Phase, words.PHASES),
        (Level, words.LEVELS),
        (Outcome, words.OUTCOMES),
        (DiceHabit, words.HABITS),
        (Status, words.STATUSES),
        (SeatKind, words.SEATS),
    ],
    ids=["phase", "level", "outcome", "dice", "status", "seat"],
)
def test_every_word_that_a_type_allows_is_told(union: Any, told: dict[str, str]) -> None:
    assert set(get_args(union)) == set(told)


def patterns_in(told: Any) -> Iterator[str]:
    """Every pattern in a description of the API."""
    for name, inner in told.items() if isinstance(told, dict) else enumerate(told) if isinstance(told, list) else ():
        if name == "pattern" and isinstance(inner, str):
            yield inner
        yield from patterns_in(inner)


def test_every_pattern_of_the_api_has_words_for_whoever_does_not_meet_it() -> None:
    found = set(patterns_in(openapi()))
    assert found and {one for one in found if form_of(one) == form_of("^nothing like it$")} == set()
