"""How somebody stands: a thing or a person, awake or not, able to go on with what was begun."""

from collections.abc import Callable
from typing import Final

from engine.context import Context
from engine.refusals import Refusal
from engine.state import Combatant, State
from events.base import CombatantId

STRUCTURE: Final = "structure"
DEAD: Final = "dead"
UNCONSCIOUS: Final = "unconscious"


def is_thing(one: Combatant) -> bool:
    """Whether it is an object: it has a structure, and takes no turn."""
    return STRUCTURE in one.pools


def is_awake(one: Combatant) -> bool:
    """Whether it is somebody, neither dead nor unconscious."""
    return not (is_thing(one) or one.has(DEAD) or one.has(UNCONSCIOUS))


def in_a_turn(ctx: Context) -> bool:
    """Whether turns are being played, so that actions count."""
    return ctx.state.fight is not None and ctx.state.phase != "lobby"


def can_go_on(
    ctx: Context, actor: CombatantId, regardless: bool, inability: Callable[[State, Combatant], Refusal | None]
) -> bool:
    """Whether somebody who began an act can still carry it out; by force of the referee even who never could."""
    return ctx.knows(actor) and (regardless or inability(ctx.state, ctx.combatant(actor)) is None)
