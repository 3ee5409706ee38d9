"""Odds as a seat may know them: worked out on what it sees, told as chances, spreads and costs."""

from projections.odds.told import Chance, Glance, OddsSeen, Points, Price, TargetOdds, WayOdds
from projections.odds.working import MOST_AIMED, Effort, OddsOf, aims, glances, odds_seen, priced

__all__ = [
    "MOST_AIMED",
    "Chance",
    "Effort",
    "Glance",
    "OddsOf",
    "OddsSeen",
    "Points",
    "Price",
    "TargetOdds",
    "WayOdds",
    "aims",
    "glances",
    "odds_seen",
    "priced",
]
