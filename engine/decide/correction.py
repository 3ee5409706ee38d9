"""Decisions that correct the record: undo, redo, switch, and a player's request for an undo."""

from typing import Literal

from engine.commands import DeclineUndo, Redo, RequestUndo, Switch, Undo
from engine.decide.verdicts import decides
from engine.draft import Draft
from engine.refusals import Refused, refusal
from events.base import Version
from events.correction import Retracted, Span
from events.table import UndoDeclined, UndoRequested

OPENING: Version = 1
"""The table's opening is under every line and cannot be taken back."""


@decides(Undo)
def undo(draft: Draft, command: Undo) -> None:
    """The table stands again as before the newest step, or before the beginning of an action or of a version's step."""
    history = draft.history
    _may_undo(draft, command.action or "")
    if command.action is not None and command.version is not None:
        raise Refused(refusal("invalid", "name one thing: an action or a version"))
    if command.action is not None:
        at = history.stands[_first_of(draft, command.action) - 1]
    elif command.version is not None:
        at = history.before_step(_played(draft, command.version))
    else:
        at = history.before_step(history.at)
    if history.at <= OPENING or at < OPENING:
        raise Refused(refusal("invalid", "there is nothing to undo"))
    _stand(draft, "undo", at)


def _may_undo(draft: Draft, action: str) -> None:
    """A player takes back only the newest action, only their own, and only where the table has it so."""
    speaker = draft.speaker
    if speaker.kind == "gm":
        return
    if draft.state.options.get("player_undo") != "own_last":
        raise Refused(refusal("unauthorized", "ask the GM for it: request_undo names the action"))
    newest = draft.history.commands.get(action) == draft.history.begins[draft.history.at]
    if not action.startswith(f"{speaker.id}/") or not newest:
        raise Refused(refusal("not-yours", "name your own newest action; nothing may have happened since"))


def _first_of(draft: Draft, action: str) -> Version:
    """The first version of an action, if it is on the line the table stands on."""
    first = draft.history.commands.get(action)
    if first is None or not draft.history.counts(first):
        raise Refused(refusal("unknown-id", f"there is no action {action!r} on the line the table stands on"))
    return first


def _played(draft: Draft, version: Version) -> Version:
    """A moment of play, if it is on the line the table stands on."""
    if not OPENING < version <= draft.history.head or not draft.history.on_the_line(version):
        raise Refused(refusal("unknown-id", f"version {version} is no moment of play on the line the table stands on"))
    return version


@decides(Redo)
def redo(draft: Draft, command: Redo) -> None:
    """Back to where the last undo came from."""
    if not draft.history.redo:
        raise Refused(refusal("invalid", "there is nothing to redo"))
    _stand(draft, "redo", draft.history.redo[0])


@decides(Switch)
def switch(draft: Draft, command: Switch) -> None:
    """The table stands again as it stood when this version was the newest."""
    history = draft.history
    if not OPENING <= command.version <= history.head:
        raise Refused(refusal("unknown-id", f"there is no version {command.version} in this log"))
    if command.version < history.head and history.begins[command.version + 1] <= command.version:
        raise Refused(refusal("invalid", f"version {command.version} is in the middle of a command"))
    _stand(draft, "switch", max(history.stands[command.version], OPENING))


def _stand(draft: Draft, how: Literal["undo", "redo", "switch"], at: Version) -> None:
    head = draft.history.head
    draft.record(Retracted(how, at, (Span(at + 1, head),) if at < head else ()))


@decides(RequestUndo)
def request_undo(draft: Draft, command: RequestUndo) -> None:
    """A player asks for an action of theirs to be taken back."""
    speaker = draft.given.speaker
    if not command.action.startswith(f"{speaker}/"):  # asked first: whether another's action exists may be a secret
        raise Refused(refusal("not-yours", "this action is not yours"))
    first = _first_of(draft, command.action)
    draft.record(UndoRequested(speaker, command.action), (first,))


@decides(DeclineUndo)
def decline_undo(draft: Draft, command: DeclineUndo) -> None:
    """The GM lets stand what a player asked to have taken back, as long as it stands."""
    asked = draft.ledger.undo_asked.get(command.action)
    if asked is None:
        raise Refused(refusal("unknown-id", "nobody asks for this action to be taken back"))
    _first_of(draft, command.action)
    seat, _, _ = command.action.partition("/")
    draft.record(UndoDeclined(seat, command.action, command.reason), (asked,))
