"""What time brings does not hang on how it is told: a day at once, in hours or in minutes comes to the same."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.commands import ApplyDamage, PassTime
from engine.rulesets.unisystem.clocks import DAY, HOUR, Clocks, changes, clocks_of, cost_so_far, stayed_awake
from engine.rulesets.unisystem.passing_time import ordinary_day
from tests.tables import MemoryTable
from tests.unisystem.fighters import UNISYSTEM, Faces, fighter

few = settings(max_examples=25, deadline=None, derandomize=True)


def after(*spans: PassTime) -> dict[str, int]:
    """The points left to somebody who was worn and drained before these spans."""
    table = MemoryTable(UNISYSTEM, {}, Faces())
    table.enter("ann", fighter(endurance=400, essence=40))
    table.must(ApplyDamage(target="ann", amount=60, pool="life"))
    table.must(ApplyDamage(target="ann", amount=90, pool="endurance"))
    table.must(ApplyDamage(target="ann", amount=38, pool="essence"))
    for span in spans:
        table.must(span)
    return {name: pool.now for name, pool in table.state.combatants["ann"].pools.items()}


@few
@given(
    parts=st.lists(st.integers(1, 900), min_size=1, max_size=6),
    doing=st.sampled_from(["", "awake", "rest", "hard"]),
)
def test_minutes_add_up(parts: list[int], doing: str) -> None:
    in_parts = after(*(PassTime(minutes=part, doing=doing) for part in parts))
    assert in_parts == after(PassTime(minutes=sum(parts), doing=doing))


@given(hours=st.integers(24, 400))
def test_without_sleep_the_loss_is_that_of_the_rule(hours: int) -> None:
    cost = cost_so_far(stayed_awake(Clocks(), hours * HOUR))
    assert cost.missing + cost.beyond == 7 + (hours - 24)


@given(before=st.builds(Clocks, since=st.integers(0, 9999), owed=st.integers(0, 50)), minutes=st.integers(0, 9999))
def test_tallies_keep_what_the_clocks_show(before: Clocks, minutes: int) -> None:
    later = stayed_awake(before, minutes)
    held = {name: value for name in Clocks.__struct_fields__ if (value := getattr(before, name))}
    summed = {name: held.get(name, 0) + changes(before, later).get(name, 0) for name in Clocks.__struct_fields__}
    assert clocks_of(summed) == later


@pytest.mark.parametrize("doing", ["", "rest", "hard"])
def test_a_day_has_its_night(doing: str) -> None:
    day, night = ordinary_day(doing)
    assert (day.minutes + night.minutes, night.minutes, day.doing, night.doing) == (DAY, 7 * HOUR, doing, "sleep")


def test_who_does_nothing_of_note_loses_no_sleep_in_whole_days() -> None:
    assert after(PassTime(days=1))["endurance"] == 310 + 2 * 14
    assert after(PassTime(days=1, doing="awake"))["endurance"] == 310 - 7


def test_a_year_passes_for_a_full_table_in_the_time_of_a_breath() -> None:
    table = MemoryTable(UNISYSTEM, {}, Faces())
    for number in range(60):
        table.enter(f"c{number}", fighter())
    began = time.perf_counter()
    for doing in ("", "awake"):
        assert len(table.must(PassTime(days=365, doing=doing)).entries) < 60 * 4
    assert time.perf_counter() - began < 10
