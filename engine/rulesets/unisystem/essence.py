"""Essence: spending and losing it, the Tests below zero, the mental level that a failed one takes, its return."""

from collections.abc import Callable, Iterator

from engine.context import Context
from engine.procedures.standing import DEAD
from engine.refusals import Refusal, refusal
from engine.registry import rule
from engine.requests import Cause, Procedure, Record
from engine.rulesets.unisystem.arithmetic import (
    Modifiers,
    difficult_test_modifiers,
    two_attribute_test_modifiers,
)
from engine.rulesets.unisystem.damage import lose
from engine.rulesets.unisystem.fields import SpendAct
from engine.rulesets.unisystem.levels import LEVELS_LOST, MENTAL, in_force
from engine.rulesets.unisystem.low_spirits import rise, sink
from engine.rulesets.unisystem.sheet import Mental
from engine.rulesets.unisystem.tables import TABLES
from engine.rulesets.unisystem.tasks import Throw, passes
from engine.rulesets.unisystem.ways import Hurt
from engine.rulesets.unisystem.wounds import ESSENCE, life_of
from events.base import CombatantId
from events.play import ConditionGained, CounterRaised, CountersLapsed, DamageApplied, Modifier, PoolRestored, Step

Test = Callable[[Context, CombatantId, Mental, Cause], Procedure[None]]


def spend(ctx: Context, actor: CombatantId, act: SpendAct) -> Procedure[str]:
    """Essence spent by choice."""
    steps = (Step("spent", "set", act.amount, act.amount, "UNI-ESS-1"),)
    yield from drain(ctx, DamageApplied(actor, ESSENCE, -act.amount, steps), "willpower")
    return "spent"


@rule("UNI-ESS-1")
def against_debt(ctx: Context, actor: CombatantId, act: SpendAct) -> Iterator[Refusal]:
    """What speaks against spending Essence: nobody goes below zero by choice."""
    left = essence_of(ctx, actor)
    if act.amount > left:
        name = ctx.combatant(actor).name
        yield refusal("essence-below-zero", f"{name} has {left} Essence and cannot spend {act.amount}", "UNI-ESS-1")


def drain(ctx: Context, loss: DamageApplied, attribute: Mental) -> Procedure[None]:
    """Essence is lost, and the Tests come that such a loss calls for; a failed one costs a level of the attribute."""
    hurt: Hurt = yield from lose(ctx, loss)
    if not hurt.points:
        return
    yield from sink(ctx, loss.combatant, ESSENCE, hurt.cause)
    for test in tests_of_the_drained():
        if life_of(ctx, loss.combatant) is not None and is_drained(essence_of(ctx, loss.combatant)):
            yield from test(ctx, loss.combatant, attribute, hurt.cause)


@rule("UNI-ESS-2", mutant=lambda amount, left: max(0, min(amount, left)))
def most_to_lose(amount: int, left: int) -> int:
    """How much of a loss that nobody chooses takes effect: all of it, below zero too."""
    return amount


def essence_of(ctx: Context, combatant: CombatantId) -> int:
    """Essence Points."""
    pools = ctx.combatant(combatant).pools
    return pools[ESSENCE].now if ESSENCE in pools else 0


@rule("UNI-ESS-6", mutant=lambda essence: False)
def is_drained(essence: int) -> bool:
    """Whether a loss that leaves so little Essence calls for Tests: below zero, not at zero, for each such loss."""
    return essence < 0


@rule("UNI-ESS-8", mutant=lambda: (keep_the_mind, survive_without_essence))
def tests_of_the_drained() -> tuple[Test, Test]:
    """Survival first; the dead roll nothing more."""
    return survive_without_essence, keep_the_mind


def keep_the_mind(ctx: Context, victim: CombatantId, attribute: Mental, cause: Cause) -> Procedure[None]:
    """The Difficult Willpower Test of those below zero Essence."""
    own = difficult_test_modifiers(in_force(ctx, victim), "willpower")
    throw = Throw(victim, "willpower", "UNI-ESS-6", "nothing", spared=True)
    kept = yield from passes(ctx, throw, own, drained_modifiers(essence_of(ctx, victim)), because=(cause,))
    if not kept.success and ctx.knows(victim):
        yield from lose_a_level(ctx, victim, attribute, kept.cause)


@rule("UNI-ESS-6")
def drained_modifiers(essence: int) -> Modifiers:
    """What Essence below zero takes from that Test: one for each full five points."""
    fives = max(0, -essence) // TABLES.drained.points
    return (Modifier("UNI-ESS-6", -fives, "for each five below zero"),) if fives else ()


@rule("UNI-ESS-7")
def lose_a_level(ctx: Context, victim: CombatantId, attribute: Mental, cause: Cause) -> Procedure[None]:
    """One level of one mental attribute is gone for a time."""
    yield Record(CounterRaised(victim, f"{LEVELS_LOST}{named_by_the_caller(attribute)}"), (cause,))


@rule("UNI-ESS-8", mutant=lambda attribute: "willpower" if attribute != "willpower" else "perception")
def named_by_the_caller(attribute: Mental) -> Mental:
    """Which attribute a failed Test takes a level of: the one that whoever tells of the loss names."""
    return attribute


def survive_without_essence(ctx: Context, victim: CombatantId, attribute: Mental, cause: Cause) -> Procedure[None]:
    """The Survival Test of those at -30 Essence or less. A body killed by it shows no cause of death (UNI-ESS-10)."""
    essence = essence_of(ctx, victim)
    if not is_drained_to_death(essence):
        return
    attributes = two_attribute_test_modifiers(in_force(ctx, victim), "constitution", "willpower")
    throw = Throw(victim, "survival", "UNI-ESS-9", "nothing", spared=True)
    survived = yield from passes(ctx, throw, attributes, drained_to_death_modifiers(essence), because=(cause,))
    if not survived.success and ctx.knows(victim):
        yield from die_of_it(ctx, victim, survived.cause)


@rule("UNI-ESS-9", mutant=lambda essence: essence < TABLES.drained_to_death.at_most)
def is_drained_to_death(essence: int) -> bool:
    """Whether a loss that leaves so little Essence may kill."""
    return essence <= TABLES.drained_to_death.at_most


@rule("UNI-ESS-9")
def drained_to_death_modifiers(essence: int) -> Modifiers:
    """What Essence below zero takes from that Survival Test: one for each full ten points."""
    tens = max(0, -essence) // TABLES.drained_to_death.points
    return (Modifier("UNI-ESS-9", -tens, "for each ten below zero"),) if tens else ()


@rule("UNI-ESS-9")
def die_of_it(ctx: Context, victim: CombatantId, cause: Cause) -> Procedure[None]:
    """Death by loss of Essence."""
    yield Record(ConditionGained(victim, DEAD, "UNI-ESS-9"), (cause,))


def refill(ctx: Context, combatant: CombatantId, points: int, rule_id: str = "UNI-ESS-11") -> Procedure[None]:
    """Essence given back, and what that puts an end to. The points are known to have room."""
    cause: Cause = yield Record(PoolRestored(combatant, ESSENCE, points, rule_id))
    yield from rise(ctx, combatant, ESSENCE, cause)
    if essence_of(ctx, combatant) >= 0:
        yield from levels_return(ctx, combatant, cause)


@rule("UNI-ESS-8")
def levels_return(ctx: Context, combatant: CombatantId, cause: Cause) -> Procedure[None]:
    """The mental levels come back with Essence at zero or more."""
    counters = ctx.combatant(combatant).counters
    lost = {name: causes for name, causes in counters.items() if name.startswith(LEVELS_LOST)}
    if lost:
        yield Record(CountersLapsed(combatant, lost), (cause,))


@rule("UNI-ESS-11", mutant=lambda willpower, hours: 0)
def gathered(willpower: int, hours: int) -> int:
    """The Essence that so many full hours give back."""
    return willpower * hours


def against_loss(pool: str, attribute: str) -> Iterator[Refusal]:
    """What speaks against a loss: only one of Essence puts an attribute at risk, and only a mental one."""
    if attribute and pool != ESSENCE:
        yield refusal("invalid", "only a loss of Essence puts an attribute at risk")
    elif attribute and attribute not in MENTAL:
        yield refusal("invalid", f"a loss of Essence takes a level of {', '.join(MENTAL)}", "UNI-ESS-8")
