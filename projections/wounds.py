"""Cards of combatants, and how badly everybody is hurt."""

from collections.abc import Mapping
from operator import is_
from typing import Any, Final

from engine.groups import membership
from engine.ruleset import RuleSet
from engine.state import Combatant, Group, State
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


Groups = Mapping[CombatantId, Group]


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


def card(
    state: State, combatant: Combatant, audience: Audience, ruleset: RuleSet, groups: Groups | None = None
) -> Card:
    """A combatant as the audience sees it; `groups` are those that people are of, where they are known already."""
    group = _id_of((membership(state) if groups is None else groups).get(combatant.id))
    declared = state.fight.declared.get(combatant.id) if state.fight else None
    wound = ruleset.wound_word(state, combatant)
    conditions = conditions_seen(combatant, audience)
    if not audience.reads(combatant):
        return OtherCard(
            id=combatant.id,
            name=combatant.name,
            side=combatant.side,
            group=group,
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
        group=group,
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
        full_ammo=_full_ammo(combatant, ruleset),
        effects=effects_seen(state, combatant),
        sheet=combatant.sheet,
    )


def _full_ammo(combatant: Combatant, ruleset: RuleSet) -> dict[str, int]:
    """How many rounds each weapon holds of which they are counted, whether its sheet says so or only its model."""
    if not combatant.ammo:
        return {}
    full = ruleset.full_loads(ruleset.decode_sheet(bytes(combatant.sheet)))
    return {name: full[name] for name in combatant.ammo if name in full}


def roster(state: State, audience: Audience) -> tuple[Combatant, ...]:
    """Who is seen. GMs have the order of joining; to others that would tell who was there unseen before, so: own
    side first, then by name."""
    seen = tuple(one for one in state.combatants.values() if audience.sees(one))
    if audience.kind == "gm":
        return seen
    return tuple(sorted(seen, key=lambda one: (not audience.is_own(one), one.name, one.id)))


def cards(state: State, audience: Audience, ruleset: RuleSet) -> tuple[Card, ...]:
    """Everybody who is seen, each as they are seen."""
    groups = membership(state)
    return tuple(card(state, one, audience, ruleset, groups) for one in roster(state, audience))


def _id_of(group: Group | None) -> GroupId:
    return group.id if group is not None else ""


class Deck:
    """The cards of one audience from one moment to the next: whoever nothing has changed about keeps the same card."""

    def __init__(self, ruleset: RuleSet) -> None:
        self._ruleset = ruleset
        self._dealt: dict[CombatantId, tuple[tuple[Any, ...], Card]] = {}
        self._audience: Audience | None = None

    def at(self, state: State, audience: Audience) -> tuple[Card, ...]:
        """Everybody who is seen, each as they are seen; the same as `cards`."""
        if audience != self._audience:
            self._audience, self._dealt = audience, {}
        groups = membership(state)
        declared = state.fight.declared if state.fight else {}
        dealt: dict[CombatantId, tuple[tuple[Any, ...], Card]] = {}
        for one in roster(state, audience):
            group = groups.get(one.id)
            hangs_on = (one, group, declared.get(one.id), state.options, state.clock if one.effects else None)
            before = self._dealt.get(one.id)
            if before is not None and all(map(is_, hangs_on, before[0])):
                dealt[one.id] = before
            else:
                dealt[one.id] = hangs_on, card(state, one, audience, self._ruleset, groups)
        self._dealt = dealt
        return tuple([card for _, card in dealt.values()])


def other_looks(before: State, after: State, audience: Audience, ruleset: RuleSet) -> tuple[Card, ...]:
    """The cards of those who look different in one state than in another."""
    known = {one.id: one for one in cards(before, audience, ruleset)}
    return tuple(one for one in cards(after, audience, ruleset) if known.get(one.id) != one)


def wounds_seen(state: State, audience: Audience, ruleset: RuleSet) -> Wounds:
    """How badly everybody is hurt, in the rule set's words."""
    groups = membership(state)
    return Wounds(
        tuple(
            Wound(
                combatant=one.id,
                name=one.name,
                side=one.side,
                group=_id_of(groups.get(one.id)),
                wound=ruleset.wound_word(state, one),
                conditions=conditions_seen(one, audience),
            )
            for one in roster(state, audience)
        ),
        groups_seen(state, audience, ruleset),
    )
