"""How facts about the table itself are cut, and corrections."""

from collections.abc import Mapping
from typing import Any, Final

from engine.groups import membership
from events import table
from events.base import CombatantId, Fact
from events.correction import IN_PLACE, Amended, Overridden, Retracted, Span
from projections.cut.rolls import shown
from projections.cut.sighting import Cutter, Sighting, passes, withheld
from projections.frames import NoteSeen, SeatJoined, SeatSeen, SeenFact, Struck, UndoAsked, Undone
from projections.sight import Card
from projections.wounds import card


def seat_offered(sighting: Sighting, fact: table.SeatOffered) -> SeenFact | None:
    """Name and kind; what opens the seat is nobody's business, not even as a digest."""
    return SeatSeen(fact.seat, fact.kind, fact.name)


def seat_taken(sighting: Sighting, fact: table.SeatTaken) -> SeenFact | None:
    """That somebody sat down, not on which device."""
    return SeatJoined(fact.seat)


def between_a_seat_and_the_gm(sighting: Sighting, fact: Any) -> SeenFact | None:
    """Goes out as it is to the seat it is about and the GMs: nobody else learns of it."""
    return fact if sighting.audience.is_of(fact.seat) else None


def of_whoever_plays(sighting: Sighting, fact: Any) -> SeenFact | None:
    """Goes out as it is to whoever plays the combatant and the GMs: what is queued is nobody else's business."""
    return fact if sighting.audience.plays(fact.combatant) else None


def undo_requested(sighting: Sighting, fact: table.UndoRequested) -> SeenFact | None:
    """Who asks, and for which action if it was told."""
    began = next(iter(sighting.numbers.translated(sighting.entry.because)), None)
    return UndoAsked(fact.seat, began)


def note(sighting: Sighting, fact: table.NoteAdded) -> SeenFact | None:
    """A GM's own notes and notes about somebody unseen are kept."""
    if sighting.audience.kind != "gm" and (fact.gm_only or (fact.about and not sighting.sees(fact.about))):
        return None
    return NoteSeen(fact.text, fact.about, fact.rule, fact.gm_only)


def retracted(sighting: Sighting, fact: Retracted) -> SeenFact | None:
    """Where the table stands again, by the audience's own frames; nothing where it stands there for them already.

    So it is where only unseen things are taken back, also when facts about the table itself, or an undo that was
    told before, lie between.
    """
    if fact.how in IN_PLACE:
        return _struck(sighting, fact)
    numbers = sighting.numbers
    stands_at = numbers.stands(numbers.at(fact.stands_at))
    if stands_at == numbers.stands():
        return None
    return Undone(fact.how, stands_at, Span(stands_at + 1, numbers.newest), *_who_looks_different(sighting))


def overridden(sighting: Sighting, fact: Overridden) -> SeenFact | None:
    """Who looks different by what the GM states; to nobody else is it told."""
    seen, gone = _who_looks_different(sighting)
    return Struck("override", (), seen, gone) if seen or gone or sighting.audience.kind == "gm" else None


def _struck(sighting: Sighting, fact: Retracted) -> SeenFact | None:
    """Which of the audience's own frames no longer count; nothing where none do and nobody looks different."""
    frames = sighting.numbers.told_of(fact.versions)
    seen, gone = _who_looks_different(sighting)
    return Struck(fact.how, frames, seen, gone) if frames or seen or gone else None


def _who_looks_different(sighting: Sighting) -> tuple[tuple[Card, ...], tuple[CombatantId, ...]]:
    """The cards that are others now, and who is out of sight."""
    before, after = _looks(sighting, before=True), _looks(sighting, before=False)
    seen = tuple(one for name, one in after.items() if before.get(name) != one)
    return seen, tuple(sorted(before.keys() - after.keys()))


def _looks(sighting: Sighting, *, before: bool) -> dict[str, Card]:
    state = sighting.before if before else sighting.after
    seen = sorted((one for one in state.combatants.values() if sighting.audience.sees(one)), key=lambda one: one.id)
    groups = membership(state)
    return {one.id: card(state, one, sighting.audience, sighting.ruleset, groups) for one in seen}


TABLE: Final[Mapping[type[Fact], Cutter]] = {
    table.TableOpened: passes,
    table.SeatOffered: seat_offered,
    table.SeatTaken: seat_taken,
    table.SeatClosed: passes,
    table.EntropyAdded: passes,
    table.DiceKeyTurned: passes,
    table.ClosedKeyOpened: passes,
    table.RollShown: shown,
    table.CombatantProposed: between_a_seat_and_the_gm,
    table.ProposalSettled: between_a_seat_and_the_gm,
    table.ActionQueued: of_whoever_plays,
    table.QueueSettled: of_whoever_plays,
    table.UndoRequested: undo_requested,
    table.UndoDeclined: between_a_seat_and_the_gm,
    table.NoteAdded: note,
    table.TableClosed: passes,
    table.TableReopened: passes,
    Amended: withheld,
    Overridden: overridden,
    Retracted: retracted,
}
