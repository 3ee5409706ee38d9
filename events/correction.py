"""Facts that correct the record. Nothing is deleted: they say what counts from now on."""

from typing import Final, Literal

from events.base import CombatantId, Fact, Part, Version


class Span(Part, frozen=True, array_like=True):
    """Versions from first to last, both included."""

    first: Version
    last: Version


How = Literal["undo", "redo", "switch", "strike", "amend", "override"]

IN_PLACE: Final[frozenset[str]] = frozenset({"strike", "amend", "override"})
"""Corrections that reach into the line; all others lead back to a place on one."""


class Otherwise(Part, frozen=True):
    """A later step that would go otherwise now, judged again on the dice and answers that it had.

    `action` names it for an amend or a strike, `version` is its first. `what` says how: it would be refused (`now` is
    the refusal), a roll would have other modifiers or another outcome, or something else would follow.
    """

    action: str
    version: Version
    what: Literal["refused", "modifiers", "outcome", "consequences"]
    combatant: CombatantId | None = None
    roll: str = ""
    was: str = ""
    now: str = ""


class Retracted(Fact, frozen=True, tag="retracted"):
    """Versions that no longer count.

    Undo, redo and switch: the table stands again as it stood at `stands_at`. Strike, amend and override: what was
    played after `stands_at` is folded again without these versions, and with the entries of the same command that
    stand `instead_of` some of them in their places. `later` are steps that would go otherwise now.
    """

    how: How
    stands_at: Version
    versions: tuple[Span, ...]
    reason: str = ""
    later: tuple[Otherwise, ...] = ()
