"""The turn: its stations, and what falls due when one begins or ends and when somebody comes up."""

from engine.context import Context
from engine.options import word
from engine.procedures.standing import UNCONSCIOUS
from engine.registry import rule
from engine.requests import Call, Procedure, Record
from engine.rulesets.interlock.aim import lose_aim
from engine.rulesets.interlock.holds import chokes_go_on
from engine.rulesets.interlock.injury import doomed_die, has_a_chance, save_of_the_turn, throw_stun_save
from engine.rulesets.interlock.words import (
    AID_FAILED,
    AIM,
    AIMED,
    DEATH_SAVED,
    DODGING,
    JAMMED,
    JUST_JAMMED,
    RECOVERING,
    STUNNED,
    lapses_with_the_turn,
    named,
)
from engine.rulesets.interlock.wounds import owes_death_saves
from engine.state import Combatant
from events.base import CombatantId
from events.flow import Phase
from events.play import ConditionLost, CounterRaised, CountersLapsed


@rule("INT-TURN-1", mutant=lambda: ("initiative", "actions"))
def stations() -> tuple[Phase, ...]:
    """The steps of a turn: haste is declared, initiative is rolled, actions are carried out with their hits."""
    return "declaration", "initiative", "actions"


def begin_turn(ctx: Context) -> Procedure[None]:
    """A new turn: counts start afresh, who was dodging no longer is."""
    for name in tuple(ctx.state.combatants):
        yield from forget_turn(ctx, name)
    for one in ctx.state.combatants.values():
        dodging = one.conditions.get(DODGING, ())
        if dodging:
            yield Record(ConditionLost(one.id, DODGING, dodging, "INT-HTH-8"))


def forget_turn(ctx: Context, who: CombatantId) -> Procedure[None]:
    """What was counted in a turn counts no longer."""
    gone = {name: causes for name, causes in ctx.combatant(who).counters.items() if lapses_with_the_turn(name)}
    if gone:
        yield Record(CountersLapsed(who, gone))


def begin_activation(ctx: Context, combatant: CombatantId) -> Procedure[None]:
    """Somebody comes up: the Death Save of the turn, then the try to shake off a stun."""
    yield from save_of_the_round(ctx, combatant)
    if ctx.knows(combatant) and has_a_chance(ctx, combatant) and ctx.combatant(combatant).has(STUNNED):
        yield from shake_off(ctx, combatant)


@rule("INT-DEATH-2")
def save_of_the_round(ctx: Context, combatant: CombatantId) -> Procedure[None]:
    """The Death Save is repeated each round, unless one was rolled in it already."""
    one = ctx.combatant(combatant)
    owes = has_a_chance(ctx, combatant) and owes_death_saves(one) and not one.count(DEATH_SAVED)
    if owes and rounds_still_count(ctx, one):
        yield Call(save_of_the_turn, (combatant,))


def saves_of_the_senseless(ctx: Context) -> Procedure[None]:
    """Whoever lies unconscious has no turn of their own: the Death Save of the round comes at its end."""
    for name, one in tuple(ctx.state.combatants.items()):
        if one.status == "in-fight" and one.has(UNCONSCIOUS) and ctx.knows(name):
            yield from save_of_the_round(ctx, name)


def rounds_still_count(ctx: Context, one: Combatant) -> bool:
    """Whether the saves of every round go on: also after a failed check, unless the table counts minutes alone."""
    return not one.count(AID_FAILED) or word(ctx.state.options, "failed_stabilise_saves") == "rounds_and_minutes"


@rule("INT-STUN-5")
def shake_off(ctx: Context, combatant: CombatantId) -> Procedure[None]:
    """One try at the start of the own turn: success frees for this turn, or for the next if the table says so."""
    saved = yield from throw_stun_save(ctx, combatant)
    if not saved.success or not ctx.knows(combatant):
        return
    causes = ctx.combatant(combatant).conditions.get(STUNNED, ())
    yield Record(ConditionLost(combatant, STUNNED, causes, "INT-STUN-5"), (saved.cause,))
    if word(ctx.state.options, "stun_recovery") == "acts_next_turn":
        yield Record(CounterRaised(combatant, RECOVERING), (saved.cause,))


def end_turn(ctx: Context) -> Procedure[None]:
    """The turn is over: chokes go on, the doomed die, jams clear, who did not aim has lost the aim."""
    yield from chokes_go_on(ctx)
    yield from saves_of_the_senseless(ctx)
    yield from doomed_die(ctx)
    yield from jams_clear(ctx)
    for one in ctx.state.combatants.values():
        if named(one, AIM) and not one.count(AIMED):
            yield from lose_aim(ctx, one.id)


@rule("INT-FUMBLE-5")
def jams_clear(ctx: Context) -> Procedure[None]:
    """A jam is over at the end of its user's next turn."""
    for one in ctx.state.combatants.values():
        fresh = named(one, JUST_JAMMED)
        for condition, causes in one.conditions.items():
            weapon = condition.removeprefix(JAMMED)
            if condition.startswith(JAMMED) and causes and weapon not in fresh:
                yield Record(ConditionLost(one.id, condition, causes, "INT-FUMBLE-5"))
