"""What a tactic looks at: a state as one side sees it, whom to fight, how far off they are, which attacks would go."""

from collections.abc import Iterable, Iterator

from engine.context import Context
from engine.forms import Act
from engine.ruleset import RuleSet
from engine.state import Combatant, State
from events.base import CombatantId
from projections.distance import how_far


class Sighted:
    """A state as one side sees it, and the rules. `awake` are those who take turns, where that is known already."""

    def __init__(self, ruleset: RuleSet, state: State, awake: frozenset[CombatantId] | None = None) -> None:
        self.ruleset = ruleset
        self.awake = awake
        self.state = state
        self.context = Context(state, ruleset.decode_sheet, ruleset.ways)

    def foes(self, combatant: CombatantId) -> tuple[Combatant, ...]:
        """Whom to fight, the nearest first, and of those equally near whoever came first: awake, in the fight, seen."""
        one = self.state.combatants[combatant]
        found = [other for other in self.state.combatants.values() if self._is_foe(one, other)]
        if len(found) > 1:
            found.sort(key=lambda other: how_far(self.ruleset, self.state, one, other))
        return tuple(found)

    def _is_foe(self, one: Combatant, other: Combatant) -> bool:
        if other.status != "in-fight" or other.id == one.id or (one.side and other.side == one.side) or other.unseen:
            return False
        return other.id in self.awake if self.awake is not None else self.ruleset.takes_turns(self.state, other)

    def goes(self, combatant: CombatantId, act: Act) -> bool:
        """Whether the rules have nothing against an act."""
        kind = self.ruleset.actions[act.kind]  # type: ignore[attr-defined]
        return next(iter(kind.check(self.context, combatant, act)), None) is None

    def attacks(self, combatant: CombatantId, target: CombatantId) -> Iterator[Act]:
        """The attacks on somebody that the rules admit, the plainest first."""
        ways = self.ruleset.tactical.attacks(self.context, combatant, target)
        return (act for act in ways if self.goes(combatant, act))

    def first_attack(self, combatant: CombatantId, targets: Iterable[Combatant]) -> tuple[Act, CombatantId] | None:
        """The plainest attack on the first of these who can be attacked."""
        for target in targets:
            act = next(self.attacks(combatant, target.id), None)
            if act is not None:
                return act, target.id
        return None

    def approach(self, combatant: CombatantId, target: CombatantId) -> Act | None:
        """The action that brings somebody to where somebody else is, if the rules have one that goes."""
        ways = self.ruleset.tactical.approaching(self.context, combatant, target)
        return next((act for act in ways if self.goes(combatant, act)), None)

    def struck_there(self, combatant: CombatantId, target: Combatant) -> bool:
        """Whether somebody is only too far off: in another zone, where the rules would admit an attack."""
        zone = target.position.zone
        if zone is None or zone == self.state.combatants[combatant].position.zone:
            return False
        ways = self.ruleset.tactical.attacks(self.context, combatant, target.id)
        return any(self._only_too_far(combatant, act) for act in ways)

    def _only_too_far(self, combatant: CombatantId, act: Act) -> bool:
        kind = self.ruleset.actions[act.kind]  # type: ignore[attr-defined]
        return {no.code for no in kind.check(self.context, combatant, act)} == {"out-of-range"}

    def preparation(self, combatant: CombatantId) -> Act | None:
        """What makes the next attack possible, if there is such a thing."""
        ways = self.ruleset.tactical.preparing(self.context, combatant)
        return next((act for act in ways if self.goes(combatant, act)), None)
