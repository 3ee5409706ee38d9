"""How odds are told: chances, spreads of points, what becomes of each target, what an act costs."""

from collections.abc import Iterable
from math import sqrt
from typing import Any, Final

import msgspec

from events.base import CombatantId
from events.play import Modifier
from projections.sight import Shown

CONFIDENCE: Final = 0.95
_Z: Final = 1.959963984540054
"""So many standard deviations around a mean hold 95 in 100."""


class Chance(Shown, frozen=True, kw_only=True):
    """How likely something is. Where it was tried, not worked out, it lies from `low` to `high` 95 times in 100."""

    chance: float
    low: float | None = None
    high: float | None = None


class Points(Shown, frozen=True, kw_only=True):
    """How likely so many points, rounds or hits are; `low` and `high` as for any chance."""

    points: int
    chance: float
    low: float | None = None
    high: float | None = None


class TargetOdds(Shown, frozen=True, kw_only=True):
    """What becomes of somebody: struck at all and how often, behind how much cover, points lost of each pool, down
    (unable to act), dead.

    Where armor and wounds are not the seat's to know, `bare` damage is told: that of somebody without armor.
    """

    combatant: CombatantId
    hit: Chance | None = None
    hits: tuple[Points, ...] = ()
    cover: int = 0
    damage: dict[str, tuple[Points, ...]] = {}
    expected: dict[str, float] = {}
    bare: bool = False
    down: Chance | None = None
    dead: Chance | None = None
    wounds: dict[str, Chance] = {}
    conditions: dict[str, Chance] = {}


class CostOdds(Shown, frozen=True, kw_only=True):
    """What an act costs whoever does it: rounds of each weapon, points of each pool, conditions it may bring, those
    that it may end (aim, cover), what is counted of the turn, and what is added to their first roll of each purpose."""

    ammo: dict[str, tuple[Points, ...]] = {}
    pools: dict[str, tuple[Points, ...]] = {}
    conditions: dict[str, Chance] = {}
    ended: dict[str, Chance] = {}
    counts: dict[str, tuple[Points, ...]] = {}
    modifiers: dict[str, tuple[Modifier, ...]] = {}


class Price(Shown, frozen=True, kw_only=True):
    """What an act costs whoever does it, in short, from the least to the most that it may be: rounds of each weapon,
    points of each pool, what is counted of the turn. `ended` are the conditions that it ends."""

    ammo: dict[str, tuple[int, int]] = {}
    pools: dict[str, tuple[int, int]] = {}
    counts: dict[str, tuple[int, int]] = {}
    ended: tuple[str, ...] = ()


class WayOdds(Shown, frozen=True, kw_only=True):
    """How an act may go: the words it may end with, its targets, its cost.

    `first` are tests of its actor that come before it, by what they are for, and how likely they are passed: else it is
    not carried out. All other chances count with them.
    """

    first: dict[str, Chance] = {}
    outcomes: dict[str, Chance] = {}
    targets: tuple[TargetOdds, ...] = ()
    cost: CostOdds = CostOdds()


class AskedOdds(Shown, frozen=True, kw_only=True):
    """Somebody would be asked to choose: how the act may go with each choice. Elsewhere the default is taken."""

    combatant: CombatantId
    purpose: str
    default: str
    options: dict[str, WayOdds]


class OddsSeen(WayOdds, frozen=True, kw_only=True):
    """The odds of an act. `cut` is the weight of what was left out of exact ones; `samples` how often it was tried
    where there are too many ways for exact ones. `unknown` is what hangs on numbers the seat may not see."""

    combatant: CombatantId
    action: msgspec.Raw
    exact: bool
    cut: float = 0.0
    samples: int = 0
    confidence: float | None = None
    unknown: tuple[str, ...] = ()
    asked: tuple[AskedOdds, ...] = ()


class Glance(Shown, frozen=True, kw_only=True):
    """The odds of an act against one of its targets in short."""

    target: CombatantId
    hit: float | None = None
    down: float | None = None
    dead: float | None = None
    expected: dict[str, float] = {}


def chance_of(probability: float, samples: int) -> Chance:
    """A chance with its interval, where it was found in so many trials; 0: it was worked out."""
    return Chance(**_interval(probability, samples))


def spread_of(sums: Iterable[tuple[int, float]], samples: int) -> tuple[Points, ...]:
    """A spread in ascending order."""
    return tuple(Points(points=points, **_interval(p, samples)) for points, p in sorted(sums))


def _interval(probability: float, samples: int) -> dict[str, Any]:
    """Wilson's interval: it holds for rare things too."""
    told = {"chance": min(1.0, probability)}
    if not samples:
        return told
    z2 = _Z * _Z / samples
    middle = (probability + z2 / 2) / (1 + z2)
    half = _Z / (1 + z2) * sqrt(max(0.0, probability * (1 - probability)) / samples + z2 / (4 * samples))
    return {**told, "low": max(0.0, middle - half), "high": min(1.0, middle + half)}
