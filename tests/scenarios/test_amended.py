"""Every worked case whose outcome depends on a stated fact: entered wrong and amended it is as if entered right."""

import pytest

from api.scenarios.reading import Written
from tests.scenarios.shelf import readable
from tests.scenarios.wrong import amended_cases

CASES = tuple(written for written in readable() if written.scenario.case)


def _named(written: Written) -> str:
    return f"{written.file}: {written.scenario.case}"


@pytest.mark.parametrize("written", CASES, ids=_named)
def test_a_case_that_was_entered_wrong_and_amended_is_as_if_it_was_entered_right(written: Written) -> None:
    for what, stands, should, _ in amended_cases(written.scenario):
        assert stands == should, what
