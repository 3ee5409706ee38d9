"""An act that a correction judges anew, as its audience is told it: what it has become, as little as of any act."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from events.base import CombatantId, Fact, Version
from events.envelope import Entry
from events.play import ActionBegan, ActionEnded, ConditionGained, DamageApplied, PoolRestored, Reloaded, Rolled
from projections.cut.harm import arriving
from projections.cut.play import act_seen
from projections.cut.rolls import SEEN_OF_OTHERS
from projections.cut.sighting import ACT, Sighting
from projections.frames import ActionOver, ActionSeen, Again, AgainSeen, ConditionSeen, HitSeen, RollSeen
from projections.wounds import plain_to_see


class Begun(msgspec.Struct, frozen=True):
    """How an act began: the version, whose act it is or was before corrections, and whom the audience did not see then.

    It is told of these no later.
    """

    version: Version
    actors: frozenset[CombatantId]
    unseen: frozenset[CombatantId] = frozenset()


Acts = Mapping[str, Begun]
"""How acts began, by the ids of their actions."""


def begun(sighting: Sighting, fact: ActionBegan) -> Begun:
    """What has to be known of an act when it is judged anew later."""
    audience, state = sighting.audience, sighting.after
    unseen = frozenset(one.id for one in state.combatants.values() if not audience.sees(one))
    return Begun(sighting.entry.version, frozenset((fact.combatant or "",)), unseen)


def with_actor(act: Begun, fact: ActionBegan) -> Begun:
    """The same act after a correction, which may have made it somebody else's."""
    return replace(act, actors=act.actors | {fact.combatant or ""})


def told_again(placed: Iterable[Entry], sighting: Sighting, acts: Acts) -> tuple[Again, ...]:
    """The acts that these facts are about, as far as the audience was told of them: what each has come to."""
    by_action: dict[str, list[Entry]] = {}
    for entry in placed:
        by_action.setdefault(entry.action or "", []).append(entry)
    return tuple(_again(acts[action], entries, sighting) for action, entries in by_action.items() if action in acts)


def _again(act: Begun, entries: list[Entry], sighting: Sighting) -> Again:
    actor = next((one.fact.combatant or "" for one in entries if isinstance(one.fact, ActionBegan)), None)
    actors = act.actors if actor is None else frozenset((actor,))
    number = sighting.numbers.own(act.version)
    assert number is not None, "acts are known that were told"
    return Again(number, tuple(_Cut(sighting, act, actors).told(entries)))


class _Cut(msgspec.Struct, frozen=True):
    """The facts of one act in the eyes of an audience; it is the act of one of `actors`."""

    sighting: Sighting
    act: Begun
    actors: frozenset[CombatantId]

    def told(self, entries: Iterable[Entry]) -> Iterator[AgainSeen]:
        """What is told of each, if anything is."""
        for entry in entries:
            cutter = _CUTTERS.get(type(entry.fact))
            told = cutter(self, entry.fact) if cutter else None
            if told is not None:
                yield told

    def began(self, fact: ActionBegan) -> ActionSeen | None:
        if fact.procedure != ACT or not self._sees(fact.combatant):
            return None
        seen = act_seen(self.sighting, fact)
        targets = tuple(one for one in seen.targets if one not in self.act.unseen)
        return replace(seen, targets=targets, given={})

    def rolled(self, fact: Rolled) -> RollSeen | None:
        """Saves and damage are for the own side, as is whatever the table keeps behind the screen."""
        kept = fact.level in ("gm", "blind") and self.sighting.audience.kind != "gm"
        told = self._reads(fact.combatant) or (fact.purpose in SEEN_OF_OTHERS and self._sees(fact.combatant))
        return RollSeen(fact.combatant, fact.purpose, fact.outcome) if told and not kept else None

    def hit(self, fact: DamageApplied) -> HitSeen | None:
        who = fact.combatant
        if self._reads(who):
            wound, steps = self.sighting.wound(who), arriving(fact.steps)
            return HitSeen(who, wound, pool=fact.pool, change=fact.change, steps=steps)
        inwardly = fact.pool in self.sighting.ruleset.inner_pools
        return HitSeen(who, self.sighting.wound(who)) if self._sees(who) and not inwardly else None

    def gained(self, fact: ConditionGained) -> ConditionSeen | None:
        who = fact.combatant
        plain = plain_to_see(fact.condition) or (fact.effect is not None and fact.effect.seen)
        told = self._reads(who) or (self._sees(who) and plain)
        return ConditionSeen(who, fact.condition, self.sighting.wound(who)) if told else None

    def restored(self, fact: PoolRestored) -> PoolRestored | None:
        return PoolRestored(fact.combatant, fact.pool, fact.change) if self._reads(fact.combatant) else None

    def reloaded(self, fact: Reloaded) -> Reloaded | None:
        return fact if self._reads(fact.combatant) else None

    def ended(self, fact: ActionEnded) -> ActionOver | None:
        if not any(map(self._sees, self.actors)):
            return None
        return ActionOver(fact.outcome if all(map(self._reads, self.actors)) else "")

    def _sees(self, who: CombatantId | None) -> bool:
        return who not in self.act.unseen and self.sighting.sees(who)

    def _reads(self, who: CombatantId | None) -> bool:
        return who not in self.act.unseen and self.sighting.reads(who)


_CUTTERS: Final[Mapping[type[Fact], Callable[[_Cut, Any], AgainSeen | None]]] = {
    ActionBegan: _Cut.began,
    Rolled: _Cut.rolled,
    DamageApplied: _Cut.hit,
    ConditionGained: _Cut.gained,
    PoolRestored: _Cut.restored,
    Reloaded: _Cut.reloaded,
    ActionEnded: _Cut.ended,
}
"""How each fact of an act is told; of all others nothing is."""
