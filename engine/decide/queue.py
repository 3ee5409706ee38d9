"""Decisions about what is said beforehand: queued, taken back, carried out when its combatant is up."""

from typing import Final

import msgspec

from engine.admission import ADMISSIONS
from engine.beforehand import queued_for
from engine.commands import Act, CarryOut, Queue
from engine.decide.admitting import what_the_table_forbids
from engine.decide.play import against_act, carry, read_act
from engine.decide.verdicts import decides
from engine.draft import Draft
from engine.refusals import Refusal, Refused, first_in_the_list, refusal
from events.table import ActionQueued, QueueSettled

NEVER_GOES: Final = frozenset({"unknown-id", "no-such-weapon", "invalid", "unauthorized"})
"""Codes against an act that waiting does not mend. All else is looked at when its combatant is up."""


@decides(Queue)
def queue(draft: Draft, command: Queue) -> None:
    """What a combatant does next is said, said otherwise, or taken back."""
    if bytes(command.action) == b"{}":
        _take_back(draft, command)
        return
    act = Act(combatant=command.combatant, action=command.action, done=command.done)
    kind, action = read_act(draft, act)
    against = (one for one in kind.check(draft.context(), act.combatant, action) if one.code in NEVER_GOES)
    draft.weigh(*(one for one in against if not one.forceable))
    compact = msgspec.Raw(msgspec.json.encode(msgspec.json.decode(command.action)))
    fight = draft.state.fight
    assert fight is not None, "a command of a fight is admitted in one"
    draft.record(ActionQueued(draft.speaker.id, command.combatant, compact, fight.number, command.done))


def _take_back(draft: Draft, command: Queue) -> None:
    queued = queued_for(draft.ledger, draft.state, command.combatant)
    if queued is None:
        raise Refused(_nothing_waits(draft, command.combatant))
    draft.record(QueueSettled(queued.seat, command.combatant, "withdrawn"))


@decides(CarryOut)
def carry_out(draft: Draft, command: CarryOut) -> None:
    """What was queued is done, or its seat is told why it cannot be. Nothing of it can be forced."""
    queued = queued_for(draft.ledger, draft.state, command.combatant)
    if queued is None:
        raise Refused(_nothing_waits(draft, command.combatant))
    if draft.state.fight is None or draft.state.fight.up != command.combatant:
        raise Refused(refusal("not-your-turn", f"{draft.state.name(command.combatant)} is not up"))
    act = Act(combatant=command.combatant, action=queued.action, done=queued.done)
    reasons = (*what_the_table_forbids(draft, act, ADMISSIONS[Act]), *against_act(draft, act))
    against = first_in_the_list(reasons)
    if against is not None:
        draft.record(QueueSettled(queued.seat, act.combatant, "refused", against.code, against.sentence, against.rule))
        return
    draft.record(QueueSettled(queued.seat, act.combatant, "carried-out"))
    carry(draft, act)


def _nothing_waits(draft: Draft, combatant: str) -> Refusal:
    return refusal("already-answered", f"nothing is queued for {draft.state.name(combatant)}")
