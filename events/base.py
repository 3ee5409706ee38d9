"""What all facts have in common: frozen, tagged by an explicit word, absent fields are empty."""

import msgspec


class Fact(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """Something that happened at a table. Never changed, never deleted.

    A default stands for "nothing said" and is always an empty value (None, False, 0, "", () or {}), so an absent
    field in an old entry can never take on a newer meaning.
    """


class Part(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """A value inside a fact: a modifier, a step of a calculation, a question."""


Version = int
"""Number of an entry in its table's log: 1, 2, 3 ... without a hole."""

CombatantId = str
GroupId = str
SeatId = str
OptionValue = bool | int | float | str
