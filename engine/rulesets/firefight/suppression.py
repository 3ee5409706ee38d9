"""Suppressive fire: the clip is emptied over an area, and everybody in it goes to ground or takes automatic hits."""

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from engine.context import Context
from engine.notation import read_dice
from engine.options import number
from engine.procedures.ranges import Range
from engine.procedures.standing import in_a_turn
from engine.refusals import Refusal, refusal
from engine.registry import rule
from engine.requests import Ask, Call, Choice, Choose, Procedure, Record, Roll, Total
from engine.rulesets.firefight.ammunition import loaded_with
from engine.rulesets.firefight.armoury import FireWeapon
from engine.rulesets.firefight.attack import FireAttack, side_of
from engine.rulesets.firefight.counters import SUPPRESSED
from engine.rulesets.firefight.fields import FireAct
from engine.rulesets.firefight.series import take_place
from engine.rulesets.firefight.sheet import FireSheet
from engine.rulesets.firefight.tables import TABLES
from engine.rulesets.unisystem.actions import INTERRUPTED, begin
from engine.rulesets.unisystem.attack import Good
from engine.rulesets.unisystem.damage import land
from engine.rulesets.unisystem.ranged import band_to
from engine.rulesets.unisystem.wounds import can_defend
from events.base import CombatantId
from events.play import AmmoSpent, ConditionGained, CounterRaised
from events.roster import RangeStated

IN_COVER: Final = "in-cover"
CARRY_ON, TAKE_COVER = "carry_on", "take_cover"


def swept(act: FireAct) -> tuple[CombatantId, ...]:
    """Everybody in the area, each once."""
    named = act.targets or ((act.target,) if act.target else ())
    return tuple(dict.fromkeys(named))


def sweep(ctx: Context, actor: CombatantId, act: FireAct) -> Procedure[str]:
    """The sweep: all in the area choose at once, then the hits fall one after the other."""
    for name in swept(act):
        if act.range is not None or act.distance is not None:
            yield Record(RangeStated(actor, name, act.range or "", act.distance))
    begun = yield from begin(ctx, actor)
    sheet: FireSheet = ctx.sheet(actor)
    weapon = sheet.weapons.get(act.weapon)
    if isinstance(begun, str) or not isinstance(weapon, FireWeapon):
        return begun if isinstance(begun, str) else INTERRUPTED
    loaded = loaded_with(weapon, act.ammunition, act.load)
    attack = FireAttack(
        actor, "", act.weapon, loaded.weapon, weapon.skill, sheet.attribute("strength"), "normal",
        rounds=rounds_fired(ctx, actor, act.weapon), mode="suppressive", load=loaded.load, ruins=act.destroys_armor,
    )  # fmt: skip
    yield from take_place(ctx, attack)
    yield from empty_the_clip(ctx, attack)
    chosen = yield from choices(ctx, tuple(one for one in swept(act) if ctx.knows(one)))
    struck = False
    for name, choice in chosen:
        struck = (yield from settle(ctx, attack, act, name, choice)) or struck
    return "hit" if struck else "missed"


def rounds_fired(ctx: Context, actor: CombatantId, weapon: str) -> int:
    """All the rounds that are loaded; a weapon whose rounds nobody counts has as many as may hit."""
    loaded = ctx.rounds(actor, weapon)
    return max(0, loaded) if loaded is not None else 100


@rule("FIRE-SUPP-1")
def empty_the_clip(ctx: Context, attack: FireAttack) -> Procedure[None]:
    """Every round leaves the weapon."""
    if (ctx.rounds(attack.attacker, attack.weapon_name) or 0) > 0:
        yield Record(AmmoSpent(attack.attacker, attack.weapon_name, attack.rounds))


def _nobody_chooses(ctx: Context, names: tuple[CombatantId, ...]) -> Procedure[tuple[tuple[CombatantId, str], ...]]:
    return tuple((name, CARRY_ON) for name in names)
    yield


@rule("FIRE-SUPP-2", "FIRE-SUPP-6", mutant=_nobody_chooses)
def choices(ctx: Context, names: tuple[CombatantId, ...]) -> Procedure[tuple[tuple[CombatantId, str], ...]]:
    """What each in the area does, asked of all at once and closed until the last answer; things just stand there."""
    asked = tuple(name for name in names if can_defend(ctx.combatant(name)))
    if not asked:
        return tuple((name, CARRY_ON) for name in names)
    chosen: tuple[Choice, ...] = yield Ask(
        tuple(Choose(name, "suppression", (CARRY_ON, TAKE_COVER), CARRY_ON, rule="FIRE-SUPP-2") for name in asked)
    )
    answers = dict(zip(asked, chosen, strict=True))
    return tuple((name, answers[name].option if name in answers else CARRY_ON) for name in names)


def settle(ctx: Context, attack: FireAttack, act: FireAct, name: CombatantId, choice: str) -> Procedure[bool]:
    """What the sweep does to one of those in the area."""
    if not ctx.knows(name):
        return False
    if choice == TAKE_COVER:
        yield from go_to_ground(ctx, name)
        return False
    band = band_to(ctx.state, attack.attacker, name, attack.weapon, Range(act.range, act.distance)) or "extreme"
    against = replace(attack, target=name, side=side_of(ctx, name, act.side), band=band)
    struck: bool = yield Call(automatic_hits, (against,), at=f"swept:{name}")
    return struck


def automatic_hits(ctx: Context, attack: FireAttack) -> Procedure[bool]:
    """So many hits of themselves as the die says: no attack roll, no called shot, no gain; range still counts."""
    dice = read_dice(TABLES.suppression.hits)
    assert dice is not None
    rolled: Total = yield Roll(attack.attacker, "hits", dice, rule="FIRE-SUPP-2", lapses=True)
    hits = as_many_as_fired(rolled.total, attack.rounds)
    if hits and ctx.knows(attack.target):
        yield Call(land, (attack, Good(hits=hits)), because=(rolled.cause,))
    return bool(hits)


@rule("FIRE-SUPP-4", mutant=lambda hits, rounds: hits)
def as_many_as_fired(hits: int, rounds: int) -> int:
    """Nobody takes more hits than rounds were fired."""
    return min(hits, rounds)


@rule("FIRE-SUPP-3")
def go_to_ground(ctx: Context, name: CombatantId) -> Procedure[None]:
    """Into cover, and out of the fight for what is left of the round."""
    yield Record(ConditionGained(name, IN_COVER, "FIRE-SUPP-2"))
    yield Record(CounterRaised(name, SUPPRESSED))


@rule("FIRE-SUPP-3", "FIRE-SUPP-2")
def gone_to_ground(ctx: Context, actor: CombatantId) -> Iterator[Refusal]:
    """What speaks against an act of somebody who has given up the current action to go to ground."""
    one = ctx.combatant(actor)
    if in_a_turn(ctx) and one.count(SUPPRESSED):
        yield refusal("in-cover", f"{one.name} has gone to ground for this round", "FIRE-SUPP-3")


@rule("FIRE-SUPP-5", mutant=lambda ctx: 0)
def rounds_needed(ctx: Context) -> int:
    """The rounds that must be loaded for a sweep."""
    return number(ctx.state.options, "suppressive_min_rounds")
