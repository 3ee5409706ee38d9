"""Defenses: who may parry or dodge what, how the defender comes to it, and the resisted roll."""

from collections.abc import Callable

import msgspec

from engine.context import Context
from engine.options import Options, word
from engine.registry import rule
from engine.requests import Choice, Choose, Procedure, Record, Total
from engine.rulesets.unisystem.arithmetic import (
    Modifiers,
    close_combat_modifiers,
    extra_action_modifiers,
    task_modifiers,
)
from engine.rulesets.unisystem.attack import Attack
from engine.rulesets.unisystem.counters import (
    ACTIONS,
    CLOSE_ATTACKS,
    CLOSE_DEFENSES,
    RANGED_DODGES,
    actions_taken,
)
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.tasks import Throw, action_penalties, roll_against_nine
from engine.rulesets.unisystem.ways import ways
from engine.rulesets.unisystem.wounds import DODGING, can_defend
from engine.state import Combatant
from events.base import CombatantId
from events.play import CounterRaised

NONE, DODGE, PARRY, ASK = "none", "dodge", "parry", "ask"
REACTIONS = (NONE, DODGE, PARRY, ASK)
HAND_WEAPON, MARTIAL_ARTS = "hand_weapon", "martial_arts"


class Defended(msgspec.Struct, frozen=True):
    """What came of the two rolls."""

    hit: bool
    strike: Total
    defense: Total | None = None


def possible_defenses(ctx: Context, target: CombatantId, ranged: bool) -> tuple[str, ...]:
    """What the target may do against an attack."""
    one = ctx.combatant(target)
    if not can_defend(one):
        return ()
    if ranged:
        return (DODGE,) if may_dodge_gunfire(one, ctx.state.options) else ()
    return (DODGE, PARRY) if parry_modifiers(ctx, target) else (DODGE,)


@rule("UNI-DODGE-3", mutant=lambda one, options: True)
def may_dodge_gunfire(one: Combatant, options: Options) -> bool:
    """Whether somebody may dodge a ranged attack: where that is the only action of a Turn, not after another one."""
    if word(options, "gunfire_dodge") == "counts_as_action" or one.has(DODGING):
        return True
    return actions_taken(one) == one.count(RANGED_DODGES)


def choose_defense(ctx: Context, target: CombatantId, ranged: bool, stated: str | None) -> Procedure[str]:
    """How the target defends: as the act says for it, else by its standing reaction; only `ask` stops the game."""
    if not ctx.knows(target):
        return NONE
    one = ctx.combatant(target)
    possible = ways(ctx).possible_defenses(ctx, target, ranged)
    wanted = stated or ways(ctx).standing_defense(one)
    if wanted == ASK and possible:
        chosen: Choice = yield Choose(target, "defense", (NONE, *possible), NONE)
        return chosen.option
    return wanted if wanted in possible else NONE


def standing_defense(one: Combatant) -> str:
    """How somebody defends of whom the act says nothing; who has spent an action on dodging dodges."""
    return DODGE if one.has(DODGING) and one.reaction != PARRY else one.reaction


@rule("UNI-PARRY-1")
def armed_parry(sheet: Sheet, armed: bool, options: Options) -> Modifiers:
    """What a parry with a hand weapon adds to the die; nothing at all: unarmed targets cannot parry."""
    return task_modifiers(sheet, "dexterity", HAND_WEAPON, options) if armed else ()


@rule("UNI-PARRY-2")
def bare_handed_parry(sheet: Sheet, options: Options) -> Modifiers:
    """What a parry with bare hands adds to the die; nothing at all without Martial Arts."""
    return task_modifiers(sheet, "dexterity", MARTIAL_ARTS, options) if sheet.skill(MARTIAL_ARTS) else ()


def parry_modifiers(ctx: Context, target: CombatantId) -> Modifiers:
    """What the better of the parries open to the target adds to the die; nothing: it cannot parry."""
    sheet: Sheet = ctx.sheet(target)
    ways = (
        armed_parry(sheet, _has_hand_weapon(ctx.combatant(target), sheet), ctx.state.options),
        bare_handed_parry(sheet, ctx.state.options),
    )
    return max((way for way in ways if way), key=lambda way: sum(one.value for one in way), default=())


def _has_hand_weapon(one: Combatant, sheet: Sheet) -> bool:
    return any(
        weapon.skill == sheet.called(HAND_WEAPON) and not one.has(f"dropped:{name}")
        for name, weapon in sheet.weapons.items()
    )


def resist(ctx: Context, attack: Attack, strike: Total) -> Procedure[Defended]:
    """The defender's roll, where there is a defense, and what it comes to against the strike."""
    if attack.defense == NONE or not ctx.knows(attack.target) or not can_defend(ctx.combatant(attack.target)):
        return Defended(strike.success, strike)
    defense: Total = yield from defend(ctx, attack, strike)
    hit = gets_through(strike, defense, ctx.state.options, ways(ctx).attack_wins)
    return Defended(hit, strike, defense)


@rule("UNI-RESIST-1", mutant=lambda strike, defense, options, wins: strike.success)
def gets_through(strike: Total, defense: Total, options: Options, wins: Callable[[int, int, Options], bool]) -> bool:
    """Whether an attack that is parried or dodged hits: the two totals are settled as a Resisted Task."""
    return wins(strike.total, defense.total, options)


def defend(ctx: Context, attack: Attack, strike: Total) -> Procedure[Total]:
    """The roll of a parry or dodge, after what it takes from the Turn; of its total only who is higher is read."""
    target = attack.target
    if attack.defense == PARRY:
        rule_id, own = "UNI-PARRY-1", parry_modifiers(ctx, target)
    else:
        rule_id, own = ways(ctx).dodge_rule, ways(ctx).dodge_modifiers(ctx.sheet(target), ctx.state.options)
    if attack.band is None:
        series = yield from ways(ctx).close_defense(ctx, target)
    else:
        series = yield from ways(ctx).ranged_dodge(ctx, target)
    throw = Throw(target, "defense", rule_id, lapses=True, beside=strike.total)
    return (yield from roll_against_nine(ctx, throw, own, series, action_penalties(ctx, target)))


def close_defense(ctx: Context, target: CombatantId) -> Procedure[Modifiers]:
    """A defense in close combat: the first of a Turn is free (UNI-CLOSE-1)."""
    one = ctx.combatant(target)
    series = close_combat_modifiers(one.count(CLOSE_ATTACKS), one.count(CLOSE_DEFENSES), True, ctx.state.options)
    yield Record(CounterRaised(target, CLOSE_DEFENSES))
    return series


def _free(ctx: Context, target: CombatantId) -> Procedure[Modifiers]:
    return ()
    yield


@rule("UNI-DODGE-3", mutant=_free)
def ranged_dodge(ctx: Context, target: CombatantId) -> Procedure[Modifiers]:
    """A dodge against a ranged attack: an action of the Turn, or the very action that was spent on dodging.

    Every shot is an attack roll of its own, so each is dodged with a roll of its own, one further in the series.
    """
    one = ctx.combatant(target)
    spent = one.has(DODGING) and not one.count(RANGED_DODGES)
    yield Record(CounterRaised(target, RANGED_DODGES))
    if spent:
        return extra_action_modifiers(actions_taken(one))
    yield Record(CounterRaised(target, ACTIONS))
    return extra_action_modifiers(actions_taken(one) + 1)
