"""Every number answers why: the explanation of a roll or of damage, made of what its audience was told."""

from collections.abc import Iterator
from typing import Final

import msgspec

from engine.rulebook import Rulebook
from events.base import CombatantId, Fact, SeatId
from events.play import ActionBegan, DamageApplied, Modifier, Rolled, Step, Together, fell_together
from projections.frames import Frame, HitSeen, OwnNumber, RollSeen, SeenFact, Whole
from projections.rulings import DisputeShown
from projections.sight import Shown

REFEREE: Final = "The referee's own modifier"


class FaceExplained(Shown, frozen=True, kw_only=True):
    """One face: what it showed, what it counts, and the address it was thrown at (empty: typed, or not told).

    `ruling`: it was missing and fell only when a ruling asked for it, in the `epoch` of then, or `typed_by` somebody.
    """

    face: int
    counts: int | None = None
    address: str = ""
    ruling: bool = False
    epoch: int = 0
    typed_by: SeatId | None = None


class Term(Shown, frozen=True, kw_only=True):
    """A modifier with the rule that justifies it."""

    value: int
    rule: str = ""
    title: str = ""
    note: str = ""


class StepExplained(Shown, frozen=True, kw_only=True):
    """One step from raw damage to what is lost."""

    step: str
    op: str
    by: int
    result: int
    rule: str = ""
    title: str = ""


class LeftToTheTable(Shown, frozen=True, kw_only=True):
    """What of the action a rule left to the people at the table, and what was said to it; told to GMs."""

    rule: str
    title: str = ""
    said: str


class Fate(Shown, frozen=True, kw_only=True):
    """Why a roll or a loss no longer counts. Who did it and why is told to GMs, as it stands in their frames.

    `number` is the frame that says so, `instead` the roll or stated change that counts in its place, where the audience
    was told of it.
    """

    became: str
    number: OwnNumber
    time: int
    seat: SeatId | None = None
    reason: str = ""
    instead: OwnNumber | None = None


class RollExplained(Shown, frozen=True, kw_only=True, tag_field="kind", tag="roll"):
    """A roll: what was asked, what fell, what counts, what it had to reach. What is cut is absent, and so is every sum
    that it would follow from.

    `fate` says why it no longer counts; GMs are told the frames that it counts `instead_of`."""

    number: OwnNumber
    combatant: CombatantId | None = None
    purpose: str
    rule: str = ""
    title: str = ""
    dice: str = ""
    faces: tuple[FaceExplained, ...] = ()
    epoch: int = 0
    closed: bool = False
    modifiers: tuple[Term, ...] = ()
    total: int | None = None
    target_number: int | None = None
    success_level: int | None = None
    outcome: str
    location: str | None = None
    typed_by: SeatId | None = None
    left_open: tuple[LeftToTheTable, ...] = ()
    disputes: tuple[DisputeShown, ...] = ()
    fate: Fate | None = None
    instead_of: tuple[OwnNumber, ...] = ()


class DamageExplained(Shown, frozen=True, kw_only=True, tag_field="kind", tag="damage"):
    """Damage: the steps to the points lost, where the combatant's numbers are told, and the wound after it."""

    number: OwnNumber
    combatant: CombatantId
    wound: str = ""
    source: CombatantId | None = None
    weapon: str = ""
    pool: str = ""
    lost: int | None = None
    steps: tuple[StepExplained, ...] = ()
    left_open: tuple[LeftToTheTable, ...] = ()
    fate: Fate | None = None


Explanation = RollExplained | DamageExplained


def explained(frame: Frame, rulebook: Rulebook) -> Explanation | None:
    """The explanation of a frame; None: it tells of nothing that was worked out."""
    fact = plain(frame.fact)
    if isinstance(fact, RollSeen):
        return _roll(frame.number, fact, rulebook)
    if isinstance(fact, HitSeen):
        return _damage(frame.number, fact, rulebook)
    return None


def left_to_the_table(began: Frame | None, rulebook: Rulebook) -> tuple[LeftToTheTable, ...]:
    """What was left open when an action began, if the whole of its beginning is told."""
    if began is None or not isinstance(began.fact, Whole) or not isinstance(began.fact.entry.fact, ActionBegan):
        return ()
    left = began.fact.entry.fact.left_open
    return tuple(LeftToTheTable(rule=one.rule, title=_title(rulebook, one.rule), said=one.said) for one in left)


def plain(fact: SeenFact) -> Fact:
    """A GM's whole entry in the words for others, nothing cut."""
    if not isinstance(fact, Whole):
        return fact
    match fact.entry.fact:
        case Rolled() as roll:
            names = [name for name in RollSeen.__struct_fields__ if name in Rolled.__struct_fields__]
            return RollSeen(whole=True, closed=roll.key == "closed", **{name: getattr(roll, name) for name in names})
        case DamageApplied() as hit:
            return HitSeen(hit.combatant, "", hit.source, hit.weapon or "", hit.pool, hit.change, hit.steps)
        case other:
            return other


def _roll(number: OwnNumber, roll: RollSeen, rulebook: Rulebook) -> RollExplained:
    counts: tuple[int | None, ...] = roll.counts or (None,) * len(roll.faces)
    together = fell_together(roll, roll.closed)
    return RollExplained(
        number=number,
        combatant=roll.combatant,
        purpose=roll.purpose,
        rule=roll.rule,
        title=_title(rulebook, roll.rule),
        dice=roll.dice,
        faces=tuple(
            msgspec.structs.replace(one, counts=count) for one, count in zip(_faces(together), counts, strict=True)
        ),
        epoch=roll.epoch,
        closed=roll.closed,
        modifiers=tuple(_term(one, rulebook) for one in roll.modifiers),
        total=roll.total,
        target_number=roll.target_number,
        success_level=roll.success_level,
        outcome=roll.outcome,
        location=roll.location,
        typed_by=roll.typed_by,
    )


def _faces(together: tuple[Together, ...]) -> Iterator[FaceExplained]:
    for number, one in enumerate(together):
        ruling = number > 0
        for place, face in enumerate(one.faces):
            yield FaceExplained(
                face=face,
                address=f"{one.address}|{place}" if one.address and one.typed_by is None else "",
                ruling=ruling,
                epoch=one.epoch if ruling else 0,
                typed_by=one.typed_by if ruling else None,
            )


def _term(modifier: Modifier, rulebook: Rulebook) -> Term:
    title = _title(rulebook, modifier.rule) if modifier.rule else REFEREE
    return Term(value=modifier.value, rule=modifier.rule, title=title, note=modifier.note)


def _damage(number: OwnNumber, hit: HitSeen, rulebook: Rulebook) -> DamageExplained:
    return DamageExplained(
        number=number,
        combatant=hit.combatant,
        wound=hit.wound,
        source=hit.source,
        weapon=hit.weapon,
        pool=hit.pool,
        lost=abs(hit.change) if hit.change is not None else None,
        steps=tuple(_step(one, rulebook) for one in hit.steps),
    )


def _step(step: Step, rulebook: Rulebook) -> StepExplained:
    return StepExplained(
        step=step.step,
        op=step.op,
        by=step.by,
        result=step.result,
        rule=step.rule,
        title=_title(rulebook, step.rule),
    )


def _title(rulebook: Rulebook, rule_id: str) -> str:
    rule = rulebook.rule(rule_id)
    return rule.title if rule else ""
