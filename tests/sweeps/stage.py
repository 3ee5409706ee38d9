"""A stage on which one act after the other is tried with exact dice from the very same moment, and what came of it."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, TypeVar

import msgspec

from api.scenarios.dice import ScriptedDice
from api.scenarios.memory import MemoryTable, Move
from engine.commands import Act, EnterCombatant, Given, OpenTable, RefereeModifier, SetCondition
from engine.decide import Accepted, decide
from engine.rulesets import RULESETS
from events.base import Fact
from events.play import ConditionGained, DamageApplied, Rolled
from tests.reps import SOAK

Case = TypeVar("Case")
STRIDE = 7919
"""A prime: steps of this length come by every value of every axis."""


class Outcome(msgspec.Struct, frozen=True):
    """What an act led to."""

    facts: tuple[Fact, ...]

    def of(self, kind: type[Any]) -> list[Any]:
        """The facts of a type, in order."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    @property
    def purposes(self) -> list[str]:
        """What dice were thrown for, in order."""
        return [roll.purpose for roll in self.of(Rolled)]

    @property
    def losses(self) -> list[tuple[str, int]]:
        """Points and the pool they went to or from, hit by hit."""
        return [(loss.pool, loss.change) for loss in self.of(DamageApplied)]

    @property
    def gained(self) -> set[str]:
        """Conditions that somebody came into."""
        return {fact.condition for fact in self.of(ConditionGained)}


class Stage:
    """A fight at its first actions. Nothing that is tried there leaves a trace."""

    def __init__(
        self,
        ruleset: str,
        sheets: dict[str, Any],
        options: dict[str, Any] | None = None,
        senseless: bool = False,
    ) -> None:
        self.table = MemoryTable(RULESETS[ruleset])
        assert self.table.open(OpenTable(title="Sweep", ruleset=ruleset, options=options or {})) is None
        for name, sheet in sheets.items():
            raw = msgspec.Raw(msgspec.json.encode(sheet))
            entered = self.table.give(EnterCombatant(combatant=name, name=name, sheet=raw), Move(f"enter-{name}"))
            assert isinstance(entered, Accepted), entered
        actor, *others = sheets
        for name in others if senseless else ():
            struck = self.table.give(SetCondition(combatant=name, condition="unconscious"), Move(f"strike-{name}"))
            assert isinstance(struck, Accepted), struck
        assert self.table.stage((actor,), 1, actor) is None

    def play(self, actor: str, action: dict[str, Any], faces: Sequence[int], worse: int = 0) -> Outcome:
        """What an act leads to with exactly these faces: no more of them, and no fewer. `worse` is what the referee
        takes from its rolls."""
        given = Given(table="sweep", seat="gm", command="try", digest="0" * 64, now=1_000_000)
        dice = ScriptedDice(tuple(faces))
        own = (RefereeModifier(-worse, "the sweep's own"),) if worse else ()
        command = Act(combatant=actor, action=msgspec.Raw(msgspec.json.encode(action)), modifiers=own)
        verdict = decide(self.table.history, self.table.ruleset, command, given, dice)
        assert isinstance(verdict, Accepted), verdict
        assert not dice.left, f"{len(dice.left)} faces were not asked for"
        outcome = Outcome(tuple(entry.fact for entry in verdict.entries))
        known = self.table.ruleset.rulebook.by_id
        for loss in outcome.of(DamageApplied):
            assert {step.rule for step in loss.steps} <= set(known)
            assert abs(loss.change) == loss.steps[-1].result
        for roll in outcome.of(Rolled):
            assert roll.rule in known and {one.rule for one in roll.modifiers} <= {*known, ""}
            assert roll.total == sum(roll.counts) + sum(one.value for one in roll.modifiers)
        return outcome


def combinations(*axes: Sequence[Any], ci: int) -> Iterator[tuple[Any, ...]]:
    """Every combination under `make soak`; so many of them, spread over all axes, in everyday runs."""
    everything = list(product(*axes))
    if SOAK or len(everything) <= ci:
        yield from everything
        return
    assert len(everything) % STRIDE
    for number in range(ci):
        yield everything[number * STRIDE % len(everything)]
