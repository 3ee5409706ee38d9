"""Initiative: d10 + dexterity for everybody, the highest first, and how ties are broken."""

from collections.abc import Mapping
from typing import Final

from engine.context import Context
from engine.options import word
from engine.procedures import initiative_order as order
from engine.procedures.initiative_order import InitiativeOrder, Names
from engine.registry import rule
from engine.requests import D10, Procedure, Roll
from engine.rulesets.unisystem.arithmetic import Modifiers
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.ways import ways
from engine.rulesets.unisystem.wounds import takes_turns
from engine.state import Fight, State
from events.base import CombatantId
from events.flow import Place
from events.play import Modifier


@rule("UNI-INIT-1")
def roll_initiative(ctx: Context, combatants: Names) -> Procedure[None]:
    """Everybody rolls d10 + dexterity. It is no action: wounds do not count on it."""
    yield from order.throw_numbers(ctx, combatants, _roll)


def _roll(ctx: Context, one: CombatantId) -> Roll:
    own = ways(ctx)
    return Roll(
        combatant=one,
        purpose="initiative",
        dice=own.initiative_die(ctx.state.options),
        modifiers=own.initiative_modifiers(ctx.sheet(one)),
        rule=own.initiative_rule,
    )


@rule("UNI-INIT-1")
def initiative_modifiers(sheet: Sheet) -> Modifiers:
    """What initiative adds to the die."""
    dexterity = (Modifier("UNI-INIT-1", sheet.attribute("dexterity"), "dexterity"),)
    return stated_initiative("UNI-INIT-1", sheet) or dexterity


def stated_initiative(rule_id: str, sheet: Sheet) -> Modifiers:
    """What a minimal sheet says that initiative adds to the die."""
    said = sheet.minimal
    return (Modifier(rule_id, said.initiative, "initiative of the sheet"),) if said is not None else ()


@rule("UNI-INIT-3", mutant=lambda fight: {n: v for n, v in fight.initiative.items() if n not in fight.stated})
def numbers_that_count(fight: Fight) -> Mapping[CombatantId, int]:
    """The numbers of this Turn: a number that the referee stated counts like a rolled one."""
    return fight.initiative


@rule("UNI-INIT-2", mutant=lambda numbers: sorted(set(numbers.values())))
def highest_first(numbers: Mapping[CombatantId, int]) -> list[int]:
    """The numbers in the order in which they act."""
    return order.highest_first(numbers)


def _alone(ctx: Context, one: CombatantId, number: int) -> Place:
    if ctx.state.fight is not None and one in ctx.state.fight.stated:
        return Place(one, "UNI-INIT-3", f"{number}, stated")
    return Place(one, ways(ctx).order_rule, str(number))


@rule("UNI-INIT-5", mutant=lambda state, tied: ())
def keep_their_places(state: State, tied: Names) -> Names:
    """Who of those that are equal has a place already in a Turn whose actions are being played."""
    return order.already_in_order(state, tied)


@rule("UNI-INIT-4", mutant=lambda ctx, number, tied: [Place(one, "UNI-INIT-2", str(number)) for one in tied])
def by_dexterity(ctx: Context, number: int, tied: Names) -> list[Place]:
    """Higher dexterity first, then whoever joined earlier."""
    levels = {one: ctx.sheet(one).attribute("dexterity") for one in tied}
    return order.by_level(ctx, levels, lambda level: ("UNI-INIT-4", f"{number}, dexterity {level}, then by joining"))


@rule("UNI-INIT-4", mutant=lambda ctx: word(ctx.state.options, "initiative_tie") != "roll_off")
def ties_are_rolled_off(ctx: Context) -> bool:
    """Whether equal numbers are settled with dice now: where the table wants it, and once all numbers are in."""
    return order.is_rolled_off(ctx, takes_turns)


ORDER: Final = InitiativeOrder(
    numbers=numbers_that_count,
    highest_first=lambda ctx, numbers: ways(ctx).highest_first(numbers),
    alone=_alone,
    settled=keep_their_places,
    kept_rule="UNI-INIT-5",
    by_level=by_dexterity,
    rolled_off=ties_are_rolled_off,
    tie_rule="UNI-INIT-4",
    die=lambda: D10,
)
"""How these rules make an order of the numbers."""


def settle_order(ctx: Context) -> Procedure[None]:
    """The order of acting by the numbers of this Turn."""
    return order.settle(ctx, ORDER)
