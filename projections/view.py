"""The table as a seat sees it: the answer to "what is going on?", now or at any of its own numbers."""

import msgspec

from engine.beforehand import queued_for
from engine.ledger import Ledger
from engine.ruleset import RuleSet
from engine.state import State
from projections.audience import Audience
from projections.frames import OwnNumber
from projections.groups import groups_seen
from projections.initiative import on_deck, order_seen, up_seen
from projections.sight import Card, Contested, ProposalSeen, QueuedSeen, SeatCard, TableView
from projections.waiting import waiting_seen
from projections.wounds import cards


def table_view(
    state: State,
    ledger: Ledger,
    audience: Audience,
    ruleset: RuleSet,
    number: OwnNumber,
    chain: str,
    contested: tuple[Contested, ...] = (),
    people: tuple[Card, ...] | None = None,
) -> TableView:
    """The whole view of one audience at one of its numbers. `ledger` is the present one: it has no past.

    `people` are the cards of everybody who is seen, where they are made already.
    """
    fight = state.fight if state.phase != "lobby" else None
    up, somebody_up = up_seen(state, audience)
    seen_pairs = _seen_pairs(state, audience)
    return TableView(
        title=ledger.title,
        ruleset=state.ruleset,
        number=number,
        chain=chain,
        options=state.options,
        phase=state.phase,
        fight=fight.number if fight else 0,
        fight_title=fight.title if fight else "",
        turn=fight.turn if fight else 0,
        up=up,
        somebody_up=somebody_up,
        on_deck=on_deck(state, audience, ruleset),
        order=order_seen(state, audience, ruleset),
        combatants=cards(state, audience, ruleset) if people is None else people,
        groups=groups_seen(state, audience, ruleset),
        scene=state.scene,
        ranges={key: said for key, said in state.ranges.items() if key in seen_pairs},
        waiting=waiting_seen(state, audience),
        seats=seats_seen(ledger),
        contested=contested,
        proposals=proposals_seen(state, ledger, audience),
        queued=queued_seen(state, ledger, audience),
        closed=ledger.closed,
    )


def seats_seen(ledger: Ledger) -> tuple[SeatCard, ...]:
    """The open seats, without what opens them."""
    return tuple(
        SeatCard(id=one.id, kind=one.kind, name=one.name, taken=bool(one.devices))
        for one in ledger.seats.values()
        if not one.closed
    )


def proposals_seen(state: State, ledger: Ledger, audience: Audience) -> tuple[ProposalSeen, ...]:
    """The characters that wait for a GM, as far as they are the audience's business."""
    return tuple(
        ProposalSeen(
            seat=one.seat,
            combatant=one.combatant,
            name=one.name,
            dice=one.dice,
            again=bool(one.entered),
            travels=one.travels,
            sheet=one.sheet,
        )
        for one in ledger.proposals.values()
        if one.waits(state) and audience.is_of(one.seat)
    )


def queued_seen(state: State, ledger: Ledger, audience: Audience) -> tuple[QueuedSeen, ...]:
    """What waits to be done by those whom the audience plays."""
    standing = (queued_for(ledger, state, name) for name in ledger.queue if audience.plays(name))
    return tuple(
        QueuedSeen(combatant=one.combatant, seat=one.seat, action=msgspec.json.decode(one.action), done=one.done)
        for one in standing
        if one is not None
    )


def _seen_pairs(state: State, audience: Audience) -> set[str]:
    return {key for key in state.ranges if all(audience.sees_named(state, name) for name in key.split("|"))}
