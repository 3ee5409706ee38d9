"""Commands that correct the record."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from engine.commands.base import Command, Id, Name, Number, Text, Word
from events.base import Version


class RequestUndo(Command, frozen=True, kw_only=True, tag="request_undo"):
    """Ask the GM to take back one of your own actions."""

    action: Annotated[str, Meta(max_length=100)]


class DeclineUndo(Command, frozen=True, kw_only=True, tag="decline_undo"):
    """Let an action stand that a player asked to have taken back: whoever asked is told so."""

    action: Annotated[str, Meta(max_length=100)]
    reason: Text = ""


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


class Amend(Command, frozen=True, kw_only=True, tag="amend"):
    """Correct an action on the dice it had: `changes` are the fields that were wrong, with what they should have been.

    Of an act, any field of the act itself, its `combatant`, and the GM's own `modifiers`; of another step, any field of
    its command. Null takes a field away. Dice that are missing are thrown now, or given as faces with the command.
    `replayed` judges all later actions again, in order, on their own dice and answers, until one makes no sense any
    more; `only_now` changes nothing but the present. Acts of an older version of the rules, which those at hand would
    judge otherwise anyway, are judged again only with `rejudge`.
    """

    action: Annotated[str, Meta(max_length=100)]
    changes: dict[Word, Any]
    reach: Literal["replayed", "only_now"] = "replayed"
    reason: Text = ""
    rejudge: bool = False


class StatedChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is changed of one combatant: pools and rounds by signed amounts, conditions that begin and end."""

    pools: dict[Word, Number] = {}
    ammo: dict[Word, Number] = {}
    gained: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()
    lost: Annotated[tuple[Name, ...], Meta(max_length=20)] = ()


class Override(Command, frozen=True, kw_only=True, tag="override"):
    """State what changes, for a reason: in place of a result (a version or a roll) and what followed because of it, or
    here and now."""

    changes: Annotated[dict[Id, StatedChange], Meta(min_length=1, max_length=50)]
    reason: Annotated[str, Meta(min_length=1, max_length=2000)]
    version: Version | None = None
    roll: Version | None = None
    rule: Word = ""
