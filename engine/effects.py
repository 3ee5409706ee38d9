"""Conditions of the referee's own making: what they do to rolls, and when they end by themselves."""

from collections.abc import Callable, Iterator
from typing import Final

from msgspec.structs import replace

from engine.context import Context
from engine.requests import Faces, Procedure, Record, Roll
from engine.ruleset import RuleSet
from engine.state import Clock, Combatant, Lasting, State
from events.base import Fact
from events.play import ConditionLost, Modifier

ATTACKS: Final = frozenset({"strike"})
DEFENSES: Final = frozenset({"defense"})
TASKS: Final = frozenset({"task", "first_aid", "stabilise", "aim", "perception"})
SAVES: Final = frozenset({"survival", "consciousness", "stun_save", "death_save", "nerve", "willpower"})
INITIATIVE: Final = frozenset({"initiative"})

COUNTS_ON: Final = {
    "actions": ATTACKS | DEFENSES | TASKS,
    "attacks": ATTACKS,
    "defenses": DEFENSES,
    "tasks": TASKS,
    "saves": SAVES,
    "initiative": INITIATIVE,
    "everything": ATTACKS | DEFENSES | TASKS | SAVES | INITIATIVE,
}
"""The purposes of the rolls that a modifier counts on, by the word for them. Damage, armor and locations are none."""

Over = Callable[[Lasting], bool]


def with_effects(state: State, roll: Roll) -> Roll:
    """A roll with what the referee's conditions of the combatant take from it or add to it.

    Where a low roll is the better one a bonus lowers it. A roll of which the rules read every face has no total.
    """
    one = state.combatants.get(roll.combatant or "")
    if one is None or not one.effects or roll.reads is Faces:
        return roll
    sign = -1 if roll.low else 1
    own = tuple(
        Modifier("", sign * lasting.effect.modifier, lasting.condition)
        for lasting in one.effects
        if lasting.effect.modifier and roll.purpose in COUNTS_ON.get(lasting.effect.on, ())
    )
    return replace(roll, modifiers=(*roll.modifiers, *own)) if own else roll


# when they end


def is_due(lasting: Lasting, now: Clock) -> bool:
    """Whether its time is over. The turn it began in is its first; no minute is left of turns."""
    effect, since = lasting.effect, lasting.since
    if effect.minutes:
        return now.minutes >= since.minutes + effect.minutes
    if effect.turns:
        return now.turns >= since.turns + effect.turns or now.minutes > since.minutes
    return False


def ends_with_the_fight(lasting: Lasting) -> bool:
    """Whether it is over with the fight: it was to last so long, or for so many turns."""
    return lasting.effect.fight or bool(lasting.effect.turns)


def lapses(ruleset: RuleSet, ctx: Context, one: Combatant, over: Over) -> Iterator[Fact]:
    """What of somebody's conditions ends, and what ends with it by the rules."""
    for lasting in one.effects:
        if over(lasting):
            yield ConditionLost(one.id, lasting.condition, (lasting.cause,), stated=True)
            others = [cause for cause in one.conditions.get(lasting.condition, ()) if cause != lasting.cause]
            if not others:
                yield from ruleset.brings(ctx, one.id, lasting.condition, False)


def time_ends(ruleset: RuleSet, ctx: Context) -> Procedure[None]:
    """Time has gone on: conditions whose turns or minutes are over end."""
    for one in tuple(ctx.state.combatants.values()):
        for fact in tuple(lapses(ruleset, ctx, one, lambda lasting: is_due(lasting, ctx.state.clock))):
            yield Record(fact)
