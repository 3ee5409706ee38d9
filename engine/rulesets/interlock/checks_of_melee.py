"""What speaks against a hand-to-hand attack before its first die."""

from collections.abc import Iterator

from engine.context import Context
from engine.procedures.ranges import beyond_reach
from engine.procedures.standing import is_thing
from engine.procedures.targets import against_foreign_weapon, against_target, no_such_weapon, seen, weapon_of
from engine.refusals import Refusal, refusal
from engine.registry import rule
from engine.rulesets.interlock.armoury import Weapon
from engine.rulesets.interlock.checks import against_location, against_weapon
from engine.rulesets.interlock.defense import NONE, possible_defenses
from engine.rulesets.interlock.fields import MeleeAct
from engine.rulesets.interlock.holds import has_grappled, has_held
from engine.rulesets.interlock.maneuvers import WEAPON
from engine.rulesets.interlock.melee import maneuver_of, target_of
from engine.rulesets.interlock.tables import BANDS, MANEUVERS
from engine.rulesets.interlock.words import DROPPED
from engine.rulesets.interlock.wounds import can_defend
from events.base import CombatantId


def against_melee(ctx: Context, actor: CombatantId, act: MeleeAct) -> Iterator[Refusal]:
    """What speaks against a hand-to-hand attack, or against spending the action on a defense."""
    if act.maneuver in ("dodge", "block_parry"):
        if act.maneuver == "block_parry" and "parry" not in possible_defenses(ctx, actor):
            yield refusal("invalid", f"{actor} has no weapon to parry with", "INT-HTH-7")
        return
    target = target_of(ctx, actor, act)
    if target is None:
        nobody = "nobody has hold of you" if act.maneuver == "escape" else "say whom"
        yield refusal("invalid", nobody)
        return
    yield from against_target(ctx, actor, target)
    yield from _against_hand_weapon(ctx, actor, act)
    if seen(ctx, actor, target):
        yield from _out_of_reach(ctx, actor, target)
        yield from _against_maneuver(ctx, actor, target, act)
        yield from against_location(ctx, actor, (target,), act.location)
        yield from _against_defense(ctx, target, act.defense)


def _out_of_reach(ctx: Context, actor: CombatantId, target: CombatantId) -> Iterator[Refusal]:
    """What speaks against hand-to-hand with somebody who is farther off than arm's length; who has hold of whom, or is
    in the other's hands, is near enough."""
    one, other = ctx.combatant(actor), ctx.combatant(target)
    if any(has(a, b.id) for has in (has_grappled, has_held) for a, b in ((one, other), (other, one))):
        return
    if beyond_reach(ctx.state, actor, target, next(iter(BANDS))):
        yield refusal("out-of-range", f"{other.name} is not within arm's length; move there first", "INT-HTH-1")


def _against_hand_weapon(ctx: Context, actor: CombatantId, act: MeleeAct) -> Iterator[Refusal]:
    if act.weapon is None:
        if act.maneuver == WEAPON:
            yield refusal("no-such-weapon", "say with which weapon")
        return
    weapon: Weapon | None = weapon_of(ctx, actor, act.weapon)
    if weapon is None:
        yield no_such_weapon(ctx, actor, act.weapon)
        return
    yield from against_weapon(ctx, actor, act.weapon)
    yield from _against_ammunition(ctx, actor, act.weapon, weapon)
    if weapon.gun:
        sentence = f"{act.weapon} is a gun: the rules have no damage for a blow with it"
        yield refusal("invalid", sentence, "INT-HTH-4")


@rule("INT-FIRE-5", mutant=lambda ctx, actor, name, weapon: iter(_empty(ctx, actor, name)))
def _against_ammunition(ctx: Context, actor: CombatantId, name: str, weapon: Weapon) -> Iterator[Refusal]:
    """Nothing: a hand weapon is never blocked by a count of rounds."""
    yield from ()


def _empty(ctx: Context, actor: CombatantId, name: str) -> tuple[Refusal, ...]:
    if (rounds := ctx.rounds(actor, name)) is None or rounds > 0:
        return ()
    return (refusal("out-of-ammunition", f"{name} is empty", "INT-FIRE-5"),)


def _against_maneuver(ctx: Context, actor: CombatantId, target: CombatantId, act: MeleeAct) -> Iterator[Refusal]:
    one, maneuver = ctx.combatant(target), maneuver_of(act)
    if is_thing(one) and not MANEUVERS[maneuver].blow:
        yield refusal("invalid", f"{one.name} is a thing")
    requires = MANEUVERS[maneuver].requires
    if requires == "grapple" and not (has_grappled(one, actor) or has_held(one, actor)):
        yield from needs_grapple(maneuver)
    if requires == "hold" and not has_held(one, actor):
        yield from needs_hold(maneuver)
    if maneuver == "disarm":
        yield from _against_disarming(ctx, target, act.their_weapon)
    mine = ctx.combatant(actor)
    if maneuver == "escape" and not (has_held(mine, target) or has_grappled(mine, target)):
        yield refusal("invalid", f"{target} has no hold of {actor}", "INT-HTH-12")


def _against_disarming(ctx: Context, target: CombatantId, name: str | None) -> Iterator[Refusal]:
    """Only the GM is told that there is nothing such to knock out of a hand: what an enemy carries is no player's."""
    if ctx.player is not None or name is None:
        return
    yield from against_foreign_weapon(ctx, target, name)
    if ctx.combatant(target).has(DROPPED + name):
        yield refusal("weapon-unusable", f"{name} is not at hand", "INT-HTH-9")


@rule("INT-HTH-15")
def needs_grapple(maneuver: str) -> Iterator[Refusal]:
    """A throw and a hold need a grapple first."""
    yield refusal("needs-grapple", f"a {maneuver} needs a grapple first", "INT-HTH-15")


@rule("INT-HTH-13")
def needs_hold(maneuver: str) -> Iterator[Refusal]:
    """A choke needs a hold first."""
    yield refusal("needs-hold", f"a {maneuver} needs a hold first", "INT-HTH-13")


def _against_defense(ctx: Context, target: CombatantId, defense: str | None) -> Iterator[Refusal]:
    if defense is None:
        return
    if ctx.player is not None and ctx.combatant(target).controller != ctx.player:
        yield refusal("not-yours", f"how {target} defends is for its own player or the GM to say")
    elif defense != NONE and not can_defend(ctx.combatant(target)):
        yield refusal("cannot-act", f"{target} cannot defend", "INT-STUN-5")
    elif defense != NONE and defense not in possible_defenses(ctx, target):
        yield refusal("invalid", f"{target} has no weapon to {defense} with", "INT-HTH-7")
