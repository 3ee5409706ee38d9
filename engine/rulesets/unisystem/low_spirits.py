"""Low Endurance and low Essence: the states they bring, and what those take from a roll."""

from collections.abc import Callable
from typing import Final

import msgspec

from engine.context import Context
from engine.options import Options, word
from engine.registry import rule
from engine.requests import Cause, Procedure, Record
from engine.rulesets.unisystem.arithmetic import Modifiers
from engine.rulesets.unisystem.tables import TABLES
from engine.rulesets.unisystem.wounds import ENDURANCE, ESSENCE
from engine.state import Combatant
from events.base import CombatantId
from events.play import ConditionGained, ConditionLost, Modifier
from events.roster import Pool

FATIGUED: Final = "fatigued"
NUMB: Final = "numb"
DEPRESSED: Final = "depressed"


@rule("UNI-END-8", mutant=lambda pool: False)
def is_tired(pool: Pool) -> bool:
    """Whether Endurance is so low that every action suffers."""
    return pool.now <= TABLES.tired.at_most


@rule("UNI-ESS-3", mutant=lambda pool: False)
def is_numb(pool: Pool) -> bool:
    """Whether no more than half of the Essence Pool is left."""
    return TABLES.numb.times * pool.now <= pool.full


@rule("UNI-ESS-4", mutant=lambda pool: False)
def is_depressed(pool: Pool) -> bool:
    """Whether next to no Essence is left, or less than none."""
    return pool.now <= TABLES.depressed.at_most


class State(msgspec.Struct, frozen=True):
    """A low state: the condition that shows it, the pool it comes from, when it holds, and its rule."""

    condition: str
    pool: str
    holds: Callable[[Pool], bool]
    rule: str


STATES: Final = (
    State(FATIGUED, ENDURANCE, is_tired, TABLES.tired.rule),
    State(NUMB, ESSENCE, is_numb, TABLES.numb.rule),
    State(DEPRESSED, ESSENCE, is_depressed, TABLES.depressed.rule),
)

BY_CONDITION: Final = {state.condition: state for state in STATES}


def in_state(one: Combatant, condition: str) -> bool:
    """Whether somebody is in a low state: by the points that are left, or because the referee says so."""
    if one.has(condition):
        return True
    state = BY_CONDITION.get(condition)
    return state is not None and state.pool in one.pools and state.holds(one.pools[state.pool])


def sink(ctx: Context, combatant: CombatantId, pool: str, cause: Cause) -> Procedure[None]:
    """The low states that a loss leaves somebody in; each further loss is one more cause."""
    for state in STATES:
        if state.pool == pool and state.holds(ctx.combatant(combatant).pools[pool]):
            yield Record(ConditionGained(combatant, state.condition, state.rule), (cause,))


def rise(ctx: Context, combatant: CombatantId, pool: str, cause: Cause) -> Procedure[None]:
    """The low states that points given back put an end to."""
    for state in STATES:
        one = ctx.combatant(combatant)
        causes = one.conditions.get(state.condition, ())
        if state.pool == pool and causes and not state.holds(one.pools[pool]):
            yield Record(ConditionLost(combatant, state.condition, causes, state.rule), (cause,))


@rule("UNI-END-8")
def fatigue_modifiers(one: Combatant) -> Modifiers:
    """What being tired takes from every action. A Test that falls due is none."""
    return (Modifier(TABLES.tired.rule, TABLES.tired.penalty, "tired"),) if in_state(one, FATIGUED) else ()


@rule("UNI-ESS-3", "UNI-ESS-4")
def essence_modifiers(one: Combatant, mental: bool, options: Options) -> Modifiers:
    """What low Essence takes from a Task or Test: -1 from mental Tasks, or -3 from all of them."""
    is_low = in_state(one, DEPRESSED)
    if not is_low and not mental:
        return ()
    numb = (Modifier(TABLES.numb.rule, TABLES.numb.penalty, NUMB),)
    depressed = (Modifier(TABLES.depressed.rule, TABLES.depressed.penalty, DEPRESSED),)
    if not is_low:
        return numb if in_state(one, NUMB) else ()
    return (*depressed, *numb) if mental and penalties_of_essence_add_up(options) and in_state(one, NUMB) else depressed


@rule("UNI-ESS-5", mutant=lambda options: word(options, "essence_penalties") != "add")
def penalties_of_essence_add_up(options: Options) -> bool:
    """Whether the -1 of the numb is added to the -3 of the depressed, or replaced by it."""
    return word(options, "essence_penalties") == "add"


@rule("UNI-ESS-5", mutant=lambda spared: False)
def is_spared(spared: bool) -> bool:
    """Whether a roll is one of the Tests that Essence loss itself calls for: no penalty of Essence counts on it."""
    return spared
