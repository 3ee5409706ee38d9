"""Groups as one row each: who is of it, how many are up and how many down, when it acts."""

from engine.groups import able, group_of, leader
from engine.ruleset import RuleSet
from engine.state import Group, State
from events.base import CombatantId
from projections.audience import Audience
from projections.languages import ENGLISH
from projections.phrases import Phrase, phrase
from projections.sight import GroupRow


def groups_seen(state: State, audience: Audience, ruleset: RuleSet) -> tuple[GroupRow, ...]:
    """A row for each group of which anybody is seen. GMs have the order of forming, others go by name."""
    found = tuple(one for group in state.groups.values() if (one := row(state, group, audience, ruleset)) is not None)
    return found if audience.kind == "gm" else tuple(sorted(found, key=lambda one: (one.title, one.id)))


def row_of(state: State, combatant: CombatantId, audience: Audience, ruleset: RuleSet) -> GroupRow | None:
    """The row of the group that somebody is of."""
    group = group_of(state, combatant)
    return row(state, group, audience, ruleset) if group is not None else None


def row(state: State, group: Group, audience: Audience, ruleset: RuleSet) -> GroupRow | None:
    """A group as the audience sees it: of its members those who are seen; None: nobody is."""
    seen = tuple(name for name in group.members if audience.sees_named(state, name))
    if not seen:
        return None
    members = seen if audience.kind == "gm" else tuple(sorted(seen, key=_by_number))
    up = sum(able(ruleset, state, state.combatants[name]) for name in members)
    leads = leader(ruleset, state, group)
    told = leads in members and audience.reads(state.combatants[leads])
    return GroupRow(
        id=group.id,
        title=group.title,
        members=members,
        leader=leads if told else None,
        one_initiative=group.one_initiative,
        initiative=_number(state, members) if group.one_initiative else None,
        up=up,
        down=len(members) - up,
        says=ENGLISH.says(_fares(up, len(members) - up)),
    )


def _fares(up: int, down: int) -> Phrase:
    """How many are up, and how many down if anybody is."""
    return phrase("up-and-down", up=up, down=down) if down else phrase("up", up=up)


def _by_number(name: CombatantId) -> tuple[str, int]:
    """`ganger-10` comes after `ganger-9`."""
    stem = name.rstrip("0123456789")
    return stem, int(name[len(stem) :] or 0)


def _number(state: State, members: tuple[CombatantId, ...]) -> int | None:
    """The number most of those who are seen have: a single member's may have been stated."""
    numbers = state.fight.initiative if state.fight is not None else {}
    having = [numbers[name] for name in members if name in numbers]
    return max(having, key=having.count, default=None)
