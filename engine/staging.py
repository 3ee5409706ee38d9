"""A fight set up at a given moment, for scenarios: an order of acting, a turn, and who is up."""

from engine.draft import Draft
from engine.refusals import Refused, refusal
from events.base import CombatantId
from events.flow import CombatantDone, CombatantUp, CombatBegan, OrderSettled, PhaseEntered, Place, TurnBegan

WHY = "set up like this"


def stage(draft: Draft, order: tuple[CombatantId, ...], turn: int, up: CombatantId | None) -> None:
    """Put those in `order` into a fight in its `actions`; who stands before `up` has acted (None: everybody has).

    Nothing is declared, no number is set, nobody has been shot at, and `up` comes up without what falls due then.

    Raises:
        Refused: somebody is not at the table or stands twice in the order, `up` is not in it, or a fight is going on.
    """
    _check(draft, order, up)
    draft.record(CombatBegan(draft.state.fights + 1, "", order))
    draft.record(TurnBegan(turn))
    draft.record(PhaseEntered("actions"))
    draft.record(OrderSettled(tuple(Place(combatant, draft.ruleset.turn_rule, WHY) for combatant in order)))
    for combatant in order if up is None else order[: order.index(up)]:
        draft.record(CombatantDone(combatant))
    if up is not None:
        draft.record(CombatantUp(up))


def _check(draft: Draft, order: tuple[CombatantId, ...], up: CombatantId | None) -> None:
    unknown = [combatant for combatant in order if combatant not in draft.state.combatants]
    if unknown:
        raise Refused(refusal("unknown-id", f"there is no combatant {unknown[0]!r} at this table"))
    if len(set(order)) < len(order):
        raise Refused(refusal("invalid", "somebody stands twice in the order"))
    if up is not None and up not in order:
        raise Refused(refusal("invalid", f"{draft.state.name(up)} has no place in the order"))
    if draft.state.phase != "lobby":
        raise Refused(refusal("wrong-phase", "a fight is going on already"))
