"""The page about audiences names what the code lets through."""

from pathlib import Path

import pytest

from projections.cut.rolls import SEEN_OF_OTHERS
from projections.ways import WAYS_OUT
from projections.wounds import PLAIN_ON_A_PART, PLAIN_TO_SEE

PAGE = (Path(__file__).parents[2] / "docs" / "audiences.md").read_text()


@pytest.mark.docs
@pytest.mark.parametrize("words", [WAYS_OUT, SEEN_OF_OTHERS, PLAIN_TO_SEE, PLAIN_ON_A_PART])
def test_the_page_names_every_word_that_the_code_lets_through(words: object) -> None:
    assert isinstance(words, dict | frozenset)
    assert not {word for word in words if f"`{word}`" not in PAGE}
