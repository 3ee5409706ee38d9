"""Who acts when: the order of the turn as an audience sees it, who is up, who comes next."""

from collections import Counter
from collections.abc import Mapping

from engine.flow import waiting_for_initiative
from engine.groups import membership
from engine.ruleset import RuleSet
from engine.state import Fight, Group, State
from events.base import CombatantId
from events.flow import Place
from projections.audience import Audience
from projections.groups import groups_seen
from projections.sight import GroupRow, PlaceSeen, Shown


class Initiative(Shown, frozen=True, kw_only=True):
    """The order of acting; `numbers` also of those without a place yet, `missing` who owes a number."""

    turn: int = 0
    phase: str = ""
    up: CombatantId | None = None
    somebody_up: bool = False
    on_deck: CombatantId | None = None
    order: tuple[PlaceSeen, ...]
    groups: tuple[GroupRow, ...] = ()
    numbers: dict[CombatantId, int]
    missing: tuple[CombatantId, ...]


def initiative_seen(state: State, audience: Audience, ruleset: RuleSet) -> Initiative:
    """The order of the turn among those who are seen."""
    fight = state.fight
    numbers = fight.initiative if fight else {}
    owing = waiting_for_initiative(ruleset, state) if state.phase in ("declaration", "initiative") else ()
    up, somebody = up_seen(state, audience)
    return Initiative(
        turn=fight.turn if fight else 0,
        phase=state.phase,
        up=up,
        somebody_up=somebody,
        on_deck=on_deck(state, audience, ruleset),
        order=order_seen(state, audience, ruleset),
        groups=groups_seen(state, audience, ruleset),
        numbers={name: numbers[name] for name in sorted(numbers) if audience.sees_named(state, name)},
        missing=tuple(sorted(name for name in owing if audience.sees_named(state, name))),
    )


def order_seen(state: State, audience: Audience, ruleset: RuleSet) -> tuple[PlaceSeen, ...]:
    """The places of those who are seen. What broke a tie with somebody unseen is not told, nor that there was one.

    A group that throws once has one place: its members are in no tie with each other. By which rule exactly a tie was
    broken may hang on somebody unseen too, so that of one only the rule on ties is told.
    """
    fight = state.fight
    if fight is None:
        return ()
    places = tuple(place for place in fight.order if audience.sees_named(state, place.combatant))
    groups, done = membership(state), frozenset(fight.done)
    rules = {} if audience.kind == "gm" else _tie_rules(fight, places, groups, ruleset.tie_rule)
    return tuple(
        PlaceSeen(
            combatant=place.combatant,
            group=groups[place.combatant].id if place.combatant in groups else "",
            initiative=fight.initiative.get(place.combatant),
            done=place.combatant in done,
            delaying=place.combatant in fight.delaying,
            rule=place.rule if audience.kind == "gm" else rules.get(place.combatant, ""),
            why=place.why if audience.kind == "gm" else "",
        )
        for place in places
    )


def _tie_rules(
    fight: Fight, places: tuple[Place, ...], groups: Mapping[CombatantId, Group], tie_rule: str
) -> dict[CombatantId, str]:
    """The rule on ties for everybody who has the same number as somebody else; one number of a group is no tie."""
    here = {place.combatant: fight.initiative.get(place.combatant) for place in places}
    times = Counter(here.values())
    tied = {}
    for name, number in here.items():
        group = groups.get(name)
        fellows = {name, *(group.members if group is not None and group.one_initiative else ())}
        if times[number] > sum(1 for one in fellows if one in here and here[one] == number):
            tied[name] = tie_rule
    return tied


def up_seen(state: State, audience: Audience) -> tuple[CombatantId | None, bool]:
    """Who is up; or nobody that is seen, and whether somebody is."""
    up = state.fight.up if state.fight else None
    if up is None or audience.sees_named(state, up):
        return up, False
    return None, True


def on_deck(state: State, audience: Audience, ruleset: RuleSet) -> CombatantId | None:
    """The next in the order who is seen and able, whoever delays coming last."""
    fight = state.fight
    if fight is None:
        return None
    places = [place.combatant for place in fight.order]
    done = frozenset(fight.done)
    coming = [name for name in places if name not in done and name != fight.up]
    in_turn = sorted(coming, key=lambda name: name in fight.delaying)
    return next((name for name in in_turn if _able(state, name, audience, ruleset)), None)


def _able(state: State, name: CombatantId, audience: Audience, ruleset: RuleSet) -> bool:
    if not audience.sees_named(state, name):
        return False
    one = state.combatants[name]
    return one.status == "in-fight" and ruleset.inability(state, one) is None
