"""Dodges of these rules: declared against fire, free in melee; Acrobatics; ties leave the hit standing."""

from engine.context import Context
from engine.options import Options, word
from engine.registry import rule
from engine.requests import Procedure, Record
from engine.rulesets.firefight.counters import SUPPRESSED
from engine.rulesets.firefight.series import declaration_of
from engine.rulesets.firefight.tables import TABLES
from engine.rulesets.unisystem.arithmetic import Modifiers, difficult_test_modifiers, target_number, task_modifiers
from engine.rulesets.unisystem.counters import CLOSE_DEFENSES, RANGED_DODGES
from engine.rulesets.unisystem.defense import DODGE, PARRY, parry_modifiers
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.wounds import can_defend
from engine.state import Combatant
from events.base import CombatantId
from events.play import CounterRaised, Modifier

ACROBATICS = "acrobatics"


def possible_defenses(ctx: Context, target: CombatantId, ranged: bool) -> tuple[str, ...]:
    """What the target may do against an attack."""
    one = ctx.combatant(target)
    if not can_defend(one):
        return ()
    dodge = () if stays_down(one) else (DODGE,)
    if ranged:
        return dodge if declared_dodge(ctx, target) and still_covered(one, ctx.state.options) else ()
    return (*dodge, PARRY) if parry_modifiers(ctx, target) else dodge


@rule("FIRE-DODGE-2", mutant=lambda ctx, target: True)
def declared_dodge(ctx: Context, target: CombatantId) -> bool:
    """Whether somebody has declared for this round to dodge fire."""
    return declaration_of(ctx, target).reaction == DODGE


@rule("FIRE-DODGE-7", mutant=lambda one, options: bool(one.count(RANGED_DODGES)))
def still_covered(one: Combatant, options: Options) -> bool:
    """Whether the declared dodge covers one more ranged attack of the round."""
    return word(options, "ranged_dodge_coverage") == "every_attack" or not one.count(RANGED_DODGES)


def covered_by_dodge(ctx: Context, target: CombatantId) -> bool:
    """Whether the dodge of somebody covers the next shot too."""
    return still_covered(ctx.combatant(target), ctx.state.options)


@rule("FIRE-SUPP-3", mutant=lambda one: False)
def stays_down(one: Combatant) -> bool:
    """Whether somebody has gone to ground under suppressive fire and cannot dodge."""
    return bool(one.count(SUPPRESSED))


def standing_defense(one: Combatant) -> str:
    """How somebody defends of whom the act says nothing."""
    return one.reaction


@rule("FIRE-DODGE-1", mutant=lambda sheet, options: difficult_test_modifiers(sheet, "dexterity"))
def dodge_modifiers(sheet: Sheet, options: Options) -> Modifiers:
    """What a dodge adds to the die: dexterity and Dodge or Acrobatics, or dexterity alone (UNI-DODGE-2)."""
    skill = dodging_skill(sheet)
    if skill is None:
        return difficult_test_modifiers(sheet, "dexterity")
    return task_modifiers(sheet, "dexterity", skill, options)


def dodging_skill(sheet: Sheet) -> str | None:
    """The skill somebody dodges with: the better one, and of equals Acrobatics, which leaves more open."""
    acrobatics, dodge = sheet.skill(ACROBATICS), sheet.skill(DODGE)
    if not acrobatics and not dodge:
        return None
    return ACROBATICS if acrobatics >= dodge else DODGE


@rule("FIRE-DODGE-1", mutant=lambda attack, defense, options: attack >= target_number() and attack > defense)
@rule("FIRE-PARRY-1", mutant=lambda attack, defense, options: attack >= target_number() and attack > defense)
def attack_wins(attack: int, defense: int, options: Options) -> bool:
    """Whether an attack gets through: only a strictly higher dodge or parry avoids it."""
    return attack >= target_number() and defense <= attack


@rule("FIRE-DODGE-5")
@rule("FIRE-DODGE-6", mutant=lambda nth: (Modifier("FIRE-DODGE-6", -2 * (nth - 1)),) if nth > 1 else ())
def further_defense_modifiers(nth: int) -> Modifiers:
    """What the nth dodge or parry of a round in melee takes; earlier ones are not changed."""
    row = TABLES.further_defense
    penalty = row.step * max(0, nth - row.free)
    return (Modifier(row.rule, penalty, f"defense {nth}"),) if penalty else ()


def close_defense(ctx: Context, target: CombatantId) -> Procedure[Modifiers]:
    """A dodge or parry in melee, one further in the series."""
    nth = ctx.combatant(target).count(CLOSE_DEFENSES) + 1
    yield Record(CounterRaised(target, CLOSE_DEFENSES))
    return further_defense_modifiers(nth)


def ranged_dodge(ctx: Context, target: CombatantId) -> Procedure[Modifiers]:
    """A declared dodge of fire: one roll for each attack, no action, no repeat penalty (FIRE-DODGE-7)."""
    yield Record(CounterRaised(target, RANGED_DODGES))
    return ()


def may_fire(ctx: Context, actor: CombatantId, kind: str) -> str | None:
    """The rule by which somebody who dodges may not fire a weapon of this class; None: it may."""
    if not declared_dodge(ctx, actor):
        return None
    if dodging_skill(ctx.sheet(actor)) != ACROBATICS:
        return "FIRE-DODGE-2"
    return None if small_enough(kind) else "FIRE-DODGE-3"


@rule("FIRE-DODGE-3", mutant=lambda kind: kind != "handgun")
def small_enough(kind: str) -> bool:
    """Whether a weapon can be fired while dodging with Acrobatics: pistols and revolvers only."""
    return kind == "handgun"


@rule("FIRE-DODGE-4", mutant=lambda: False)
def blows_stay_allowed() -> bool:
    """Whether who dodges may attack in melee."""
    return True
