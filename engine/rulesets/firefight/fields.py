"""The typed fields of the actions that these rules have beyond unisystem, or have otherwise."""

from typing import Annotated, Literal

from msgspec import Meta

from engine.forms import Act, Cover, Name, Who, Word
from engine.rulesets.firefight.sheet_form import Mode
from engine.rulesets.unisystem import fields

Part = Literal[
    "head",
    "neck",
    "torso",
    "right_arm",
    "left_arm",
    "right_hand",
    "left_hand",
    "right_leg",
    "left_leg",
    "right_foot",
    "left_foot",
]
Side = Literal["front", "rear"]
Zone = Literal["point_blank", "blast", "shrapnel", "on_hit", "splash"]
Several = Annotated[tuple[Who, ...], Meta(min_length=1, max_length=100)]


class FireAct(fields.ShootAct, frozen=True, kw_only=True):
    """Fire at somebody, or sweep an area.

    `shots` are the single shots, or the rounds of one burst. `location` is a called shot, `ammunition` a damage type, a
    load of the weapon or a shell that fits it, `load` the form of a shell that `ammunition` does not name. `side` is
    where the shot comes from. `targets` are those in the swept area; `near` those whom a burning shell splashes.
    `destroys_armor`: the fire ruins what is worn.
    """

    target: Who | None = None  # type: ignore[assignment]
    mode: Mode = "single"
    location: Part | None = None
    ammunition: Name | None = None
    load: Word | None = None
    side: Side | None = None
    targets: Several | None = None
    near: Annotated[tuple[Who, ...], Meta(max_length=100)] = ()
    destroys_armor: bool = False


class BlowAct(fields.StrikeAct, frozen=True, kw_only=True):
    """Attack somebody at arm's length; `location` is a called blow."""

    skill: Literal["brawling", "martial_arts", "hand_weapon", "melee_weapons"] | None = None  # type: ignore[assignment]
    location: Part | None = None
    side: Side | None = None


class ThrowAct(Act, frozen=True, kw_only=True):
    """Throw or launch something that does not hit one body only: who is in which zone of it.

    One target with its zone, or several: an explosive needs a zone for each, for the others a list of names will do.
    `rounds` is how long a flash blinds. `destroys_armor`: the fire ruins what is worn.
    """

    kind: Literal["throw"]
    weapon: Name
    target: Who | None = None
    zone: Zone | None = None
    targets: Annotated[dict[Who, Zone], Meta(min_length=1, max_length=100)] | Several | None = None
    range: fields.Band | None = None
    distance: fields.Yards | None = None
    skill: Word | None = None
    light: fields.Lighting | None = None
    cover: Cover | None = None
    ammunition: Name | None = None
    side: Side | None = None
    rounds: Annotated[int, Meta(ge=1, le=100)] = 1
    destroys_armor: bool = False


class AimAct(Act, frozen=True, kw_only=True):
    """Take aim until everybody else has acted."""

    kind: Literal["aim"]
    weapon: Name


class RollOutAct(Act, frozen=True, kw_only=True):
    """Stop, drop and roll: put out the fire one is burning with."""

    kind: Literal["roll_out"]
