"""How an argument is cut: whoever was told of a roll hears that it is contested, and how that ended."""

from collections.abc import Mapping
from typing import Final

import msgspec

from events import dispute
from events.base import Fact
from projections.cut.sighting import Cutter, Sighting
from projections.frames import DisputeSeen, RulingSeen, SeenFact


def disputed(sighting: Sighting, fact: dispute.Disputed) -> SeenFact | None:
    """Told with the audience's own number of the roll: of the frame that was contested, or of its own first one."""
    numbers = sighting.numbers
    roll = next(iter(numbers.translated((*sighting.entry.because, fact.roll))), None)
    if roll is None:
        return None
    return DisputeSeen(
        roll, sighting.entry.on_behalf or sighting.entry.seat, msgspec.json.decode(fact.claim), fact.text
    )


def ruled(sighting: Sighting, fact: dispute.Ruled) -> SeenFact | None:
    """Told to whoever was told of the dispute; a ruling that holds from now on is for all."""
    told = sighting.numbers.own(fact.dispute)
    if told is None and not fact.kept:
        return None
    return RulingSeen(told, fact.verdict, fact.reason, fact.rule, fact.kept)


DISPUTE: Final[Mapping[type[Fact], Cutter]] = {
    dispute.Disputed: disputed,
    dispute.Ruled: ruled,
}
