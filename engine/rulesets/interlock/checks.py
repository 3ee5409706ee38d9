"""What speaks against an action before its first die; the first of the list of codes is given."""

from collections.abc import Iterator

from engine.commands import Declare
from engine.context import Context
from engine.options import word
from engine.procedures.ranges import Range, scene_range
from engine.procedures.targets import (
    against_foreign_weapon,
    against_patient,
    against_target,
    no_such_weapon,
    seen,
    unknown,
    weapon_of,
)
from engine.refusals import Refusal, against_the_rules, refusal
from engine.registry import rule
from engine.rulesets.interlock.armoury import Weapon
from engine.rulesets.interlock.defense import NONE, possible_defenses
from engine.rulesets.interlock.fields import (
    AimAct,
    FireAct,
    FirstAidAct,
    MeleeAct,
    MoveAct,
    ReloadAct,
    RepairAct,
    StabiliseAct,
    SwapAct,
    TaskAct,
    UnjamAct,
    VehicleAct,
)
from engine.rulesets.interlock.fire import may_suppress, share, targets_of
from engine.rulesets.interlock.handling import farthest
from engine.rulesets.interlock.holds import has_grappled, has_held
from engine.rulesets.interlock.melee import WEAPON, maneuver_of, target_of
from engine.rulesets.interlock.ranged import band_to
from engine.rulesets.interlock.tables import MANEUVERS, TABLES
from engine.rulesets.interlock.words import DROPPED, HELD, JAMMED, LOST, is_thing, structure_of
from engine.rulesets.interlock.wounds import can_defend, unmendable
from events.base import CombatantId

# firing


def against_fire(ctx: Context, actor: CombatantId, act: FireAct) -> Iterator[Refusal]:
    """What speaks against firing."""
    targets = targets_of(act)
    if not targets or (act.target is not None and act.targets is not None):
        yield refusal("invalid", "say either a target or targets")
    for target in targets:
        yield from against_target(ctx, actor, target)
    if len(targets) > 1 and act.mode in ("single", "burst"):
        yield refusal("invalid", f"{act.mode} fire has one target", "INT-FIRE-1")
    if act.friend is not None and not seen(ctx, actor, act.friend):
        yield unknown(act.friend)
    weapon: Weapon | None = weapon_of(ctx, actor, act.weapon)
    if weapon is None:
        yield no_such_weapon(ctx, actor, act.weapon)
        return
    yield from _against_weapon(ctx, actor, act.weapon)
    if not weapon.gun:
        yield refusal("invalid", f"{act.weapon} is no gun; attack with it hand to hand")
        return
    yield from _against_mode(ctx, act, weapon)
    yield from _against_rounds(ctx, actor, act, weapon)
    yield from _against_location(ctx, actor, targets, act.location)
    yield from _against_range(ctx, actor, act, weapon)
    yield from _for_the_referee(ctx, actor, act)


@rule("INT-FIRE-1")
def _against_mode(ctx: Context, act: FireAct, weapon: Weapon) -> Iterator[Refusal]:
    if act.mode in ("burst", "full_auto", "suppressive") and not weapon.fires_bursts:
        yield refusal("weapon-unusable", f"{act.weapon} is not automatic", "INT-FIRE-1")
    if act.mode == "suppressive" and not may_suppress(ctx.state.options):
        yield against_the_rules("this table plays without suppressive fire", "INT-SUPP-1")
    if act.width is not None and act.mode != "suppressive":
        yield refusal("invalid", "only suppressive fire covers a zone")


def _against_rounds(ctx: Context, actor: CombatantId, act: FireAct, weapon: Weapon) -> Iterator[Refusal]:
    loaded = ctx.rounds(actor, act.weapon)
    if loaded is not None and loaded <= 0:
        yield refusal("out-of-ammunition", f"{act.weapon} is empty", "INT-FIRE-5")
    elif act.mode == "burst":
        yield from _against_burst(ctx, act, loaded)
    else:
        yield from _against_shots(act, weapon, loaded)


@rule("INT-BURST-3")
def _against_burst(ctx: Context, act: FireAct, loaded: int | None) -> Iterator[Refusal]:
    rounds = act.shots or TABLES.burst.rounds
    if rounds > TABLES.burst.rounds:
        yield against_the_rules("a burst has three rounds", "INT-BURST-2")
    short = rounds < TABLES.burst.rounds or (loaded is not None and loaded < TABLES.burst.rounds)
    if short and word(ctx.state.options, "short_burst") == "refuse":
        yield refusal("not-enough-rounds", f"a burst takes three rounds; {act.weapon} holds {loaded}", "INT-BURST-3")


@rule("INT-FIRE-4", "INT-AUTO-4")
def _against_shots(act: FireAct, weapon: Weapon, loaded: int | None) -> Iterator[Refusal]:
    behind = "INT-FIRE-4" if act.mode == "single" else "INT-AUTO-4"
    shots = act.shots or 1
    if weapon.rof is not None and shots > weapon.rof:
        yield refusal("over-rate-of-fire", f"{act.weapon} fires {weapon.rof} in one action, not {shots}", behind)
    if loaded is not None and shots > loaded:
        yield refusal("not-enough-rounds", f"{act.weapon} holds {loaded}, not {shots}", behind)
    if act.mode == "single":
        return
    most = min((rounds for rounds in (weapon.rof, loaded) if rounds is not None), default=None)
    rounds = act.shots or most
    if rounds is None:
        yield refusal("invalid", "say how many rounds", behind)
    elif act.mode == "full_auto" and not share(rounds, len(targets_of(act)) or 1):
        yield refusal("invalid", "there is not a round for each target", "INT-AUTO-5")


@rule("INT-LOC-4")
def _against_location(
    ctx: Context, actor: CombatantId, targets: tuple[CombatantId, ...], location: str | None
) -> Iterator[Refusal]:
    for target in targets:
        if location is None or not seen(ctx, actor, target):
            continue
        if ctx.combatant(target).has(LOST + location):
            where = location.replace("_", " ")
            yield refusal("location-lost", f"{target} has no {where} any more", "INT-LOC-4")
        if is_thing(ctx.combatant(target)):
            yield refusal("invalid", f"{target} is a thing and has no {location}")


def _against_range(ctx: Context, actor: CombatantId, act: FireAct, weapon: Weapon) -> Iterator[Refusal]:
    if act.range is not None and act.distance is not None:
        yield refusal("invalid", "say either the range or the distance")
        return
    for target in targets_of(act):
        stated = Range(act.range, act.distance)
        if seen(ctx, actor, target) and band_to(ctx.state, actor, target, weapon, stated) is None:
            yield refusal("out-of-range", f"{target} is beyond the extreme range of {act.weapon}", "INT-RANGE-6")


def _for_the_referee(ctx: Context, actor: CombatantId, act: FireAct) -> Iterator[Refusal]:
    """What a player may not say of an own shot: another target than the scene has, another range or skill."""
    if ctx.player is None:
        return
    weapon: Weapon | None = weapon_of(ctx, actor, act.weapon)
    favors = act.target_immobile or act.target_large or act.motion == "still" or act.size == "large"
    if favors or act.cover is not None:
        yield refusal("unauthorized", "how the target stands is for the scene or the GM to say")
    if weapon is not None and act.skill not in (None, weapon.skill):
        yield refusal("unauthorized", f"{act.weapon} is fired with {weapon.skill}; another skill is for the GM to say")
    for target in targets_of(act):
        by_scene = scene_range(ctx.state, actor, target) if seen(ctx, actor, target) else None
        if by_scene is not None and Range(act.range, act.distance) not in (Range(), by_scene):
            yield refusal("unauthorized", "the range stands in the scene; another one is for the GM to say")


# hand to hand


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
        yield from _against_maneuver(ctx, actor, target, act)
        yield from _against_location(ctx, actor, (target,), act.location)
        yield from _against_defense(ctx, target, act.defense)


def _against_hand_weapon(ctx: Context, actor: CombatantId, act: MeleeAct) -> Iterator[Refusal]:
    if act.weapon is None:
        if act.maneuver == WEAPON:
            yield refusal("no-such-weapon", "say with which weapon")
        return
    weapon: Weapon | None = weapon_of(ctx, actor, act.weapon)
    if weapon is None:
        yield no_such_weapon(ctx, actor, act.weapon)
        return
    yield from _against_weapon(ctx, actor, act.weapon)
    yield from _against_ammunition(ctx, actor, act.weapon, weapon)
    if weapon.gun and act.skill is None:
        yield refusal("invalid", f"{act.weapon} is a gun; name the skill to strike with it")


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


# other actions


def against_aim(ctx: Context, actor: CombatantId, act: AimAct) -> Iterator[Refusal]:
    """What speaks against aiming."""
    weapon: Weapon | None = weapon_of(ctx, actor, act.weapon)
    if weapon is None:
        yield no_such_weapon(ctx, actor, act.weapon)
        return
    yield from _against_weapon(ctx, actor, act.weapon)
    if not weapon.gun:
        yield refusal("invalid", f"{act.weapon} is no gun")


@rule("INT-ACT-3")
def _too_far(ctx: Context, actor: CombatantId, distance: int | None) -> Iterator[Refusal]:
    if distance is not None and distance > farthest(ctx, actor):
        yield against_the_rules(f"{actor} moves {farthest(ctx, actor)} m in one action", "INT-ACT-3")


@rule("INT-HTH-11")
def _held_fast(ctx: Context, actor: CombatantId) -> Iterator[Refusal]:
    if ctx.combatant(actor).has(HELD):
        yield refusal("cannot-act", f"{actor} is held and cannot move before an escape", "INT-HTH-11")


def against_move(ctx: Context, actor: CombatantId, act: MoveAct) -> Iterator[Refusal]:
    """What speaks against moving."""
    yield from _held_fast(ctx, actor)
    yield from _too_far(ctx, actor, act.distance)
    if act.zone is not None and act.zone not in ctx.state.scene.zones:
        yield refusal("unknown-id", f"the scene has no zone {act.zone!r}")


def against_reload(ctx: Context, actor: CombatantId, act: ReloadAct) -> Iterator[Refusal]:
    """What speaks against reloading."""
    weapon: Weapon | None = weapon_of(ctx, actor, act.weapon)
    if weapon is None:
        yield no_such_weapon(ctx, actor, act.weapon)
    elif weapon.magazine is None and weapon.loaded is None:
        yield refusal("invalid", f"nobody counts the rounds of {act.weapon}")


def against_swap(ctx: Context, actor: CombatantId, act: SwapAct) -> Iterator[Refusal]:
    """What speaks against taking another weapon."""
    yield from against_foreign_weapon(ctx, actor, act.weapon)


def against_unjam(ctx: Context, actor: CombatantId, act: UnjamAct) -> Iterator[Refusal]:
    """What speaks against clearing a jam."""
    if weapon_of(ctx, actor, act.weapon) is None:
        yield no_such_weapon(ctx, actor, act.weapon)
    elif not ctx.combatant(actor).has(JAMMED + act.weapon):
        yield refusal("invalid", f"{act.weapon} is not jammed")


def against_vehicle(ctx: Context, actor: CombatantId, act: VehicleAct) -> Iterator[Refusal]:
    """What speaks against getting into or out of a vehicle: being held."""
    yield from _held_fast(ctx, actor)


def against_task(ctx: Context, actor: CombatantId, act: TaskAct) -> Iterator[Refusal]:
    """What speaks against a task."""
    if act.opponent is not None:
        yield from against_target(ctx, actor, act.opponent)
        if seen(ctx, actor, act.opponent) and is_thing(ctx.combatant(act.opponent)):
            yield refusal("invalid", f"{act.opponent} is a thing and has no stats")


def against_repair(ctx: Context, actor: CombatantId, act: RepairAct) -> Iterator[Refusal]:
    """Nothing speaks against mending something."""
    yield from ()


def against_first_aid(ctx: Context, actor: CombatantId, act: FirstAidAct | StabiliseAct) -> Iterator[Refusal]:
    """What speaks against medical attention."""
    if not seen(ctx, actor, act.target):
        yield unknown(act.target)
        return
    patient = ctx.combatant(act.target)
    yield from against_patient(patient, unmendable(ctx.state, patient), is_thing(patient))


def against_declaration(ctx: Context, declared: Declare) -> Iterator[Refusal]:
    """What speaks against a declaration."""
    yield from against_foreign_weapon(ctx, declared.combatant, declared.weapon)
    if declared.mode not in (None, "single", "burst", "full_auto", "suppressive"):
        yield refusal("invalid", f"there is no mode {declared.mode!r}; there are single, burst and full_auto")


# what is asked again and again


def _against_weapon(ctx: Context, actor: CombatantId, name: str) -> Iterator[Refusal]:
    one = ctx.combatant(actor)
    if one.has(JAMMED + name):
        yield refusal("weapon-unusable", f"{name} is jammed", "INT-FUMBLE-5")
    if one.has(DROPPED + name):
        yield refusal("weapon-unusable", f"{name} is not at hand", "INT-ACT-4")
    pool = one.pools.get(structure_of(name))
    if pool is not None and pool.now <= 0:
        yield refusal("weapon-unusable", f"{name} is broken", "INT-HTH-21")
