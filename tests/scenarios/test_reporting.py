"""A failure shows what was expected beside what came, the step, and the explanation of every number in it."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from api.scenarios.command import FAILED, PASSED, run
from api.scenarios.explain import explain, titled
from api.scenarios.report import report, shown
from engine.rulebook import Rulebook
from events.envelope import SCHEMA, Entry
from events.facts import AnyFact
from events.play import Asked, ConditionGained, ConditionLost, DamageApplied, Modifier, Question, Rolled, Step
from tests.scenarios.playground import PLAYGROUND, RULESETS, SITUATION, blow, outcome, played

BOOK: Rulebook = PLAYGROUND.rulebook


def told(fact: AnyFact, because: tuple[int, ...] = ()) -> list[str]:
    entry = Entry("t", 7, 0, SCHEMA, "gm", "c", "d", fact, because=because)
    return [line.strip() for line in explain(entry, BOOK)]


def test_a_failed_step_is_told_with_columns_and_explanation() -> None:
    result = blow({"pools": {"bob": {"life": 4}}, "up": None, "rolls": [{"total": 7}, {"total": 6}]})
    assert report(result) == (
        "FAILED  some.yaml:1  A blow",
        '  step 1 of 1 (line 1): {"type":"act","combatant":"ann","action":{"kind":"strike","target":"bob"}} as gm',
        "  expectation: not as expected",
        "                        expected  got",
        "    rolls 2, total      6         5",
        "    pools of bob, life  4         3",
        "    up                  null      ann",
        "  what happened in this step:",
        '      13  action-began: procedure act, given {"combatant":"ann","action":{"kind":"strike","target":"bob"}},'
        " combatant ann",
        "      14  ann rolls strike: 1d10 shows 4",
        "            +3  TOY-HIT-1 A blow (skill)",
        "            total 7 against 6: success",
        "      15  ann rolls damage: 1d6 shows 5  because of 14",
        "            total 5",
        "      16  bob: life -5  because of 15",
        "            raw: 5 gives 5  TOY-HIT-1 A blow",
        "      17  action-ended: outcome struck",
    )


def test_what_is_too_long_for_a_column_stands_in_lines_of_its_own() -> None:
    lines = report(blow({"events": ["damage-applied", "rolled", "condition-gained", "condition-lost", "turn-began"]}))
    assert "    events" in lines
    assert "      expected  [damage-applied, rolled, condition-gained, condition-lost, turn-began]" in lines
    assert "      got       [action-began, rolled, rolled, damage-applied, action-ended]" in lines


def test_other_failures_are_told_by_their_kind_and_sentence() -> None:
    assert report(outcome("title: x"))[1] == "  unreadable: Object missing required field `ruleset`"
    assert report(played("- do: {type: done, combatant: bob}\n"))[2].startswith("  refusal: refused: not-your-turn")
    assert "by force: because" in report(blow({"up": "bob"}, force="because"))[1]
    assert "faces [4, 5]" in report(blow({"up": "bob"}, dice=[], faces=[4, 5]))[1]


def test_a_passed_scenario_is_one_line() -> None:
    assert report(blow({})) == ("passed  some.yaml:1  A blow",)


def test_a_roll_is_explained_with_every_number() -> None:
    rolled = Rolled(
        combatant="ann",
        purpose="strike",
        path="strike:ann",
        dice="1d10!",
        faces=(10, 7),
        counts=(10, 2),
        total=14,
        address="a",
        epoch=1,
        rule="TOY-HIT-1",
        modifiers=(Modifier("TOY-HIT-1", 3, "skill"), Modifier("", -1, "rain"), Modifier("OLD-RULE-1", 0)),
        target_number=9,
        success_level=2,
        outcome="success",
        location="head",
        level="gm",
        typed_by="ana",
    )
    assert told(rolled, (3, 4)) == [
        "7  ann rolls strike (gm): 1d10! shows 10, 7, typed by ana  because of 3, 4",
        "TOY-HIT-1 A blow",
        "counts 10, 2",
        "+3  TOY-HIT-1 A blow (skill)",
        "-1  the referee (rain)",
        "+0  OLD-RULE-1",
        "total 14 against 9: success, success level 2, location head",
    ]


def test_damage_is_explained_step_by_step() -> None:
    steps = (
        Step("raw", "set", 6, 6, "TOY-HIT-1"),
        Step("strength", "times", 3, 18, "TOY-HIT-1"),
        Step("armor", "minus", 20, -2, ""),
        Step("floor", "least", 0, 0, "TOY-FALL-1"),
        Step("level", "plus", 2, 2, "TOY-FALL-1"),
    )
    assert told(DamageApplied("bob", "life", -2, steps, source="ann", weapon="club")) == [
        "7  bob: life -2 by ann with club",
        "raw: 6 gives 6  TOY-HIT-1 A blow",
        "strength: times 3 gives 18  TOY-HIT-1 A blow",
        "armor: minus 20 gives -2",
        "floor: at least 0 gives 0  TOY-FALL-1 Falling down",
        "level: plus 2 gives 2  TOY-FALL-1 Falling down",
    ]


def test_conditions_and_questions_are_explained() -> None:
    assert told(ConditionGained("bob", "prone", "TOY-FALL-1")) == ["7  bob is prone  TOY-FALL-1 Falling down"]
    assert told(ConditionLost("bob", "prone", (3, 5))) == ["7  bob is no longer prone from 3, 5"]
    questions = (Question("p", "bob", "defense", ("none", "dodge")), Question("q", "ann", "strike", dice="1d10"))
    assert told(Asked("a", questions)) == [
        "7  asked:",
        "bob for defense: one of none, dodge",
        "ann for strike: 1d10",
    ]
    assert titled("TOY-NONE-1", BOOK) == "TOY-NONE-1"


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "null"), (True, "true"), ("", '""'), ((1, "a"), "[1, a]"), ({"a": [None]}, "{a: [null]}"), (-3, "-3")],
)
def test_values_are_shown_as_they_would_be_written(value: object, text: str) -> None:
    assert shown(value) == text


GOOD = SITUATION + "steps:\n- {do: {type: note, text: hello}, expect: {up: ann}}\n"


def ran(paths: list[Path], verbose: bool = False) -> tuple[int, list[str]]:
    out = StringIO()
    code = run(paths, verbose, Console(file=out, soft_wrap=True, highlight=False), RULESETS)
    return code, out.getvalue().splitlines()


def test_the_command_runs_files_and_folders_and_counts(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "good.yaml").write_text(GOOD)
    (tmp_path / "bad.yml").write_text(GOOD.replace("up: ann", "up: bob") + "---\n" + GOOD)
    (tmp_path / "notes.txt").write_text("no scenario")
    code, lines = ran([tmp_path])
    assert code == FAILED
    assert [line for line in lines if line.startswith(("passed", "FAILED"))] == [
        f"FAILED  {tmp_path}/bad.yml:1  A blow",
        f"passed  {tmp_path}/bad.yml:12  A blow",
        f"passed  {tmp_path}/inner/good.yaml:1  A blow",
    ]
    assert lines[-1] == "2 passed, 1 failed"
    assert ran([tmp_path / "inner"]) == (
        PASSED,
        [f"passed  {tmp_path}/inner/good.yaml:1  A blow", "1 passed, 0 failed"],
    )


def test_the_command_tells_more_on_request(tmp_path: Path) -> None:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD)
    assert ran([path], verbose=True)[1][1] == "  toy, 1 steps: TOY-HIT-1"


def test_nothing_to_run_and_files_that_are_not_there_are_failures(tmp_path: Path) -> None:
    assert ran([tmp_path]) == (FAILED, ["0 passed, 0 failed"])
    code, lines = ran([tmp_path / "missing.yaml"])
    assert code == FAILED
    assert lines[-1] == "0 passed, 1 failed"
    assert "cannot be read" in lines[1]
