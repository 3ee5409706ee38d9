"""How a combatant fares: wound words, who cannot act, who takes turns. Functions of the state alone."""

from typing import Final

from engine.context import Context
from engine.procedures.standing import DEAD, STRUCTURE, UNCONSCIOUS, can_go_on, is_awake, is_thing
from engine.refusals import Refusal, refusal
from engine.registry import rule
from engine.rulesets.unisystem.harm import wound_state
from engine.state import Combatant, State
from events.base import CombatantId

LIFE: Final = "life"
ENDURANCE: Final = "endurance"
ESSENCE: Final = "essence"

PRONE: Final = "prone"
STUNNED: Final = "stunned"
DYING: Final = "dying"
STABILISED: Final = "stabilised"
DODGING: Final = "dodging"
DESTROYED: Final = "destroyed"


def vital_pool(combatant: Combatant) -> str:
    """The pool that damage is taken from."""
    return STRUCTURE if is_thing(combatant) else LIFE


def life_of(ctx: Context, combatant: CombatantId) -> int | None:
    """Life Points of somebody alive at the table; None where there is nobody such."""
    one = ctx.state.combatants.get(combatant)
    if one is None or is_thing(one) or one.has(DEAD):
        return None
    return one.pools[LIFE].now


def is_lost(one: Combatant) -> bool:
    """Whether somebody is dead, or a thing destroyed."""
    return one.has(DEAD) or one.has(DESTROYED)


def wound_word(state: State, combatant: Combatant) -> str:
    """The word for a combatant's wounds. Whoever was stabilised at -10 or less is down, not dying (UNI-AID-1)."""
    if combatant.has(DEAD):
        return "dead"
    pool = combatant.pools[vital_pool(combatant)]
    if is_thing(combatant):
        return "dead" if pool.now <= 0 else "hurt" if pool.now < pool.full else "unhurt"
    word = wound_state(pool.now, pool.full)
    return "down" if word == "dying" and combatant.has(STABILISED) else word


@rule("UNI-TURN-6", "UNI-INJ-5", mutant=lambda state, combatant: None)
def inability(state: State, combatant: Combatant) -> Refusal | None:
    """Why somebody cannot act at all: dead, unconscious, or stunned for what is left of this Turn."""
    if is_thing(combatant):
        return refusal("cannot-act", f"{combatant.name} is a thing and does not act")
    for condition, rule_id in ((DEAD, "UNI-TURN-6"), (UNCONSCIOUS, "UNI-INJ-5"), (STUNNED, "UNI-INJ-5")):
        if combatant.has(condition):
            return refusal("cannot-act", f"{combatant.name} is {condition}", rule_id)
    return None


@rule("UNI-TURN-6", mutant=lambda state, combatant: not is_thing(combatant))
def takes_turns(state: State, combatant: Combatant) -> bool:
    """Who rolls initiative and keeps a fight going: neither dead nor unconscious, and no thing. The stunned roll."""
    return is_awake(combatant)


@rule("UNI-INJ-9", mutant=lambda state, combatant: None)
def unmendable(state: State, combatant: Combatant) -> Refusal | None:
    """Why nothing can be given back to somebody: death is final."""
    if combatant.has(DEAD):
        return refusal("already-dead", f"{combatant.name} is dead", "UNI-INJ-9")
    return None


def goes_on(ctx: Context, actor: CombatantId, regardless: bool) -> bool:
    """Whether somebody who began an act can still carry it out; by force of the referee even who never could."""
    return can_go_on(ctx, actor, regardless, inability)


def can_defend(combatant: Combatant) -> bool:
    """Whether somebody may defend: who is stunned but conscious still does (UNI-INJ-5)."""
    return is_awake(combatant)
