"""What speaks against an action before its first die; the first of the list of codes is given."""

from collections.abc import Iterator

from engine.commands import Declare
from engine.context import Context
from engine.procedures.standing import is_thing
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
from engine.rulesets.interlock.fields import (
    AimAct,
    FirstAidAct,
    MoveAct,
    ReloadAct,
    RepairAct,
    StabiliseAct,
    SwapAct,
    TaskAct,
    UnjamAct,
    VehicleAct,
)
from engine.rulesets.interlock.handling import farthest
from engine.rulesets.interlock.words import DROPPED, HELD, JAMMED, LOST, structure_of
from engine.rulesets.interlock.wounds import unmendable
from events.base import CombatantId


@rule("INT-LOC-4")
def against_location(
    ctx: Context, actor: CombatantId, targets: tuple[CombatantId, ...], location: str | None
) -> Iterator[Refusal]:
    """What speaks against calling a location of these targets."""
    for target in targets:
        if location is None or not seen(ctx, actor, target):
            continue
        if ctx.combatant(target).has(LOST + location):
            where = location.replace("_", " ")
            yield refusal("location-lost", f"{target} has no {where} any more", "INT-LOC-4")
        if is_thing(ctx.combatant(target)):
            yield refusal("invalid", f"{target} is a thing and has no {location}")


def against_aim(ctx: Context, actor: CombatantId, act: AimAct) -> Iterator[Refusal]:
    """What speaks against aiming."""
    weapon: Weapon | None = weapon_of(ctx, actor, act.weapon)
    if weapon is None:
        yield no_such_weapon(ctx, actor, act.weapon)
        return
    yield from against_weapon(ctx, actor, act.weapon)
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


def against_weapon(ctx: Context, actor: CombatantId, name: str) -> Iterator[Refusal]:
    """What speaks against using a weapon that somebody has: it is jammed, dropped or broken."""
    one = ctx.combatant(actor)
    if one.has(JAMMED + name):
        yield refusal("weapon-unusable", f"{name} is jammed", "INT-FUMBLE-5")
    if one.has(DROPPED + name):
        yield refusal("weapon-unusable", f"{name} is not at hand", "INT-ACT-4")
    pool = one.pools.get(structure_of(name))
    if pool is not None and pool.now <= 0:
        yield refusal("weapon-unusable", f"{name} is broken", "INT-HTH-21")
