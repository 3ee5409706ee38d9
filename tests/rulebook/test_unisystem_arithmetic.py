"""Worked examples of unisystem's arithmetic, each of which notices when its rule is knocked out."""

from collections.abc import Callable

import pytest

from engine.registry import Citation, all_cited, cited, knocked_out
from engine.rulesets.unisystem import arithmetic, derived, dice, harm
from engine.rulesets.unisystem.armoury import ARMOURY
from engine.rulesets.unisystem.tables import RULEBOOK
from tests.rulebook.examples import EXAMPLES, PLAIN

MODULES = {module.__name__ for module in (arithmetic, derived, dice, harm)}


def arithmetic_citations() -> list[Citation]:
    return [one for rule in all_cited() for one in cited(rule) if one.function.__module__ in MODULES]


@pytest.mark.parametrize(("rule", "worked_out", "expected"), EXAMPLES, ids=[example[0] for example in EXAMPLES])
def test_the_example_comes_out_as_the_rule_says(rule: str, worked_out: Callable[[], object], expected: object) -> None:
    assert RULEBOOK.rule(rule) is not None
    assert worked_out() == expected


@pytest.mark.proof
@pytest.mark.parametrize("citation", arithmetic_citations(), ids=lambda one: f"{one.rule} {one.function.__name__}")
def test_an_example_of_the_rule_notices_when_it_is_knocked_out(citation: Citation) -> None:
    examples = [(worked_out, expected) for rule, worked_out, expected in EXAMPLES if rule == citation.rule]
    with knocked_out(citation.rule, citation.function):
        assert any(worked_out() != expected for worked_out, expected in examples)


def test_a_face_behind_the_end_of_a_roll_is_an_error() -> None:
    for faces in ((5, 5), (10, 4, 2), (1, 6, 1), (1, 1, 8, 8)):
        with pytest.raises(ValueError, match="over before its last face"):
            dice.read_open_d10(faces)


def test_the_steps_of_damage_explain_the_loss_and_leave_out_floors_that_do_not_bind() -> None:
    blow = harm.Blow(ARMOURY.weapons["pistol-10mm"], 2, "long")
    stopped = (*harm.armor_ops(6), *harm.past_armor("bullet", False, PLAIN))
    steps = harm.damage_steps(4, blow, (harm.multiplier_op(blow),), stopped, PLAIN)
    assert [(step.step, step.op, step.by, step.result, step.rule) for step in steps] == [
        ("multiplier", "set", 5, 5, "UNI-DMG-1"),
        ("range long", "plus", -1, 4, "UNI-RANGE-5"),
        ("die", "times", 4, 16, "UNI-DMG-1"),
        ("armor", "minus", 6, 10, "UNI-ARM-1"),
        ("factor", "times", 2, 20, "UNI-ARM-2"),
    ]


@pytest.mark.parametrize(
    ("life", "word"),
    [
        (30, "unhurt"),
        (29, "hurt"),
        (6, "hurt"),
        (5, "seriously-hurt"),
        (1, "seriously-hurt"),
        (0, "down"),
        (-9, "down"),
        (-10, "dying"),
    ],
)
def test_the_word_for_wounds_follows_the_life_points(life: int, word: str) -> None:
    assert harm.wound_state(life, 30) == word


def test_somebody_with_few_points_at_the_most_is_seriously_hurt_all_along() -> None:
    assert harm.wound_state(4, 4) == "seriously-hurt"


def test_the_outcome_carries_the_success_level_and_a_roll_without_target_has_none() -> None:
    assert arithmetic.judge_task(17, (10, 7), 9).success_level == 5
    assert arithmetic.judge_task(8, (2,), arithmetic.target_number()).success_level == 0
    assert arithmetic.judge_task(17, (10, 7), None).outcome == "none"


def test_all_cited_rules_are_rules_of_the_book() -> None:
    assert {citation.rule for citation in arithmetic_citations()} <= set(RULEBOOK.by_id)
