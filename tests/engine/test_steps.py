"""Steps of a log: from its facts the very command that led to them, so that it can be decided again."""

import msgspec
import pytest

from engine import commands as c
from engine.corrections.steps import commands_of, steps_of
from engine.dice import KeyedDice
from events.codec import decode
from tests.tables import MemoryTable
from tests.unisystem.fighters import duel

SHOT = msgspec.Raw(b'{"kind":"shoot","weapon":"pistol","target":"bob","range":"short"}')
BY_HAND = (c.RefereeModifier(value=-1, label="wind"),)


def newest(table: MemoryTable) -> tuple[c.Command, ...]:
    """The commands of the newest step, told back."""
    steps = steps_of(map(decode, table.bodies), lambda entry: entry)
    return commands_of(steps[-1], table.state)


@pytest.mark.parametrize(
    "command",
    [
        c.FreeRoll(dice="2d6+1", combatant="ann", level="gm", target_number=9, modifiers=BY_HAND),
        c.Act(combatant="ann", action=SHOT, modifiers=BY_HAND, done=True),
        c.Hazard(targets=("ann", "bob"), label="a beam", dice="2d6", stopped_by="cover", shared=True, secret=True),
        c.ApplyDamage(target="bob", amount=3, pool="life"),
        c.SetCondition(combatant="bob", condition="dazed", note="a blow", modifier=-2, on="saves", turns=2, seen=True),
        c.SetStatus(combatant="bob", status="fled"),
        c.PassTime(minutes=5),
        c.NextTurn(through="initiative"),
        c.EndCombat(),
    ],
    ids=lambda command: type(command).__name__,
)
def test_the_command_is_told_back_field_by_field(command: c.Command) -> None:
    table, _ = duel()
    table.dice = KeyedDice(bytes(32), "t1")
    table.must(command, force="told back")
    assert newest(table) == (command,)
