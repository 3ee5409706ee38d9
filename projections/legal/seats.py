"""What a seat may do now, at the table and with a combatant it plays."""

from engine.history import History
from engine.ruleset import RuleSet
from events.base import CombatantId, SeatId
from projections.audience import Audience
from projections.legal.acts import possible
from projections.legal.asked import answers
from projections.legal.offers import Legal, PossibleCommand
from projections.legal.orders import about_one, about_the_table
from projections.legal.trying import Desk


def legal_commands(history: History, ruleset: RuleSet, seat: SeatId, audience: Audience) -> tuple[PossibleCommand, ...]:
    """The commands of a seat that are about no combatant it plays; to a GM all of them, with whom each is for."""
    desk = Desk(history, ruleset, seat, audience)
    return (*(answers(desk) if desk.is_gm else ()), *about_the_table(desk))


def legal_actions(
    history: History, ruleset: RuleSet, seat: SeatId, audience: Audience, combatant: CombatantId
) -> Legal | None:
    """What a seat may do now with a combatant it plays; None: it plays no such combatant."""
    one = history.state.combatants.get(combatant)
    if one is None or not audience.plays(combatant):
        return None
    desk = Desk(history, ruleset, seat, audience)
    return Legal(
        combatant=combatant,
        commands=(*answers(desk, one), *about_one(desk, one)),
        actions=tuple(possible(desk, kind, one) for kind in ruleset.actions.values()),
    )
