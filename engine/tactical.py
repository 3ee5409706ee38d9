"""What a rule set tells those who choose for others: ways to attack, what to do without one, how hard pressed it is."""

from collections.abc import Callable, Iterator

import msgspec

from engine.context import Context
from engine.forms import Act
from engine.state import Combatant
from events.base import CombatantId


def no_attacks(ctx: Context, actor: CombatantId, target: CombatantId) -> Iterator[Act]:
    """The attacks of a rule set that tells none."""
    return iter(())


def no_preparing(ctx: Context, actor: CombatantId) -> Iterator[Act]:
    """What somebody does who cannot attack, where a rule set tells nothing."""
    return iter(())


def no_approach(ctx: Context, actor: CombatantId, target: CombatantId) -> Iterator[Act]:
    """How somebody comes nearer to somebody, where a rule set has no action for it."""
    return iter(())


def unhurt(one: Combatant) -> float:
    """How much of somebody's strength is left where a rule set does not say."""
    return 1.0


def not_hurt(one: Combatant) -> bool:
    """Whether somebody was shot at, where a rule set does not count it."""
    return False


class Tactical(msgspec.Struct, frozen=True):
    """Of a rule set. All of them yield what could be tried, the plainest first; the rules' own checks decide.

    `attacks` are the ways in which somebody may attack somebody, `preparing` what makes the next attack possible,
    `approaching` the actions that bring somebody to where somebody else is.
    `left` is the part of somebody's strength that is left, from 1 down to 0 and below; `shot_at` whether somebody has
    drawn fire.
    """

    attacks: Callable[[Context, CombatantId, CombatantId], Iterator[Act]] = no_attacks
    preparing: Callable[[Context, CombatantId], Iterator[Act]] = no_preparing
    left: Callable[[Combatant], float] = unhurt
    shot_at: Callable[[Combatant], bool] = not_hurt
    approaching: Callable[[Context, CombatantId, CombatantId], Iterator[Act]] = no_approach
