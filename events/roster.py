"""Facts about who is at the table and where they stand: the roster and the standing scene."""

from typing import Literal

import msgspec

from events.base import CombatantId, Fact, GroupId, OptionValue, Part, SeatId

Status = Literal["in-fight", "reserve", "party", "out", "fled", "surrendered"]
DiceHabit = Literal["table", "own"]


class Pool(Part, frozen=True):
    """What a combatant has of something (Life Points, say) and the most it can have."""

    now: int
    full: int


class CombatantEntered(Fact, frozen=True, tag="combatant-entered"):
    """A combatant joins with its whole sheet; pools and ammunition are those the rule set worked out from it."""

    combatant: CombatantId
    name: str
    sheet: msgspec.Raw
    pools: dict[str, Pool]
    ammo: dict[str, int] = {}
    side: str = ""
    status: Status = "party"
    controller: SeatId | None = None
    dice: DiceHabit = "table"
    hidden: bool = False


class CombatantLeft(Fact, frozen=True, tag="combatant-left"):
    """A combatant is gone from the table."""

    combatant: CombatantId


class CombatantShown(Fact, frozen=True, tag="combatant-shown"):
    """A hidden combatant is seen by all from now on."""

    combatant: CombatantId


class CombatantHidden(Fact, frozen=True, tag="combatant-hidden"):
    """Only the GM sees this combatant from now on."""

    combatant: CombatantId


class ControlGiven(Fact, frozen=True, tag="control-given"):
    """Who plays a combatant (None: the GM) and whose dice it rolls."""

    combatant: CombatantId
    seat: SeatId | None = None
    dice: DiceHabit = "table"


class SheetChanged(Fact, frozen=True, tag="sheet-changed"):
    """A new sheet; what a pool can hold changes by signed amounts, what it holds now stays.

    Where a fuller sheet takes the place of a minimal one, `gained` is what pools hold more with it, so that what was
    missing before is missing still; `new_pools` are those that nobody had counted. `rule` is the one by which a sheet
    changes in play, such as armor that fire ruins.
    """

    combatant: CombatantId
    sheet: msgspec.Raw
    fuller: dict[str, int] = {}
    new_ammo: dict[str, int] = {}
    gained: dict[str, int] = {}
    new_pools: dict[str, Pool] = {}
    rule: str = ""


class StatusSet(Fact, frozen=True, tag="status-set"):
    """A combatant fights, waits in reserve, or is out, fled or surrendered."""

    combatant: CombatantId
    status: Status


class GroupFormed(Fact, frozen=True, tag="group-formed"):
    """Several combatants are one group from now on: one row for everybody who looks, and with `one_initiative` one
    number and one place in the order. `each` is what one of them is called, before its number."""

    group: GroupId
    title: str
    members: tuple[CombatantId, ...]
    each: str = ""
    leader: CombatantId | None = None
    one_initiative: bool = False


class GroupChanged(Fact, frozen=True, tag="group-changed"):
    """Some joined a group, some left it, or it has another leader, name or way of initiative (None: as before)."""

    group: GroupId
    joined: tuple[CombatantId, ...] = ()
    left: tuple[CombatantId, ...] = ()
    leader: CombatantId | None = None
    title: str = ""
    one_initiative: bool | None = None


class Zone(Part, frozen=True):
    """A named place of the scene with its own light, smoke and cover."""

    light: str = ""
    smoke: bool = False
    cover: int = 0


class Distance(Part, frozen=True):
    """How far two zones lie apart, in the rule set's unit (yards, metres) or as a range band."""

    one: str
    other: str
    distance: int | None = None
    range: str = ""


class SceneSet(Fact, frozen=True, tag="scene-set"):
    """The standing scene: attacks take their defaults from it."""

    title: str = ""
    light: str = ""
    smoke: bool = False
    cover: int = 0
    zones: dict[str, Zone] = {}
    distances: tuple[Distance, ...] = ()


class Placed(Fact, frozen=True, tag="placed"):
    """Where and how a combatant stands; a field left out stays as it was."""

    combatant: CombatantId
    zone: str | None = None
    cover: int | None = None
    posture: str | None = None
    motion: Literal["still", "moving"] | None = None
    size: str | None = None
    facing: str | None = None


class RangeStated(Fact, frozen=True, tag="range-stated"):
    """The range between two combatants as somebody said it; the default where no scene says otherwise."""

    one: CombatantId
    other: CombatantId
    range: str = ""
    distance: int | None = None


class OptionChanged(Fact, frozen=True, tag="option-changed"):
    """An option of the table has another value from here on. `rules` are those it chooses a reading of."""

    option: str
    value: OptionValue
    rules: tuple[str, ...] = ()
