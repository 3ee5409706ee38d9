"""The many ends of an act summed up: chances, spreads and costs of whoever is touched by it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from engine.odds.exact import Branch, Odds
from engine.procedures.ranges import cover_of
from engine.ruleset import RuleSet
from engine.state import Combatant, State
from events.base import CombatantId
from projections.audience import Audience
from projections.odds.told import Chance, CostOdds, Points, Price, TargetOdds, WayOdds, chance_of, spread_of

Found = list[tuple[Branch, int]]
"""A number for each way the act may end."""

CERTAIN: Final = 0.999
"""A condition that ends in all ways but the rarest is told to be part of the price."""


class Asking:
    """Who asks about which act on what state as it is seen: what the sums hang on beside the odds themselves.

    `named` are those the act is aimed at; an act that is `aimed` hits or misses. `cover` is what it says of theirs.
    """

    def __init__(
        self,
        ruleset: RuleSet,
        seen: State,
        audience: Audience,
        actor: CombatantId,
        named: frozenset[CombatantId],
        aimed: bool,
        cover: int | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.seen = seen
        self.audience = audience
        self.actor = actor
        self.named = named
        self.aimed = aimed
        self.cover = cover

    @property
    def only_to_hit(self) -> bool:
        """Whether the table tells this audience no more than how likely a hit is."""
        return self.audience.kind != "gm" and self.seen.options.get("odds") == "to_hit"


class Summing:
    """The sums over the ends of one act; `samples`: so often it was tried, 0: the odds are exact."""

    def __init__(self, asking: Asking, found: Odds, samples: int) -> None:
        self.asking = asking
        self.ruleset = asking.ruleset
        self.before = asking.seen.combatants
        self.found = found
        self.branches = found.branches
        self.samples = samples

    def way(self) -> WayOdds:
        """All of it, as far as the audience may know."""
        targets = () if self.blind else tuple(self._target(self.before[name]) for name in self.touched)
        if self.asking.only_to_hit:
            targets = tuple(
                TargetOdds(combatant=one.combatant, hit=one.hit, hits=one.hits, cover=one.cover) for one in targets
            )
        words = ((branch, str(branch.returned)) for branch in self.branches)
        return WayOdds(
            first=self._first(), outcomes={} if self.blind else self._chances(words), targets=targets, cost=self._cost()
        )

    def _first(self) -> dict[str, Chance]:
        """The tests before the act, each with how likely it is passed."""
        due = {purpose for who, purpose in self.found.modified if who == self.asking.actor}
        return {
            purpose: self._chance(branch for branch in self.branches if branch.returned != word)
            for word, purpose in self.ruleset.falters.items()
            if purpose in due
        }

    @cached_property
    def touched(self) -> tuple[CombatantId, ...]:
        """Whom the act is aimed at, and whoever else it changes, the actor apart."""
        return tuple(
            one.id
            for one in self.before.values()
            if one.id in self.asking.named or (one.id != self.asking.actor and self._changes(one))
        )

    def _changes(self, one: Combatant) -> bool:
        return any(_of(branch, one.id) is not one for branch in self.branches)

    @cached_property
    def hidden(self) -> frozenset[CombatantId]:
        """Who is touched by the act and has numbers that the audience may not see."""
        return frozenset(name for name in self.touched if not self.asking.audience.reads(self.before[name]))

    @property
    def blind(self) -> bool:
        """Whether even a hit hangs on such numbers: they roll against it, or it is no act that hits or misses."""
        return bool(self.hidden & self.found.rolled) or (bool(self.hidden) and not self.asking.aimed)

    @property
    def unknown(self) -> tuple[str, ...]:
        """What hangs on numbers that the audience may not see."""
        if not self.hidden:
            return ()
        return ("hit", "damage", "down", "dead") if self.blind else ("defense", "armor", "down", "dead")

    def _target(self, one: Combatant) -> TargetOdds:
        hits = [(branch, dict(branch.struck).get(one.id, 0)) for branch in self.branches]
        strikes = any(times for _, times in hits)
        damage = self._losses(one)
        outside = TargetOdds(
            combatant=one.id,
            hit=self._chance(branch for branch, times in hits if times) if strikes else None,
            hits=self._spread(hits) if strikes else (),
            cover=cover_of(self.asking.seen, one.id, self.asking.cover) if strikes else 0,
            damage={pool: self._spread(points) for pool, points in damage.items()},
            expected={pool: sum(branch.probability * n for branch, n in points) for pool, points in damage.items()},
        )
        if one.id in self.hidden:
            return replace(outside, bare=True)
        return replace(
            outside,
            down=self._chance(branch for branch in self.branches if self._is_down(branch, one.id)),
            dead=self._chance(branch for branch in self.branches if self._is_dead(branch, one.id)),
            wounds=self._chances((branch, self._word(branch, one.id)) for branch in self.branches),
            conditions=self._gained(one),
        )

    def _losses(self, one: Combatant) -> dict[str, Found]:
        """What each end takes of each pool, of pools that any takes from."""
        found = {pool: [(branch, self._loss(branch, one, pool)) for branch in self.branches] for pool in one.pools}
        return {pool: points for pool, points in found.items() if any(lost for _, lost in points)}

    def _loss(self, branch: Branch, before: Combatant, pool: str) -> int:
        after = _of(branch, before.id)
        lost = before.pools[pool].now - after.pools[pool].now if after is not None else 0
        return -lost if pool in self.ruleset.rising_pools else lost

    def _is_down(self, branch: Branch, name: CombatantId) -> bool:
        one = _of(branch, name)
        return one is None or self.ruleset.inability(branch.state, one) is not None

    def _is_dead(self, branch: Branch, name: CombatantId) -> bool:
        one = _of(branch, name)
        return one is None or self.ruleset.is_lost(one)

    def _word(self, branch: Branch, name: CombatantId) -> str:
        one = _of(branch, name)
        return self.ruleset.wound_word(branch.state, one) if one is not None else ""

    def _cost(self) -> CostOdds:
        one = self.before[self.asking.actor]
        rounds = {weapon: [(branch, _spent(branch, one, weapon)) for branch in self.branches] for weapon in one.ammo}
        return CostOdds(
            ammo={weapon: self._spread(spent) for weapon, spent in rounds.items() if any(n for _, n in spent)},
            pools={pool: self._spread(points) for pool, points in self._losses(one).items()},
            conditions=self._gained(one),
            ended=self._ended(one),
            counts={name: self._spread(found) for name, found in self._counted(one).items()},
            modifiers={purpose: said for (who, purpose), said in self.found.modified.items() if who == one.id and said},
        )

    def price(self) -> Price:
        """What the act costs its actor, in short."""
        one = self.before[self.asking.actor]
        spent = {weapon: [(branch, _spent(branch, one, weapon)) for branch in self.branches] for weapon in one.ammo}
        return Price(
            ammo=_ranges(spent),
            pools=_ranges(self._losses(one)),
            counts=_ranges(self._counted(one)),
            ended=tuple(name for name, held in self._ended(one).items() if held.chance > CERTAIN),
        )

    def _counted(self, one: Combatant) -> dict[str, Found]:
        """What is counted more of, of counts that any end raises."""
        afters = [(branch, _of(branch, one.id) or one) for branch in self.branches]
        names = sorted({name for _, after in afters if after is not one for name in after.counters})
        found = {name: [(branch, after.count(name) - one.count(name)) for branch, after in afters] for name in names}
        return {name: counted for name, counted in found.items() if any(n > 0 for _, n in counted)}

    def _ended(self, one: Combatant) -> dict[str, Chance]:
        """The conditions that somebody has and may be rid of."""
        return self._chances(
            (branch, name)
            for branch in self.branches
            for name in one.conditions
            if one.has(name) and not (_of(branch, one.id) or one).has(name)
        )

    def _gained(self, one: Combatant) -> dict[str, Chance]:
        """The conditions that somebody may come by and does not have yet."""
        ends = ((branch, _of(branch, one.id)) for branch in self.branches)
        changed = [(branch, after) for branch, after in ends if after is not None and after is not one]
        return self._chances(
            (branch, name)
            for branch, after in changed
            for name in after.conditions
            if after.has(name) and not one.has(name)
        )

    # sums

    def _chance(self, branches: Iterable[Branch]) -> Chance:
        return chance_of(sum(branch.probability for branch in branches), self.samples)

    def _spread(self, found: Iterable[tuple[Branch, int]]) -> tuple[Points, ...]:
        sums: defaultdict[int, float] = defaultdict(float)
        for branch, points in found:
            sums[points] += branch.probability
        return spread_of(sums.items(), self.samples)

    def _chances(self, found: Iterable[tuple[Branch, str]]) -> dict[str, Chance]:
        sums: defaultdict[str, float] = defaultdict(float)
        for branch, word in found:
            sums[word] += branch.probability
        return {word: chance_of(sums[word], self.samples) for word in sorted(sums) if word}


def _of(branch: Branch, name: CombatantId) -> Combatant | None:
    return branch.state.combatants.get(name)


def _ranges(found: Mapping[str, Found]) -> dict[str, tuple[int, int]]:
    """The least and the most of each, of those that are ever more than nothing."""
    ranges = {name: (min(n for _, n in ways), max(n for _, n in ways)) for name, ways in found.items() if ways}
    return {name: both for name, both in ranges.items() if both[1] > 0}


def _spent(branch: Branch, before: Combatant, weapon: str) -> int:
    after = _of(branch, before.id)
    return before.ammo[weapon] - after.ammo.get(weapon, 0) if after is not None else 0
