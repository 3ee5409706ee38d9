"""The names of pools, conditions and counters, and small questions about a combatant that need nothing else."""

from typing import Final

from engine.context import Context
from engine.procedures.standing import DEAD, STRUCTURE, is_thing
from engine.state import Combatant
from events.base import CombatantId

WOUNDS: Final = "wounds"
"""Points taken, counted up from 0."""

PRONE: Final = "prone"
STUNNED: Final = "stunned"
STABILISED: Final = "stabilised"
DOOMED: Final = "doomed"
"""A Death Save has failed: dead at the end of the turn."""
AIMING: Final = "aiming"
DODGING: Final = "dodging"
BLINDED: Final = "blinded"
IN_COVER: Final = "in-cover"
GRAPPLED: Final = "grappled"
HELD: Final = "held"
LOST: Final = "lost:"
JAMMED: Final = "jammed:"
DROPPED: Final = "dropped:"

ACTIONS: Final = "actions"
DEATH_SAVED: Final = "death-save"
"""The Death Save of this turn has been thrown."""
RECOVERING: Final = "recovering"
"""The Stun Save that succeeded has used up this turn."""
AIMED: Final = "aimed"
CHOKED: Final = "choked:"
"""Followed by the id of whoever choked this combatant in this turn."""
JUST_JAMMED: Final = "just-jammed:"
PARRYING: Final = "parrying"

AIM: Final = "aim:"
"""Followed by a weapon; one count for each round of aiming it."""
GRAPPLED_BY: Final = "grappled-by:"
HELD_BY: Final = "held-by:"
CHOKED_BY: Final = "choked-by:"
"""Followed by the id of whoever has this combatant in their hands."""
CHOKED_WITH_ART: Final = "choked-with-art:"
"""Followed by the id of whoever chokes this combatant with a martial art."""
SWEPT: Final = "swept"
"""The next attack is at -2: swept off the feet."""
SWEEPING: Final = "sweeping"
"""The next attack is at +2: the opponent was swept off the feet."""
ABLATED: Final = "ablated:"
"""Followed by a location; one count for each point of stopping power lost there."""
AID_FAILED: Final = "aid-failed"
MINUTES: Final = "minutes-mortal"
"""Full minutes since medical attention failed."""
MENDING: Final = "mending"
"""Minutes on the way to the next full day of healing."""
HEALING: Final = "healing-days"
"""Days of healing that have not yet made a point."""

OF_THE_TURN: Final = frozenset({ACTIONS, DEATH_SAVED, RECOVERING, AIMED, PARRYING})


def lapses_with_the_turn(counter: str) -> bool:
    """Whether a count is one of the turn."""
    return counter in OF_THE_TURN or counter.startswith((CHOKED, JUST_JAMMED))


OF_A_FIGHT: Final = frozenset({AIMING, DODGING, IN_COVER, GRAPPLED, HELD, SWEPT, SWEEPING})
WITH_OTHERS: Final = (AIM, GRAPPLED_BY, HELD_BY, CHOKED_BY, CHOKED_WITH_ART, DROPPED)


def lasts(name: str) -> bool:
    """Whether a condition or a count outlasts the fight it began in, and goes along to another table."""
    return name not in OF_A_FIGHT and not lapses_with_the_turn(name) and not name.startswith(WITH_OTHERS)


def pool_of(one: Combatant) -> str:
    """The pool that damage goes to."""
    return STRUCTURE if is_thing(one) else WOUNDS


def alive(ctx: Context, combatant: CombatantId) -> bool:
    """Whether there is such a combatant, no thing and not dead."""
    return ctx.knows(combatant) and not is_thing(ctx.combatant(combatant)) and not ctx.combatant(combatant).has(DEAD)


def named(one: Combatant, what: str) -> tuple[str, ...]:
    """What stands behind a prefix among the counters that count: `aim:` and the weapons that are aimed."""
    return tuple(name.removeprefix(what) for name in one.counters if name.startswith(what) and one.count(name))


def structure_of(weapon: str) -> str:
    """The pool that holds what a parrying weapon can take."""
    return f"{STRUCTURE}:{weapon}"
