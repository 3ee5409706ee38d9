"""Every value of every option is shown by two scenarios that differ in nothing else and come out otherwise."""

import pytest

from engine.rulebook import Option
from engine.rulesets import RULESETS
from tests.proofs.choices import options_built, unshown
from tests.scenarios.shelf import readable

pytestmark = pytest.mark.proof

BUILT = [(name, option) for name, ruleset in RULESETS.items() for option in options_built(ruleset)]


@pytest.mark.parametrize(("ruleset", "option"), BUILT, ids=[f"{name}-{option.name}" for name, option in BUILT])
def test_each_value_makes_a_difference_to_the_same_steps(ruleset: str, option: Option) -> None:
    assert unshown(option, RULESETS[ruleset], readable()) == ()


def test_there_are_options_to_show() -> None:
    assert BUILT
