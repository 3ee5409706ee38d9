"""What a correction puts into the place of other facts, as those are told it whose own side it is about: fact by fact.

Only what one's own combatants rolled, lost, have or spend is told: nothing in it hangs on anybody else.
"""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from engine.state import Combatant, State
from events.base import CombatantId
from events.correction import Change, Overridden
from events.envelope import Entry
from events.play import AmmoSpent, ConditionGained, ConditionLost, DamageApplied, PoolRestored, Reloaded, Rolled
from projections.audience import Audience
from projections.frames import ConditionOver, ConditionSeen, HitSeen, Instead, RollSeen


def told_instead(placed: Iterable[Entry], after: State, audience: Audience) -> tuple[Instead, ...]:
    """The facts that count instead, as far as they are of one's own side; the GM is told the whole of them anyway."""
    if audience.kind == "gm":
        return ()
    own = {one.id for one in after.combatants.values() if _is_own(one, audience)}
    return tuple(told for entry in placed for told in _told(entry, own))


def _is_own(one: Combatant, audience: Audience) -> bool:
    return audience.sees(one) and audience.is_own(one)


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


def _nameless(change: Change) -> Change:
    """A stated change without the versions of the causes that it ended, which are the log's own."""
    return replace(change, lost=dict.fromkeys(change.lost, ()))
