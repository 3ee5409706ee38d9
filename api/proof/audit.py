"""The audit of a roll or a loss as text: every line of the explanation in words, for people who settle an argument."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from projections.explanation import (
    DamageExplained,
    Explanation,
    FaceExplained,
    Fate,
    LeftToTheTable,
    RollExplained,
    StepExplained,
    Term,
)
from projections.rulings import DisputeShown, RulingShown

_OPS: Final = {"set": "", "times": "times ", "minus": "minus ", "plus": "plus ", "least": "at least "}
_VERDICTS: Final = {
    "uphold": "upheld",
    "reroll": "to be thrown again",
    "amend": "amended",
    "override": "overridden",
    "strike": "struck",
}


def audit(told: Explanation) -> tuple[str, ...]:
    """The lines of an audit, from what was asked to how the argument ended. What was cut is absent here too."""
    return tuple(_roll(told) if isinstance(told, RollExplained) else _damage(told))


def _roll(roll: RollExplained) -> Iterator[str]:
    who = f"{roll.combatant} rolls " if roll.combatant else "a roll for "
    dice = f": {roll.dice}" if roll.dice else ""
    yield f"{roll.number}  {who}{roll.purpose}{dice}"
    if roll.rule:
        yield f"  asked by {_titled(roll.rule, roll.title)}"
    yield from (f"  {_face(one, roll)}" for one in roll.faces)
    yield from (f"  {_term(one)}" for one in roll.modifiers)
    yield from _sum(roll)
    yield from (f"  {_left(one)}" for one in roll.left_open)
    yield from (f"  {_fate(one)}" for one in (roll.fate,) if one is not None)
    if roll.instead_of:
        yield f"  counts in place of {', '.join(map(str, roll.instead_of))}"
    for dispute in roll.disputes:
        yield from (f"  {line}" for line in _dispute(dispute))


def _face(one: FaceExplained, roll: RollExplained) -> str:
    counts = f", counts {one.counts}" if one.counts not in (None, one.face) else ""
    ruling = ", missing and thrown for the ruling" if one.ruling else ""
    typed_by = one.typed_by if one.ruling else roll.typed_by
    if typed_by is not None:
        return f"shows {one.face}{counts}{ruling}, a real die typed by {typed_by}"
    key = ", under the closed key" if roll.closed else ""
    epoch = one.epoch if one.ruling else roll.epoch
    address = f", thrown at {one.address} in epoch {epoch}{key}" if one.address else ""
    return f"shows {one.face}{counts}{ruling}{address}"


def _term(one: Term) -> str:
    return f"{one.value:+d}  {_titled(one.rule, one.title)}{f' ({one.note})' if one.note else ''}"


def _sum(roll: RollExplained) -> Iterator[str]:
    target = f" against {roll.target_number}" if roll.target_number is not None else ""
    if roll.total is not None:
        yield f"  total {roll.total}{target}"
    level = f", success level {roll.success_level}" if roll.success_level is not None else ""
    location = f", location {roll.location}" if roll.location else ""
    if roll.outcome != "none" or level or location:
        yield f"  outcome {roll.outcome}{level}{location}"


def _damage(hit: DamageExplained) -> Iterator[str]:
    by = f" by {hit.source}" if hit.source else ""
    weapon = f" with {hit.weapon}" if hit.weapon else ""
    lost = f" loses {hit.lost} {hit.pool}" if hit.lost is not None else " is hit"
    yield f"{hit.number}  {hit.combatant}{lost}{by}{weapon}{f': {hit.wound}' if hit.wound else ''}"
    yield from (f"  {_step(one)}" for one in hit.steps)
    yield from (f"  {_left(one)}" for one in hit.left_open)
    if hit.fate is not None:
        yield f"  {_fate(hit.fate)}"


def _step(one: StepExplained) -> str:
    return f"{one.step}: {_OPS[one.op]}{one.by} gives {one.result}  {_titled(one.rule, one.title)}".rstrip()


def _left(one: LeftToTheTable) -> str:
    return f"left to the table by {_titled(one.rule, one.title)}: {one.said}"


def _titled(rule: str, title: str) -> str:
    return f"{rule} {title}".strip()


def _fate(fate: Fate) -> str:
    seat = f", {fate.seat}" if fate.seat else ""
    instead = f"; {fate.instead} counts instead" if fate.instead is not None else ""
    return f"{fate.became} by {fate.number}{seat}, {_moment(fate.time)}{_because(fate.reason)}{instead}"


def _dispute(one: DisputeShown) -> Iterator[str]:
    claim = f", who claims {_claimed(one.claim)}" if one.claim else ""
    yield f"contested by {one.seat}, {_moment(one.time)}{claim}{_because(one.text)}"
    yield f"  {_ruling(one.ruling)}" if one.ruling is not None else "  not ruled on yet"


def _ruling(one: RulingShown) -> str:
    rule = f" under {_titled(one.rule, one.title)}" if one.rule else ""
    kept = ", to hold at this table" if one.kept else ""
    verdict = _VERDICTS.get(one.verdict, one.verdict)
    return f"{verdict} by {one.seat}, {_moment(one.time)}{rule}{kept}{_because(one.reason)}"


def _claimed(claim: dict[str, Any]) -> str:
    said = (
        (name, value if isinstance(value, str) else msgspec.json.encode(value).decode())
        for name, value in claim.items()
    )
    return ", ".join(f"{name} {value}" for name, value in said)


def _because(words: str) -> str:
    """What somebody wrote, on one line: nobody writes lines of the audit but the audit."""
    return f': "{" ".join(words.split())}"' if words.strip() else ""


def _moment(time: int) -> str:
    return datetime.fromtimestamp(time / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
