"""Tear gas: who is in it, and who has just left it, must pass a Test to act; and the rounds of the blinded."""

from collections.abc import Iterator
from typing import Final

from engine.context import Context
from engine.procedures.standing import DEAD
from engine.refusals import Refusal, refusal
from engine.registry import rule
from engine.requests import Procedure, Record
from engine.rulesets.firefight.counters import (
    BLIND_ROUNDS,
    BLINDED_NOW,
    GAS_CHOKES,
    GAS_DUE,
    GAS_ROUNDS,
    GAS_TESTED,
)
from engine.rulesets.firefight.sight import BLINDED
from engine.rulesets.firefight.tables import TABLES
from engine.rulesets.unisystem import wounds
from engine.rulesets.unisystem.arithmetic import difficult_test_modifiers
from engine.rulesets.unisystem.levels import in_force
from engine.rulesets.unisystem.tasks import Throw, passes
from engine.state import Combatant, State
from events.base import CombatantId, Fact
from events.play import ConditionGained, ConditionLost, CounterRaised, CountersLapsed

GASSED: Final = "gassed"


def breathe_gas(ctx: Context, name: CombatantId) -> Procedure[None]:
    """Somebody is in the cloud from now on."""
    yield Record(ConditionGained(name, GASSED, "FIRE-GAS-2"))
    for fact in exposed(ctx.combatant(name)):
        yield Record(fact)


def exposed(one: Combatant) -> Iterator[Fact]:
    """The rounds that will still be tested after the one in which somebody leaves the cloud."""
    before = one.counters.get(GAS_ROUNDS, ())
    if before:
        yield CountersLapsed(one.id, {GAS_ROUNDS: before})
    for _ in range(further_rounds()):
        yield CounterRaised(one.id, GAS_ROUNDS)


@rule("FIRE-GAS-3", mutant=lambda: TABLES.tear_gas.further_rounds + 1)
def further_rounds() -> int:
    """How many rounds after the one of leaving are tested too."""
    return TABLES.tear_gas.further_rounds


def gas_clears(ctx: Context) -> Procedure[None]:
    """A new round: who has left the cloud is tested once more, as long as rounds are left."""
    for one in tuple(ctx.state.combatants.values()):
        rounds = one.counters.get(GAS_ROUNDS, ())
        if one.has(GASSED):
            if len(rounds) < further_rounds():
                for fact in exposed(one):
                    yield Record(fact)
        elif rounds:
            yield Record(CountersLapsed(one.id, {GAS_ROUNDS: rounds[:1]}))
            yield Record(CounterRaised(one.id, GAS_DUE))


def choke(ctx: Context, combatant: CombatantId) -> Procedure[None]:
    """The Difficult Willpower Test at the character's own turn, once in a round."""
    one = ctx.combatant(combatant)
    if is_tested(one) and wounds.inability(ctx.state, one) is None:
        yield Record(CounterRaised(combatant, GAS_TESTED))
        own = difficult_test_modifiers(in_force(ctx, combatant), "willpower")
        passed = yield from passes(ctx, Throw(combatant, "willpower", "FIRE-GAS-2", lapses=True), own)
        if not passed.success:
            yield Record(CounterRaised(combatant, GAS_CHOKES), (passed.cause,))


@rule("FIRE-GAS-2", mutant=lambda one: False)
def is_tested(one: Combatant) -> bool:
    """Whether gas asks a Test of somebody who comes up."""
    return not one.count(GAS_TESTED) and (one.has(GASSED) or bool(one.count(GAS_DUE)))


def inability(state: State, one: Combatant) -> Refusal | None:
    """Why somebody cannot act at all: as in unisystem, or the gas of this round."""
    return wounds.inability(state, one) or chokes(one)


@rule("FIRE-GAS-2", mutant=lambda one: None)
def chokes(one: Combatant) -> Refusal | None:
    """Why gas keeps somebody from acting in this round."""
    if one.count(GAS_CHOKES):
        return refusal("cannot-act", f"{one.name} cannot act in the tear gas", "FIRE-GAS-2")
    return None


def brings(ctx: Context, combatant: CombatantId, condition: str, given: bool) -> Iterator[Fact]:
    """What comes with a condition that the referee gives: the rounds of tear gas."""
    if condition == GASSED and given:
        yield from exposed(ctx.combatant(combatant))


def sight_returns(ctx: Context) -> Procedure[None]:
    """The end of a round: one round of blindness less, but not of that which began in it."""
    for one in tuple(ctx.state.combatants.values()):
        rounds = one.counters.get(BLIND_ROUNDS, ())
        if rounds and not one.count(BLINDED_NOW) and not one.has(DEAD):
            yield Record(CountersLapsed(one.id, {BLIND_ROUNDS: rounds[:1]}))
            if len(rounds) == 1:
                yield Record(ConditionLost(one.id, BLINDED, one.conditions.get(BLINDED, ()), "FIRE-FLASH-3"))
