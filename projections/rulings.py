"""Arguments about rolls: what is contested, how the GM ruled, and which rulings hold at this table."""

from typing import Any

import msgspec

from engine.commands import Amend, wire_name
from engine.ledger import Dispute, Ledger, Ruling
from engine.rulebook import Rulebook
from engine.state import State
from events.base import SeatId
from events.dispute import Verdict
from projections.audience import Audience
from projections.frames import OwnNumber
from projections.numbers import Numbers
from projections.sight import Contested, ProvisionalSeen, Shown


class RulingShown(Shown, frozen=True, kw_only=True):
    """How the GM ruled, when and who; `kept` rulings hold at this table under their rule."""

    verdict: Verdict
    reason: str
    rule: str = ""
    title: str = ""
    kept: bool = False
    seat: SeatId
    time: int


class DisputeShown(Shown, frozen=True, kw_only=True):
    """A contested roll, by own numbers: who contests it, when, what they claim, and the ruling if there is one.

    `remedy` is told to GMs while it is open: the correction that the claim asks for, ready to be ruled.
    """

    number: OwnNumber
    roll: OwnNumber
    seat: SeatId
    time: int
    claim: dict[str, Any] = {}
    text: str = ""
    remedy: dict[str, Any] = {}
    ruling: RulingShown | None = None


class Rulings(Shown, frozen=True, kw_only=True):
    """Disputes that are open and that are settled, and the rulings that hold at this table, by their rules."""

    open: tuple[DisputeShown, ...] = ()
    settled: tuple[DisputeShown, ...] = ()
    kept: tuple[RulingShown, ...] = ()


def rulings_seen(ledger: Ledger, numbers: Numbers, rulebook: Rulebook, audience: Audience) -> Rulings:
    """What one audience was told of, and every ruling that holds."""
    told = _shown(ledger, numbers, rulebook, audience)
    kept = [one.ruling for one in ledger.disputes.values() if one.ruling is not None and one.ruling.kept]
    return Rulings(
        open=tuple(one for one in told if one.ruling is None),
        settled=tuple(one for one in told if one.ruling is not None),
        kept=tuple(_ruling(one, rulebook) for one in sorted(kept, key=lambda one: (one.rule, one.version))),
    )


def disputes_of(
    roll: OwnNumber, ledger: Ledger, numbers: Numbers, rulebook: Rulebook, audience: Audience
) -> tuple[DisputeShown, ...]:
    """What was said against one roll."""
    return tuple(one for one in _shown(ledger, numbers, rulebook, audience) if one.roll == roll)


def contested_seen(ledger: Ledger, numbers: Numbers, state: State, audience: Audience) -> tuple[Contested, ...]:
    """The rolls that are contested and not ruled on, by own numbers, and what hangs on each."""
    standing = numbers.standing() if ledger.disputes else []
    found: dict[OwnNumber, Contested] = {}
    for one in ledger.disputes.values():
        if one.ruling is None and numbers.own(one.version) is not None and standing[roll := _roll(one, numbers)]:
            found[roll] = Contested(roll=roll, provisional=_provisional(one, state, audience))
    return tuple(found[roll] for roll in sorted(found))


def _provisional(one: Dispute, state: State, audience: Audience) -> tuple[ProvisionalSeen, ...]:
    """Of combatants that are seen; what it is of those whose numbers may be read."""
    seen = []
    for said in one.provisional:
        combatant = state.combatants.get(said.combatant)
        if combatant is None or not audience.sees(combatant):
            continue
        reads = audience.reads(combatant)
        seen.append(
            ProvisionalSeen(
                combatant=said.combatant,
                pools=said.pools if reads else (),
                ammo=said.ammo if reads else (),
                conditions=said.conditions if reads else (),
            )
        )
    return tuple(seen)


def _shown(ledger: Ledger, numbers: Numbers, rulebook: Rulebook, audience: Audience) -> tuple[DisputeShown, ...]:
    return tuple(
        DisputeShown(
            number=number,
            roll=_roll(one, numbers),
            seat=one.seat,
            time=one.time,
            claim=msgspec.json.decode(one.claim),
            text=one.text,
            remedy=_remedy(one) if audience.kind == "gm" else {},
            ruling=_ruling(one.ruling, rulebook) if one.ruling is not None else None,
        )
        for one in ledger.disputes.values()
        if (number := numbers.own(one.version)) is not None
    )


def _remedy(one: Dispute) -> dict[str, Any]:
    """The amend that a claim asks for."""
    claim = msgspec.json.decode(one.claim)
    if one.ruling is not None or not claim or not one.action:
        return {}
    return {"type": wire_name(Amend), "action": one.action, "changes": claim}


def _roll(one: Dispute, numbers: Numbers) -> OwnNumber:
    """The frame of the roll: told of the dispute only because it was told of the roll, here or there."""
    return numbers.translated((one.seen_at, one.roll))[0]


def _ruling(one: Ruling, rulebook: Rulebook) -> RulingShown:
    rule = rulebook.rule(one.rule)
    return RulingShown(
        verdict=one.verdict,
        reason=one.reason,
        rule=one.rule,
        title=rule.title if rule else "",
        kept=one.kept,
        seat=one.seat,
        time=one.time,
    )
