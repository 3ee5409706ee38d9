"""What each maneuver does when it succeeds: blows, throws, holds, and what a parry takes up."""

from typing import Final

import msgspec

from engine.context import Context
from engine.options import Options, flag
from engine.registry import rule
from engine.requests import Call, Cause, Dice, Procedure, Record
from engine.rulesets.interlock.armoury import Weapon
from engine.rulesets.interlock.damage import Blow, damage_of, land
from engine.rulesets.interlock.defense import parrying_weapon, weapons_at_hand
from engine.rulesets.interlock.dice import halved, plain
from engine.rulesets.interlock.harm import Modifiers, damage_modifiers
from engine.rulesets.interlock.holds import art_on_damage, choke, grapple, hold, slip_away
from engine.rulesets.interlock.sweeps import swept
from engine.rulesets.interlock.tables import MANEUVERS
from engine.rulesets.interlock.tasks import add_up
from engine.rulesets.interlock.words import DROPPED, PRONE, structure_of
from events.base import CombatantId
from events.play import ConditionGained, DamageApplied, Step

WEAPON, STRIKE = "weapon", "strike"


class Attack(msgspec.Struct, frozen=True):
    """A hand-to-hand attack under way. `weapon` is None for bare hands; `own` counts on the roll besides skill."""

    attacker: CombatantId
    target: CombatantId
    maneuver: str
    name: str
    weapon: Weapon | None
    skill: str
    defense: str
    called: str | None
    cover: int
    their_weapon: str | None
    own: Modifiers


# blows


def with_weapon(ctx: Context, attack: Attack) -> Procedure[None]:
    """A weapon does its own damage."""
    yield from strikes(ctx, attack, weapon_blow(ctx, attack))


def _like_a_fist(ctx: Context, attack: Attack) -> Blow:
    return bare_blow(ctx, msgspec.structs.replace(attack, maneuver=STRIKE))


@rule("INT-HTH-4", mutant=_like_a_fist)
def weapon_blow(ctx: Context, attack: Attack) -> Blow:
    """What a hand weapon does."""
    assert attack.weapon is not None, "checked before the act began"
    weapon = attack.weapon
    body = ctx.sheet(attack.attacker).body
    adds = weapon.damage_modifier or damage_modifier_on_weapons(ctx.state.options)
    on_top = damage_modifiers(body) if adds else ()
    dice = weapon.dice if weapon.kind == "unarmed" else plain(weapon.dice)
    return blow_of(attack, dice, "INT-HTH-4", on_top)


@rule("INT-HTH-19", mutant=lambda options: not flag(options, "weapon_damage_modifier"))
def damage_modifier_on_weapons(options: Options) -> bool:
    """Whether strength adds to hand weapons."""
    return flag(options, "weapon_damage_modifier")


def bare_handed(ctx: Context, attack: Attack) -> Procedure[None]:
    """A strike or kick."""
    yield from strikes(ctx, attack, bare_blow(ctx, attack))


def bare_blow(ctx: Context, attack: Attack) -> Blow:
    """What a maneuver does by itself."""
    row = MANEUVERS[attack.maneuver]
    on_top = damage_modifiers(ctx.sheet(attack.attacker).body) if row.damage_modifier else ()
    on_top = add_up(on_top, art_on_damage(ctx, attack.attacker, attack.skill))
    return blow_of(attack, dice_of_maneuver(attack.maneuver), row.rule, on_top)


@rule(
    "INT-HTH-5",
    mutant=lambda name: Dice(1, 6) if name == "strike" else Dice(1, 6, MANEUVERS[name].dice == "1d6+2" and 2),
)
@rule("INT-HTH-6", mutant=lambda name: halved(Dice(1, 6)) if name == "kick" else Dice(1, 6))
def dice_of_maneuver(name: str) -> Dice:
    """The damage dice of a maneuver."""
    row = MANEUVERS[name]
    dice = row.thrown or Dice(1, 6)
    return halved(dice) if row.halved else dice


def blow_of(attack: Attack, dice: Dice, rule_id: str, on_top: Modifiers) -> Blow:
    """The blow of an attack as plain values."""
    return Blow(
        attacker=attack.attacker,
        target=attack.target,
        weapon=attack.name,
        dice=dice,
        rule=rule_id,
        on_top=on_top,
        called=attack.called,
        cover=attack.cover,
        edge=attack.weapon.edge if attack.weapon else "",
    )


def strikes(ctx: Context, attack: Attack, blow: Blow, further: int | None = None) -> Procedure[None]:
    """A blow rolls a location and meets its armor (INT-HTH-22)."""
    yield Call(land, (blow, 1, further))


# maneuvers that are no blow, or more than one


@rule("INT-HTH-10")
def throw_down(ctx: Context, attack: Attack) -> Procedure[None]:
    """The opponent is knocked down, hurt, and makes a Stun Save."""
    yield Record(ConditionGained(attack.target, PRONE, "INT-HTH-10"))
    row = MANEUVERS["throw"]
    blow = bare_blow(ctx, attack)
    yield from strikes(ctx, attack, blow, further=stun_of_throw(row.stun_save))


@rule("INT-HTH-22", mutant=lambda penalty: None)
def stun_of_throw(penalty: int) -> int | None:
    """What a throw takes from its Stun Save, which is made even if armor stops the damage."""
    return penalty


@rule("INT-HTH-9")
def disarm(ctx: Context, attack: Attack) -> Procedure[None]:
    """The weapon is knocked out of the opponent's hand."""
    named, at_hand = attack.their_weapon, weapons_at_hand(ctx, attack.target)
    name = named if named in at_hand else parrying_weapon(ctx, attack.target)
    if name is not None:
        yield Record(ConditionGained(attack.target, DROPPED + name, "INT-HTH-9"))


def sweep(ctx: Context, attack: Attack) -> Procedure[None]:
    """The opponent is swept off the feet: +2 on the next attack, -2 on the opponent's."""
    yield from swept(ctx, attack.attacker, attack.target)


def grapples(ctx: Context, attack: Attack) -> Procedure[None]:
    """The opponent is grappled."""
    yield from grapple(ctx, attack.attacker, attack.target)


def holds(ctx: Context, attack: Attack) -> Procedure[None]:
    """The opponent is held."""
    yield from hold(ctx, attack.attacker, attack.target)


def escapes(ctx: Context, attack: Attack) -> Procedure[None]:
    """The attacker is free."""
    yield from slip_away(ctx, attack.attacker, attack.target)


def chokes(ctx: Context, attack: Attack) -> Procedure[None]:
    """The opponent is choked, now and in every turn."""
    yield from choke(ctx, attack.attacker, attack.target, art_on_damage(ctx, attack.attacker, attack.skill))


EFFECTS: Final = {
    "weapon": with_weapon,
    "strike": bare_handed,
    "kick": bare_handed,
    "disarm": disarm,
    "grapple": grapples,
    "throw": throw_down,
    "hold": holds,
    "escape": escapes,
    "choke": chokes,
    "sweep_trip": sweep,
}
"""What each maneuver does when it succeeds."""


# parries


@rule("INT-HTH-7")
def absorbed(ctx: Context, attack: Attack, cause: Cause) -> Procedure[None]:
    """A parry that holds: the damage goes to the parrying weapon, which loses it if it has structure points."""
    one = ctx.combatant(attack.target) if ctx.knows(attack.target) else None
    name = parrying_weapon(ctx, attack.target) if one else None
    pool = structure_of(name or "")
    if one is None or pool not in one.pools or not MANEUVERS[attack.maneuver].blow:
        return
    blow = weapon_blow(ctx, attack) if attack.maneuver == WEAPON else bare_blow(ctx, attack)
    raw, thrown = yield from damage_of(ctx, blow)
    points = max(0, min(raw, one.pools[pool].now))
    steps = (Step("parried", "set", points, points, "INT-HTH-7"),)
    yield Record(DamageApplied(attack.target, pool, -points, steps, attack.attacker, attack.name or None), (thrown,))
