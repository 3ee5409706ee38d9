"""Commands that correct the record."""

from typing import Annotated

from msgspec import Meta

from engine.commands.base import Command, Text
from events.base import Version


class RequestUndo(Command, frozen=True, kw_only=True, tag="request_undo"):
    """Ask the GM to take back one of your own actions."""

    action: Annotated[str, Meta(max_length=100)]


class Undo(Command, frozen=True, kw_only=True, tag="undo"):
    """Take back the newest step, a whole action with all that came after it, or everything from a version on.

    The table stands as it stood before. The timeline tells the version of each fight, turn and act.
    """

    action: Annotated[str, Meta(max_length=100)] | None = None
    version: Version | None = None


class Redo(Command, frozen=True, kw_only=True, tag="redo"):
    """Go back to where the last undo came from."""


class Switch(Command, frozen=True, kw_only=True, tag="switch"):
    """Let the table stand again as it stood at a version."""

    version: Version


class Strike(Command, frozen=True, kw_only=True, tag="strike"):
    """Strike a fact with all that followed because of it: one version, one roll, or a whole action.

    Everything that happened for another reason stays as it was. An action is any step, named by who gave the command
    and its id.
    """

    version: Version | None = None
    roll: Version | None = None
    action: Annotated[str, Meta(max_length=100)] | None = None
    reason: Text = ""
