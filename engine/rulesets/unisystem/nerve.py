"""Acting under fire: the Willpower Test before the first act of somebody who was shot at."""

from collections.abc import Iterator

from engine.context import Context
from engine.options import word
from engine.procedures.standing import in_a_turn
from engine.refusals import Refusal, refusal
from engine.registry import rule
from engine.requests import Call, Cause, Procedure, Record, Success
from engine.rulesets.unisystem.arithmetic import simple_test_modifiers
from engine.rulesets.unisystem.counters import FROZEN, NERVE_TESTED, shooters_at
from engine.rulesets.unisystem.levels import in_force
from engine.rulesets.unisystem.tasks import Throw, passes
from events.base import CombatantId
from events.play import CounterRaised


def steady(ctx: Context, combatant: CombatantId) -> Procedure[tuple[bool, tuple[Cause, ...]]]:
    """Whether somebody about to act keeps their nerve, and the Tests that say so (none: nothing was at stake)."""
    causes: list[Cause] = []
    for number in range(1, nerve_tests_due(ctx, combatant) + 1):
        if not ctx.knows(combatant):
            break
        if number == 1:
            yield Record(CounterRaised(combatant, NERVE_TESTED))
        tested: Success = yield Call(nerve_test, (combatant,), at=f"nerve{number}")
        causes.append(tested.cause)
        if not tested.success:
            yield from freeze(ctx, combatant, tested.cause)
            return loses_intention(), tuple(causes)
    return True, tuple(causes)


@rule("UNI-NERVE-1", mutant=lambda ctx, combatant: 0)
@rule("UNI-NERVE-3", mutant=lambda ctx, combatant: len(shooters_at(ctx.combatant(combatant))))
def nerve_tests_due(ctx: Context, combatant: CombatantId) -> int:
    """How many Tests acting asks for: one in a Turn for whoever was shot at in it, or one for each who fired."""
    one = ctx.combatant(combatant)
    shooters = len(shooters_at(one))
    mode = word(ctx.state.options, "under_fire_test")
    untested = mode == "off" or ctx.sheet(combatant).minimal is not None
    if untested or one.count(NERVE_TESTED) or not in_a_turn(ctx):
        return 0
    return shooters if mode == "per_attacker" else min(1, shooters)


def nerve_test(ctx: Context, combatant: CombatantId) -> Procedure[Success]:
    """The Simple Willpower Test. Wounds do not count on it: it is no action."""
    throw = Throw(combatant, "nerve", "UNI-NERVE-1", "nothing", lapses=True)
    return (yield from passes(ctx, throw, simple_test_modifiers(in_force(ctx, combatant), "willpower")))


@rule("UNI-NERVE-2")
def freeze(ctx: Context, combatant: CombatantId, cause: Cause) -> Procedure[None]:
    """The nerve fails: for this Turn the intention is lost."""
    yield Record(CounterRaised(combatant, FROZEN), (cause,))


@rule("UNI-NERVE-2", mutant=lambda: True)
def loses_intention() -> bool:
    """Whether the act goes on after a failed Test: it does not."""
    return False


def frozen(ctx: Context, combatant: CombatantId) -> Iterator[Refusal]:
    """What speaks against a further act of somebody whose nerve failed in this Turn."""
    one = ctx.combatant(combatant)
    if in_a_turn(ctx) and one.count(FROZEN):
        yield refusal("cannot-act", f"{one.name} has lost the nerve for this Turn", "UNI-NERVE-2")
