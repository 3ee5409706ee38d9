"""What is thrown or launched over several: explosions with zones, incendiaries, gas, smoke, flash."""

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from engine.context import Context
from engine.options import word
from engine.procedures.ranges import Range
from engine.procedures.standing import DEAD, UNCONSCIOUS, in_a_turn, is_thing
from engine.registry import rule
from engine.requests import Call, Cause, Procedure, Record
from engine.rulesets.firefight.ammunition import in_zone, loaded_with
from engine.rulesets.firefight.armoury import ON_HIT, SPLASH, FireWeapon
from engine.rulesets.firefight.attack import FireAttack, side_of
from engine.rulesets.firefight.burning import splash
from engine.rulesets.firefight.counters import BLIND_ROUNDS, BLINDED_NOW
from engine.rulesets.firefight.fields import ThrowAct
from engine.rulesets.firefight.gas import breathe_gas
from engine.rulesets.firefight.series import takes
from engine.rulesets.firefight.sheet import FireSheet
from engine.rulesets.firefight.sight import BLINDED, light
from engine.rulesets.unisystem.actions import INTERRUPTED, Begun, begin
from engine.rulesets.unisystem.arithmetic import difficult_test_modifiers, range_modifiers
from engine.rulesets.unisystem.attack import Good
from engine.rulesets.unisystem.damage import VITAL, damage_die, harm, land, leave_unharmed
from engine.rulesets.unisystem.injury import wounded
from engine.rulesets.unisystem.levels import in_force
from engine.rulesets.unisystem.objects import can_harm
from engine.rulesets.unisystem.ranged import band_to, perceive, ranged_attack_modifiers, spend
from engine.rulesets.unisystem.strike import Struck, contest
from engine.rulesets.unisystem.tasks import Throw, passes
from engine.rulesets.unisystem.wounds import goes_on
from events.base import CombatantId
from events.play import ConditionGained, CounterRaised
from events.roster import SceneSet

DEAFENED: Final = "deafened"


def zones_of(act: ThrowAct) -> Mapping[CombatantId, str]:
    """Each target with the zone it is in."""
    if isinstance(act.targets, dict):
        return act.targets
    named = act.targets or ((act.target,) if act.target else ())
    return dict.fromkeys(named, act.zone or ON_HIT)


def throw(ctx: Context, actor: CombatantId, act: ThrowAct) -> Procedure[str]:
    """An ordinary attack Task; when it succeeds, each target takes what its zone brings."""
    begun = yield from begin(ctx, actor)
    sheet: FireSheet = ctx.sheet(actor)
    weapon = sheet.weapons.get(act.weapon)
    zones = zones_of(act)
    first = next((name for name in zones if ctx.knows(name)), None)
    if isinstance(begun, str):
        return begun
    if not isinstance(weapon, FireWeapon) or first is None:
        return INTERRUPTED
    attack = yield from thrown(ctx, actor, act, weapon, first, begun)
    if not goes_on(ctx, actor, begun.regardless):
        return INTERRUPTED
    series = yield from takes(ctx, attack)
    yield from spend(ctx, attack)
    own = (
        ranged_attack_modifiers(ctx.sheet(actor), attack.skill, ctx.state.options),
        range_modifiers(attack.band or "short", ctx.state.options),
        *series,
    )
    struck: Struck = yield Call(contest, (attack, "UNI-RANGE-1", own), because=begun.because)
    if not struck.hit:
        return "missed"
    yield Call(goes_off, (attack, tuple(zones.items()), act, struck.good), because=struck.causes)
    return "hit"


def thrown(
    ctx: Context, actor: CombatantId, act: ThrowAct, weapon: FireWeapon, first: CombatantId, begun: Begun
) -> Procedure[FireAttack]:
    """The attack as plain values, in the light it is made in."""
    seen = light(ctx, actor, first, act.weapon, act.light)
    heard, _ = yield from perceive(ctx, actor, seen)
    loaded = loaded_with(weapon, act.ammunition)
    band = band_to(ctx.state, actor, first, weapon, Range(act.range, act.distance)) if ctx.knows(first) else None
    sheet: FireSheet = ctx.sheet(actor)
    return FireAttack(
        actor, first, act.weapon, loaded.weapon, act.skill or weapon.skill, sheet.attribute("strength"), seen,
        band=band or "extreme", bonus=ctx.modifiers, heard=heard, regardless=begun.regardless, load=loaded.load,
        ruins=act.destroys_armor,
    )  # fmt: skip


def goes_off(
    ctx: Context, attack: FireAttack, zones: tuple[tuple[CombatantId, str], ...], act: ThrowAct, good: Good
) -> Procedure[None]:
    """What it does to each target, in the order they were named. Fire that hits a body is a hit like any other: a good
    one and the range raise its multiplier."""
    effect = attack.arm.effect
    if effect:
        yield from without_damage(ctx, effect, tuple(name for name, _ in zones), act.rounds)
        return
    shared: tuple[int, Cause] | None = None
    for name, zone in zones:
        if not ctx.knows(name):
            continue
        at = f"{zone}:{name}"
        against = replace(attack, target=name, side=side_of(ctx, name, act.side), band=None)
        if zone == SPLASH:
            yield Call(splash, (against,), at=at)
        elif attack.arm.sort == "incendiary":
            yield Call(land, (replace(against, band=attack.band), good), at=at)
        elif one_die_for_all(ctx):
            blast = replace(against, weapon=in_zone(attack.arm, zone))
            if not can_harm(ctx, blast):
                yield from leave_unharmed(ctx, blast)
                continue
            shared = shared or (yield from damage_die(ctx, blast, 0))
            yield Call(blasted, (blast, *shared), at=at)
        else:
            yield Call(land, (replace(against, weapon=in_zone(attack.arm, zone)), no_gain()), at=at)


@rule("FIRE-BLAST-4", mutant=lambda: Good(on_multiplier=1))
def no_gain() -> Good:
    """A blast is no attack on a body part and gains no multiplier, however well it was thrown."""
    return Good()


@rule("FIRE-BLAST-5", mutant=lambda ctx: word(ctx.state.options, "blast_dice") != "shared")
def one_die_for_all(ctx: Context) -> bool:
    """Whether the whole blast has one die, or each target its own."""
    return word(ctx.state.options, "blast_dice") == "shared"


def blasted(ctx: Context, attack: FireAttack, die: int, cause: Cause) -> Procedure[None]:
    """What the one die of a blast does to one target."""
    hurt = yield from harm(ctx, attack, Good(), die, cause, False)
    if hurt.points and hurt.pool in VITAL:
        yield Call(wounded, (attack.target, hurt.cause), because=(hurt.cause,))


# without damage


@rule("FIRE-GAS-1")
def without_damage(ctx: Context, effect: str, names: tuple[CombatantId, ...], rounds: int) -> Procedure[None]:
    """What a grenade does that does no damage."""
    if effect == "smoke":
        yield from fill_with_smoke(ctx)
        return
    for name in names:
        if not ctx.knows(name) or is_thing(ctx.combatant(name)):
            continue
        if effect == "gas":
            yield from breathe_gas(ctx, name)
        else:
            yield Call(flashed, (name, rounds), at=f"flash:{name}")


@rule("FIRE-SMOKE-1")
def fill_with_smoke(ctx: Context) -> Procedure[None]:
    """Smoke in the scene: it blocks the view and does nothing else."""
    scene = ctx.state.scene
    yield Record(SceneSet(scene.title, scene.light, True, scene.cover, scene.zones, scene.distances))


def flashed(ctx: Context, name: CombatantId, rounds: int) -> Procedure[None]:
    """The bang deafens; the flash blinds whoever does not turn away in time."""
    yield from deafen(ctx, name)
    one = ctx.combatant(name)
    if one.has(DEAD) or one.has(UNCONSCIOUS):
        return
    yield from dazzle(ctx, name, rounds)


@rule("FIRE-FLASH-2")
def deafen(ctx: Context, name: CombatantId) -> Procedure[None]:
    """Nothing protects against the deafness."""
    yield Record(ConditionGained(name, DEAFENED, "FIRE-FLASH-2"))


@rule("FIRE-FLASH-1")
def dazzle(ctx: Context, name: CombatantId, rounds: int) -> Procedure[None]:
    """The Perception Test to shut the eyes and turn away; failing it blinds for so many rounds after this one."""
    own = difficult_test_modifiers(in_force(ctx, name), "perception")
    turned = yield from passes(ctx, Throw(name, "perception", "FIRE-FLASH-1", lapses=True), own)
    if turned.success or not ctx.knows(name):
        return
    yield Record(ConditionGained(name, BLINDED, "FIRE-FLASH-1"), (turned.cause,))
    for _ in range(rounds):
        yield Record(CounterRaised(name, BLIND_ROUNDS), (turned.cause,))
    if in_a_turn(ctx):
        yield Record(CounterRaised(name, BLINDED_NOW), (turned.cause,))
