"""What a wound brings at once: going down, the Survival Test, the Consciousness Test, death."""

from collections.abc import Callable

from engine.context import Context
from engine.options import Options, flag, word
from engine.procedures.standing import DEAD, UNCONSCIOUS
from engine.registry import rule
from engine.requests import Cause, Procedure, Record
from engine.rulesets.unisystem.counters import FIRST_AID, MINUTES_DYING
from engine.rulesets.unisystem.harm import consciousness_modifiers, goes_down, in_mortal_danger, survival_modifiers
from engine.rulesets.unisystem.levels import in_force
from engine.rulesets.unisystem.objects import break_down
from engine.rulesets.unisystem.tasks import Throw, passes
from engine.rulesets.unisystem.wounds import DYING, PRONE, STABILISED, STUNNED, life_of, takes_turns
from events.base import CombatantId
from events.play import ConditionGained, ConditionLost, CountersLapsed

Test = Callable[[Context, CombatantId, Cause], Procedure[None]]


@rule("UNI-TURN-5")
def wounded(ctx: Context, victim: CombatantId, cause: Cause) -> Procedure[None]:
    """A wound takes effect before anybody else acts: what it undoes, the fall, the Tests it calls for.

    At 0 or fewer Life Points somebody is prone and stunned, at -10 or fewer dying; each new wound is one more cause.
    A thing breaks.
    """
    yield from break_down(ctx, victim, cause)
    if life_of(ctx, victim) is None:
        return
    yield from reopen(ctx, victim, cause)
    yield from knock_down(ctx, victim, cause)
    if ctx.sheet(victim).minimal is not None:
        return  # whoever keeps count of so little rolls the Tests by hand
    for test in tests_in_order():
        if life_of(ctx, victim) is not None:
            yield from test(ctx, victim, cause)


def reopen(ctx: Context, victim: CombatantId, cause: Cause) -> Procedure[None]:
    """A new wound may be given First Aid again (UNI-AID-3)."""
    aided = ctx.combatant(victim).counters.get(FIRST_AID, ())
    if aided:
        yield Record(CountersLapsed(victim, {FIRST_AID: aided}), (cause,))


@rule("UNI-INJ-3")
def knock_down(ctx: Context, victim: CombatantId, cause: Cause) -> Procedure[None]:
    """At 0 Life Points or fewer: down, and stunned for what is left of this Turn."""
    if goes_down(life_of(ctx, victim) or 0):
        yield Record(ConditionGained(victim, PRONE, "UNI-INJ-3"), (cause,))
        yield Record(ConditionGained(victim, STUNNED, "UNI-INJ-3"), (cause,))


@rule("UNI-INJ-10", mutant=lambda: (consciousness_after_wound, survival_after_wound))
def tests_in_order() -> tuple[Test, Test]:
    """Survival first; only a survivor is asked for Consciousness."""
    return survival_after_wound, consciousness_after_wound


def survival_after_wound(ctx: Context, victim: CombatantId, cause: Cause) -> Procedure[None]:
    """The Survival Test that a wound calls for, and the dying that begins with it."""
    life = life_of(ctx, victim)
    if life is None or not in_mortal_danger(life):
        return
    one = ctx.combatant(victim)
    begun = one.has(DYING)
    yield from starts_again(ctx, victim, cause)
    yield Record(ConditionGained(victim, DYING, "UNI-INJ-6"), (cause,))
    if not begun or new_wound_is_tested(ctx.state.options):
        yield from survival_test(ctx, victim, cause)


@rule("UNI-INJ-11")
def starts_again(ctx: Context, victim: CombatantId, cause: Cause) -> Procedure[None]:
    """A wound at -10 or fewer undoes what First Aid has stabilised."""
    stable = ctx.combatant(victim).conditions.get(STABILISED, ())
    if stable:
        yield Record(ConditionLost(victim, STABILISED, stable, "UNI-INJ-11"), (cause,))


@rule("UNI-INJ-11", mutant=lambda options: not flag(options, "new_wound_survival_test"))
def new_wound_is_tested(options: Options) -> bool:
    """Whether a further wound of somebody who is dying already is tested at once, or waits for the minute."""
    return flag(options, "new_wound_survival_test")


def survival_test(ctx: Context, victim: CombatantId, cause: Cause) -> Procedure[None]:
    """d10 + constitution + willpower, less one for each ten below zero and for each minute so far. Failing it kills."""
    one, life = ctx.combatant(victim), life_of(ctx, victim) or 0
    modifiers = survival_modifiers(in_force(ctx, victim), life, one.count(MINUTES_DYING))
    throw = Throw(victim, "survival", "UNI-INJ-6", "nothing")
    survived = yield from passes(ctx, throw, modifiers, because=(cause,))
    if not survived.success:
        yield from die(ctx, victim, survived.cause)


@rule("UNI-INJ-8")
def die(ctx: Context, victim: CombatantId, cause: Cause) -> Procedure[None]:
    """Death. The other conditions stay as they were; nothing falls due for the dead any more."""
    yield Record(ConditionGained(victim, DEAD, "UNI-INJ-8"), (cause,))


def consciousness_after_wound(ctx: Context, victim: CombatantId, cause: Cause) -> Procedure[None]:
    """The Consciousness Test that a wound calls for."""
    life = life_of(ctx, victim)
    if life is None or not consciousness_is_tested(life, ctx.combatant(victim).has(UNCONSCIOUS)):
        return
    modifiers = consciousness_modifiers(in_force(ctx, victim), life)
    throw = Throw(victim, "consciousness", "UNI-INJ-4", "nothing")
    awake = yield from passes(ctx, throw, modifiers, because=(cause,))
    if not awake.success and ctx.knows(victim):
        yield from pass_out(ctx, victim, awake.cause)


@rule("UNI-INJ-4", mutant=lambda life, unconscious: False)
@rule("UNI-INJ-5", mutant=lambda life, unconscious: goes_down(life))
def consciousness_is_tested(life: int, unconscious: bool) -> bool:
    """Whether a wound that leaves so many Life Points asks a conscious character to stay awake."""
    return goes_down(life) and not unconscious


@rule("UNI-INJ-5")
def pass_out(ctx: Context, victim: CombatantId, cause: Cause) -> Procedure[None]:
    """Who fails can neither act nor defend."""
    yield Record(ConditionGained(victim, UNCONSCIOUS, "UNI-INJ-5"), (cause,))


@rule("UNI-INJ-5")
def shake_off(ctx: Context) -> Procedure[None]:
    """A new Turn: who was stunned but conscious may act again. Nothing changes for whoever lies there unconscious."""
    for one in ctx.state.combatants.values():
        stunned = one.conditions.get(STUNNED, ())
        if stunned and takes_turns(ctx.state, one):
            yield Record(ConditionLost(one.id, STUNNED, stunned, "UNI-INJ-5"))


@rule("UNI-INJ-12", mutant=lambda options: word(options, "volley_tests") != "per_hit")
def tests_after_each_hit(options: Options) -> bool:
    """Whether Tests are asked after every hit of one attack roll, or once after all of them."""
    return word(options, "volley_tests") == "per_hit"
