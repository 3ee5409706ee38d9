"""The three tactics: whoever is nearest; what does most by the odds; cover under fire, away at half strength."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from engine.commands import Act, Command, Done, PlaceCombatant, SetStatus
from engine.forms import Act as Action
from engine.odds.exact import Odds, odds
from engine.odds.walk import OverBudget
from engine.play import fields_of, kind_of
from engine.procedures.ranges import cover_of, known_range
from engine.ruleset import RuleSet
from engine.state import Combatant, State
from events.base import CombatantId
from projections.tactics.sighted import Sighted

HALF: Final = 0.5
"""The part of its strength at which somebody breaks off."""

BUDGET: Final = 12_000
"""Moves of procedures after which an attack is too much to be weighed."""

LEAST: Final = 1e-6
"""Ways to fall that weigh less than this make no difference to which attack is the best."""

ROLES: Final = ("attacker", "target")

MOST_WEIGHED: Final = 8
"""Attacks on so many foes, the nearest that can be attacked, are weighed against each other."""

_encode: Final = msgspec.json.Encoder().encode


LEAST_TOLD: Final = 0.005
"""A part of the strength that is less than this is not told: nothing is known of whoever takes it, or it is nothing."""

Reason = Literal["nearest", "prepares", "nobody", "most", "breaks-off", "cover", "closes-in"]
"""Why, as a code: whoever is nearest, what makes an attack possible, nobody to attack, the most by the odds, half of
the strength gone, better cover first, out of reach so far."""


class Choice(msgspec.Struct, frozen=True):
    """What somebody would do: ordinary commands, at whom, and why, in words and as a code."""

    commands: tuple[Command, ...]
    target: CombatantId | None
    why: str
    reason: Reason


Tactic = Callable[[Sighted, CombatantId], Choice]


def act_of(combatant: CombatantId, action: Action) -> Act:
    """The command that carries an action out and ends the activation with it."""
    return Act(combatant=combatant, action=msgspec.Raw(_encode(action)), done=True)


def nearest(at: Sighted, combatant: CombatantId) -> Choice:
    """Attack whoever is nearest, in the plainest way."""
    found = at.first_attack(combatant, at.foes(combatant))
    if found is None:
        return without_attack(at, combatant)
    action, target = found
    return Choice((act_of(combatant, action),), target, f"{at.state.name(target)} is the nearest", "nearest")


def without_attack(at: Sighted, combatant: CombatantId) -> Choice:
    """What somebody does who cannot attack: get ready for it, go to whom it could strike, or nothing."""
    action = at.preparation(combatant)
    if action is not None:
        return Choice((act_of(combatant, action),), None, "no attack is possible before that", "prepares")
    reached = next((foe for foe in at.foes(combatant) if at.struck_there(combatant, foe)), None)
    if reached is not None:
        return _closing_in(at, combatant, reached)
    return Choice((Done(combatant=combatant),), None, "there is nobody to attack, or nothing to do it with", "nobody")


def _closing_in(at: Sighted, combatant: CombatantId, foe: Combatant) -> Choice:
    """Move to where somebody is: by the rules' action for it, else the GM places whoever goes there and that is all."""
    why = f"{foe.name} is out of reach: it goes there first"
    action = at.approach(combatant, foe.id)
    if action is not None:
        return Choice((act_of(combatant, action),), None, why, "closes-in")
    moved = PlaceCombatant(combatant=combatant, zone=foe.position.zone)
    return Choice((moved, Done(combatant=combatant)), None, why, "closes-in")


# by the odds


def strongest(at: Sighted, combatant: CombatantId) -> Choice:
    """Make the attack that is expected to do the most, by the odds; of equals the one on whoever is nearest."""
    best: tuple[float, Action, CombatantId] | None = None
    for target, attacks in islice(_attackable(at, combatant), MOST_WEIGHED):
        for action in attacks:
            worth = expected(at, combatant, action, target)
            if worth is not None and (best is None or worth > best[0] + 1e-9):
                best = worth, action, target
    if best is None:
        return nearest(at, combatant)
    worth, action, target_id = best
    share = f"about {worth:.0%} of the strength of {at.state.name(target_id)}: " if worth >= LEAST_TOLD else ""
    return Choice((act_of(combatant, action),), target_id, f"{share}no other attack takes more", "most")


def _attackable(at: Sighted, combatant: CombatantId) -> Iterator[tuple[CombatantId, tuple[Action, ...]]]:
    for foe in at.foes(combatant):
        attacks = tuple(at.attacks(combatant, foe.id))
        if attacks:
            yield foe.id, attacks


def expected(at: Sighted, combatant: CombatantId, action: Action, target: CombatantId) -> float | None:
    """What part of the target's strength an attack is expected to take; None: there are too many ways to say."""
    before = at.state.combatants[target]
    return _expected(_Asked(at.ruleset, at.state, combatant, _encode(action), before))


class _Asked:
    """An attack and all that its odds hang on as far as tactics care: the two of them, and how they stand.

    It makes no difference what they are called, so whoever attacks one of several alike has weighed all of them.
    """

    def __init__(
        self, ruleset: RuleSet, state: State, combatant: CombatantId, action: bytes, target: Combatant
    ) -> None:
        self.ruleset, self.combatant, self.action = ruleset, combatant, action
        self.on: tuple[State, Combatant] | None = (state, target)
        two = (state.combatants[combatant], target)
        named = {one.id: role for role, one in zip(ROLES, two, strict=True)}
        fields = msgspec.json.decode(action)
        anonymous = _encode({**fields, "target": named.get(fields.get("target"), "")})
        stands = tuple(_stands(ruleset, one, named) for one in two)
        self.key = (ruleset.id, anonymous, stands, _encode(_around(state, combatant, target.id)))

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self.key == other.key


def _stands(ruleset: RuleSet, one: Combatant, named: Mapping[CombatantId, str]) -> Any:
    """How somebody stands; what is counted by whom it came from is counted by the role of that one."""
    counters = {_by_role(name, named): causes for name, causes in one.counters.items()}
    return bytes(one.sheet), ruleset.odds_view(replace(one, counters=counters))


def _by_role(counter: str, named: Mapping[CombatantId, str]) -> str:
    what, _, whom = counter.partition(":")
    return f"{what}:{named.get(whom, whom)}" if whom else counter


def _around(state: State, one: CombatantId, other: CombatantId) -> Any:
    """What stands between two, and what they said they would do."""
    declared = state.fight.declared if state.fight is not None else {}
    between = known_range(state, one, other)
    return state.scene, between.band, between.distance, declared.get(one), declared.get(other), state.options


@lru_cache(maxsize=2048)
def _expected(asked: _Asked) -> float | None:
    assert asked.on is not None, "each is asked once; who asks the same again finds the answer"
    (state, target), asked.on = asked.on, None  # the answer is kept, and no table with it
    kind = kind_of(asked.ruleset, asked.action)
    values = (asked.combatant, fields_of(kind, asked.action))
    try:
        found: Odds = odds(asked.ruleset, state, kind.procedure, values, budget=BUDGET, least=LEAST)
    except OverBudget:
        return None
    left = asked.ruleset.tactical.left
    before = left(target)
    ends = ((branch.probability, branch.state.combatants.get(target.id)) for branch in found.branches)
    return sum(p * max(0.0, before - (left(after) if after is not None else 0.0)) for p, after in ends)


# staying alive


def careful(at: Sighted, combatant: CombatantId) -> Choice:
    """Break off at half strength; when shot at go where there is better cover; else attack whoever is nearest."""
    one = at.state.combatants[combatant]
    tactical = at.ruleset.tactical
    if tactical.left(one) <= HALF:
        fled = SetStatus(combatant=combatant, status="fled")
        return Choice((fled,), None, "half of its strength is gone: it breaks off", "breaks-off")
    shelter = next(_better_cover(at, one), None) if tactical.shot_at(one) else None
    then = nearest(at, combatant)
    if shelter is None:
        return then
    rest = (command for command in then.commands if not isinstance(command, PlaceCombatant))
    moved = (PlaceCombatant(combatant=combatant, zone=shelter), *rest)
    why = f"it has been shot at, and there is better cover at {shelter}; {then.why}"
    return Choice(moved, then.target, why, "cover")


def _better_cover(at: Sighted, one: Combatant) -> Iterator[str]:
    """The zones with more cover than somebody has, the best first. Cover of its own goes along wherever it goes, so
    there is none for whoever has such."""
    if one.position.cover is not None:
        return iter(())
    cover = cover_of(at.state, one.id, None)
    better = [(zone.cover, name) for name, zone in at.state.scene.zones.items() if zone.cover > cover]
    return (name for _, name in sorted(better, key=lambda found: -found[0]))


TacticName = Literal["nearest", "strongest", "careful"]
"""What a tactic is called."""

TACTICS: Final[Mapping[str, Tactic]] = {"nearest": nearest, "strongest": strongest, "careful": careful}
"""Every tactic by its name; its docstring says what it does."""

WEIGHING: Final = frozenset({"strongest"})
"""Those that weigh attacks by their odds, which takes a while."""
