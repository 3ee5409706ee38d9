"""Every rule that is built is proved: without it, a scenario that lists it fails."""

import pytest

from engine.registry import all_cited, cited
from engine.rulesets import RULESETS
from tests.proofs.proving import plant_mutants, prove, to_prove
from tests.scenarios.shelf import readable

pytestmark = pytest.mark.proof

TEXT_ALONE = {"UNI-TURN-1", "UNI-ESS-10", "FIRE-SMOKE-2"}
"""Reviewed: rules that say something no service can do or fail to do. Every other rule needs a scenario."""

STILL_TO_COME: dict[str, set[str]] = {}
"""Reviewed: groups that no procedure carries out yet."""


@pytest.fixture(scope="module", autouse=True)
def _mutants() -> None:
    plant_mutants()


@pytest.mark.parametrize("rule", to_prove(RULESETS))
def test_without_the_rule_a_scenario_that_lists_it_fails(rule: str) -> None:
    proofs = prove(rule, readable(), RULESETS)
    open_ones = [str(proof) for proof in proofs if proof.verdict != "proved"]
    if open_ones:
        pytest.fail("\n".join(open_ones), pytrace=False)


def test_rules_of_pure_text_are_the_few_that_were_reviewed() -> None:
    books = [ruleset.rulebook for ruleset in RULESETS.values()]
    text = {rule.id for book in books for rule in book.rules if rule.proof == "text"}
    assert text == TEXT_ALONE
    assert all(sum(rule.proof == "text" for rule in book.rules) <= len(book.rules) / 20 for book in books)


@pytest.mark.parametrize("ruleset", RULESETS)
def test_groups_still_to_come_are_those_that_were_reviewed(ruleset: str) -> None:
    book = RULESETS[ruleset].rulebook
    groups = {rule.group for rule in book.rules if rule.id in book.still_to_come}
    assert groups == STILL_TO_COME.get(ruleset, set())


def test_functions_cite_no_rule_that_no_rulebook_has() -> None:
    known = {rule for ruleset in RULESETS.values() for rule in ruleset.rulebook.by_id}
    of_the_engine = {rule for rule in all_cited() if any(c.where.startswith("engine.rulesets.") for c in cited(rule))}
    assert of_the_engine - known == set()
