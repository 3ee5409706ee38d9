"""A natural one on a shot: what the fumble die brings to weapon, shooter and friends."""

import msgspec

from engine.context import Context
from engine.options import Options, word
from engine.procedures.standing import DEAD, is_thing
from engine.registry import rule
from engine.requests import Call, Cause, Choice, Choose, Dice, Faces, Procedure, Record, Roll
from engine.rulesets.interlock.armoury import Weapon
from engine.rulesets.interlock.damage import Blow, land
from engine.rulesets.interlock.dice import plain, plain_d10
from engine.rulesets.interlock.tables import TABLES, on_face
from engine.rulesets.interlock.words import DROPPED, JAMMED, JUST_JAMMED
from events.base import CombatantId
from events.play import ConditionGained, CounterRaised

JAM, DROP = "jam", "drop_weapon"
WOUND_SELF, WOUND_FRIEND = "wound_self", "wound_party_member"


class Mishap(msgspec.Struct, frozen=True):
    """Who fumbled with what, whom the caller named as the friend to be hit, and who was shot at."""

    shooter: CombatantId
    name: str
    weapon: Weapon
    friend: CombatantId | None
    targets: tuple[CombatantId, ...]


def weapon_fumbles(ctx: Context, mishap: Mishap, cause: Cause) -> Procedure[str]:
    """The fumble die of a shot, and what it brings. The word for it."""
    if not ctx.knows(mishap.shooter):
        return "fumble"
    if always_jams(mishap.weapon, ctx.state.options):
        yield from jam(ctx, mishap, cause)
        return JAM
    rolled: Faces = yield Roll(
        mishap.shooter, "fumble", plain_d10(), Faces, rule="INT-FUMBLE-2", because=(cause,), lapses=True
    )
    result = weapon_fumble(rolled.faces[0])
    if result == JAM:
        yield from jam(ctx, mishap, rolled.cause)
    elif result == DROP:
        yield Record(ConditionGained(mishap.shooter, DROPPED + mishap.name, "INT-FUMBLE-2"), (rolled.cause,))
    elif result in (WOUND_SELF, WOUND_FRIEND):
        yield from wound_somebody(ctx, mishap, result, rolled.cause)
    return result


@rule("INT-FUMBLE-2", mutant=lambda face: "fumble")
def weapon_fumble(face: int) -> str:
    """What a face of the fumble die brings to a shot."""
    return on_face(TABLES.weapon_fumble, face).result


@rule("INT-FUMBLE-6", mutant=lambda weapon, options: weapon.is_automatic)
def always_jams(weapon: Weapon, options: Options) -> bool:
    """Whether the weapon jams without a fumble die: automatic ones, where the table wants it."""
    return weapon.is_automatic and word(options, "auto_weapon_fumble") == "jam"


def jam(ctx: Context, mishap: Mishap, cause: Cause) -> Procedure[None]:
    """The weapon jams: until the end of its user's next turn, or until it is cleared (INT-FUMBLE-5)."""
    yield Record(ConditionGained(mishap.shooter, JAMMED + mishap.name, "INT-FUMBLE-5"), (cause,))
    yield Record(CounterRaised(mishap.shooter, JUST_JAMMED + mishap.name), (cause,))


@rule("INT-FUMBLE-3")
def wound_somebody(ctx: Context, mishap: Mishap, result: str, cause: Cause) -> Procedure[None]:
    """The shooter or a friend is wounded: location and damage of the weapon, through the victim's own armor."""
    victim: CombatantId | None = mishap.shooter
    if result == WOUND_FRIEND:
        victim = yield from friend_hit(ctx, mishap, cause)
    if victim is None or not ctx.knows(victim):
        return
    weapon = mishap.weapon
    blow = Blow(mishap.shooter, victim, mishap.name, plain(weapon.dice), "INT-FUMBLE-3", piercing=weapon.piercing)
    yield Call(land, (blow, 1), at="fumble", because=(cause,))


def _nobody(ctx: Context, mishap: Mishap, cause: Cause) -> Procedure[CombatantId | None]:
    return None
    yield


@rule("INT-FUMBLE-4", mutant=_nobody)
def friend_hit(ctx: Context, mishap: Mishap, cause: Cause) -> Procedure[CombatantId | None]:
    """The friend who is hit: as the caller says, or by a die; with nobody of the party in the fight, nobody."""
    friends = friends_of(ctx, mishap)
    if not friends:
        return None
    if word(ctx.state.options, "fumble_ally") == "die":
        return (yield from _by_die(ctx, mishap.shooter, friends, cause))
    if mishap.friend in friends or len(friends) == 1:
        return mishap.friend if mishap.friend in friends else friends[0]
    chosen: Choice = yield Choose(mishap.shooter, "friend", friends, friends[0], because=(cause,), rule="INT-FUMBLE-4")
    return chosen.option


def friends_of(ctx: Context, mishap: Mishap) -> tuple[CombatantId, ...]:
    """The others of the shooter's side in the fight, those shot at apart."""
    shooter = ctx.combatant(mishap.shooter)
    return tuple(
        one.id
        for one in ctx.state.combatants.values()
        if one.side == shooter.side
        and one.status == shooter.status
        and one.id not in (shooter.id, *mishap.targets)
        and not (is_thing(one) or one.has(DEAD))
    )


def _by_die(
    ctx: Context, shooter: CombatantId, friends: tuple[CombatantId, ...], cause: Cause
) -> Procedure[CombatantId]:
    if len(friends) == 1:
        return friends[0]
    die = Dice(1, len(friends))
    rolled: Faces = yield Roll(shooter, "fumble", die, Faces, rule="INT-FUMBLE-4", at="friend", because=(cause,))
    return friends[rolled.faces[0] - 1]
