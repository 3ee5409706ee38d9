"""Every body type, damage and location: what is left of a hit stays within the floors of the rules and adds up."""

import pytest

from engine.options import Options, settle
from engine.rulesets.interlock import harm
from engine.rulesets.interlock.harm import Stopped, btm, damage_modifiers, kills_at_once, past_armor, past_body, taken
from engine.rulesets.interlock.tables import LOCATIONS, RANGES, RULEBOOK, TABLES
from engine.rulesets.interlock.wounds import level_at
from events.play import DamageApplied
from tests.interlock.fighters import INTERLOCK

SETTLED = settle(RULEBOOK, {})
assert isinstance(SETTLED, dict)
OPTIONS: Options = SETTLED


@pytest.mark.parametrize("body", range(1, 21))
def test_every_damage_at_every_location_stays_within_the_floors(body: int) -> None:
    for location in LOCATIONS:
        for damage in range(61):
            for armor in (0, 10):
                steps = past_armor(damage, "INT-LOC-1", Stopped(armor), OPTIONS)
                passed = max(0, damage - armor)
                assert steps[-1].result == passed
                steps = past_body(steps, body, OPTIONS)
                undoubled = steps[-1].result
                assert undoubled == (max(1, passed - btm(body)) if passed else 0)
                steps = taken(steps, location)
                assert steps[-1].result == undoubled * (2 if location == "head" else 1)
                assert kills_at_once(location, undoubled, OPTIONS) is (location == "head" and undoubled >= 8)
                assert {step.rule for step in steps} <= set(RULEBOOK.by_id)
                DamageApplied("bob", "wounds", steps[-1].result, steps)


def test_body_types_have_the_numbers_of_the_book() -> None:
    reductions = [btm(body) for body in range(1, 21)]
    assert reductions == [0, 0, 1, 1, 2, 2, 2, 3, 3, 4, *[5] * 10]
    added = [sum(one.value for one in damage_modifiers(body)) for body in range(1, 21)]
    assert added == [-2, -2, -1, -1, 0, 0, 0, 1, 1, 2, 4, 4, 6, 6, *[8] * 6]


def test_the_track_has_four_points_to_a_level() -> None:
    levels = [level_at(points) for points in range(1, 41)]
    names = [level.level for level in levels if level is not None]
    assert names == [name for row in TABLES.wound for name in [row.level] * 4]
    assert [row.stun for row in TABLES.wound] == [0, 1, 2, *range(3, 10)]
    assert level_at(0) is None


def test_layers_combine_by_how_much_they_differ() -> None:
    pairs = {(10, 12): 17, (4, 20): 22, (4, 31): 31, (0, 12): 12, (6, 6): 11, (6, 11): 15, (6, 15): 18, (4, 25): 26}
    assert {pair: harm.combined(*pair) for pair in pairs} == pairs


def test_every_class_has_a_far_end_for_every_band() -> None:
    for row in RANGES.values():
        assert len(row.metres) == len(INTERLOCK.bands)
        assert list(row.metres) == sorted(set(row.metres))
