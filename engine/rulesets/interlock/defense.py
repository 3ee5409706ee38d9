"""How a target defends itself at arm's length: the dodge and parry it declares, and its roll."""

from engine.context import Context
from engine.registry import rule
from engine.requests import Choice, Choose, Procedure, Total
from engine.rulesets.interlock.harm import Modifiers
from engine.rulesets.interlock.sheet import Sheet
from engine.rulesets.interlock.tables import TABLES
from engine.rulesets.interlock.tasks import Throw, ability, skill_level, throw
from engine.rulesets.interlock.words import DODGING, DROPPED, PARRYING, structure_of
from engine.rulesets.interlock.wounds import can_defend
from events.base import CombatantId
from events.play import Modifier

NONE, DODGE, PARRY, ASK = "none", "dodge", "parry", "ask"
REACTIONS = (NONE, DODGE, PARRY, ASK)


def possible_defenses(ctx: Context, target: CombatantId) -> tuple[str, ...]:
    """What the target may declare against a blow."""
    if not can_defend(ctx.combatant(target)):
        return ()
    return (DODGE, PARRY) if parrying_weapon(ctx, target) else (DODGE,)


def parrying_weapon(ctx: Context, target: CombatantId) -> str | None:
    """The weapon that a parry is made with: one at hand and whole, those for fighting at arm's length first."""
    sheet: Sheet = ctx.sheet(target)
    return min(weapons_at_hand(ctx, target), key=lambda name: sheet.weapons[name].gun, default=None)


def weapons_at_hand(ctx: Context, target: CombatantId) -> tuple[str, ...]:
    """The weapons that somebody could hold in their hands: not dropped, and not broken."""
    one, sheet = ctx.combatant(target), ctx.sheet(target)
    return tuple(
        name
        for name in sheet.weapons
        if not one.has(DROPPED + name)
        and sheet.weapons[name].kind != "unarmed"
        and (structure_of(name) not in one.pools or one.pools[structure_of(name)].now > 0)
    )


def choose_defense(ctx: Context, target: CombatantId, stated: str | None) -> Procedure[str]:
    """How the target defends, declared before the attack is rolled: as the act says for it, else by its standing
    reaction; only `ask` stops the game."""
    one = ctx.combatant(target)
    possible = possible_defenses(ctx, target)
    spent = DODGE if one.has(DODGING) else PARRY if one.count(PARRYING) else None
    wanted = stated or (spent if spent and one.reaction == NONE else one.reaction)
    if wanted == ASK and possible:
        chosen: Choice = yield Choose(target, "defense", (NONE, *possible), NONE)
        return chosen.option
    return wanted if wanted in possible else NONE


@rule("INT-HTH-8")
def dodge_modifiers(defense: str) -> Modifiers:
    """What a declared dodge adds to the defense."""
    return (Modifier("INT-HTH-8", TABLES.dodge.bonus, "dodge"),) if defense == DODGE else ()


@rule("INT-HTH-3", mutant=lambda sheet, named: named or "brawling")
def best_skill(sheet: Sheet, named: str | None) -> str:
    """The one skill of the five that somebody fights with: as said, else the best."""
    return named or max(TABLES.hand_to_hand.skills, key=lambda skill: skill_level(sheet, skill))


def defend(ctx: Context, target: CombatantId, defense: str, strike: Total) -> Procedure[Total]:
    """REF + skill + d10 of the defender."""
    skill = best_skill(ctx.sheet(target), None)
    own = ability(ctx, target, "ref", skill, "INT-HTH-1")
    what = Throw(target, "defense", "INT-HTH-1", strike.total, contest=True)
    return (yield from throw(ctx, what, own, dodge_modifiers(defense), because=(strike.cause,)))
