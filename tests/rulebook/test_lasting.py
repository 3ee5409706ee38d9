"""What somebody takes along from one table to another: wounds, and nothing of the fight or of others in it."""

import pytest

from engine.rulesets import RULESETS

STAYS_BEHIND = {
    "unisystem": ("stunned", "dodging", "actions", "fired-at:bob"),
    "firefight": ("stunned", "dodging", "in-cover", "aiming", "attacks", "fired-single"),
    "interlock": ("aiming", "held", "aim:gun", "held-by:bob", "choked-by:bob", "choked-with-art:bob", "actions"),
}


@pytest.mark.parametrize("ruleset", sorted(RULESETS))
def test_wounds_go_along_and_what_is_of_a_fight_stays(ruleset: str) -> None:
    lasts = RULESETS[ruleset].lasts
    assert [name for name in STAYS_BEHIND[ruleset] if lasts(name)] == []
    assert all(map(lasts, ("dead", "stabilised", "of the GM's own making")))
