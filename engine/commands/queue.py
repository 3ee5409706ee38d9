"""Commands about what somebody does when they are up next, said beforehand."""

import msgspec

from engine.commands.base import Command, Id


class Queue(Command, frozen=True, kw_only=True, tag="queue"):
    """Say beforehand what a combatant does when it is up: carried out then, if it still can be, else told why not.

    One action waits per combatant: another takes its place, and without `action` the one that waits is taken back.
    Only its own seat and the GMs learn of it.
    """

    combatant: Id
    action: msgspec.Raw = msgspec.Raw(b"{}")
    done: bool = False


class CarryOut(Command, frozen=True, kw_only=True, tag="carry_out"):
    """Do now what was queued for whoever is up. The service gives this by itself, for the seat that queued it."""

    combatant: Id
