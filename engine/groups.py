"""Groups: who is of one, who leads it, and its one number and one place in the order of the turn.

Pools, wounds and ammunition are each member's own: a group is how several are told and moved, never one big combatant.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from engine.context import Context
from engine.requests import Procedure, Record
from engine.ruleset import RuleSet
from engine.state import ASIDE, Combatant, Group, State
from events.base import CombatantId, GroupId
from events.flow import OrderSettled, Place


def group_of(state: State, combatant: CombatantId) -> Group | None:
    """The group somebody is of; nobody is of two."""
    return next((group for group in state.groups.values() if combatant in group.members), None)


def membership(state: State) -> dict[CombatantId, Group]:
    """The group of everybody who is of one."""
    return {member: group for group in state.groups.values() for member in group.members}


def those(state: State, named: CombatantId | GroupId) -> tuple[CombatantId, ...]:
    """Whom a name stands for: the members of a group, or one combatant."""
    group = state.groups.get(named)
    return group.members if group is not None else (named,)


def present(state: State, named: CombatantId | GroupId) -> tuple[CombatantId, ...]:
    """Whom a name stands for, those who are at the table."""
    return tuple(name for name in those(state, named) if name in state.combatants)


def able(ruleset: RuleSet, state: State, one: Combatant) -> bool:
    """Whether somebody is still standing: neither out of the fight nor unable to act."""
    return one.status not in ASIDE and ruleset.inability(state, one) is None


def leader(ruleset: RuleSet, state: State, group: Group) -> CombatantId | None:
    """Who leads a group now: its named leader, or when that one has fallen the next who can; None: nobody can.

    As long as anybody of the group is seen, somebody who is seen leads it, so that its number tells of nobody hidden.
    """
    members = [one for name in _leader_first(group) if (one := state.combatants.get(name)) is not None]
    fit = [one for one in members if able(ruleset, state, one)]
    return next((one.id for one in sorted(fit, key=lambda one: one.unseen)), None)


def _leader_first(group: Group) -> tuple[CombatantId, ...]:
    """The members with the named leader before the others."""
    return tuple(sorted(group.members, key=lambda name: name != group.leader))


def united(state: State, combatant: CombatantId) -> Group | None:
    """The group with which somebody shares one number; None where everybody has one of their own."""
    group = group_of(state, combatant)
    return group if group is not None and group.one_initiative else None


def number_of_group(state: State, group: Group) -> int | None:
    """The number that a group has this turn; one that was stated for a single member counts for that one alone.

    As long as anybody of it is seen, it is the number of those who are: somebody hidden gives theirs to nobody.
    """
    if state.fight is None:
        return None
    numbers, stated = state.fight.initiative, state.fight.stated
    there = [one for name in group.members if (one := state.combatants.get(name)) is not None]
    counting = [one.id for one in there if not one.unseen] or [one.id for one in there]
    rolled = next((numbers[name] for name in counting if name in numbers and name not in stated), None)
    if rolled is not None:
        return rolled
    said = [numbers[name] for name in counting if name in numbers]
    return next((number for number in said if said.count(number) > 1 or len(counting) == 1), None)


# one place in the order


def heads(state: State) -> dict[CombatantId, tuple[CombatantId, ...]]:
    """Who holds a group's place in the order, and who stands there too: those with the same number, in their order."""
    found: dict[CombatantId, tuple[CombatantId, ...]] = {}
    for group in state.groups.values():
        number = number_of_group(state, group) if group.one_initiative else None
        if state.fight is None or number is None:
            continue
        having = [name for name in _leader_first(group) if state.fight.initiative.get(name) == number]
        head = min(having, key=lambda name: name in state.combatants and state.combatants[name].unseen)
        found[head] = tuple(name for name in group.members if name in having)
    return found


class Heads(Context):
    """The eyes of a rule set that sorts the order: of each group with one number it sees only who holds its place."""

    __slots__ = ("_whole",)

    def __init__(self, whole: Context) -> None:
        self._whole = whole
        super().__init__(whole.state, whole._decode_sheet, whole.ways)

    @property
    def state(self) -> State:
        """The present state without those who follow."""
        return without_followers(self._whole.state)

    @state.setter
    def state(self, state: State) -> None:
        """The present state is the whole context's to keep."""


def without_followers(state: State) -> State:
    """The state as if of each group with one number there were only whoever holds its place."""
    following = {name for head, members in heads(state).items() for name in members if name != head}
    if not following or state.fight is None:
        return state
    kept = msgspec.structs.replace(
        state, combatants={name: one for name, one in state.combatants.items() if name not in following}
    )
    return kept.with_fight(
        order=tuple(place for place in state.fight.order if place.combatant not in following),
        initiative={name: number for name, number in state.fight.initiative.items() if name not in following},
    )


def settle_order(ruleset: RuleSet, ctx: Context) -> Procedure[None]:
    """The order by the rule set, which sorts groups like single combatants; their members then stand side by side."""
    fight = without_followers(ctx.state).fight
    settled = fight.order if fight is not None else ()
    sorting = ruleset.settle_order(Heads(ctx))
    reply: Any = None
    while True:
        try:
            request = sorting.send(reply)
        except StopIteration:
            break
        if isinstance(request, Record) and isinstance(request.fact, OrderSettled):
            settled, reply = request.fact.places, 0
        else:
            reply = yield request
    places = _side_by_side(ctx.state, settled, heads(ctx.state))
    if ctx.state.fight is not None and places != ctx.state.fight.order:
        yield Record(OrderSettled(places))


def _side_by_side(
    state: State, settled: tuple[Place, ...], held: Mapping[CombatantId, tuple[CombatantId, ...]]
) -> tuple[Place, ...]:
    return tuple(
        one for place in settled for one in (_members(state, place, held.get(place.combatant, (place.combatant,))))
    )


def _members(state: State, place: Place, members: tuple[CombatantId, ...]) -> tuple[Place, ...]:
    group = group_of(state, place.combatant)
    why = f"{place.why}, of {group.title}" if group is not None and len(members) > 1 else place.why
    return tuple(Place(name, place.rule, why) for name in members)
