"""Decisions about an argument: a roll is contested, and the GM rules."""

from typing import Any, Final

import msgspec
from msgspec.structs import replace

from engine.commands import Dispute, Reroll, Rule, wire_name
from engine.corrections.consequences import provisional_of
from engine.decide.amend import throw_anew
from engine.decide.table import roll_told_by
from engine.decide.verdicts import DECISIONS, decides
from engine.draft import Draft
from engine.ledger import Dispute as Contested
from engine.refusals import Refused, refusal
from events.dispute import Disputed, Ruled

MOST_OPEN: Final = 50
"""Disputes of a table that nobody has ruled on yet."""

MOST_CLAIMED: Final = 20
"""Fields of one claim."""


@decides(Dispute)
def dispute(draft: Draft, command: Dispute) -> None:
    """A seat contests a roll that it sees; the edge has looked its number up among the seat's own."""
    roll = roll_told_by(draft, command.roll)
    claim: dict[str, Any] = msgspec.json.decode(command.claim)
    if len(claim) > MOST_CLAIMED:
        raise Refused(refusal("limit-exceeded", f"a claim names {MOST_CLAIMED} fields of the act at the most"))
    if not claim and not command.text:
        raise Refused(refusal("invalid", "say what is wrong with the roll: a claim, a text, or both"))
    speaker = draft.given.speaker
    unsettled = [one for one in draft.ledger.disputes.values() if one.ruling is None]
    if any((one.seat, one.roll) == (speaker, roll) for one in unsettled):
        raise Refused(refusal("already-answered", "you have contested this roll already; the GM has yet to rule on it"))
    if len(unsettled) >= MOST_OPEN:
        raise Refused(refusal("limit-exceeded", f"{MOST_OPEN} disputes are open; the GM has to rule on some first"))
    assert draft.past is not None, "the roll was read from it just now"
    fact = Disputed(
        roll=roll,
        claim=msgspec.Raw(msgspec.json.encode(claim)),
        text=command.text,
        action=draft.past(roll).action or "",
        provisional=provisional_of(draft.history, draft.past, roll) if roll == command.roll else (),
    )
    draft.record(fact, (command.roll,))


@decides(Rule)
def rule(draft: Draft, command: Rule) -> None:
    """The GM settles a dispute, with the correction that the ruling asks for."""
    contested = _open(draft, command)
    _may_be_kept(draft, command)
    verdict = "uphold" if command.remedy is None else wire_name(type(command.remedy))
    ruling = Ruled(command.dispute, verdict, command.reason, command.rule, command.kept)  # type: ignore[arg-type]
    draft.record(ruling, (command.dispute,))
    match command.remedy:
        case None:
            pass
        case Reroll(rejudge=knowingly):
            throw_anew(draft, contested.roll, contested.action, command.reason, knowingly)
        case correction:
            DECISIONS[type(correction)](draft, replace(correction, reason=command.reason))


def _open(draft: Draft, command: Rule) -> Contested:
    found = draft.ledger.disputes.get(command.dispute)
    if found is None:
        raise Refused(refusal("unknown-id", f"version {command.dispute} is no dispute"))
    if found.ruling is not None:
        raise Refused(refusal("already-answered", "this dispute is settled; contest the roll again to open it anew"))
    return found


def _may_be_kept(draft: Draft, command: Rule) -> None:
    known = draft.ruleset.rulebook.rule(command.rule) if command.rule else None
    if command.rule and known is None:
        raise Refused(refusal("unknown-id", f"there is no rule {command.rule!r} in this rule set"))
    if command.kept and known is None:
        raise Refused(refusal("invalid", "a ruling is kept under a rule: name its id"))
