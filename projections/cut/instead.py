"""What a correction puts into the place of other facts, as those are told it whose own side it is about: fact by fact.

What one's own combatants rolled, lost, have or spend is told: nothing in it hangs on anybody else. Of a roll of another
side that an audience was told of, it is told what that has become, as little of it as of any roll of theirs.
"""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from engine.state import State
from events.base import CombatantId, Version
from events.correction import Change, Overridden
from events.envelope import Entry
from events.play import AmmoSpent, ConditionGained, ConditionLost, DamageApplied, PoolRestored, Reloaded, Rolled
from projections.audience import Audience
from projections.frames import ConditionOver, ConditionSeen, HitSeen, Instead, RollSeen, SeenFact

Before = Callable[[Version], SeenFact | None]
"""What an audience was told of an entry."""


def told_instead(placed: Iterable[Entry], after: State, audience: Audience, before: Before) -> tuple[Instead, ...]:
    """The facts that count instead, as far as they are of one's own side, and open rolls in the places of rolls that
    were told; the GM is told the whole of them anyway."""
    if audience.kind == "gm":
        return ()
    seen = {one.id for one in after.combatants.values() if audience.sees(one)}
    own = {name for name in seen if audience.is_own(after.combatants[name])}
    return tuple(told for entry in placed for told in (*_told(entry, own), *_of_others(entry, seen - own, before)))


def _told(entry: Entry, own: set[CombatantId]) -> Iterator[Instead]:
    match entry.fact:
        case Rolled(combatant=str(who), level="open") as roll if who in own:
            yield RollSeen(
                combatant=who,
                purpose=roll.purpose,
                outcome=roll.outcome,
                dice=roll.dice,
                faces=roll.faces,
                counts=roll.counts,
                total=roll.total,
                modifiers=roll.modifiers,
            )
        case DamageApplied(combatant=who, pool=pool, change=change) if who in own:
            yield HitSeen(who, "", pool=pool, change=change)
        case ConditionGained(combatant=who, condition=condition) if who in own:
            yield ConditionSeen(who, condition, "")
        case ConditionLost(combatant=who, condition=condition) if who in own:
            yield ConditionOver(who, condition, "")
        case PoolRestored(combatant=who, pool=pool, change=change) if who in own:
            yield PoolRestored(who, pool, change)
        case AmmoSpent(combatant=who) | Reloaded(combatant=who) if who in own:
            yield entry.fact
        case Overridden(changes=changes) if own & changes.keys():
            yield Overridden({who: _nameless(change) for who, change in changes.items() if who in own})
        case _:
            pass


def _of_others(entry: Entry, others: set[CombatantId], before: Before) -> Iterator[Instead]:
    """Faces and outcome of a roll in the place of one by the same combatant for the same purpose that was told."""
    match entry.fact:
        case Rolled(combatant=str(who), level="open") as roll if who in others:
            was = before(entry.instead_of[0])
            if isinstance(was, RollSeen) and (was.combatant, was.purpose) == (who, roll.purpose):
                yield RollSeen(combatant=who, purpose=roll.purpose, outcome=roll.outcome, faces=roll.faces)
        case _:
            pass


def _nameless(change: Change) -> Change:
    """A stated change without the versions of the causes that it ended, which are the log's own."""
    return replace(change, lost=dict.fromkeys(change.lost, ()))
