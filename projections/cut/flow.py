"""How facts about the flow of a fight are cut: turns and time are everybody's, people only where they are seen."""

from collections.abc import Mapping
from typing import Final

from events import flow
from events.base import Fact
from projections.cut.sighting import Cutter, Sighting, passes, passes_of_the_seen
from projections.frames import FightBegan, OrderSeen, SeenFact
from projections.initiative import order_seen


def combat_began(sighting: Sighting, fact: flow.CombatBegan) -> SeenFact | None:
    """The fight and who is seen in it; by name, since roster order tells of those who joined unseen."""
    seen = tuple(name for name in fact.combatants if sighting.sees(name))
    return FightBegan(fact.fight, fact.title, seen if sighting.audience.kind == "gm" else tuple(sorted(seen)))


def order_settled(sighting: Sighting, fact: flow.OrderSettled) -> SeenFact | None:
    """The order among those who are seen, if it is another than before: a number of somebody unseen moves nothing."""
    audience, ruleset = sighting.audience, sighting.ruleset
    before, after = (order_seen(state, audience, ruleset) for state in (sighting.before, sighting.after))
    return OrderSeen(after) if before != after else None


FLOW: Final[Mapping[type[Fact], Cutter]] = {
    flow.CombatBegan: combat_began,
    flow.TurnBegan: passes,
    flow.PhaseEntered: passes,
    flow.InitiativeSet: passes_of_the_seen,
    flow.OrderSettled: order_settled,
    flow.CombatantUp: passes_of_the_seen,
    flow.CombatantDone: passes_of_the_seen,
    flow.Delayed: passes_of_the_seen,
    flow.TurnEnded: passes,
    flow.TimePassed: passes,
    flow.CombatEnded: passes,
}
