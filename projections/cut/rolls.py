"""How rolls are cut: whole for the own side; of others faces and outcome if open, else the outcome or nothing."""

from typing import Final

import msgspec
from msgspec.structs import replace

from engine.state import State
from events.base import CombatantId
from events.play import Added, Rolled
from events.table import RollShown
from projections.cut.sighting import ACT, HAZARD, Kept, Sighting
from projections.frames import RollSeen, SeenFact

FREE: Final = "roll"
"""The procedure of a roll for whatever reason."""

SEEN_OF_OTHERS: Final = frozenset({"initiative", "strike", "defense", "task", "first_aid", "stabilise"})
"""Purposes of which another side sees that they were rolled: acts in plain sight, no saves and no damage."""


def rolled(sighting: Sighting, fact: Rolled) -> SeenFact | None:
    """A roll at the moment it falls. A GM-only or blind one is told to nobody else, whoever rolled."""
    kept = keep(sighting, fact)
    if sighting.audience.kind != "gm" and fact.level in ("gm", "blind"):
        return None
    if kept.hazard and kept.roller is None:
        return _of_a_hazard(sighting, kept)
    if kept.roller is None:
        return _of_nobody(sighting, kept)
    if not sighting.sees(kept.roller):
        return None
    if sighting.reads(kept.roller):
        return whole(sighting, kept)
    if not kept.free and fact.purpose not in SEEN_OF_OTHERS:
        return None
    return _of_others(sighting, kept)


def _of_nobody(sighting: Sighting, kept: Kept) -> SeenFact | None:
    """A free roll for no combatant is everybody's; another without a roller belongs to what is not told."""
    if sighting.audience.kind == "gm" or (kept.free and kept.roll.level == "open"):
        return whole(sighting, kept)
    return outcome_only(kept) if kept.free else None


def _of_a_hazard(sighting: Sighting, kept: Kept) -> SeenFact | None:
    """The table's dice for a hazard: one throw for all is told to whoever is told of it, that for one to its side."""
    met = next((one for one in _named_in(kept.roll.path)), None)
    told = sighting.audience.kind == "gm" or (kept.cause_seen and (met is None or sighting.reads(met)))
    return whole(sighting, kept) if told else None


def _of_others(sighting: Sighting, kept: Kept) -> SeenFact | None:
    if kept.roll.level == "open":
        return opened(sighting, kept)
    return outcome_only(kept)


def shown(sighting: Sighting, fact: RollShown) -> SeenFact | None:
    """A roll that was kept is shown: as an open one would have been, saves too. Told in full before: nothing new."""
    kept = sighting.rolls.get(fact.roll)
    if kept is None:
        return None
    number = sighting.numbers.own(fact.roll)
    told = (
        whole(sighting, kept)
        if sighting.reads(kept.roller) or (kept.roller is None and kept.free)
        else opened(sighting, kept)
    )
    seen = kept.roller if sighting.sees(kept.roller) else None
    return msgspec.structs.replace(told, combatant=seen, shown=True, roll=number)


def keep(sighting: Sighting, fact: Rolled) -> Kept:
    """A roll with what must be known of it when it is shown later."""
    began = sighting.began
    free = began is not None and began.procedure == FREE
    roller = fact.combatant or (began.combatant if began else None)
    hazard = began is not None and began.procedure == HAZARD
    return Kept(fact, roller, free, sighting.cause_is_seen, _is_opposed(sighting, fact), hazard)


def _is_opposed(sighting: Sighting, fact: Rolled) -> bool:
    """Whether what a defense has to reach is the total of somebody whose numbers are not read."""
    began = sighting.began
    in_an_act = began is not None and began.procedure == ACT
    return in_an_act and fact.purpose == "defense" and not sighting.reads(began.combatant if began else None)


def whole(sighting: Sighting, kept: Kept) -> RollSeen:
    """A roll with all its numbers; but what an unread opponent reached, and an address that tells of the unseen."""
    roll = kept.roll
    gm = sighting.audience.kind == "gm"
    address = roll.address if gm or _address_is_clean(sighting, kept) else ""
    cut = not gm and (kept.opposed or not address)
    return RollSeen(
        combatant=kept.roller,
        purpose=roll.purpose,
        outcome=roll.outcome,
        whole=not cut,
        dice=roll.dice,
        faces=roll.faces,
        address=address,
        epoch=roll.epoch if address else 0,
        closed=roll.key == "closed",
        counts=roll.counts,
        total=roll.total,
        rule=roll.rule,
        modifiers=roll.modifiers,
        target_number=roll.target_number if gm or not kept.opposed else None,
        success_level=roll.success_level if gm or not kept.opposed else None,
        location=roll.location,
        typed_by=roll.typed_by,
        attempt=roll.attempt,
        added=_added(roll, bool(address)),
    )


def opened(sighting: Sighting, kept: Kept) -> RollSeen:
    """Faces and outcome, and where the faces can be checked; never total, modifiers or target number."""
    roll = kept.roll
    address = roll.address if _address_is_clean(sighting, kept) else ""
    return RollSeen(
        combatant=kept.roller,
        purpose=roll.purpose,
        outcome=roll.outcome,
        dice=roll.dice.partition("+")[0].partition("-")[0],
        faces=roll.faces,
        address=address,
        epoch=roll.epoch if address else 0,
        closed=roll.key == "closed",
        typed_by=roll.typed_by,
        attempt=roll.attempt,
        added=_added(roll, bool(address)),
    )


def _added(roll: Rolled, clean: bool) -> tuple[Added, ...]:
    """Which faces fell later, with the addresses where those may be told."""
    return roll.added if clean else tuple(replace(one, address="", epoch=0) for one in roll.added)


def outcome_only(kept: Kept) -> RollSeen | None:
    """Success or failure. A roll for whatever reason that has neither tells its total, another nothing."""
    if kept.roll.outcome == "none":
        return RollSeen(kept.roller, kept.roll.purpose, "none", total=kept.roll.total) if kept.free else None
    return RollSeen(kept.roller, kept.roll.purpose, kept.roll.outcome)


def _address_is_clean(sighting: Sighting, kept: Kept) -> bool:
    """The path in an address tells how the action went and names people: both only where they are seen."""
    if not kept.cause_seen or not (kept.roller is None or sighting.sees(kept.roller)):
        return False
    return not (_named_in(kept.roll.path) & _unseen(sighting, sighting.after))


def _named_in(path: str) -> set[CombatantId]:
    return {part.partition(":")[2] for part in path.split("/") if ":" in part}


def _unseen(sighting: Sighting, state: State) -> set[CombatantId]:
    return {one.id for one in state.combatants.values() if not sighting.audience.sees(one)}
