"""The kinds of action, and how an act is carried out: nerve first, then its place among the actions of the Turn."""

from collections.abc import Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from engine.context import Context
from engine.procedures.ranges import Range
from engine.procedures.standing import in_a_turn
from engine.requests import Call, Cause, Each, Procedure, Record
from engine.ruleset import ActionKind
from engine.rulesets.unisystem import checks, fields
from engine.rulesets.unisystem.aid import first_aid
from engine.rulesets.unisystem.armoury import Weapon
from engine.rulesets.unisystem.attack import Attack, Ready
from engine.rulesets.unisystem.close_combat import blow
from engine.rulesets.unisystem.counters import ACTIONS
from engine.rulesets.unisystem.defense import choose_defense
from engine.rulesets.unisystem.essence import spend
from engine.rulesets.unisystem.nerve import steady
from engine.rulesets.unisystem.ranged import band_to, one_roll_per_shot, perceive
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.tasks import action_number, task_or_test
from engine.rulesets.unisystem.ways import ways
from engine.rulesets.unisystem.wounds import DODGING, goes_on, inability
from events.base import CombatantId
from events.play import ConditionGained, CounterRaised, Reloaded
from events.roster import RangeStated

FROZE: Final = "froze"
"""The word for an act that is not carried out because the nerve failed before it."""

INTERRUPTED: Final = "interrupted"
"""The word for an act that could not be carried out: the actor, the target or the weapon was gone by then."""


class Begun(msgspec.Struct, frozen=True):
    """An act that goes on: whether by force of the referee, and the Tests of nerve behind it."""

    regardless: bool
    because: tuple[Cause, ...]


def begin(ctx: Context, actor: CombatantId) -> Procedure[Begun | str]:
    """What comes before any act: the nerve of somebody under fire. A word says why the act is not carried out."""
    regardless = inability(ctx.state, ctx.combatant(actor)) is not None
    steadied, because = yield from steady(ctx, actor)
    if not steadied:
        return FROZE
    return Begun(regardless, because) if goes_on(ctx, actor, regardless) else INTERRUPTED


def prepare(
    ctx: Context, actor: CombatantId, act: fields.ShootAct | fields.StrikeAct, ranged: bool
) -> Procedure[Ready | str]:
    """What comes before an attack roll: nerve, the Perception Test in the dark, the defender's choice."""
    begun = yield from begin(ctx, actor)
    if isinstance(begun, str) or not ctx.knows(act.target):
        return begun if isinstance(begun, str) else INTERRUPTED
    light = ways(ctx).light(ctx, actor, act.target, act.weapon, act.light)
    heard, hearing = yield from perceive(ctx, actor, light)
    defense = yield from choose_defense(ctx, act.target, ranged, act.defense)
    if not goes_on(ctx, actor, begun.regardless) or not ctx.knows(act.target):
        return INTERRUPTED
    if act.weapon not in _weapons(ctx, actor):
        return INTERRUPTED
    return Ready(light, heard, defense, begun.regardless, (*begun.because, *hearing))


def shoot(ctx: Context, actor: CombatantId, act: fields.ShootAct) -> Procedure[str]:
    """A firing action: shot by shot, each with its strike, its defense and what follows from it."""
    if act.range is not None or act.distance is not None:
        yield Record(RangeStated(actor, act.target, act.range or "", act.distance))
    ready = yield from prepare(ctx, actor, act, ranged=True)
    if isinstance(ready, str):
        return ready
    rolls = yield from ways(ctx).volley(ctx, actor, act, ready)
    hits: tuple[bool, ...] = yield rolls
    return "hit" if any(hits) else "missed"


def volley(ctx: Context, actor: CombatantId, act: fields.ShootAct, ready: Ready) -> Procedure[Each]:
    """The rolls of a firing action, which is one more action of the Turn."""
    nth = yield from counted_action(ctx, actor)
    attack = at_range(ctx, attack_of(ctx, actor, act, ready), act)
    return one_roll_per_shot(replace(attack, nth=nth), act.shots, ready.because)


def at_range(ctx: Context, attack: Attack, act: fields.ShootAct) -> Attack:
    """The attack with its range band."""
    stated = Range(act.range, act.distance)
    band = band_to(ctx.state, attack.attacker, attack.target, attack.weapon, stated)
    return replace(attack, band=band or "extreme")


def strike(ctx: Context, actor: CombatantId, act: fields.StrikeAct) -> Procedure[str]:
    """A close combat attack, its defense and what follows from it."""
    ready = yield from prepare(ctx, actor, act, ranged=False)
    if isinstance(ready, str):
        return ready
    attack = ways(ctx).attack_of(ctx, actor, act, ready)
    hit: bool = yield Call(blow, (attack,), at="blow", because=ready.because)
    return "hit" if hit else "missed"


def attack_of(ctx: Context, actor: CombatantId, act: fields.ShootAct | fields.StrikeAct, ready: Ready) -> Attack:
    """The attack as plain values."""
    sheet: Sheet = ctx.sheet(actor)
    weapon = sheet.weapons[act.weapon]
    return Attack(
        attacker=actor,
        target=act.target,
        weapon_name=act.weapon,
        weapon=weapon,
        skill=act.skill or weapon.skill,
        strength=sheet.attribute("strength"),
        light=ready.light,
        hits=act.hits,
        defense=ready.defense,
        bonus=ctx.modifiers,
        heard=ready.heard,
        regardless=ready.regardless,
        harmless=act.harmless,
    )


def counted_action(ctx: Context, actor: CombatantId) -> Procedure[int]:
    """The act takes its place among the actions of the Turn (UNI-ACT-2); the number of that place."""
    nth = action_number(ctx, actor)
    if in_a_turn(ctx):
        yield Record(CounterRaised(actor, ACTIONS))
    return nth


def dodge(ctx: Context, actor: CombatantId, act: fields.DodgeAct) -> Procedure[str]:
    """The action is spent on dodging. It asks for no nerve: defenses remain allowed (UNI-NERVE-3)."""
    yield from counted_action(ctx, actor)
    yield Record(ConditionGained(actor, DODGING, "UNI-DODGE-3"))
    return "dodging"


def roll(ctx: Context, actor: CombatantId, act: fields.TaskAct | fields.TestAct) -> Procedure[str]:
    """The action is one Task or Test."""
    begun = yield from begin(ctx, actor)
    if isinstance(begun, str):
        return begun
    nth = yield from counted_action(ctx, actor)
    return (yield from task_or_test(ctx, actor, act, nth, begun.because))


def give_first_aid(ctx: Context, actor: CombatantId, act: fields.FirstAidAct) -> Procedure[str]:
    """The action is First Aid."""
    begun = yield from begin(ctx, actor)
    if isinstance(begun, str):
        return begun
    nth = yield from counted_action(ctx, actor)
    return (yield from first_aid(ctx, actor, act.target, nth, begun.because))


def reload(ctx: Context, actor: CombatantId, act: fields.ReloadAct) -> Procedure[str]:
    """The action is reloading: the weapon holds what it can hold."""
    begun = yield from begin(ctx, actor)
    weapon = _weapons(ctx, actor).get(act.weapon) if isinstance(begun, Begun) else None
    if isinstance(begun, str) or weapon is None:
        return begun if isinstance(begun, str) else INTERRUPTED
    yield from counted_action(ctx, actor)
    yield Record(Reloaded(actor, act.weapon, checks.full_load(weapon) or 0), begun.because)
    return "reloaded"


def _weapons(ctx: Context, actor: CombatantId) -> Mapping[str, Weapon]:
    sheet: Sheet = ctx.sheet(actor)
    return sheet.weapons


_KINDS: Final = (
    ActionKind(
        "shoot",
        "Shoot",
        fields.ShootAct,
        checks.against_shot,
        shoot,
        "UNI-RANGE-1",
        aimed=True,
    ),
    ActionKind(
        "strike",
        "Strike",
        fields.StrikeAct,
        checks.against_blow,
        strike,
        "UNI-CLOSE-4",
        aimed=True,
    ),
    ActionKind("dodge", "Dodge", fields.DodgeAct, checks.against_dodge, dodge, "UNI-DODGE-3"),
    ActionKind(
        "task",
        "Task",
        fields.TaskAct,
        checks.against_roll,
        roll,
        "UNI-TASK-1",
        in_the_lobby=True,
    ),
    ActionKind(
        "test",
        "Test",
        fields.TestAct,
        checks.against_roll,
        roll,
        "UNI-TEST-1",
        in_the_lobby=True,
    ),
    ActionKind(
        "first_aid",
        "First Aid",
        fields.FirstAidAct,
        checks.against_first_aid,
        give_first_aid,
        "UNI-AID-1",
        in_the_lobby=True,
    ),
    ActionKind(
        "spend",
        "Spend Essence",
        fields.SpendAct,
        checks.against_spending,
        spend,
        "UNI-ESS-1",
        in_the_lobby=True,
    ),
    ActionKind(
        "reload",
        "Reload",
        fields.ReloadAct,
        checks.against_reload,
        reload,
        "UNI-ACT-1",
        needs_sheet=False,
    ),
)

KINDS: Final = {kind.kind: kind for kind in _KINDS}
"""Every kind of action by its name."""
