"""The roll to hit, in close combat and at range, and what follows from it: the defense, then the hits."""

import msgspec

from engine.context import Context
from engine.options import Options
from engine.requests import Call, Cause, Procedure, Roll, Success, Total
from engine.rulesets.unisystem.arithmetic import (
    Modifiers,
    add_up,
    bare_die,
    judge_task,
    light_modifiers,
    strike_die,
)
from engine.rulesets.unisystem.attack import Attack, Good
from engine.rulesets.unisystem.damage import land
from engine.rulesets.unisystem.defense import NONE, resist
from engine.rulesets.unisystem.harm import good_hit_bonus, good_hits_count
from engine.rulesets.unisystem.tasks import Throw, action_penalties, low_essence
from engine.rulesets.unisystem.ways import ways


class Struck(msgspec.Struct, frozen=True):
    """Whether an attack hits, what its total brings, and the rolls that say so."""

    hit: bool
    good: Good = Good()
    causes: tuple[Cause, ...] = ()


def attack_roll(ctx: Context, attack: Attack, rule_id: str, *own: Modifiers) -> Procedure[bool]:
    """One roll to hit with its defense; a hit goes on to damage. Says whether it hit."""
    struck: Struck = yield Call(contest, (attack, rule_id, own))
    if struck.hit:
        yield Call(land, (attack, struck.good), because=struck.causes)
    return struck.hit


def contest(ctx: Context, attack: Attack, rule_id: str, own: tuple[Modifiers, ...]) -> Procedure[Struck]:
    """The strike and the defense against it: all that matters of their totals afterwards is what came of them."""
    if not ways(ctx).total_counts(attack, ctx.state.options):
        lone: Success = yield strike_of(ctx, attack, rule_id, own, Success)
        return Struck(lone.success, Good(hits=attack.hits), (lone.cause,))
    strike: Total = yield strike_of(ctx, attack, rule_id, own, Total)
    settled = yield from resist(ctx, attack, strike)
    if not settled.hit:
        return Struck(False)
    causes = (strike.cause,) if settled.defense is None else (strike.cause, settled.defense.cause)
    return Struck(True, ways(ctx).good(attack, strike, ctx.state.options), causes)


def total_counts(attack: Attack, options: Options) -> bool:
    """Whether anything reads the total of a strike beyond hit or miss: a defense, or damage that good hits add to."""
    return attack.defense != NONE or good_hits_count(options)


def good(attack: Attack, strike: Total, options: Options) -> Good:
    """What the total of a strike that hits brings: points on the damage die, where a table wants that."""
    return Good(on_die=good_hit_bonus(strike.success_level or 0, options), hits=attack.hits)


def strike_of(
    ctx: Context,
    attack: Attack,
    rule_id: str,
    own: tuple[Modifiers, ...],
    reads: type[Total] | type[Success],
) -> Roll:
    """The strike. In total darkness it is a bare die with what is heard and what the referee says."""
    if bare_die(attack.light):
        modifiers = add_up(attack.heard, attack.bonus)
    else:
        light, penalties = light_modifiers(attack.light), action_penalties(ctx, attack.attacker)
        essence = low_essence(ctx, Throw(attack.attacker, "strike", rule_id))
        modifiers = add_up(*own, light, penalties, attack.heard, attack.bonus, essence)
    return Roll(
        combatant=attack.attacker,
        purpose="strike",
        dice=strike_die(attack.light, ctx.state.options),
        reads=reads,
        modifiers=modifiers,
        target_number=ways(ctx).strike_number(),
        judge=judge_task,
        rule=rule_id,
        lapses=True,
    )
