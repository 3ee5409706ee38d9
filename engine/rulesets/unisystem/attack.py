"""One attack as plain values: who, at whom, with what, from how far, and how the target means to defend."""

import msgspec

from engine.requests import Cause
from engine.rulesets.unisystem.arithmetic import Modifiers
from engine.rulesets.unisystem.armoury import Weapon
from events.base import CombatantId


class Attack(msgspec.Struct, frozen=True):
    """An attack that is under way.

    `band` is the range of a ranged attack, None in close combat. `hits` are those that one success brings. `bonus`
    holds the referee's own modifiers. `nth` is its action of the Turn, and `heard` what other senses add in the dark.
    `regardless`: the referee lets somebody attack who could not; `harmless`: it can do nothing to a thing. `rounds` are
    spent by one roll. `location` is the body part that was named. An empty `attacker` is nobody: a hazard.
    """

    attacker: CombatantId
    target: CombatantId
    weapon_name: str
    weapon: Weapon
    skill: str
    strength: int
    light: str
    nth: int = 1
    band: str | None = None
    hits: int = 1
    defense: str = "none"
    bonus: Modifiers = ()
    heard: Modifiers = ()
    regardless: bool = False
    harmless: bool = False
    rounds: int = 1
    location: str | None = None


class Ready(msgspec.Struct, frozen=True):
    """An attack about to be made: its light, what is heard in the dark, the defense, and the rolls behind that."""

    light: str
    heard: Modifiers
    defense: str
    regardless: bool
    because: tuple[Cause, ...]


class Good(msgspec.Struct, frozen=True):
    """What the total of a strike brings: points on the damage die and on the multiplier, and how many hits."""

    on_die: int = 0
    on_multiplier: int = 0
    hits: int = 1
