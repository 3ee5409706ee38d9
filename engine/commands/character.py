"""How a character is written down that leaves one table for another."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

Rules = Annotated[str, Meta(max_length=40)]
Name = Annotated[str, Meta(min_length=1, max_length=80)]
Points = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Rounds = Annotated[int, Meta(ge=0, le=10_000)]
Times = Annotated[int, Meta(ge=1, le=100)]
Kept = Annotated[dict[Name, Times], Meta(max_length=100)]


class Character(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """Somebody as they stand: sheet, what is left in each pool, rounds, conditions, and what the rules count of them.

    `left` are the points of each pool by name, `counts` how often something counts (minutes dying, armor shot away),
    `sums` what is added up (minutes awake). What ends with a fight or names others at the table is not taken along.
    """

    format: Literal["fracas-character-1"]
    ruleset: Rules
    name: Name
    sheet: msgspec.Raw
    left: Annotated[dict[Name, Points], Meta(max_length=100)] = {}
    ammo: Annotated[dict[Name, Rounds], Meta(max_length=100)] = {}
    conditions: Annotated[tuple[Name, ...], Meta(max_length=100)] = ()
    counts: Kept = {}
    sums: Annotated[dict[Name, Points], Meta(max_length=100)] = {}
