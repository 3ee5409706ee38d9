"""Facts that correct the record. Nothing is deleted: they say what counts from now on."""

from typing import Final, Literal

import msgspec

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


class Surplus(Part, frozen=True):
    """Dice that fell and are not needed any more: of which action, on which path, what they showed."""

    action: str
    path: str
    faces: tuple[int, ...]


class Amended(Fact, frozen=True, tag="amended"):
    """An action is judged again as it should have been given: `changes` are the fields that were wrong.

    Replayed: what it and the later actions lead to now follows, `instead_of` what they led to, and is folded in its
    place. Only now: what it leads to now follows for the record, and one stated change makes up the difference.
    `surplus` are dice that nothing asks for any more, `later` what the replay stopped at, or would go otherwise.
    `other_rules` are acts of older rules that come out otherwise under those at hand, whatever was corrected.
    """

    action: str
    changes: msgspec.Raw
    reach: Literal["replayed", "only_now"]
    reason: str = ""
    surplus: tuple[Surplus, ...] = ()
    later: tuple[Otherwise, ...] = ()
    other_rules: tuple[Otherwise, ...] = ()


class Change(Part, frozen=True):
    """What is changed of one combatant: pools and rounds by signed amounts, conditions that begin, causes that end."""

    pools: dict[str, int] = {}
    ammo: dict[str, int] = {}
    gained: tuple[str, ...] = ()
    lost: dict[str, tuple[Version, ...]] = {}


class Overridden(Fact, frozen=True, tag="overridden"):
    """A change that the GM states, in place of a result or by itself, with the reason and a rule where there is one."""

    changes: dict[CombatantId, Change]
    reason: str = ""
    rule: str = ""
