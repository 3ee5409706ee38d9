"""The typed fields of every kind of action; an unknown field or name is refused."""

from typing import Annotated, Literal

from msgspec import Meta

from engine.forms import Act, Cover, Distance, Name, Who, Word
from engine.rulesets.unisystem.sheet import Attribute

Band = Literal["point_blank", "short", "medium", "long", "extreme"]
Lighting = Literal["normal", "poor", "bad", "total_darkness"]
Defense = Literal["none", "dodge", "parry"]
Yards = Distance
Shots = Annotated[int, Meta(ge=1, le=100)]
Hits = Annotated[int, Meta(ge=1, le=20)]
Spent = Annotated[int, Meta(ge=1, le=100_000)]


class ShootAct(Act, frozen=True, kw_only=True):
    """Fire at somebody: a shot, or several as one action.

    `range` or `distance` (yards) say how far it is, else the scene or what was said last. `light` and `cover` override
    the scene; cover has no effect in these rules. `defense` speaks for the target. `hits` are those that one success
    brings, where one shot lands several at once. `harmless`: it can do nothing to this thing.
    """

    kind: Literal["shoot"]
    weapon: Name
    target: Who
    shots: Shots = 1
    range: Band | None = None
    distance: Yards | None = None
    skill: Word | None = None
    light: Lighting | None = None
    cover: Cover | None = None
    defense: Defense | None = None
    hits: Hits = 1
    harmless: bool = False


class StrikeAct(Act, frozen=True, kw_only=True):
    """Attack somebody at arm's length. `defense` speaks for the target; `hits` are those that one success brings.

    `harmless`: it can do nothing to this thing.
    """

    kind: Literal["strike"]
    weapon: Name
    target: Who
    skill: Literal["brawling", "martial_arts", "hand_weapon"] | None = None
    light: Lighting | None = None
    cover: Cover | None = None
    defense: Defense | None = None
    hits: Hits = 1
    harmless: bool = False


class DodgeAct(Act, frozen=True, kw_only=True):
    """Spend an action on dodging: the reaction is dodge for the rest of the Turn."""

    kind: Literal["dodge"]


class TaskAct(Act, frozen=True, kw_only=True):
    """A Task with an attribute and a skill; without a skill none is called for."""

    kind: Literal["task"]
    attribute: Attribute
    skill: Word | None = None


class TestAct(Act, frozen=True, kw_only=True):
    """A Test: simple (the attribute counts twice), difficult (once), or with a second attribute."""

    kind: Literal["test"]
    attribute: Attribute
    difficulty: Literal["simple", "difficult"] = "difficult"
    second: Attribute | None = None


class FirstAidAct(Act, frozen=True, kw_only=True):
    """Give First Aid to somebody."""

    kind: Literal["first_aid"]
    target: Who


class ReloadAct(Act, frozen=True, kw_only=True):
    """Reload a weapon to what it holds."""

    kind: Literal["reload"]
    weapon: Name


class SpendAct(Act, frozen=True, kw_only=True):
    """Spend Essence by choice, as an Invocation asks for. It is part of an action and none of its own."""

    kind: Literal["spend"]
    amount: Spent
