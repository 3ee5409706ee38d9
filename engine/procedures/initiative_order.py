"""Initiative: everybody throws, the numbers make the order, and those with the same number are told apart."""

from collections.abc import Callable, Mapping

import msgspec

from engine.context import Context
from engine.requests import Ask, Dice, Faces, Procedure, Record, Roll, Total
from engine.state import Combatant, Fight, State
from events.base import CombatantId
from events.flow import InitiativeSet, OrderSettled, Place

Names = tuple[CombatantId, ...]


class InitiativeOrder(msgspec.Struct, frozen=True, kw_only=True):
    """How a rule set makes an order of the numbers of a turn.

    `numbers` are those that count, `highest_first` gives them as they act, `alone` is the place of somebody with whom
    nobody is equal. Of those who are, `settled` keep the places they have already, by `kept_rule`. The others stand
    `by_level`; or, where they are `rolled_off` now, they throw `die` among themselves, by `tie_rule`.
    """

    numbers: Callable[[Fight], Mapping[CombatantId, int]]
    highest_first: Callable[[Context, Mapping[CombatantId, int]], list[int]]
    alone: Callable[[Context, CombatantId, int], Place]
    settled: Callable[[State, Names], Names]
    kept_rule: str
    by_level: Callable[[Context, int, Names], list[Place]]
    rolled_off: Callable[[Context], bool]
    tie_rule: str
    die: Callable[[], Dice]


def throw_numbers(ctx: Context, combatants: Names, roll: Callable[[Context, CombatantId], Roll]) -> Procedure[None]:
    """Everybody throws at the same moment, in the order of the roster, and each total is a number of the turn."""
    rolled: tuple[Total, ...] = yield Ask(tuple(roll(ctx, one) for one in combatants))
    for one, thrown in zip(combatants, rolled, strict=True):
        if ctx.knows(one):
            yield Record(InitiativeSet(one, thrown.total), (thrown.cause,))


def settle(ctx: Context, order: InitiativeOrder) -> Procedure[None]:
    """The order of acting by the numbers of this turn, written down where it is a new one.

    Whoever stands in the order without a number (a fight set up in the middle) stays in front.
    """
    fight = ctx.state.fight
    assert fight is not None, "an order is settled in a fight"
    numbers = order.numbers(fight)
    places = [place for place in fight.order if place.combatant not in numbers]
    for number in order.highest_first(ctx, numbers):
        tied = tuple(one for one in numbers if numbers[one] == number and ctx.knows(one))
        places += yield from _ranked(ctx, order, number, tied)
    if ctx.state.fight is not None and tuple(places) != ctx.state.fight.order:
        yield Record(OrderSettled(tuple(places)))


def _ranked(ctx: Context, order: InitiativeOrder, number: int, tied: Names) -> Procedure[list[Place]]:
    """The places of all who have the same number. Those who have their places already keep them."""
    if len(tied) == 1:
        return [order.alone(ctx, tied[0], number)]
    settled = order.settled(ctx.state, tied)
    kept = [Place(one, order.kept_rule, f"{number}, as before") for one in settled]
    new = tuple(one for one in tied if one not in settled)
    if order.rolled_off(ctx):
        return kept + (yield from _rolled_off(ctx, order, number, new))
    return kept + order.by_level(ctx, number, new)


def highest_first(numbers: Mapping[CombatantId, int]) -> list[int]:
    """The numbers from the highest to the lowest, each once."""
    return sorted(set(numbers.values()), reverse=True)


def already_in_order(state: State, tied: Names) -> Names:
    """Who of them has a place in the order of a turn whose actions are being played, in that order."""
    if state.fight is None or state.phase != "actions":
        return ()
    return tuple(place.combatant for place in state.fight.order if place.combatant in tied)


def by_level(ctx: Context, levels: Mapping[CombatantId, int], why: Callable[[int], tuple[str, str]]) -> list[Place]:
    """Those who are equal by a level, the higher first, then whoever joined earlier; `why` gives rule and words."""
    ordered = sorted(levels, key=lambda one: (-levels[one], ctx.combatant(one).joined))
    return [Place(one, *why(levels[one])) for one in ordered]


def is_rolled_off(ctx: Context, takes_turns: Callable[[State, Combatant], bool]) -> bool:
    """Whether those who are equal throw now: where the table wants it, and once all numbers are in."""
    return ctx.option("initiative_tie") == "roll_off" and numbers_are_in(ctx.state, takes_turns)


def numbers_are_in(state: State, takes_turns: Callable[[State, Combatant], bool]) -> bool:
    """Whether everybody who takes turns has a number, so that those who are equal can be told apart with dice."""
    if state.fight is None or state.phase in ("lobby", "declaration"):
        return False
    fighters = (one for one in state.combatants.values() if one.status == "in-fight" and takes_turns(state, one))
    return all(one.id in state.fight.initiative for one in fighters)


def _rolled_off(ctx: Context, order: InitiativeOrder, number: int, tied: Names) -> Procedure[list[Place]]:
    """Those who are equal throw a plain die among themselves until the order is clear; a side throws once."""
    followers = _followers(ctx, order, tied)
    thrown: dict[CombatantId, tuple[int, ...]] = dict.fromkeys(followers, ())
    again = 0
    while equal := _equal(thrown):
        again += 1
        at = f"tie{number}-{again}"
        rolls = tuple(Roll(one, "initiative", order.die(), Faces, rule=order.tie_rule, at=at) for one in equal)
        faces: tuple[Faces, ...] = yield Ask(rolls)
        thrown |= {one: (*thrown[one], *face.faces) for one, face in zip(equal, faces, strict=True)}
    ordered = sorted(thrown, key=lambda one: thrown[one], reverse=True)
    why = {one: f"{number}, rolled off with {', '.join(map(str, thrown[one])) or 'no die'}" for one in ordered}
    return [Place(one, order.tie_rule, why[first]) for first in ordered for one in followers[first] if ctx.knows(one)]


def _followers(ctx: Context, order: InitiativeOrder, tied: Names) -> dict[CombatantId, Names]:
    """Who throws, and for whom: everybody for themselves, or where a side rolls once its first for all of it."""
    if ctx.option("initiative") != "by_side":
        return {one: (one,) for one in tied}
    sides: dict[str, list[CombatantId]] = {}
    for place in order.by_level(ctx, 0, tied):
        sides.setdefault(ctx.combatant(place.combatant).side, []).append(place.combatant)
    return {names[0]: tuple(names) for names in sides.values()}


def _equal(thrown: Mapping[CombatantId, tuple[int, ...]]) -> Names:
    faces = list(thrown.values())
    return tuple(one for one in thrown if faces.count(thrown[one]) > 1)
