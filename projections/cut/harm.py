"""How damage, healing and conditions are cut: numbers for one's own side, wound words and plain sights for the rest."""

import msgspec

from events.base import CombatantId
from events.play import ConditionGained, ConditionLost, DamageApplied, PoolRestored, Step
from projections.cut.sighting import ACT, Sighting
from projections.frames import ConditionOver, ConditionSeen, HitSeen, SeenFact
from projections.wounds import conditions_seen, plain_to_see


def damaged(sighting: Sighting, fact: DamageApplied) -> SeenFact | None:
    """A combatant is hit. By whom and with what is told where the act was told; the numbers to its own side.

    What somebody loses inwardly is no sight for others.
    """
    if not sighting.sees(fact.combatant):
        return None
    if fact.pool in sighting.ruleset.inner_pools and not sighting.reads(fact.combatant):
        return sighting.new_look(fact.combatant)
    source = fact.source if sighting.cause_is_seen and sighting.sees(fact.source) else None
    weapon = (fact.weapon or "") if source or sighting.hazard_is_told or sighting.audience.kind == "gm" else ""
    hit = HitSeen(fact.combatant, sighting.wound(fact.combatant), source, weapon)
    if not sighting.reads(fact.combatant):
        return hit
    return msgspec.structs.replace(
        hit,
        pool=fact.pool,
        change=fact.change,
        steps=_steps(sighting, fact),
        location=fact.location if sighting.cause_is_seen else None,
    )


def _steps(sighting: Sighting, fact: DamageApplied) -> tuple[Step, ...]:
    """The way from raw damage to the loss. What an opponent's weapon makes of its dice is the opponent's: one number
    arrives. From an unseen cause nothing is told but the loss."""
    if not sighting.cause_is_seen:
        return ()
    attacker = fact.source or _actor(sighting)
    return fact.steps if attacker is None or sighting.reads(attacker) else arriving(fact.steps)


def _actor(sighting: Sighting) -> CombatantId | None:
    began = sighting.began
    return began.combatant if began and began.procedure == ACT else None


def arriving(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The steps from the first thing that stops damage; all before it as the one number that arrives there."""
    first = next((place for place, step in enumerate(steps) if step.op == "minus"), len(steps))
    if first == 0:
        return steps
    raw = steps[first - 1].result
    return (Step("arrives", "set", raw, raw, ""), *steps[first:])


def restored(sighting: Sighting, fact: PoolRestored) -> SeenFact | None:
    """Points back, told to the own side; others may see that somebody looks better."""
    if not sighting.sees(fact.combatant):
        return None
    if not sighting.reads(fact.combatant):
        return sighting.new_look(fact.combatant)
    return fact if sighting.cause_is_seen else msgspec.structs.replace(fact, rule="")


def condition_gained(sighting: Sighting, fact: ConditionGained) -> SeenFact | None:
    """A condition where none stood before. A further cause is no sight, unless what the referee adds with it is."""
    if not sighting.sees(fact.combatant) or _is_no_news(sighting, fact):
        return None
    wound = sighting.wound(fact.combatant)
    if sighting.reads(fact.combatant):
        rule = fact.rule if sighting.cause_is_seen else ""
        return ConditionSeen(fact.combatant, fact.condition, wound, rule, fact.note, fact.effect)
    if plain_to_see(fact.condition) or (fact.effect is not None and fact.effect.seen):
        return ConditionSeen(fact.combatant, fact.condition, wound)
    return sighting.new_look(fact.combatant)


def condition_lost(sighting: Sighting, fact: ConditionLost) -> SeenFact | None:
    """A condition with its last cause gone; of one cause among several, what it no longer does to the combatant."""
    if not sighting.sees(fact.combatant) or not _stood(sighting, fact.combatant, fact.condition):
        return None
    after = sighting.after.combatants.get(fact.combatant)
    if after is None or after.has(fact.condition):
        return sighting.new_look(fact.combatant)
    wound = sighting.wound(fact.combatant)
    if sighting.reads(fact.combatant):
        rule = fact.rule if sighting.cause_is_seen else ""
        return ConditionOver(fact.combatant, fact.condition, wound, rule, fact.stated)
    before = sighting.before.combatants[fact.combatant]
    if fact.condition in conditions_seen(before, sighting.audience):
        return ConditionOver(fact.combatant, fact.condition, wound, stated=fact.stated)
    return sighting.new_look(fact.combatant)


def _is_no_news(sighting: Sighting, fact: ConditionGained) -> bool:
    return _stood(sighting, fact.combatant, fact.condition) and not sighting.looks_different(fact.combatant)


def _stood(sighting: Sighting, name: CombatantId, condition: str) -> bool:
    before = sighting.before.combatants.get(name)
    return before is not None and before.has(condition)
