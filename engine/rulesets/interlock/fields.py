"""The typed fields of every kind of action; an unknown field or name is refused."""

from typing import Annotated, Literal

from msgspec import Meta

from engine.forms import Act, Cover, Distance, Name, Who, Word

Band = Literal["point_blank", "close", "medium", "long", "extreme"]
Location = Literal["head", "torso", "right_arm", "left_arm", "right_leg", "left_leg"]
Mode = Literal["single", "burst", "full_auto", "suppressive"]
Move = Literal[
    "weapon",
    "strike",
    "kick",
    "disarm",
    "grapple",
    "throw",
    "hold",
    "escape",
    "choke",
    "sweep_trip",
    "dodge",
    "block_parry",
]
Fighting = Literal["martial_arts", "fencing", "melee", "athletics", "brawling"]
StatName = Literal["ref", "int", "cool", "bt", "ma", "tech", "attr", "luck", "emp"]
HowHard = Annotated[int, Meta(ge=0, le=100)] | Literal["easy", "average", "difficult", "very_difficult", "impossible"]
Defense = Literal["none", "dodge", "parry"]
Metres = Distance
Shots = Annotated[int, Meta(ge=1, le=1000)]


class FireAct(Act, frozen=True, kw_only=True):
    """Fire at somebody: single shots up to the rate of fire, a three-round burst, or full auto.

    `shots` are the single shots, or the rounds of full auto (all it can fire unless said otherwise). `targets` share
    the rounds of full auto, or stand in the zone of suppressive fire, `width` metres wide. `range` or `distance`
    (metres) say how far it is, else the scene or what was said last. `friend` is hit where a fumble wounds one.
    `motion`, `size` and `cover` of the target override the scene, in its words; each modifier has its own name too.
    """

    kind: Literal["fire"]
    weapon: Name
    target: Who | None = None
    targets: Annotated[tuple[Who, ...], Meta(min_length=1, max_length=50)] | None = None
    mode: Mode = "single"
    shots: Shots | None = None
    range: Band | None = None
    distance: Metres | None = None
    location: Location | None = None
    skill: Word | None = None
    ammunition: Literal["ordinary", "ap"] | None = None
    motion: Literal["still", "moving"] | None = None
    size: Literal["normal", "large", "small", "tiny"] | None = None
    cover: Cover | None = None
    target_immobile: bool = False
    target_moving: bool = False
    target_large: bool = False
    target_small: bool = False
    target_tiny: bool = False
    snapshot: bool = False
    blinded: bool = False
    turning_around: bool = False
    firing_while_running: bool = False
    two_weapons: bool = False
    friend: Who | None = None
    width: Annotated[int, Meta(ge=1, le=1000)] | None = None


class MeleeAct(Act, frozen=True, kw_only=True):
    """Attack somebody at arm's length: with a weapon, or with a maneuver. `defense` speaks for the target.

    `maneuver` is a strike unless a weapon is named; `their_weapon` is what a disarm is after. Whoever escapes need
    not say from whom. With `dodge` or `block_parry` the action is spent on defending until the next turn.
    """

    kind: Literal["melee"]
    maneuver: Move | None = None
    weapon: Name | None = None
    target: Who | None = None
    skill: Fighting | None = None
    location: Location | None = None
    defense: Defense | None = None
    cover: Cover | None = None
    their_weapon: Name | None = None


class AimAct(Act, frozen=True, kw_only=True):
    """Spend the round on aiming a weapon; nothing else is done in it."""

    kind: Literal["aim"]
    weapon: Name


class MoveAct(Act, frozen=True, kw_only=True):
    """Move up to three times MA (`distance` in metres), to another zone, behind cover or into another posture."""

    kind: Literal["move"]
    distance: Metres | None = None
    zone: Annotated[str, Meta(min_length=1, max_length=80)] | None = None
    cover: Cover | None = None
    posture: Literal["standing", "kneeling", "prone"] | None = None


class ReloadAct(Act, frozen=True, kw_only=True):
    """Reload a weapon to what it holds."""

    kind: Literal["reload"]
    weapon: Name


class SwapAct(Act, frozen=True, kw_only=True):
    """Take another weapon in hand, or pick up one that was dropped."""

    kind: Literal["swap"]
    weapon: Name


class UnjamAct(Act, frozen=True, kw_only=True):
    """Clear the jam of a weapon."""

    kind: Literal["unjam"]
    weapon: Name


class VehicleAct(Act, frozen=True, kw_only=True):
    """Get into or out of a vehicle."""

    kind: Literal["vehicle"]
    doing: Literal["enter", "leave"] = "enter"
    vehicle: Annotated[str, Meta(min_length=1, max_length=80)] | None = None


class TaskAct(Act, frozen=True, kw_only=True):
    """A task: stat and skill against a difficulty, or against the stat and skill of an opponent (else the same)."""

    kind: Literal["task"]
    stat: StatName
    skill: Word | None = None
    difficulty: HowHard = "average"
    opponent: Who | None = None
    opponent_stat: StatName | None = None
    opponent_skill: Word | None = None


class RepairAct(Act, frozen=True, kw_only=True):
    """Mend a machine or a piece of equipment."""

    kind: Literal["repair"]
    stat: StatName = "tech"
    skill: Word | None = None
    difficulty: HowHard = "average"


class FirstAidAct(Act, frozen=True, kw_only=True):
    """Try to stabilise somebody."""

    kind: Literal["first_aid"]
    target: Who


class StabiliseAct(Act, frozen=True, kw_only=True):
    """Try to stabilise somebody; the same as `first_aid`."""

    kind: Literal["stabilise"]
    target: Who
