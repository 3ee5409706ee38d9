"""The limits of what people write in sheets and actions, whatever rule set reads it."""

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from engine.patterns import entire

Level = Annotated[int, Meta(ge=0, le=20)]
SomePoints = Annotated[int, Meta(ge=1, le=100_000)]
Rounds = Annotated[int, Meta(ge=0, le=10_000)]
SomeRounds = Annotated[int, Meta(ge=1, le=10_000)]
Cover = Annotated[int, Meta(ge=0, le=1000)]
Distance = Annotated[int, Meta(ge=0, le=1_000_000)]
Word = Annotated[str, Meta(pattern=entire("[a-z][a-z0-9_]*"), max_length=40)]
Name = Annotated[str, Meta(pattern=entire("[A-Za-z0-9][A-Za-z0-9_-]*"), max_length=40)]
Text = Annotated[str, Meta(min_length=1, max_length=80)]
Who = Annotated[str, Meta(min_length=1, max_length=40)]

MOST_SKILLS: Final = 100
MOST_WEAPONS: Final = 50


class Act(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """What every action has: its kind."""
