"""Initiative: d10 + REF and what speeds somebody up, the highest first, and how ties are broken."""

from collections.abc import Iterator, Mapping
from typing import Final

from engine.context import Context
from engine.options import number
from engine.procedures import initiative_order as order
from engine.procedures.initiative_order import InitiativeOrder, Names
from engine.refusals import Refusal, refusal
from engine.registry import rule
from engine.requests import Procedure, Roll
from engine.rulesets.interlock.dice import initiative_die, plain_d10
from engine.rulesets.interlock.harm import Modifiers
from engine.rulesets.interlock.sheet import Sheet
from engine.rulesets.interlock.tables import TABLES
from engine.rulesets.interlock.tasks import add_up, in_haste
from engine.rulesets.interlock.wounds import in_force, takes_turns
from engine.state import State
from events.base import CombatantId
from events.flow import Place
from events.play import Modifier


@rule("INT-INIT-2")
def roll_initiative(ctx: Context, combatants: Names) -> Procedure[None]:
    """Everybody rolls d10 + REF and modifiers."""
    yield from order.throw_numbers(ctx, combatants, _roll)


def _roll(ctx: Context, one: CombatantId) -> Roll:
    dice = initiative_die(ctx.state.options)
    return Roll(one, "initiative", dice, modifiers=initiative_modifiers(ctx, one), rule="INT-INIT-2")


def initiative_modifiers(ctx: Context, who: CombatantId) -> Modifiers:
    """What initiative adds to the die."""
    sheet: Sheet = ctx.sheet(who)
    if sheet.minimal is not None:
        return (Modifier("INT-INIT-2", sheet.minimal.initiative, "initiative of the sheet"),)
    ref = (Modifier("INT-INIT-2", ref_now(ctx, who), "ref"),)
    return add_up(ref, haste(ctx, who), combat_awareness(ctx, who), kerenzikov(sheet), sandevistan(sheet))


def _unwounded(ctx: Context, who: CombatantId) -> int:
    sheet: Sheet = ctx.sheet(who)
    return sheet.stats.get("ref", 0)


@rule("INT-INIT-10", mutant=_unwounded)
def ref_now(ctx: Context, who: CombatantId) -> int:
    """The REF that initiative is rolled with: the one then in force."""
    return in_force(ctx, who, "ref")


@rule("INT-INIT-1")
def haste(ctx: Context, who: CombatantId) -> Modifiers:
    """What declared haste adds."""
    return (Modifier("INT-INIT-1", TABLES.initiative.haste, "haste"),) if in_haste(ctx, who) else ()


@rule("INT-INIT-3")
def combat_awareness(ctx: Context, who: CombatantId) -> Modifiers:
    """What Combat Awareness adds: its level, up to the table's maximum."""
    sheet: Sheet = ctx.sheet(who)
    level = min(sheet.initiative.combat_awareness, number(ctx.state.options, "combat_awareness_max"))
    return (Modifier("INT-INIT-3", level, "combat awareness"),) if level else ()


@rule("INT-INIT-4")
def kerenzikov(sheet: Sheet) -> Modifiers:
    """What a Kerenzikov booster adds: its level."""
    level = sheet.initiative.kerenzikov
    return (Modifier("INT-INIT-4", level, "kerenzikov"),) if level else ()


@rule("INT-INIT-5")
def sandevistan(sheet: Sheet) -> Modifiers:
    """What a Sandevistan booster adds."""
    if not sheet.initiative.sandevistan:
        return ()
    return (Modifier("INT-INIT-5", TABLES.initiative.sandevistan, "sandevistan"),)


def against_sheet(ctx: Context, sheet: Sheet) -> Iterator[Refusal]:
    """What speaks against a sheet at this table: more Combat Awareness than it allows."""
    most = number(ctx.state.options, "combat_awareness_max")
    if sheet.initiative.combat_awareness > most:
        yield refusal("invalid", f"at this table Combat Awareness goes up to {most}", "INT-INIT-3")


@rule("INT-INIT-6", mutant=lambda numbers: sorted(set(numbers.values())))
def highest_first(numbers: Mapping[CombatantId, int]) -> list[int]:
    """The numbers in the order in which they act."""
    return order.highest_first(numbers)


@rule("INT-INIT-11", mutant=lambda state, tied: ())
def keep_their_places(state: State, tied: Names) -> Names:
    """Who of those that are equal has a place already in a turn whose actions are being played."""
    return order.already_in_order(state, tied)


def _as_they_come(ctx: Context, value: int, tied: Names) -> list[Place]:
    return [Place(one, "INT-INIT-6", str(value)) for one in tied]


@rule("INT-INIT-8", mutant=_as_they_come)
def by_ref(ctx: Context, value: int, tied: Names) -> list[Place]:
    """Higher REF first, then whoever joined earlier."""
    levels = {one: in_force(ctx, one, "ref") for one in tied}
    return order.by_level(ctx, levels, lambda level: ("INT-INIT-8", f"{value}, REF {level}, then by joining"))


def ties_are_rolled_off(ctx: Context) -> bool:
    """Whether equal numbers are settled with dice now: where the table wants it, and once all numbers are in."""
    return order.is_rolled_off(ctx, takes_turns)


ORDER: Final = InitiativeOrder(
    numbers=lambda fight: fight.initiative,
    highest_first=lambda ctx, numbers: highest_first(numbers),
    alone=lambda ctx, one, value: Place(one, "INT-INIT-6", str(value)),
    settled=keep_their_places,
    kept_rule="INT-INIT-11",
    by_level=by_ref,
    rolled_off=ties_are_rolled_off,
    tie_rule="INT-INIT-8",
    die=plain_d10,
)
"""How these rules make an order of the numbers."""


def settle_order(ctx: Context) -> Procedure[None]:
    """The order of acting by the numbers of this turn."""
    return order.settle(ctx, ORDER)


@rule("INT-INIT-7", mutant=lambda: False)
def players_may_wait() -> bool:
    """Whether the action can be put off to a later point of the turn."""
    return True


def against_delay(ctx: Context, who: CombatantId) -> Iterator[Refusal]:
    """What speaks against waiting."""
    if not players_may_wait():
        yield refusal("cannot-act", "nobody waits under these rules", "INT-INIT-7")
