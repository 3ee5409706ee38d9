"""Cards of combatants, and how badly everybody is hurt."""

from typing import Final

from engine.groups import group_of
from engine.ruleset import RuleSet
from engine.state import Combatant, State
from events.base import CombatantId, GroupId
from projections.audience import Audience
from projections.groups import groups_seen
from projections.sight import Card, EffectSeen, GroupRow, OtherCard, OwnCard, Shown

PLAIN_TO_SEE: Final = frozenset(
    {
        "prone",
        "stunned",
        "unconscious",
        "dying",
        "dead",
        "destroyed",
        "burning",
        "held",
        "grappled",
        "in-cover",
        "aiming",
    }
)
"""Conditions that anybody at the table sees on a combatant."""

PLAIN_ON_A_PART: Final = frozenset({"crippled", "lost", "dropped"})
"""Conditions of a body part or a weapon (`lost:left_leg`) that anybody sees."""


class Wound(Shown, frozen=True, kw_only=True):
    """How a combatant fares: the word for it, and the conditions that are seen."""

    combatant: CombatantId
    name: str
    side: str = ""
    group: GroupId = ""
    wound: str = ""
    conditions: tuple[str, ...] = ()


class Wounds(Shown, frozen=True):
    """Everybody who is seen, own side first, and one row for each group."""

    wounds: tuple[Wound, ...]
    groups: tuple[GroupRow, ...] = ()


def plain_to_see(condition: str) -> bool:
    """Whether anybody at the table sees this condition on a combatant."""
    part = condition.partition(":")
    return condition in PLAIN_TO_SEE or (bool(part[1]) and part[0] in PLAIN_ON_A_PART)


def conditions_seen(combatant: Combatant, audience: Audience) -> tuple[str, ...]:
    """The conditions the audience sees, by name: the order they came in could tell of others."""
    whole = audience.reads(combatant)
    shown = {lasting.condition for lasting in combatant.effects if lasting.effect.seen}
    return tuple(sorted(name for name in combatant.conditions if whole or plain_to_see(name) or name in shown))


def effects_seen(state: State, combatant: Combatant) -> tuple[EffectSeen, ...]:
    """What the referee's own conditions do to somebody, with what is left of their time."""
    return tuple(
        EffectSeen(
            condition=lasting.condition,
            modifier=lasting.effect.modifier,
            on=lasting.effect.on,
            turns=max(0, lasting.effect.turns - (state.clock.turns - lasting.since.turns)),
            minutes=max(0, lasting.effect.minutes - (state.clock.minutes - lasting.since.minutes)),
            fight=lasting.effect.fight,
        )
        for lasting in combatant.effects
    )


def card(state: State, combatant: Combatant, audience: Audience, ruleset: RuleSet) -> Card:
    """A combatant as the audience sees it."""
    declared = state.fight.declared.get(combatant.id) if state.fight else None
    wound = ruleset.wound_word(state, combatant)
    conditions = conditions_seen(combatant, audience)
    if not audience.reads(combatant):
        return OtherCard(
            id=combatant.id,
            name=combatant.name,
            side=combatant.side,
            group=_group(state, combatant),
            status=combatant.status,
            wound=wound,
            controller=combatant.controller,
            conditions=conditions,
            position=combatant.position,
            declared=declared is not None,
        )
    return OwnCard(
        id=combatant.id,
        name=combatant.name,
        side=combatant.side,
        group=_group(state, combatant),
        status=combatant.status,
        wound=wound,
        controller=combatant.controller,
        dice=combatant.dice,
        hidden=combatant.hidden,
        reaction=combatant.reaction,
        conditions=conditions,
        position=combatant.position,
        declared=declared,
        pools=combatant.pools,
        ammo=combatant.ammo,
        effects=effects_seen(state, combatant),
        sheet=combatant.sheet,
    )


def _group(state: State, combatant: Combatant) -> GroupId:
    group = group_of(state, combatant.id)
    return group.id if group is not None else ""


def roster(state: State, audience: Audience) -> tuple[Combatant, ...]:
    """Who is seen. GMs have the order of joining; to others that would tell who was there unseen before, so: own
    side first, then by name."""
    seen = tuple(one for one in state.combatants.values() if audience.sees(one))
    if audience.kind == "gm":
        return seen
    return tuple(sorted(seen, key=lambda one: (not audience.is_own(one), one.name, one.id)))


def cards(state: State, audience: Audience, ruleset: RuleSet) -> tuple[Card, ...]:
    """Everybody who is seen, each as they are seen."""
    return tuple(card(state, one, audience, ruleset) for one in roster(state, audience))


def other_looks(before: State, after: State, audience: Audience, ruleset: RuleSet) -> tuple[Card, ...]:
    """The cards of those who look different in one state than in another."""
    known = {one.id: one for one in cards(before, audience, ruleset)}
    return tuple(one for one in cards(after, audience, ruleset) if known.get(one.id) != one)


def wounds_seen(state: State, audience: Audience, ruleset: RuleSet) -> Wounds:
    """How badly everybody is hurt, in the rule set's words."""
    return Wounds(
        tuple(
            Wound(
                combatant=one.id,
                name=one.name,
                side=one.side,
                group=_group(state, one),
                wound=ruleset.wound_word(state, one),
                conditions=conditions_seen(one, audience),
            )
            for one in roster(state, audience)
        ),
        groups_seen(state, audience, ruleset),
    )
