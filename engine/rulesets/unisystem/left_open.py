"""What these rules leave to the people at the table, and what was said to it: it stands in the log with its rule."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from engine.context import Context
from engine.play import Loss
from engine.rulesets.unisystem.arithmetic import bare_die
from engine.rulesets.unisystem.fields import ShootAct, StrikeAct
from engine.rulesets.unisystem.tables import WORK
from engine.rulesets.unisystem.ways import ways
from engine.rulesets.unisystem.wounds import ESSENCE
from engine.span import Span
from events.base import CombatantId
from events.play import LeftOpen

Left = Iterator[LeftOpen]
Says = Callable[[Context, CombatantId | None, Any], Left]


def shot(ctx: Context, by: CombatantId | None, act: ShootAct) -> Left:
    """The range band that was named, the light, and whether a thing can be harmed."""
    if act.range is not None:
        yield LeftOpen("UNI-RANGE-8", f"range {act.range}")
    yield from attack(ctx, by, act)


def attack(ctx: Context, by: CombatantId | None, act: ShootAct | StrikeAct) -> Left:
    """Modifiers by hand where no others count, and whether a thing can be harmed."""
    yield from by_hand_in_the_dark(ctx, by, act.target, act.weapon, act.light)
    if act.harmless:
        yield LeftOpen("UNI-OBJ-2", f"harmless to {act.target}")


def by_hand_in_the_dark(
    ctx: Context, by: CombatantId | None, target: CombatantId, weapon: str, stated: str | None
) -> Left:
    """The referee's own modifiers, where total darkness lets no others count."""
    if by is None or not ctx.modifiers or not ctx.knows(target):
        return
    if bare_die(ways(ctx).light(ctx, by, target, weapon, stated)):
        for one in ctx.modifiers:
            yield LeftOpen("UNI-LIGHT-3", f"{one.value:+d} {one.note}")


def effort(ctx: Context, by: CombatantId | None, span: Span) -> Left:
    """The grade of work that people do meanwhile."""
    said = span.doing.items() if isinstance(span.doing, dict) else (("everybody", span.doing),)
    yield from (LeftOpen("UNI-END-4", f"{word} work: {who}") for who, word in said if word in WORK)


def loss(ctx: Context, by: CombatantId | None, given: Loss) -> Left:
    """The mental attribute that a loss of Essence puts at risk."""
    if given.pool == ESSENCE and given.attribute:
        yield LeftOpen("UNI-ESS-8", f"attribute {given.attribute}")


SAID: Final[Mapping[type[Any], Says]] = {ShootAct: shot, StrikeAct: attack, Span: effort, Loss: loss}


def by_kind(says: Mapping[type[Any], Says]) -> Says:
    """What of an act, of a stretch of time or of a loss a rule leaves to whoever states it."""

    def left_open(ctx: Context, by: CombatantId | None, said: Any) -> Left:
        found = says.get(type(said))
        return found(ctx, by, said) if found is not None else iter(())

    return left_open
