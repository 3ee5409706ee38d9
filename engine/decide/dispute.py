"""Decisions about an argument: a roll is contested, and the GM rules."""

from typing import Any, Final

import msgspec

from engine.commands import Dispute, Rule
from engine.decide.table import roll_told_by
from engine.decide.verdicts import decides
from engine.draft import Draft
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
    draft.record(Disputed(roll, msgspec.Raw(msgspec.json.encode(claim)), command.text), (command.roll,))


@decides(Rule)
def rule(draft: Draft, command: Rule) -> None:
    """The GM settles a dispute."""
    found = draft.ledger.disputes.get(command.dispute)
    if found is None:
        raise Refused(refusal("unknown-id", f"version {command.dispute} is no dispute"))
    if found.ruling is not None:
        raise Refused(refusal("already-answered", "this dispute is settled; contest the roll again to open it anew"))
    known = draft.ruleset.rulebook.rule(command.rule) if command.rule else None
    if command.rule and known is None:
        raise Refused(refusal("unknown-id", f"there is no rule {command.rule!r} in this rule set"))
    if command.kept and known is None:
        raise Refused(refusal("invalid", "a ruling is kept under a rule: name its id"))
    ruling = Ruled(command.dispute, "uphold", command.reason, command.rule, command.kept)
    draft.record(ruling, (command.dispute,))
