"""The round: what falls due when it begins or ends, and when somebody comes up."""

from engine.context import Context
from engine.registry import rule
from engine.requests import Procedure, Record
from engine.rulesets.firefight.aiming import lose_aim
from engine.rulesets.firefight.burning import burn_all
from engine.rulesets.firefight.counters import SUPPRESSED
from engine.rulesets.firefight.gas import choke, gas_clears, sight_returns
from engine.rulesets.firefight.suppression import IN_COVER
from engine.rulesets.unisystem import turns
from events.base import CombatantId
from events.play import ConditionLost


def begin_turn(ctx: Context) -> Procedure[None]:
    """A new round: aim is lost, who went to ground may get up, gas goes on; then all that begins a Turn."""
    for name in tuple(ctx.state.combatants):
        yield from lose_aim(ctx, name)
    yield from get_up(ctx)
    yield from turns.begin_turn(ctx)
    yield from gas_clears(ctx)


@rule("FIRE-SUPP-4")
def get_up(ctx: Context) -> Procedure[None]:
    """Going to ground under suppressive fire lasts until the round is over."""
    for one in tuple(ctx.state.combatants.values()):
        cover = one.conditions.get(IN_COVER, ())
        if one.count(SUPPRESSED) and cover:
            yield Record(ConditionLost(one.id, IN_COVER, cover, "FIRE-SUPP-4"))


def begin_activation(ctx: Context, combatant: CombatantId) -> Procedure[None]:
    """Somebody comes up: tear gas may keep them from acting."""
    yield from choke(ctx, combatant)


def end_turn(ctx: Context) -> Procedure[None]:
    """The end of a round: fires burn, what ends a Turn comes, the blinded come nearer to seeing."""
    yield from burn_all(ctx)
    yield from turns.end_turn(ctx)
    yield from sight_returns(ctx)
