"""Ranged attacks: range from the act, the scene or what was said last; the dark; one roll for every shot."""

from engine.context import Context
from engine.options import Options
from engine.procedures.ranges import Range, range_between, scene_light
from engine.procedures.standing import is_thing
from engine.registry import rule
from engine.requests import Call, Cause, Each, Procedure, Record, Total
from engine.rulesets.unisystem.arithmetic import (
    Modifiers,
    band_of_shot,
    bare_die,
    difficult_test_modifiers,
    extra_action_modifiers,
    hearing_modifiers,
    range_modifiers,
    shot_modifiers,
    task_modifiers,
)
from engine.rulesets.unisystem.armoury import Weapon
from engine.rulesets.unisystem.attack import Attack
from engine.rulesets.unisystem.counters import FIRED_AT, SHOTS
from engine.rulesets.unisystem.levels import in_force
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.strike import attack_roll
from engine.rulesets.unisystem.tables import BANDS
from engine.rulesets.unisystem.tasks import Throw, action_penalties, roll_against_nine
from engine.rulesets.unisystem.ways import ways
from engine.rulesets.unisystem.wounds import goes_on
from engine.state import State
from events.base import CombatantId
from events.play import AmmoSpent, CounterRaised


def band_to(state: State, shooter: CombatantId, target: CombatantId, weapon: Weapon, stated: Range) -> str | None:
    """The range band of a shot; None: out of range."""
    given = range_between(state, shooter, target, stated)
    band = given.band if given.band in BANDS else None
    return band_of_shot(weapon.ranges, band, given.distance)


def light_on(ctx: Context, attacker: CombatantId, target: CombatantId, weapon: str, stated: str | None) -> str:
    """The light of an attack: as the act says, else as the scene has it."""
    return stated or scene_light(ctx.state, target) or "normal"


def perceive(ctx: Context, attacker: CombatantId, light: str) -> Procedure[tuple[Modifiers, tuple[Cause, ...]]]:
    """What the other senses add in total darkness. Part of the attack, once for all its shots, and the first roll."""
    if not bare_die(light):
        return (), ()
    heard: Total = yield Call(perception_test, (attacker,))
    return hearing_modifiers(heard.total), (heard.cause,)


def _perceives_nothing(ctx: Context, attacker: CombatantId) -> Procedure[Total]:
    return Total(0, False, 0, None, 0)
    yield


@rule("UNI-LIGHT-5", mutant=_perceives_nothing)
def perception_test(ctx: Context, attacker: CombatantId) -> Procedure[Total]:
    """The Difficult Perception Test of a fighter in the dark; it costs no action, but wounds count on it."""
    own = difficult_test_modifiers(in_force(ctx, attacker), "perception")
    throw = Throw(attacker, "perception", "UNI-LIGHT-4", "nothing", lapses=True)
    return (yield from roll_against_nine(ctx, throw, own, action_penalties(ctx, attacker)))


@rule("UNI-SHOTS-2", mutant=lambda attack, shots, because: Each(1, shot, (attack,), "shot", because))
def one_roll_per_shot(attack: Attack, shots: int, because: tuple[Cause, ...]) -> Each:
    """Every shot of a firing action has a strike roll of its own; together they are one action of the Turn."""
    return Each(shots, shot, (attack,), "shot", because)


def shot(ctx: Context, attack: Attack) -> Procedure[bool]:
    """One shot: a round, a roll, and what follows. Nobody goes on firing who can no longer act."""
    if not goes_on(ctx, attack.attacker, attack.regardless) or not ctx.knows(attack.target):
        return False
    takes = yield from ways(ctx).shot_takes(ctx, attack)
    yield from spend(ctx, attack)
    yield from put_under_fire(ctx, attack.attacker, attack.target)
    skilled = ranged_attack_modifiers(ctx.sheet(attack.attacker), attack.skill, ctx.state.options)
    distance = range_modifiers(attack.band or "short", ctx.state.options)
    return (yield from attack_roll(ctx, attack, "UNI-RANGE-1", skilled, distance, *takes))


def shot_takes(ctx: Context, attack: Attack) -> Procedure[tuple[Modifiers, ...]]:
    """What a shot takes from the Turn: it counts with the other shots, and its action with the other actions."""
    kth = ctx.combatant(attack.attacker).count(SHOTS) + 1
    yield Record(CounterRaised(attack.attacker, SHOTS))
    return shot_modifiers(kth), extra_action_modifiers(attack.nth)


def spend(ctx: Context, attack: Attack) -> Procedure[None]:
    """The rounds of one roll leave the weapon, where it has any to count."""
    loaded = ctx.rounds(attack.attacker, attack.weapon_name) or 0
    if loaded > 0:
        yield Record(AmmoSpent(attack.attacker, attack.weapon_name, min(attack.rounds, loaded)))


def put_under_fire(ctx: Context, attacker: CombatantId, target: CombatantId) -> Procedure[None]:
    """Somebody was shot at in this Turn (UNI-NERVE-3); a thing does not mind."""
    if not is_thing(ctx.combatant(target)):
        yield Record(CounterRaised(target, f"{FIRED_AT}{attacker}", attacker))


@rule("UNI-RANGE-1")
def ranged_attack_modifiers(sheet: Sheet, skill: str, options: Options) -> Modifiers:
    """What a ranged attack adds to the die: dexterity and the skill of the weapon."""
    return task_modifiers(sheet, "dexterity", skill, options)
