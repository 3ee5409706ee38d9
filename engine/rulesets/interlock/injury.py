"""What a wound brings at once: death, the Death Saves and the Stun Save, and what they lead to."""

from engine.context import Context
from engine.procedures.standing import DEAD, in_a_turn
from engine.registry import rule
from engine.requests import Call, Cause, Procedure, Record, Roll, Success
from engine.rulesets.interlock.dice import plain_d10
from engine.rulesets.interlock.saves import (
    death_comes_first,
    death_judge,
    death_target,
    stun_judge,
    stun_target,
)
from engine.rulesets.interlock.tables import WoundLevel
from engine.rulesets.interlock.words import AID_FAILED, DEATH_SAVED, DOOMED, MINUTES, STABILISED, STUNNED, alive
from engine.rulesets.interlock.wounds import kills, level_of, mortality_of, points_of
from events.base import CombatantId
from events.play import ConditionGained, ConditionLost, CounterRaised, CountersLapsed


def wounded(
    ctx: Context, victim: CombatantId, hurt: bool = True, limbs: tuple[str, ...] = (), further: int | None = None
) -> Procedure[None]:
    """What new wounds call for: a Death Save for each limb lost, one for a mortal wound, a Stun Save.

    `further` is what a throw takes from its Stun Save, which it asks for even if nobody is `hurt` (None: no throw).
    """
    if not alive(ctx, victim):
        return
    if hurt:
        yield from opens_again(ctx, victim)
        if kills(points_of(ctx.combatant(victim)), ctx.state.options):
            yield Record(ConditionGained(victim, DEAD, "INT-WOUND-2"))
            return
    if death_comes_first(ctx.state.options):
        yield from _death_saves(ctx, victim, hurt, limbs)
        yield from stun_save_after(ctx, victim, hurt, further)
    else:
        yield from stun_save_after(ctx, victim, hurt, further)
        yield from _death_saves(ctx, victim, hurt, limbs)


def _death_saves(ctx: Context, victim: CombatantId, hurt: bool, limbs: tuple[str, ...]) -> Procedure[None]:
    for limb in limbs:
        yield from save_for_limb(ctx, victim, limb)
    if hurt:
        yield from save_for_wound(ctx, victim)


def has_a_chance(ctx: Context, victim: CombatantId) -> bool:
    """Whether anything is still rolled for somebody: not after a failed Death Save (INT-DEATH-4).

    Of a minimal sheet nothing is: it has no body type to roll under, and the referee rolls by hand.
    """
    return alive(ctx, victim) and not ctx.combatant(victim).has(DOOMED) and ctx.sheet(victim).minimal is None


@rule("INT-STAB-5")
def opens_again(ctx: Context, victim: CombatantId) -> Procedure[None]:
    """A new wound undoes what medical attention has done."""
    stable = ctx.combatant(victim).conditions.get(STABILISED, ())
    if stable:
        yield Record(ConditionLost(victim, STABILISED, stable, "INT-STAB-5"))


# Death Saves


@rule("INT-LIMB-2")
def save_for_limb(ctx: Context, victim: CombatantId, limb: str) -> Procedure[None]:
    """A limb is lost: a Death Save at Mortal 0, whatever the wounds."""
    if has_a_chance(ctx, victim):
        yield Call(death_save, (victim, 0, "INT-LIMB-2"), at=f"lost:{limb}")


def save_for_wound(ctx: Context, victim: CombatantId) -> Procedure[None]:
    """A wound that leaves somebody mortally wounded: the Death Save is made at once (INT-DEATH-3)."""
    if has_a_chance(ctx, victim) and mortality_of(ctx.combatant(victim)) is not None:
        yield Call(save_of_the_turn, (victim,))


@rule("INT-DEATH-3")
def save_of_the_turn(ctx: Context, victim: CombatantId) -> Procedure[None]:
    """The Death Save of somebody mortally wounded; it stands for that of this turn."""
    if in_a_turn(ctx):
        yield Record(CounterRaised(victim, DEATH_SAVED))
    yield from death_save(ctx, victim, mortality_of(ctx.combatant(victim)) or 0, "INT-DEATH-1")


def death_save(ctx: Context, victim: CombatantId, mortality: int, rule_id: str) -> Procedure[None]:
    """d10 under body type, less the level of mortality and the minutes without help. Failing it dooms."""
    target = death_target(ctx.sheet(victim).body, mortality, minutes_without_help(ctx, victim))
    survived: Success = yield Roll(
        combatant=victim,
        purpose="death_save",
        dice=plain_d10(),
        reads=Success,
        target_number=target,
        judge=death_judge(ctx.state.options),
        rule=rule_id,
        discloses="nothing",
        low=True,
    )
    if not survived.success and alive(ctx, victim):
        yield Record(ConditionGained(victim, DOOMED, "INT-DEATH-3"), (survived.cause,))


@rule("INT-STAB-3", mutant=lambda ctx, victim: 0)
def minutes_without_help(ctx: Context, victim: CombatantId) -> int:
    """What the minutes since medical attention failed take from Death Saves: one each."""
    return ctx.combatant(victim).count(MINUTES)


def doomed_die(ctx: Context) -> Procedure[None]:
    """Those whose Death Save has failed die (INT-DEATH-3)."""
    for one in ctx.state.combatants.values():
        if one.has(DOOMED) and not one.has(DEAD):
            yield Record(ConditionGained(one.id, DEAD, "INT-DEATH-3"), one.conditions[DOOMED])


# Stun Saves


def stun_save_after(ctx: Context, victim: CombatantId, hurt: bool, further: int | None) -> Procedure[None]:
    """The Stun Save that damage or a throw calls for. Somebody already stunned makes no other."""
    if (not hurt and further is None) or not has_a_chance(ctx, victim):
        return
    if asks_a_stun_save(ctx, victim):
        yield Call(stun_save, (victim, further or 0))


@rule("INT-STUN-5", mutant=lambda ctx, victim: True)
def asks_a_stun_save(ctx: Context, victim: CombatantId) -> bool:
    """Whether damage asks a Stun Save: not of somebody who is stunned already."""
    return not ctx.combatant(victim).has(STUNNED)


def stun_save(ctx: Context, victim: CombatantId, further: int) -> Procedure[None]:
    """d10 under body type less the wound penalty. Whoever fails is stunned."""
    saved = yield from throw_stun_save(ctx, victim, further)
    if not saved.success and alive(ctx, victim):
        yield Record(ConditionGained(victim, STUNNED, "INT-STUN-4"), (saved.cause,))


def throw_stun_save(ctx: Context, victim: CombatantId, further: int = 0) -> Procedure[Success]:
    """The Stun Save itself."""
    level = level_that_counts(ctx, victim)
    saved: Success = yield Roll(
        combatant=victim,
        purpose="stun_save",
        dice=plain_d10(),
        reads=Success,
        target_number=stun_target(ctx.sheet(victim).body, level, further, ctx.state.options),
        judge=stun_judge(ctx.state.options),
        rule="INT-STUN-1",
        discloses="nothing",
        low=True,
    )
    return saved


def _unhurt(ctx: Context, victim: CombatantId) -> WoundLevel | None:
    return None


@rule("INT-STUN-3", mutant=_unhurt)
def level_that_counts(ctx: Context, victim: CombatantId) -> WoundLevel | None:
    """The wound level that sets the penalty: the one that the hit has led to."""
    return level_of(ctx.combatant(victim))


def forget_minutes(ctx: Context, patient: CombatantId, cause: Cause) -> Procedure[None]:
    """Minutes without help and failed attention no longer count."""
    one = ctx.combatant(patient)
    gone = {name: causes for name in (MINUTES, AID_FAILED) if (causes := one.counters.get(name, ()))}
    if gone:
        yield Record(CountersLapsed(patient, gone), (cause,) if cause else ())
