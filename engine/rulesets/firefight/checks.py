"""What speaks against an action of these rules before its first die."""

from collections.abc import Iterator

from msgspec.structs import replace

from engine.commands import Declare
from engine.context import Context
from engine.procedures.ranges import Range
from engine.procedures.standing import in_a_turn
from engine.procedures.targets import against_target, seen, unknown, weapon_of
from engine.refusals import Refusal, against_the_rules, refusal
from engine.registry import rule
from engine.rulesets.firefight.aiming import AIMING
from engine.rulesets.firefight.ammunition import loaded_with
from engine.rulesets.firefight.armoury import FireWeapon
from engine.rulesets.firefight.attack import rounds_of
from engine.rulesets.firefight.blasts import zones_of
from engine.rulesets.firefight.burning import BURNING
from engine.rulesets.firefight.counters import ATTACKS, ROLLED_OUT, modes_used
from engine.rulesets.firefight.dodging import blows_stay_allowed, may_fire
from engine.rulesets.firefight.fields import AimAct, BlowAct, FireAct, RollOutAct, ThrowAct
from engine.rulesets.firefight.series import declaration_of, modes_mix
from engine.rulesets.firefight.suppression import gone_to_ground, rounds_needed, swept
from engine.rulesets.firefight.tables import FIRE_MODES
from engine.rulesets.unisystem import checks
from engine.rulesets.unisystem.checks import REFEREE_JUDGES
from engine.rulesets.unisystem.counters import actions_taken
from engine.rulesets.unisystem.fields import ReloadAct, ShootAct
from engine.rulesets.unisystem.ranged import band_to
from engine.rulesets.unisystem.sheet import Sheet
from events.base import CombatantId


def bars(ctx: Context, actor: CombatantId) -> Iterator[Refusal]:
    """What speaks against any action of the round."""
    yield from gone_to_ground(ctx, actor)
    if in_a_turn(ctx) and ctx.combatant(actor).count(ROLLED_OUT):
        yield refusal("cannot-act", "rolling out the fire took the whole action of this round", "FIRE-BURN-6")


def against_fire(ctx: Context, actor: CombatantId, act: FireAct) -> Iterator[Refusal]:
    """What speaks against firing."""
    if act.mode == "suppressive":
        yield from _against_sweep(ctx, actor, act)
    elif act.target is None or act.targets is not None:
        yield refusal("invalid", "name the one target of this fire; only a sweep has several")
        return
    else:
        yield from checks.against_shot(ctx, actor, act)
    for name in act.near:
        yield from against_target(ctx, actor, name)
    weapon: FireWeapon | None = weapon_of(ctx, actor, act.weapon)
    if weapon is None:
        return
    yield from _against_ammunition(ctx, actor, act, weapon)
    loaded = loaded_with(weapon, act.ammunition, act.load).weapon
    if loaded.sort == "explosive" and loaded.damage_type == "explosive":
        yield refusal("invalid", f"{weapon.name} goes off over zones; throw it at targets in them", "FIRE-BLAST-4")
    yield from against_dodger(ctx, actor, weapon)
    yield from _against_mode(weapon, act.mode, act.shots)
    attacks = act.shots if act.mode == "single" else 1
    yield from against_series(ctx, actor, attacks, act.mode)


def _against_sweep(ctx: Context, actor: CombatantId, act: FireAct) -> Iterator[Refusal]:
    yield from checks.against_any(ctx, actor)
    yield from checks.against_weapon_named(ctx, actor, act.weapon)
    if not swept(act):
        yield refusal("invalid", "name those in the swept area as targets")
    for name in swept(act):
        yield from against_target(ctx, actor, name)
    yield from against_rounds(ctx, actor, act)
    if act.range is not None and act.distance is not None:
        yield refusal("invalid", "say either the range or the distance")
    if act.location is not None:
        yield refusal("invalid", "a sweep is no called shot", "FIRE-SUPP-4")


def _against_ammunition(ctx: Context, actor: CombatantId, act: FireAct, weapon: FireWeapon) -> Iterator[Refusal]:
    loaded = loaded_with(weapon, act.ammunition, act.load)
    if loaded.wrong:
        yield refusal("invalid", loaded.wrong, loaded.rule)
        return
    if act.mode != "suppressive" and loaded.weapon.ranges == weapon.ranges:
        return
    for name in swept(act):
        stated = Range(act.range, act.distance)
        if ctx.knows(name) and band_to(ctx.state, actor, name, loaded.weapon, stated) is None:
            sentence = f"{ctx.combatant(name).name} is beyond the last range of this load"
            yield refusal("out-of-range", sentence, "FIRE-BASE-2")


@rule("FIRE-DODGE-2", "FIRE-DODGE-3")
def against_dodger(ctx: Context, actor: CombatantId, weapon: FireWeapon) -> Iterator[Refusal]:
    """What speaks against fire from somebody who dodges fire in this round."""
    forbidden = may_fire(ctx, actor, weapon.kind)
    if forbidden is not None:
        yield refusal("dodging", f"{ctx.combatant(actor).name} dodges fire in this round", forbidden)


@rule("FIRE-BURST-1")
def _against_mode(weapon: FireWeapon, mode: str, shots: int) -> Iterator[Refusal]:
    row = FIRE_MODES[mode]
    if mode not in weapon.modes:
        yield refusal("over-rate-of-fire", f"{weapon.name} has no {mode} fire", "FIRE-BURST-1")
    if mode == "burst" and shots < row.least:
        yield against_the_rules(f"a burst has {row.least} to {row.most} shots", "FIRE-BURST-1")
    if mode == "burst" and shots > row.most:
        yield refusal("over-rate-of-fire", f"a burst has {row.least} to {row.most} shots", "FIRE-BURST-1")


@rule("FIRE-BURST-5")
def against_rounds(ctx: Context, actor: CombatantId, act: ShootAct) -> Iterator[Refusal]:
    """What speaks against firing: the rounds of this attack, or of all that were declared, are not there."""
    assert isinstance(act, FireAct)
    loaded = ctx.rounds(actor, act.weapon)
    if loaded is None:
        return
    if loaded <= 0:
        yield refusal("out-of-ammunition", f"{act.weapon} is empty", REFEREE_JUDGES)
        return
    rounds, because = _rounds_to_come(ctx, actor, act)
    if loaded < rounds:
        yield refusal("not-enough-rounds", f"{act.weapon} holds {loaded}, not {rounds}", because)


def _rounds_to_come(ctx: Context, actor: CombatantId, act: FireAct) -> tuple[int, str]:
    """The rounds that an act needs, with the attacks that were declared with it where it is the first."""
    if act.mode == "suppressive":
        return rounds_needed(ctx), "FIRE-SUPP-5"
    now = act.shots if act.mode == "single" else rounds_of(act)
    declared = declaration_of(ctx, actor).attacks
    first = in_a_turn(ctx) and declared is not None and not ctx.combatant(actor).count(ATTACKS)
    if not first or declared is None or _has_another_weapon(ctx, actor, act.weapon):
        return now, "FIRE-BURST-5"
    others = declared - (act.shots if act.mode == "single" else 1)
    return now + max(0, others) * FIRE_MODES[act.mode].least, "FIRE-BURST-5"


def _has_another_weapon(ctx: Context, actor: CombatantId, weapon: str) -> bool:
    """Whether the other attacks of the round may be meant for another weapon, as far as the declaration says."""
    sheet: Sheet = ctx.sheet(actor)
    return declaration_of(ctx, actor).weapon != weapon and len(sheet.weapons) > 1


def against_series(ctx: Context, actor: CombatantId, attacks: int, mode: str) -> Iterator[Refusal]:
    """What speaks against so many more attacks in this round, in this mode."""
    if not in_a_turn(ctx):
        return
    yield from against_number(ctx, actor, attacks)
    yield from against_mixing(ctx, actor, mode)


@rule("FIRE-MULTI-2")
def against_number(ctx: Context, actor: CombatantId, attacks: int) -> Iterator[Refusal]:
    """What speaks against more attacks than were declared."""
    declared = declaration_of(ctx, actor).attacks
    made = ctx.combatant(actor).count(ATTACKS)
    if declared is not None and made + attacks > declared:
        sentence = f"{declared} attacks were stated for this round and {made} are made"
        yield refusal("more-than-declared", sentence, "FIRE-MULTI-2")


@rule("FIRE-MULTI-3")
def against_mixing(ctx: Context, actor: CombatantId, mode: str) -> Iterator[Refusal]:
    """What speaks against a second mode of fire in the round."""
    others = [used for used in modes_used(ctx.combatant(actor)) if used != mode]
    if others and not modes_mix(ctx.state.options):
        yield refusal("mixed-fire-modes", f"{others[0]} fire was used in this round", "FIRE-MULTI-3")


def against_blow(ctx: Context, actor: CombatantId, act: BlowAct) -> Iterator[Refusal]:
    """What speaks against a close combat attack."""
    yield from checks.against_blow(ctx, actor, act)
    if not blows_stay_allowed():
        yield refusal("dodging", "who dodges does not attack", "FIRE-DODGE-4")
    yield from against_series(ctx, actor, 1, "single")


def against_throw(ctx: Context, actor: CombatantId, act: ThrowAct) -> Iterator[Refusal]:
    """What speaks against throwing or launching something."""
    yield from checks.against_any(ctx, actor)
    yield from checks.against_weapon_named(ctx, actor, act.weapon)
    if not zones_of(act) or (act.targets is not None and act.target is not None):
        yield refusal("invalid", "name one target, or several as targets")
    for name in zones_of(act):
        if not seen(ctx, actor, name):
            yield unknown(name)
    weapon: FireWeapon | None = weapon_of(ctx, actor, act.weapon)
    if weapon is None:
        return
    loaded = loaded_with(weapon, act.ammunition)
    if loaded.wrong:
        yield refusal("invalid", loaded.wrong, loaded.rule)
    yield from _against_zones(ctx, loaded.weapon, act)
    yield from against_dodger(ctx, actor, weapon)
    if (rounds := ctx.rounds(actor, act.weapon)) is not None and rounds <= 0:
        yield refusal("out-of-ammunition", f"{act.weapon} is empty", REFEREE_JUDGES)
    yield from against_series(ctx, actor, 1, "single")


def _against_zones(ctx: Context, weapon: FireWeapon, act: ThrowAct) -> Iterator[Refusal]:
    if weapon.sort == "weapon":
        yield refusal("invalid", f"{weapon.name} hits one body; shoot with it")
    elif weapon.sort == "explosive" and not weapon.effect:
        for name, zone in zones_of(act).items():
            if weapon.load(zone) is None:
                yield refusal("invalid", f"say in which zone of the blast {ctx.state.name(name)} is", "FIRE-BLAST-4")


@rule("FIRE-AIM-1")
def against_aim(ctx: Context, actor: CombatantId, act: AimAct) -> Iterator[Refusal]:
    """What speaks against taking aim: it comes before the attack, and once in a round."""
    yield from checks.against_any(ctx, actor)
    yield from checks.against_weapon_named(ctx, actor, act.weapon)
    one = ctx.combatant(actor)
    if in_a_turn(ctx) and (one.has(AIMING) or one.count(ATTACKS)):
        yield against_the_rules(f"{one.name} has aimed or attacked in this round already", "FIRE-AIM-1")


def against_roll_out(ctx: Context, actor: CombatantId, act: RollOutAct) -> Iterator[Refusal]:
    """What speaks against rolling out a fire: there is none, or the action is spent."""
    yield from checks.against_any(ctx, actor)
    if not ctx.combatant(actor).has(BURNING):
        yield refusal("invalid", f"{ctx.combatant(actor).name} does not burn", "FIRE-BURN-2")
    if in_a_turn(ctx) and actions_taken(ctx.combatant(actor)):
        yield refusal("cannot-act", "rolling out a fire takes the whole action of a round", "FIRE-BURN-6")


def against_reload(ctx: Context, actor: CombatantId, act: ReloadAct) -> Iterator[Refusal]:
    """What speaks against reloading."""
    yield from checks.against_reload(ctx, actor, act)
    yield from too_weak(ctx, actor, act)


@rule("FIRE-XBOW-2")
def too_weak(ctx: Context, actor: CombatantId, act: ReloadAct) -> Iterator[Refusal]:
    """Who is weaker than a crossbow was made for cannot load it."""
    weapon: FireWeapon | None = weapon_of(ctx, actor, act.weapon)
    sheet: Sheet = ctx.sheet(actor)
    if weapon is not None and (weapon.built_strength or 0) > sheet.attribute("strength"):
        sentence = f"{act.weapon} was made for strength {weapon.built_strength}"
        yield refusal("strength-mismatch", sentence, "FIRE-XBOW-2")


def against_declaration(ctx: Context, declared: Declare) -> Iterator[Refusal]:
    """What speaks against a declaration: a mode the weapon does not have, more attacks than it has rounds for."""
    yield from checks.against_declaration(ctx, replace(declared, mode=None))
    if declared.mode is None:
        return
    if declared.mode not in FIRE_MODES:
        yield refusal("invalid", f"modes of fire are {', '.join(FIRE_MODES)}")
        return
    weapon: FireWeapon | None = weapon_of(ctx, declared.combatant, declared.weapon or "")
    if weapon is None or declared.weapon is None:
        return
    if declared.mode not in weapon.modes:
        yield refusal("over-rate-of-fire", f"{declared.weapon} has no {declared.mode} fire", "FIRE-BURST-1")
    needed = (declared.attacks or 1) * max(1, FIRE_MODES[declared.mode].least)
    yield from _against_rounds_declared(ctx, declared, needed)


@rule("FIRE-BURST-5")
def _against_rounds_declared(ctx: Context, declared: Declare, needed: int) -> Iterator[Refusal]:
    loaded = ctx.rounds(declared.combatant, declared.weapon or "")
    if loaded is not None and loaded < needed:
        yield refusal("not-enough-rounds", f"{declared.weapon} holds {loaded}, not {needed}", "FIRE-BURST-5")
