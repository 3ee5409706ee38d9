"""What may stand in an encounter file: one strict type per mapping, its fields are the keys."""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from engine.commands.base import Id, Name, Points, Text, Word
from engine.patterns import ONE_LINE, ONE_LINE_OR_NONE
from events.base import OptionValue
from events.roster import Distance, Zone

MOST_OF_A_KIND: Final = 40
MOST_KINDS: Final = 50


Called = Annotated[str, Meta(min_length=1, max_length=80, pattern=ONE_LINE)]
Line = Annotated[str, Meta(max_length=80, pattern=ONE_LINE_OR_NONE)]


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mapping of an encounter file. A key that is no field of it is an error."""


class Place(Form, frozen=True, kw_only=True):
    """The scene: light, smoke and cover everywhere, zones with their own, and how far zones lie apart.

    Distances are in the rule set's unit (yards, metres), or a range band.
    """

    title: Line = ""
    light: Word = ""
    smoke: bool = False
    cover: Points = 0
    zones: Annotated[dict[Called, Zone], Meta(max_length=100)] = {}
    distances: Annotated[tuple[Distance, ...], Meta(max_length=500)] = ()


class Those(Form, frozen=True, kw_only=True):
    """Combatants of one kind: so many, from a template or with a sheet, on a side, somewhere.

    One alone has the id under which it stands. Of several, each has a number behind its id and name: `ganger-1`,
    `Ganger 1`, and they are a group, which throws initiative once and acts at one place in the order, unless `group`
    says otherwise. With a template or gear the sheet says only what is different. `side` is `foes` unless said
    otherwise; `reserve` are prepared and no part of the fight yet; `hidden` are seen by the GM alone.
    """

    template: Id | None = None
    gear: Annotated[tuple[Id, ...], Meta(max_length=50)] = ()
    sheet: dict[str, Any] = {}
    count: Annotated[int, Meta(ge=1, le=MOST_OF_A_KIND)] = 1
    group: bool | None = None
    name: Annotated[str, Meta(min_length=1, max_length=70, pattern=ONE_LINE)] | None = None
    side: Line = "foes"
    reserve: bool = False
    hidden: bool = False
    zone: Name | None = None
    cover: Points | None = None
    posture: Word | None = None
    motion: Literal["still", "moving"] | None = None
    size: Word | None = None
    facing: Word | None = None

    @property
    def grouped(self) -> bool:
        """Whether they are a group: several are, where nothing is said."""
        return self.count > 1 if self.group is None else self.group

    @property
    def placed(self) -> dict[str, Any]:
        """What is said of where and how they stand."""
        return {name: said for name in PLACING if (said := getattr(self, name)) is not None}


class Encounter(Form, frozen=True, kw_only=True):
    """An encounter: the rules it is for, the scene, and who is there.

    `preset` and `options` are set at the table where it has other values. `note` is for whoever reads the file.
    """

    title: Called
    ruleset: Id
    note: Text = ""
    preset: Word = ""
    options: Annotated[dict[Word, OptionValue], Meta(max_length=100)] = {}
    scene: Place | None = None
    combatants: Annotated[dict[Id, Those], Meta(min_length=1, max_length=MOST_KINDS)]


PLACING: Final = ("zone", "cover", "posture", "motion", "size", "facing")
"""The fields that say where and how somebody stands, as the command `place` has them."""
