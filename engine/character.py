"""A character as a document: what somebody takes along from one table to another, wounds and all."""

from typing import Final

from engine.commands.character import Character
from engine.ruleset import RuleSet
from engine.state import Combatant
from events.play import ConditionGained, CounterRaised, TallyChanged
from events.roster import Pool

BROUGHT: Final = "brought along"
"""The note on conditions that somebody had at another table."""


def character_of(one: Combatant, ruleset: RuleSet) -> Character:
    """The document of a combatant as it stands now."""
    return Character(
        format="fracas-character-1",
        ruleset=ruleset.id,
        name=one.name,
        sheet=one.sheet,
        left={name: pool.now for name, pool in one.pools.items()},
        ammo=one.ammo,
        conditions=tuple(name for name in one.conditions if one.has(name) and ruleset.lasts(name)),
        counts={name: one.count(name) for name in one.counters if one.count(name) and ruleset.lasts(name)},
        sums=one.tallies,
    )


def wrong_with(character: Character, ruleset: RuleSet, pools: dict[str, Pool], ammo: dict[str, int]) -> str:
    """Why a document does not fit its own sheet or this table, in a sentence; empty: it does."""
    if character.ruleset != ruleset.id:
        return f"this character is of {character.ruleset}, and the table plays {ruleset.id}"
    unknown = [name for name in character.left if name not in pools]
    if unknown:
        return f"the sheet gives no pool {unknown[0]!r}; it has {', '.join(pools)}"
    unknown = [name for name in character.ammo if name not in ammo]
    if unknown:
        return f"the sheet has no weapon {unknown[0]!r} that counts rounds"
    passing = [name for name in (*character.conditions, *character.counts) if not ruleset.lasts(name)]
    return f"nobody takes {passing[0]!r} along to another table" if passing else ""


def brought(character: Character, combatant: str) -> tuple[ConditionGained | CounterRaised | TallyChanged, ...]:
    """The facts that tell what somebody brings along beside pools and rounds."""
    conditions = tuple(ConditionGained(combatant, name, note=BROUGHT) for name in character.conditions)
    counts = tuple(CounterRaised(combatant, name) for name, times in character.counts.items() for _ in range(times))
    sums = (TallyChanged(combatant, character.sums),) if character.sums else ()
    return (*conditions, *counts, *sums)
