"""The one door for secrets: every fact on its way to a seat is cut here, or does not go out.

`cut` gives the fact as an audience is told it, or nothing. `CUTS` says for every type of fact how; a type that is not
in it is told to nobody. What goes out otherwise (views, stories, explanations) is built from what was cut, or by the
few functions of `cards`, `order` and `questions`, and refusals pass through `cut_refusal`.
"""

from collections.abc import Mapping
from typing import Final

from events.base import Fact
from projections.cut.dispute import DISPUTE
from projections.cut.flow import FLOW
from projections.cut.play import PLAY
from projections.cut.refusals import cut_refusal
from projections.cut.roster import ROSTER
from projections.cut.sighting import Cutter, Sighting
from projections.cut.table import TABLE
from projections.frames import SeenFact

__all__ = ["CUTS", "Cutter", "Sighting", "cut", "cut_refusal"]

CUTS: Final[Mapping[type[Fact], Cutter]] = {**TABLE, **DISPUTE, **ROSTER, **FLOW, **PLAY}
"""How each type of fact is cut; a test holds it to the union."""


def cut(sighting: Sighting, cuts: Mapping[type[Fact], Cutter] = CUTS) -> SeenFact | None:
    """The fact of an entry as the audience is told it; None: it learns nothing of it."""
    cutter = cuts.get(type(sighting.entry.fact))
    return cutter(sighting, sighting.entry.fact) if cutter else None
