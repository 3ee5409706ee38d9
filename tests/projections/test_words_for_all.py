"""Tables of words are complete: whatever can be said has its words, or is named as what has none."""

from collections.abc import Collection
from typing import Any, get_args

import pytest

from api.live.messages import FAREWELLS, Reason
from events import flow, play, roster
from events.dispute import Verdict
from events.facts import FRAME_OF_A_FIGHT, PARTS_OF_AN_ACTION, PLAY
from events.roster import Status
from events.table import Settlement
from projections import corrections
from projections.frames import GroupSeen, HazardSeen
from projections.languages import ENGLISH
from projections.sight import GroupRow

OUT_OF_SIGHT = "reserve"
"""Who is in reserve is gone from sight, which is what is told of it."""

WORDLESS = {
    flow.OrderSettled,
    play.CounterRaised,
    play.CountersLapsed,
    play.TallyChanged,
    roster.RangeStated,
}
"""Bookkeeping: what it was for is told by the facts beside it."""

TOLD_OTHERWISE = {play.Rolled, play.DamageApplied}
"""Facts that every audience, the GM too, is told in words of its own."""


def _endings(begin: str, but: str = "") -> tuple[str, ...]:
    """What follows a common beginning in the keys of phrases."""
    found = (key.removeprefix(begin) for key in ENGLISH.phrases if key.startswith(begin))
    return tuple(one for one in found if one != but)


@pytest.mark.parametrize(
    ("table", "said"),
    [
        (_endings("ruled-", but="for-good"), get_args(Verdict)),
        ((*_endings("status-"), OUT_OF_SIGHT), get_args(Status)),
        (_endings("proposal-"), get_args(Settlement)),
        (FAREWELLS, get_args(Reason)),
    ],
    ids=["verdicts", "statuses", "proposals", "farewells"],
)
def test_every_word_that_can_be_said_has_its_sentence(table: Collection[str], said: tuple[Any, ...]) -> None:
    assert set(table) == set(said)


def test_every_fact_that_can_fall_by_itself_has_words() -> None:
    falls = PLAY - FRAME_OF_A_FIGHT - PARTS_OF_AN_ACTION - TOLD_OTHERWISE
    assert falls - set(corrections._WORDS) == WORDLESS


def test_a_hazard_and_a_group_are_called_by_their_names_when_they_fall() -> None:
    row = GroupRow(id="rats", title="The Rats", members=("rats-1",), up=1, down=0, says="1 up")
    nobody: Any = None
    said = [corrections._WORDS[type(one)](one, nobody) for one in (HazardSeen("a beam", ()), GroupSeen(row))]
    assert [ENGLISH.says(one) for one in said] == ["what a beam did", "the group The Rats"]
