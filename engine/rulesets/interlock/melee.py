"""Hand-to-hand: the opposed roll, and what each maneuver does when it succeeds."""

from typing import Final

import msgspec

from engine.context import Context
from engine.options import Options, word
from engine.registry import rule
from engine.requests import Call, Cause, Procedure, Record, Total
from engine.rulesets.interlock.aim import lose_aim
from engine.rulesets.interlock.defense import PARRY, best_skill, choose_defense, defend
from engine.rulesets.interlock.fields import MeleeAct
from engine.rulesets.interlock.holds import holder_of
from engine.rulesets.interlock.maneuvers import EFFECTS, STRIKE, WEAPON, Attack, absorbed
from engine.rulesets.interlock.ranged import of_called_location
from engine.rulesets.interlock.sheet import Sheet
from engine.rulesets.interlock.sweeps import swept_modifiers, use_up_sweep
from engine.rulesets.interlock.tasks import Throw, ability, add_up, counted, of_the_action, throw, who_fails_badly, wins
from engine.rulesets.interlock.words import DODGING, PARRYING
from engine.rulesets.interlock.wounds import can_defend, goes_on, inability
from events.base import CombatantId
from events.play import ConditionGained, CounterRaised, Modifier

INTERRUPTED: Final = "interrupted"


def maneuver_of(act: MeleeAct) -> str:
    """What an act does: as it says, with a weapon if it names one, else a strike."""
    return act.maneuver or (WEAPON if act.weapon else STRIKE)


def target_of(ctx: Context, actor: CombatantId, act: MeleeAct) -> CombatantId | None:
    """Whom it is done to: whoever escapes does it to the one who has them."""
    return act.target or (holder_of(ctx.combatant(actor)) if act.maneuver == "escape" else None)


def melee(ctx: Context, actor: CombatantId, act: MeleeAct) -> Procedure[str]:
    """One action: a hand-to-hand attack, or a defense that the whole action is spent on."""
    if act.maneuver in ("dodge", "block_parry"):
        return (yield from stand_on_the_defense(ctx, actor, act.maneuver))
    target = target_of(ctx, actor, act) or ""
    regardless = inability(ctx.state, ctx.combatant(actor)) is not None
    defense = yield from choose_defense(ctx, target, act.defense)
    if not goes_on(ctx, actor, regardless) or not ctx.knows(target):
        return INTERRUPTED
    nth = yield from counted(ctx, actor, "attack")
    attack = attack_of(ctx, actor, target, act, defense, nth)
    yield from use_up_sweep(ctx, actor)
    yield from lose_aim(ctx, actor)
    outcome: str = yield Call(contest, (attack,), at="blow")
    return outcome


def stand_on_the_defense(ctx: Context, actor: CombatantId, maneuver: str) -> Procedure[str]:
    """The action is spent on defending: until the next turn the reaction is a dodge or a parry."""
    yield from counted(ctx, actor, "defense")
    if maneuver == "dodge":
        yield Record(ConditionGained(actor, DODGING, "INT-HTH-8"))
    else:
        yield Record(CounterRaised(actor, PARRYING))
    return "defending"


def attack_of(ctx: Context, actor: CombatantId, target: CombatantId, act: MeleeAct, defense: str, nth: int) -> Attack:
    """The attack as plain values."""
    sheet: Sheet = ctx.sheet(actor)
    weapon = sheet.weapons.get(act.weapon or "")
    named = act.skill or (weapon.skill if weapon else "") or None
    own = (of_called_location(act.location), swept_modifiers(ctx, actor), of_the_action(ctx, actor, nth))
    accuracy = (Modifier("INT-HTH-4", weapon.accuracy, "accuracy"),) if weapon and weapon.accuracy else ()
    return Attack(
        attacker=actor,
        target=target,
        maneuver=maneuver_of(act),
        name=act.weapon or "",
        weapon=weapon,
        skill=best_skill(sheet, named),
        defense=defense,
        called=act.location,
        cover=act.cover or 0,
        their_weapon=act.their_weapon,
        own=add_up(accuracy, *own),
    )


class Settled(msgspec.Struct, frozen=True):
    """What came of an opposed roll: who won, the word for failing badly, and the roll that decided."""

    won: bool
    badly: str
    cause: Cause


def contest(ctx: Context, attack: Attack) -> Procedure[str]:
    """The opposed roll and what comes of it."""
    settled: Settled = yield Call(settle, (attack,))
    if settled.won:
        return (yield from succeeds(ctx, attack, settled.cause))
    if attack.defense == PARRY and not settled.badly:
        yield from absorbed(ctx, attack, settled.cause)
    return settled.badly or "missed"


def settle(ctx: Context, attack: Attack) -> Procedure[Settled]:
    """Both rolls, and the fumble of one: all that matters of the totals afterwards is what came of them."""
    own = ability(ctx, attack.attacker, "ref", attack.skill, "INT-HTH-1")
    what = Throw(attack.attacker, "strike", "INT-HTH-1", contest=True)
    strike = yield from throw(ctx, what, own, attack.own)
    if not ctx.knows(attack.target):
        return Settled(False, INTERRUPTED, strike.cause)
    opposed = is_opposed(ctx, attack.target)
    defense = (yield from defend(ctx, attack.target, attack.defense, strike)) if opposed else NO_ROLL
    badly = yield from who_fails_badly(ctx, (attack.attacker, strike), (attack.target, defense))
    if not opposed:
        return Settled(not strike.fumble, badly, strike.cause)
    won = wins(strike, defense, attacker_wins_ties(ctx.state.options))
    return Settled(won, badly, strike.cause if won else defense.cause)


NO_ROLL: Final = Total(0, False, None, None, 0)


@rule("INT-HTH-1", mutant=lambda ctx, target: False)
def is_opposed(ctx: Context, target: CombatantId) -> bool:
    """Whether the target rolls against the attack: whoever is able to defend does."""
    return can_defend(ctx.combatant(target))


@rule("INT-HTH-2", mutant=lambda options: word(options, "hth_tie") != "attacker")
def attacker_wins_ties(options: Options) -> bool:
    """Whether equal totals are a hit: the attacker must be higher, unless the table says otherwise."""
    return word(options, "hth_tie") == "attacker"


def succeeds(ctx: Context, attack: Attack, cause: Cause) -> Procedure[str]:
    """What a maneuver does when it succeeds."""
    if not ctx.knows(attack.target):
        return INTERRUPTED
    yield Call(EFFECTS[attack.maneuver], (attack,), because=(cause,))
    return "hit"
