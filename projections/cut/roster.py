"""How facts about who is there and where they stand are cut: comings and goings are what an audience sees of them."""

from collections.abc import Mapping
from typing import Any, Final

from engine.state import State
from events import roster
from events.base import Fact, GroupId
from projections.cut.sighting import Cutter, Sighting, passes, passes_of_the_seen
from projections.frames import CombatantGone, GroupGone, GroupSeen, SeenFact
from projections.groups import row
from projections.sight import GroupRow


def presence(sighting: Sighting, fact: Any) -> SeenFact | None:
    """Who comes into sight is shown whole, who goes out of it is gone, by whatever fact."""
    name = fact.combatant
    before, after = (sighting.audience.sees_named(state, name) for state in (sighting.before, sighting.after))
    if after and not before:
        return sighting.as_seen(name)
    if before and not after:
        return CombatantGone(name)
    return sighting.new_look(name) if before else None


def status(sighting: Sighting, fact: roster.StatusSet) -> SeenFact | None:
    """Passes while the combatant stays in sight; the reserve is out of it."""
    both = (sighting.before, sighting.after)
    stays = all(sighting.audience.sees_named(state, fact.combatant) for state in both)
    return fact if stays else presence(sighting, fact)


def group(sighting: Sighting, fact: roster.GroupFormed | roster.GroupChanged) -> SeenFact | None:
    """A group's row among those who are seen, where it is another than before; a member nobody sees changes nothing."""
    before, after = (_row(sighting, state, fact.group) for state in (sighting.before, sighting.after))
    if after is None:
        return GroupGone(fact.group) if before is not None else None
    if after == before:
        return None
    was = before.members if before is not None else ()
    joined = tuple(name for name in after.members if name not in was)
    return GroupSeen(after, joined, tuple(name for name in was if name not in after.members))


def _row(sighting: Sighting, state: State, name: GroupId) -> GroupRow | None:
    found = state.groups.get(name)
    return row(state, found, sighting.audience, sighting.ruleset) if found is not None else None


def stated_range(sighting: Sighting, fact: roster.RangeStated) -> SeenFact | None:
    """Passes where both are seen."""
    return fact if sighting.sees(fact.one) and sighting.sees(fact.other) else None


ROSTER: Final[Mapping[type[Fact], Cutter]] = {
    roster.CombatantEntered: presence,
    roster.CombatantLeft: presence,
    roster.CombatantShown: presence,
    roster.CombatantHidden: presence,
    roster.ControlGiven: passes_of_the_seen,
    roster.SheetChanged: presence,
    roster.StatusSet: status,
    roster.GroupFormed: group,
    roster.GroupChanged: group,
    roster.SceneSet: passes,
    roster.Placed: passes_of_the_seen,
    roster.RangeStated: stated_range,
    roster.OptionChanged: passes,
}
