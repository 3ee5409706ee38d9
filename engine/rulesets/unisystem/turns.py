"""The Turn: its stations, and what falls due when one begins or ends and when somebody comes up."""

from engine.context import Context
from engine.registry import rule
from engine.requests import Procedure, Record
from engine.rulesets.unisystem.counters import lapses_with_the_turn
from engine.rulesets.unisystem.fatigue import weary
from engine.rulesets.unisystem.injury import shake_off
from engine.rulesets.unisystem.ways import ways
from engine.rulesets.unisystem.wounds import DODGING
from events.flow import Phase
from events.play import ConditionLost, CountersLapsed


@rule("UNI-TURN-2", mutant=lambda: ("initiative", "actions"))
@rule("UNI-TURN-4", mutant=lambda: ("declaration", "actions"))
def stations() -> tuple[Phase, ...]:
    """The steps of a Turn: intentions are declared, initiative is rolled, actions are resolved in its order."""
    return "declaration", "initiative", "actions"


def begin_turn(ctx: Context) -> Procedure[None]:
    """A new Turn: counts start afresh, who was stunned may act again, who was dodging no longer is."""
    yield from start_counts_afresh(ctx)
    yield from shake_off(ctx)
    for one in ctx.state.combatants.values():
        dodging = one.conditions.get(DODGING, ())
        if dodging:
            yield Record(ConditionLost(one.id, DODGING, dodging, "UNI-ACT-3"))


@rule("UNI-ACT-3")
def start_counts_afresh(ctx: Context) -> Procedure[None]:
    """Actions, attacks, shots and defenses are counted from zero for everybody."""
    for one in ctx.state.combatants.values():
        gone = {
            name: causes
            for name, causes in one.counters.items()
            if lapses_with_the_turn(name) or name in ways(ctx).of_the_turn
        }
        if gone:
            yield Record(CountersLapsed(one.id, gone))


def end_turn(ctx: Context) -> Procedure[None]:
    """The end of a Turn: those below zero Endurance must stay awake (UNI-END-9)."""
    yield from weary(ctx)
