"""One attack as plain values: who, at whom, with what, from how far, and how the target means to defend."""

import msgspec

from engine.rulesets.unisystem.arithmetic import Modifiers
from engine.rulesets.unisystem.armoury import Weapon
from events.base import CombatantId


class Attack(msgspec.Struct, frozen=True):
    """An attack that is under way.

    `band` is the range of a ranged attack, None in close combat. `hits` are those that one success brings. `bonus`
    holds the referee's own modifiers. `nth` is its action of the Turn, and `heard` what other senses add in the dark.
    `regardless`: the referee lets somebody attack who could not; `harmless`: it can do nothing to a thing.
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
