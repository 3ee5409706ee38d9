"""What became of a frame: whether it was undone, struck, amended or overridden, by which frame, and what counts now."""

from typing import Final

from events.base import CombatantId
from events.correction import Overridden, Retracted
from events.envelope import Entry
from events.play import Rolled
from projections.explanation import Fate
from projections.frames import OwnNumber, Struck, Undone, Whole
from projections.stream import AudienceStream

WORDS: Final = {"strike": "struck", "amend": "amended", "override": "overridden"}
"""What a correction makes of a roll; whatever leads back to another moment undoes it."""


def fate_of(stream: AudienceStream, number: OwnNumber) -> Fate | None:
    """What became of a frame; None: it counts."""
    by = stream.numbers.taken_by(number)
    if by is None:
        return None
    frame = stream.frame(by)
    match frame.fact:
        case Whole(entry=Entry(fact=Retracted() as fact) as entry):
            return Fate(
                became=WORDS.get(fact.how, "undone"),
                number=by,
                time=frame.time,
                seat=entry.on_behalf or entry.seat,
                reason=fact.reason,
                instead=_instead(stream, number, by),
            )
        case Struck(how=how) | Undone(how=how):
            return Fate(became=WORDS.get(how, "undone"), number=by, time=frame.time)
        case _:  # the audience sees with other eyes since, and is told the whole view in place of the correction
            return Fate(became="undone", number=by, time=frame.time)


def in_the_place_of(stream: AudienceStream, number: OwnNumber) -> tuple[OwnNumber, ...]:
    """The frames in whose place this one counts, by own numbers; GMs alone are told."""
    entry = _entry(stream, number)
    return stream.numbers.translated(entry.instead_of) if entry is not None else ()


def _instead(stream: AudienceStream, number: OwnNumber, by: OwnNumber) -> OwnNumber | None:
    """What the same correction brought in its place: the like roll, or the change that the GM states."""
    correction, was = _entry(stream, by), _entry(stream, number)
    if correction is None or was is None:
        return None
    for before in range(by - 1, 0, -1):
        entry = _entry(stream, before)
        if entry is None or (entry.seat, entry.command) != (correction.seat, correction.command):
            return None
        stated = isinstance(entry.fact, Overridden) or _thrown(entry) == _thrown(was) is not None
        if stated and was.version in entry.instead_of:
            return before
    return None


def _thrown(entry: Entry) -> tuple[CombatantId | None, str] | None:
    """Whose roll it is, and on which path of the action."""
    return (entry.fact.combatant, entry.fact.path) if isinstance(entry.fact, Rolled) else None


def _entry(stream: AudienceStream, number: OwnNumber) -> Entry | None:
    fact = stream.frame(number).fact
    return fact.entry if isinstance(fact, Whole) else None
