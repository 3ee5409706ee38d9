"""What speaks against firing before the first die."""

from collections.abc import Iterator

from engine.context import Context
from engine.options import word
from engine.procedures.ranges import Range, scene_range
from engine.procedures.targets import against_target, no_such_weapon, seen, unknown, weapon_of
from engine.refusals import Refusal, against_the_rules, refusal
from engine.registry import rule
from engine.rulesets.interlock.armoury import Weapon
from engine.rulesets.interlock.checks import against_location, against_weapon
from engine.rulesets.interlock.fields import FireAct
from engine.rulesets.interlock.fire import may_suppress, share
from engine.rulesets.interlock.ranged import band_to
from engine.rulesets.interlock.tables import TABLES
from engine.rulesets.interlock.volleys import targets_of
from events.base import CombatantId


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
    yield from against_weapon(ctx, actor, act.weapon)
    if not weapon.gun:
        yield refusal("invalid", f"{act.weapon} is no gun; attack with it hand to hand")
        return
    yield from _against_mode(ctx, act, weapon)
    yield from _against_rounds(ctx, actor, act, weapon)
    yield from against_location(ctx, actor, targets, act.location)
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
        yield refusal("invalid", "say how many rounds", "INT-AUTO-4")
    elif act.mode == "full_auto" and not share(rounds, len(targets_of(act)) or 1):
        yield refusal("invalid", "there is not a round for each target", "INT-AUTO-5")


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
