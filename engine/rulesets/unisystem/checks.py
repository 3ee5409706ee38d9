"""What speaks against an action before its first die; the first of the list of codes is given."""

from collections.abc import Iterator, Mapping

from engine.commands import Declare
from engine.context import Context
from engine.options import word
from engine.procedures.ranges import Range, beyond_reach, scene_light, scene_range
from engine.procedures.standing import in_a_turn, is_thing
from engine.procedures.targets import (
    against_foreign_weapon,
    against_patient,
    against_target,
    no_such_weapon,
    rounds_of_full,
    seen,
    unknown,
    weapon_of,
)
from engine.refusals import Refusal, refusal
from engine.registry import rule
from engine.rulesets.unisystem.armoury import Weapon
from engine.rulesets.unisystem.counters import RANGED_DODGES, actions_taken
from engine.rulesets.unisystem.defense import DODGE, NONE
from engine.rulesets.unisystem.essence import against_debt
from engine.rulesets.unisystem.fields import (
    DodgeAct,
    FirstAidAct,
    ReloadAct,
    ShootAct,
    SpendAct,
    StrikeAct,
    TaskAct,
    TestAct,
)
from engine.rulesets.unisystem.nerve import frozen
from engine.rulesets.unisystem.ranged import band_to
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.tables import BANDS
from engine.rulesets.unisystem.ways import ways
from engine.rulesets.unisystem.wounds import DODGING, can_defend, unmendable
from events.base import CombatantId

REFEREE_JUDGES = "UNI-TURN-3"
"""Behind refusals that no other rule speaks of: whether something can be done is the referee's to say."""


def against_shot(ctx: Context, actor: CombatantId, act: ShootAct) -> Iterator[Refusal]:
    """What speaks against firing."""
    yield from against_any(ctx, actor)
    yield from against_target(ctx, actor, act.target)
    weapon: Weapon | None = weapon_of(ctx, actor, act.weapon)
    if weapon is None:
        yield no_such_weapon(ctx, actor, act.weapon)
        return
    yield from _against_weapon(ctx, actor, act.weapon)
    if weapon.close:
        yield refusal("invalid", f"{act.weapon} is no ranged weapon; strike with it")
    yield from ways(ctx).against_rounds(ctx, actor, act)
    yield from _for_the_referee(ctx, actor, act)
    yield from _against_harmless(ctx, actor, act)
    yield from _for_the_referee_at_range(ctx, actor, act, weapon)
    if act.range is not None and act.distance is not None:
        yield refusal("invalid", "say either the range or the distance")
    elif seen(ctx, actor, act.target):
        stated = Range(act.range, act.distance)
        if band_to(ctx.state, actor, act.target, weapon, stated) is None:
            sentence = f"{ctx.combatant(act.target).name} is beyond the last range of {act.weapon}"
            yield refusal("out-of-range", sentence, "UNI-RANGE-8")
        yield from _against_defense(ctx, act.target, act.defense, ranged=True)


def against_blow(ctx: Context, actor: CombatantId, act: StrikeAct) -> Iterator[Refusal]:
    """What speaks against a close combat attack."""
    yield from against_any(ctx, actor)
    yield from against_target(ctx, actor, act.target)
    weapon: Weapon | None = weapon_of(ctx, actor, act.weapon)
    if weapon is None:
        yield no_such_weapon(ctx, actor, act.weapon)
        return
    yield from _against_weapon(ctx, actor, act.weapon)
    if weapon.fired:
        sentence = f"{act.weapon} is there to be fired: the rules have no damage for a blow with it"
        yield refusal("invalid", sentence, "UNI-CLOSE-4")
    elif not weapon.close and act.skill is None:
        yield refusal("invalid", f"{act.weapon} is no weapon for close combat; name the skill to strike with it")
    yield from _for_the_referee(ctx, actor, act)
    yield from _against_harmless(ctx, actor, act)
    if seen(ctx, actor, act.target):
        yield from out_of_reach(ctx, actor, act.target)
        yield from _against_defense(ctx, act.target, act.defense, ranged=False)


@rule("UNI-CLOSE-1")
def out_of_reach(ctx: Context, actor: CombatantId, target: CombatantId) -> Iterator[Refusal]:
    """What speaks against a blow at somebody who is farther off than arm's length."""
    if beyond_reach(ctx.state, actor, target, next(iter(BANDS))):
        yield refusal("out-of-range", f"{ctx.combatant(target).name} is not within arm's length", "UNI-CLOSE-1")


def against_dodge(ctx: Context, actor: CombatantId, act: DodgeAct) -> Iterator[Refusal]:
    """What speaks against spending the action on dodging: a failed nerve does not, defenses remain (UNI-NERVE-3)."""
    yield from only_dodges(ctx, actor)
    if word(ctx.state.options, "gunfire_dodge") == "only_action" and actions_taken(ctx.combatant(actor)):
        yield refusal("cannot-act", "dodging gunfire is the only action of a Turn", "UNI-DODGE-3")


def against_roll(ctx: Context, actor: CombatantId, act: TaskAct | TestAct) -> Iterator[Refusal]:
    """What speaks against a Task or Test."""
    yield from against_any(ctx, actor)
    if isinstance(act, TestAct) and act.second is not None and act.difficulty == "simple":
        yield refusal("invalid", "a Test with two attributes is neither simple nor difficult", "UNI-TEST-3")


def against_first_aid(ctx: Context, actor: CombatantId, act: FirstAidAct) -> Iterator[Refusal]:
    """What speaks against First Aid."""
    yield from against_any(ctx, actor)
    if not seen(ctx, actor, act.target):
        yield unknown(act.target)
        return
    patient = ctx.combatant(act.target)
    yield from against_patient(patient, unmendable(ctx.state, patient), is_thing(patient))


def against_spending(ctx: Context, actor: CombatantId, act: SpendAct) -> Iterator[Refusal]:
    """What speaks against spending Essence. It powers an action, so it goes on where that one would."""
    yield from against_any(ctx, actor)
    yield from against_debt(ctx, actor, act)


def against_reload(ctx: Context, actor: CombatantId, act: ReloadAct) -> Iterator[Refusal]:
    """What speaks against reloading."""
    yield from against_any(ctx, actor)
    weapon: Weapon | None = weapon_of(ctx, actor, act.weapon)
    if weapon is None:
        yield no_such_weapon(ctx, actor, act.weapon)
    elif full_load(weapon) is None:
        yield refusal("invalid", f"nobody counts the rounds of {act.weapon}")


def against_declaration(ctx: Context, declared: Declare) -> Iterator[Refusal]:
    """What speaks against a declaration: these rules know no modes of fire and no haste."""
    yield from against_foreign_weapon(ctx, declared.combatant, declared.weapon)
    if declared.mode is not None or declared.haste:
        yield refusal("invalid", "these rules know no mode of fire and no haste")


def against_any(ctx: Context, actor: CombatantId) -> Iterator[Refusal]:
    """What speaks against any action but a defense."""
    yield from frozen(ctx, actor)
    yield from ways(ctx).bars(ctx, actor)


@rule("UNI-DODGE-3")
def only_dodges(ctx: Context, actor: CombatantId) -> Iterator[Refusal]:
    """Where a dodge of gunfire is the only action of a Turn, nothing comes after it."""
    one = ctx.combatant(actor)
    spent = one.has(DODGING) or one.count(RANGED_DODGES)
    if in_a_turn(ctx) and spent and word(ctx.state.options, "gunfire_dodge") == "only_action":
        yield refusal("dodging", f"{one.name} dodges gunfire and does nothing else this Turn", "UNI-DODGE-3")


def full_load(weapon: Weapon) -> int | None:
    """The rounds of a full weapon: its capacity, or where none is listed what it was brought with."""
    return weapon.loaded if weapon.capacity is None else weapon.capacity


def full_loads(sheet: Sheet) -> Mapping[str, int]:
    """The rounds of every full weapon that counts them."""
    return rounds_of_full(sheet.weapons, full_load)


def against_weapon_named(ctx: Context, actor: CombatantId, name: str) -> Iterator[Refusal]:
    """What speaks against using a weapon: nobody has it, or it cannot be used."""
    yield from against_foreign_weapon(ctx, actor, name)
    yield from _against_weapon(ctx, actor, name)


@rule("UNI-TURN-3")
def _against_weapon(ctx: Context, actor: CombatantId, name: str) -> Iterator[Refusal]:
    for trouble in ("jammed", "dropped"):
        if ctx.combatant(actor).has(f"{trouble}:{name}"):
            yield refusal("weapon-unusable", f"{name} is {trouble}", REFEREE_JUDGES)


def against_rounds(ctx: Context, actor: CombatantId, act: ShootAct) -> Iterator[Refusal]:
    """What speaks against firing so many rounds: the weapon does not hold them."""
    rounds = ctx.rounds(actor, act.weapon)
    if rounds is None or rounds >= act.shots:
        return
    if rounds <= 0:
        yield refusal("out-of-ammunition", f"{act.weapon} is empty", REFEREE_JUDGES)
    else:
        yield refusal("not-enough-rounds", f"{act.weapon} holds {rounds}, not {act.shots}", REFEREE_JUDGES)


def _against_harmless(ctx: Context, actor: CombatantId, act: ShootAct | StrikeAct) -> Iterator[Refusal]:
    if act.harmless and seen(ctx, actor, act.target) and not is_thing(ctx.combatant(act.target)):
        yield refusal("invalid", f"{ctx.combatant(act.target).name} is no thing: any attack can harm it", "UNI-OBJ-2")


def _for_the_referee(ctx: Context, actor: CombatantId, act: ShootAct | StrikeAct) -> Iterator[Refusal]:
    """What a player may not say of an own attack: hits of one roll, and another light than the scene has."""
    if ctx.player is None or not seen(ctx, actor, act.target):
        return
    if act.hits > 1:
        yield refusal("unauthorized", "how many hits one roll brings is for the GM to say")
    if act.harmless:
        yield refusal("unauthorized", "what can be harmed is for the GM to say")
    if act.light not in (None, scene_light(ctx.state, act.target) or act.light):
        yield refusal("unauthorized", "the light stands in the scene; another one is for the GM to say")


def _for_the_referee_at_range(ctx: Context, actor: CombatantId, act: ShootAct, weapon: Weapon) -> Iterator[Refusal]:
    """What a player may not say of an own shot: another range than the scene has, another skill than the weapon's."""
    if ctx.player is None or not seen(ctx, actor, act.target):
        return
    stated, by_scene = Range(act.range, act.distance), scene_range(ctx.state, actor, act.target)
    if by_scene is not None and stated not in (Range(), by_scene):
        yield refusal("unauthorized", "the range stands in the scene; another one is for the GM to say")
    if act.skill not in (None, weapon.skill):
        yield refusal("unauthorized", f"{act.weapon} is fired with {weapon.skill}; another skill is for the GM to say")


def _against_defense(ctx: Context, target: CombatantId, defense: str | None, ranged: bool) -> Iterator[Refusal]:
    if defense is None:
        return
    name = ctx.combatant(target).name
    if ctx.player is not None and ctx.combatant(target).controller != ctx.player:
        yield refusal("not-yours", f"how {name} defends is for its own player or the GM to say")
        return
    if defense == NONE or defense in ways(ctx).possible_defenses(ctx, target, ranged):
        return
    if not can_defend(ctx.combatant(target)):
        yield refusal("cannot-act", f"{name} can neither act nor defend", "UNI-INJ-5")
        return
    rule_id = ways(ctx).ranged_dodge_rule if defense == DODGE else "UNI-PARRY-1"
    yield refusal("invalid", f"{name} cannot {defense} this attack", rule_id)
