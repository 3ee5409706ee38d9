"""Whole fights played by tactics, from any state: one at a time, and many summed up."""

from projections.simulating.fight import Fall, Fought, Plan, fight
from projections.simulating.summing import Foretold, foretold, how_many

__all__ = ["Fall", "Foretold", "Fought", "Plan", "fight", "foretold", "how_many"]
