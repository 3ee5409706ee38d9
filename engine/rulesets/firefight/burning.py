"""Fire: what sets somebody alight, what burning costs, armor that it ruins, and how it is put out."""

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from engine.context import Context
from engine.options import Options, word
from engine.procedures.standing import DEAD, in_a_turn, is_thing
from engine.registry import rule
from engine.requests import Call, Cause, Dice, Each, Procedure, Record
from engine.rulesets.firefight.armoury import WEAPONS, FireArmor, FireWeapon
from engine.rulesets.firefight.attack import FireAttack
from engine.rulesets.firefight.counters import FIRES, LIT, ROLLED_OUT
from engine.rulesets.firefight.fields import RollOutAct
from engine.rulesets.unisystem.actions import begin, counted_action
from engine.rulesets.unisystem.arithmetic import simple_test_modifiers
from engine.rulesets.unisystem.attack import Good
from engine.rulesets.unisystem.damage import hit, land
from engine.rulesets.unisystem.tasks import Throw, action_penalties, passes
from engine.rulesets.unisystem.ways import Hurt
from engine.rulesets.unisystem.wounds import PRONE
from engine.state import Combatant
from events.base import CombatantId
from events.play import ConditionGained, ConditionLost, CounterRaised, CountersLapsed
from events.roster import SheetChanged

BURNING: Final = "burning"
MOLOTOV: Final = WEAPONS["molotov-cocktail"]


def hit_by_fire(ctx: Context, attack: FireAttack, hits: tuple[Hurt, ...]) -> Procedure[tuple[Hurt, ...]]:
    """What the hits of an incendiary bring: fire. A burning shell does the hit of a Molotov cocktail beside its own,
    from however far it came."""
    causes = tuple(one.cause for one in hits if one.cause)
    more: tuple[Hurt, ...] = ()
    arm = attack.arm
    if shell_ignites(attack):
        burnt = replace(attack, weapon=MOLOTOV, location=None, band=None, mode="single")
        more = yield Each(1, hit, (burnt, Good(), False), at="fire")
        arm = MOLOTOV
    if not ctx.knows(attack.target):
        return more
    if arm.burning is not None or arm.damage_type == "fire":
        yield from ruin_armor(ctx, attack)
    if arm.burning is not None:
        yield from set_alight(ctx, attack.target, arm.burning, causes)
    return more


@rule("FIRE-CANNON-2", mutant=lambda attack: False)
def shell_ignites(attack: FireAttack) -> bool:
    """Whether it is a shell that sets its victim on fire."""
    load = attack.arm.load(attack.load)
    return load is not None and load.ignites


def splash(ctx: Context, attack: FireAttack) -> Procedure[None]:
    """Somebody close by is splashed: the burning value at once, and every round."""
    if not ctx.knows(attack.target):
        return
    splashed = replace(attack, weapon=splashing(attack.arm), location=None, band=None, mode="single", load="")
    yield from land(ctx, splashed, Good())


@rule("FIRE-CANNON-3", mutant=lambda weapon: weapon)
def splashing(weapon: FireWeapon) -> FireWeapon:
    """What a splash does on the hit: the second value of an incendiary; of a burning shell, that of a Molotov."""
    fire = weapon if weapon.burning is not None else MOLOTOV
    assert fire.burning is not None
    return replace(fire, dice=fire.burning, multiplier=1)


@rule("FIRE-BURN-1")
def set_alight(ctx: Context, target: CombatantId, die: Dice, because: tuple[Cause, ...] = ()) -> Procedure[None]:
    """Somebody burns, from the next round on with this die."""
    if is_thing(ctx.combatant(target)):
        return
    yield Record(ConditionGained(target, BURNING, "FIRE-BURN-1"), because)
    yield Record(CounterRaised(target, FIRES[die.sides]), because)
    if in_a_turn(ctx):
        yield Record(CounterRaised(target, LIT), because)


# burning


def burn_all(ctx: Context) -> Procedure[None]:
    """The end of a round: everybody alive who burns since an earlier one takes the burning damage."""
    for one in tuple(ctx.state.combatants.values()):
        if one.has(BURNING) and not one.has(DEAD) and falls_due(one):
            yield Call(burn, (one.id,), at=f"burning:{one.id}")


@rule("FIRE-BURN-5", mutant=lambda one: False)
def falls_due(one: Combatant) -> bool:
    """Whether the burning of this round falls due: it does not in the round of the hit."""
    return not one.count(LIT)


def burn(ctx: Context, victim: CombatantId) -> Procedure[None]:
    """The damage of one round on fire, with the Tests it calls for."""
    fire = FireWeapon("fire", hottest(ctx.combatant(victim)), 1, "fire", "", sort="incendiary")
    attack = FireAttack(victim, victim, "fire", fire, "", 0, "normal")
    yield from land(ctx, attack, Good())


@rule("FIRE-BURN-5", mutant=lambda one: Dice(1, min(FIRES)))
def hottest(one: Combatant) -> Dice:
    """The die of somebody on fire: several fires do not add up, the highest counts; of one not named, the lowest."""
    return Dice(1, max((sides for sides, counter in FIRES.items() if one.count(counter)), default=min(FIRES)))


# armor


def ruin_armor(ctx: Context, attack: FireAttack) -> Procedure[None]:
    """Fire may ruin what is worn."""
    armor: FireArmor = ctx.sheet(attack.target).armor
    if armor.value and is_ruined(attack.ruins, ctx.state.options):
        sheet: dict[str, Any] = msgspec.json.decode(bytes(ctx.combatant(attack.target).sheet))
        sheet.pop("armor", None)
        yield Record(SheetChanged(attack.target, msgspec.Raw(msgspec.json.encode(sheet)), rule="FIRE-BURN-4"))


@rule("FIRE-BURN-4", mutant=lambda said, options: word(options, "fire_destroys_armor") == "never")
def is_ruined(said: bool, options: Options) -> bool:
    """Whether fire ruins armor at this table: as the caller says, never, or always."""
    mode = word(options, "fire_destroys_armor")
    return mode == "always" or (mode == "caller" and said)


# putting it out


def roll_out(ctx: Context, actor: CombatantId, act: RollOutAct) -> Procedure[str]:
    """Stop, drop and roll: the whole action of the round."""
    begun = yield from begin(ctx, actor)
    if isinstance(begun, str):
        return begun
    yield from counted_action(ctx, actor)
    yield Record(CounterRaised(actor, ROLLED_OUT))
    yield from drop(ctx, actor)
    if needs_a_test(ctx.state.options):
        throw = Throw(actor, "task", "FIRE-BURN-6", lapses=True)
        own = simple_test_modifiers(ctx.sheet(actor), "dexterity")
        tested = yield from passes(ctx, throw, own, action_penalties(ctx, actor), ctx.modifiers)
        if not tested.success:
            return "failure"
    yield from put_out(ctx, actor)
    return "put out"


@rule("FIRE-BURN-6")
def drop(ctx: Context, actor: CombatantId) -> Procedure[None]:
    """Who rolls on the ground is prone."""
    yield Record(ConditionGained(actor, PRONE, "FIRE-BURN-6"))


@rule("FIRE-BURN-6", mutant=lambda options: word(options, "roll_out_test") == "none")
def needs_a_test(options: Options) -> bool:
    """Whether rolling out the fire may fail."""
    return word(options, "roll_out_test") == "simple_dexterity"


@rule("FIRE-BURN-2")
def put_out(ctx: Context, combatant: CombatantId) -> Procedure[None]:
    """The fire is out, before the burning damage of this round."""
    one = ctx.combatant(combatant)
    yield Record(ConditionLost(combatant, BURNING, one.conditions.get(BURNING, ()), "FIRE-BURN-2"))
    fires = {counter: one.counters[counter] for counter in FIRES.values() if one.count(counter)}
    if fires:
        yield Record(CountersLapsed(combatant, fires))
