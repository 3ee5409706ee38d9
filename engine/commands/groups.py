"""Commands about several combatants as one: gangers who come, act in the order and are told together."""

from typing import Annotated

import msgspec
from msgspec import Meta

from engine.commands.base import Command, Id, Name, Word
from events.roster import DiceHabit, Status

Few = Annotated[int, Meta(ge=1, le=50)]
Several = Annotated[tuple[Id, ...], Meta(max_length=100)]


class FormGroup(Command, frozen=True, kw_only=True, tag="form_group"):
    """Bring a group to the table: so many separate combatants from one sheet or template, named `Ganger 1` and
    so on.

    Or make a group of those who are there (`members`). Everybody keeps pools of their own. With one initiative the
    group throws once, by its leader, and its members act one after another at one place in the order. Wherever a
    command takes a combatant and may take a group, the group's id stands for all its members.
    """

    group: Id
    title: Name | None = None
    name: Name | None = None
    template: Id | None = None
    gear: Several = ()
    sheet: msgspec.Raw = msgspec.Raw(b"{}")
    count: Few | None = None
    members: Several = ()
    leader: Id | None = None
    one_initiative: bool = True
    side: Word | None = None
    status: Status | None = None
    controller: Id | None = None
    dice: DiceHabit = "table"
    hidden: bool = False


class ChangeGroup(Command, frozen=True, kw_only=True, tag="change_group"):
    """Change a group: who joins or leaves it, how many more come (with the sheet of its leader, unhurt), who leads it.

    Who leaves the group stays at the table. A group that nobody is left of is none any more.
    """

    group: Id
    join: Several = ()
    leave: Several = ()
    more: Few | None = None
    sheet: msgspec.Raw = msgspec.Raw(b"{}")
    leader: Id | None = None
    title: Name | None = None
    one_initiative: bool | None = None
