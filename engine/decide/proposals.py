"""Decisions about who comes to the table: a GM brings people in, a player proposes and a GM lets in or turns down."""

from typing import Final

import msgspec

from engine.commands import AcceptCombatant, EnterCombatant, RefuseCombatant
from engine.commands.character import Character
from engine.decide.roster import Coming, coming, enter, what_comes
from engine.decide.verdicts import decides
from engine.draft import Draft
from engine.ledger import Proposal, proposal_id
from engine.refusals import Refused, refusal
from events.table import CombatantProposed, ProposalSettled, Settlement

MOST_PROPOSALS: Final = 10
"""Characters of one player that wait for a GM at a time."""


@decides(EnterCombatant)
def enter_combatant(draft: Draft, command: EnterCombatant) -> None:
    """A GM brings somebody in; a player asks to."""
    if draft.speaker.kind == "gm":
        enter(draft, coming(draft, command))
    else:
        _propose(draft, command)


def _propose(draft: Draft, command: EnterCombatant) -> None:
    """Nothing here looks at who is at the table, so that it tells nothing of those who are hidden there."""
    seat = draft.speaker.id
    if command.controller not in (None, seat):
        raise Refused(refusal("not-yours", "you propose a character to play yourself; leave out the controller"))
    proposed = coming(draft, command)
    waiting = [one for one in draft.ledger.proposals.values() if one.seat == seat and not one.entered]
    if len(waiting) >= MOST_PROPOSALS and all(one.combatant != proposed.combatant for one in waiting):
        raise Refused(refusal("limit-exceeded", f"{MOST_PROPOSALS} characters of yours wait for the GM already"))
    sheet, _ = what_comes(draft, proposed)
    travels = proposed.character is not None
    brought = msgspec.Raw(msgspec.json.encode(proposed.character)) if travels else sheet
    dice = proposed.dice if proposed.dice != "table" else ""
    draft.record(CombatantProposed(seat, proposed.combatant, proposed.name, brought, travels, dice))


@decides(AcceptCombatant)
def accept_combatant(draft: Draft, command: AcceptCombatant) -> None:
    """The character comes in as if the GM had brought it; once more, where its coming in was taken back."""
    proposal = _proposed(draft, command.seat, command.combatant)
    combatant = command.enter_as or proposal.combatant
    character = msgspec.json.decode(proposal.sheet, type=Character) if proposal.travels else None
    enter(
        draft,
        Coming(
            combatant=combatant,
            name=command.name or proposal.name,
            sheet=character.sheet if character is not None else proposal.sheet,
            character=character,
            side=command.side,
            status=command.status,
            controller=proposal.seat,
            dice="own" if proposal.dice == "own" else "table",
            hidden=command.hidden,
        ),
    )
    name = command.name or proposal.name
    draft.record(ProposalSettled(proposal.seat, proposal.combatant, name, "accepted", entered=combatant))


@decides(RefuseCombatant)
def refuse_combatant(draft: Draft, command: RefuseCombatant) -> None:
    """The character is not let in, or its player thinks better of it. Another seat's is no player's business."""
    own = command.seat == draft.speaker.id
    if not own and draft.speaker.kind != "gm":
        raise _nobody(command.seat, command.combatant)
    proposal = _proposed(draft, command.seat, command.combatant)
    verdict: Settlement = "withdrawn" if own else "refused"
    draft.record(ProposalSettled(proposal.seat, proposal.combatant, proposal.name, verdict, command.reason))


def _proposed(draft: Draft, seat: str, combatant: str) -> Proposal:
    proposal = draft.ledger.proposals.get(proposal_id(seat, combatant))
    if proposal is None:
        raise _nobody(seat, combatant)
    if not proposal.waits(draft.state):
        raise Refused(refusal("already-answered", f"{proposal.name} was let in, and is at the table"))
    return proposal


def _nobody(seat: str, combatant: str) -> Refused:
    return Refused(refusal("unknown-id", f"no character {combatant!r} of {seat!r} waits to be let in"))
