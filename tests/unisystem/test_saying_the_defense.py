"""Who may say how a target defends: its own player and the GM, and nobody learns of its skills by trying."""

import pytest

from engine import commands as c
from engine.refusals import Refusal
from tests.games.moves import act
from tests.games.test_parking import with_own_dice


@pytest.mark.parametrize("defense", ["none", "dodge", "parry"])
def test_a_player_cannot_say_how_an_enemy_defends(defense: str) -> None:
    table = with_own_dice(3)
    table.enter(
        "orc",
        {
            "attributes": dict.fromkeys(("strength", "dexterity", "constitution"), 2)
            | dict.fromkeys(("intelligence", "perception", "willpower"), 2),
            "skills": {},
        },
    )
    table.must(c.BeginCombat())
    for name in ("ann", "bob", "cy", "dan", "orc"):
        table.must(c.SetInitiative(combatant=name, value=5 if name == "ann" else 1))
    said = act("ann", kind="strike", weapon="club", target="orc", defense=defense)
    answer = table.give(said, seat="ana")
    assert isinstance(answer, Refusal)
    assert (answer.code, answer.rule) == ("not-yours", "")


def test_the_gm_says_how_anybody_defends() -> None:
    table = with_own_dice(3)
    table.must(c.BeginCombat())
    for name in ("ann", "bob", "cy", "dan"):
        table.must(c.SetInitiative(combatant=name, value=5 if name == "ann" else 1))
    table.must(act("ann", kind="strike", weapon="club", target="bob", defense="dodge"))
