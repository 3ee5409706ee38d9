"""What the facts of play add up to: combatants, scene, fight and the actions that wait for an answer."""

from typing import Any, Final

import msgspec

from events.base import CombatantId, GroupId, OptionValue, SeatId, Version
from events.envelope import Entry
from events.flow import Phase, Place
from events.play import Effect
from events.roster import Distance, Pool, Zone

ASIDE: Final = ("out", "fled", "surrendered")
"""The statuses of those who have left the fight."""

Causes = tuple[Version, ...]
"""The versions that a condition or a counter stands by; it stands while there is one."""


class Position(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Where and how a combatant stands in the scene. None: nobody said."""

    zone: str | None = None
    cover: int | None = None
    posture: str | None = None
    motion: str | None = None
    size: str | None = None
    facing: str | None = None


class Declaration(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a combatant declared for this turn; `reaction` is empty where nothing was said of it."""

    intention: str = ""
    attacks: int | None = None
    weapon: str | None = None
    mode: str | None = None
    haste: bool = False
    reaction: str = ""


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The time that has gone by at this table: turns that ended or passed, and minutes."""

    turns: int = 0
    minutes: int = 0


class Lasting(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A condition of the referee's own: the cause it stands by, what it does, and since when."""

    cause: Version
    condition: str
    effect: Effect
    since: Clock


class Combatant(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One combatant as it stands. Its sheet is raw JSON that the table's rule set decodes."""

    id: CombatantId
    name: str
    joined: Version
    sheet: msgspec.Raw
    pools: dict[str, Pool]
    ammo: dict[str, int] = {}
    side: str = ""
    status: str = "party"
    controller: SeatId | None = None
    dice: str = "table"
    hidden: bool = False
    reaction: str = "none"
    conditions: dict[str, Causes] = {}
    counters: dict[str, Causes] = {}
    tallies: dict[str, int] = {}
    position: Position = Position()
    effects: tuple[Lasting, ...] = ()

    @property
    def unseen(self) -> bool:
        """Whether it is kept from the other side of the screen: hidden, or prepared in reserve."""
        return self.hidden or self.status == "reserve"

    def has(self, condition: str) -> bool:
        """Whether any cause of the condition stands."""
        return bool(self.conditions.get(condition))

    def count(self, counter: str) -> int:
        """How many causes of the counter stand."""
        return len(self.counters.get(counter, ()))


class Scene(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The standing scene."""

    title: str = ""
    light: str = ""
    smoke: bool = False
    cover: int = 0
    zones: dict[str, Zone] = {}
    distances: tuple[Distance, ...] = ()


class StatedRange(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The last range somebody stated between two combatants: a band, or a distance."""

    range: str = ""
    distance: int | None = None


class Fight(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The fight that is going on. The turn pointer `up` names a combatant, never a place in a list."""

    number: int
    title: str
    turn: int = 0
    order: tuple[Place, ...] = ()
    initiative: dict[CombatantId, int] = {}
    stated: tuple[CombatantId, ...] = ()
    up: CombatantId | None = None
    done: tuple[CombatantId, ...] = ()
    delaying: tuple[CombatantId, ...] = ()
    declared: dict[CombatantId, Declaration] = {}


class Parked(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """An action that has begun and not ended: the state it began in, and everything in the log since then."""

    action: str
    before: "State"
    tape: tuple[Entry, ...] = ()


class Group(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Several combatants that are told and moved as one; pools and wounds are each member's own."""

    id: GroupId
    title: str
    members: tuple[CombatantId, ...]
    each: str = ""
    leader: CombatantId | None = None
    one_initiative: bool = False


class State(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Everything an undo can bring back: roster, scene, options, flow and play."""

    ruleset: str = ""
    options: dict[str, OptionValue] = {}
    combatants: dict[CombatantId, Combatant] = {}
    groups: dict[GroupId, Group] = {}
    scene: Scene = Scene()
    ranges: dict[str, StatedRange] = {}
    phase: Phase = "lobby"
    fights: int = 0
    fight: Fight | None = None
    parked: tuple[Parked, ...] = ()
    clock: Clock = Clock()

    def name(self, combatant: CombatantId) -> str:
        """What the table calls a combatant or a group; its id where it is not at the table."""
        one = self.combatants.get(combatant)
        group = self.groups.get(combatant)
        return one.name if one else group.title if group else combatant

    def with_fight(self, **changes: Any) -> "State":
        """The state with some fields of the fight replaced; unchanged where there is no fight."""
        if self.fight is None:
            return self
        return msgspec.structs.replace(self, fight=msgspec.structs.replace(self.fight, **changes))


def pair(one: CombatantId, other: CombatantId) -> str:
    """The key under which a range between two combatants is kept, whoever is named first."""
    return f"{min(one, other)}|{max(one, other)}"
