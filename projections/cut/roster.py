"""How facts about who is there and where they stand are cut: comings and goings are what an audience sees of them."""

from collections.abc import Mapping
from typing import Any, Final

from events import roster
from events.base import Fact
from projections.cut.sighting import Cutter, Sighting, passes, passes_of_the_seen
from projections.frames import CombatantGone, CombatantSeen, SeenFact
from projections.initiative import order_seen


def presence(sighting: Sighting, fact: Any) -> SeenFact | None:
    """Who comes into sight is shown whole, who goes out of it is gone, by whatever fact."""
    name = fact.combatant
    before, after = (sighting.audience.sees_named(state, name) for state in (sighting.before, sighting.after))
    if after and not before:
        return CombatantSeen(sighting.card(name), order_seen(sighting.after, sighting.audience))
    if before and not after:
        return CombatantGone(name)
    return sighting.new_look(name) if before else None


def status(sighting: Sighting, fact: roster.StatusSet) -> SeenFact | None:
    """Passes while the combatant stays in sight; the reserve is out of it."""
    both = (sighting.before, sighting.after)
    stays = all(sighting.audience.sees_named(state, fact.combatant) for state in both)
    return fact if stays else presence(sighting, fact)


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
    roster.SceneSet: passes,
    roster.Placed: passes_of_the_seen,
    roster.RangeStated: stated_range,
    roster.OptionChanged: passes,
}
