"""Initiative: d10 + dexterity for everybody, the highest first, and how ties are broken."""

from collections.abc import Mapping

from engine.context import Context
from engine.options import word
from engine.registry import rule
from engine.requests import D10, Ask, Faces, Procedure, Record, Roll, Total
from engine.rulesets.unisystem.arithmetic import Modifiers
from engine.rulesets.unisystem.sheet import Sheet
from engine.rulesets.unisystem.ways import ways
from engine.rulesets.unisystem.wounds import takes_turns
from engine.state import Fight, State
from events.base import CombatantId
from events.flow import InitiativeSet, OrderSettled, Place
from events.play import Modifier

Names = tuple[CombatantId, ...]


@rule("UNI-INIT-1")
def roll_initiative(ctx: Context, combatants: Names) -> Procedure[None]:
    """Everybody rolls d10 + dexterity, in the order of the roster. It is no action: wounds do not count on it."""
    rolls = tuple(
        Roll(
            combatant=one,
            purpose="initiative",
            dice=ways(ctx).initiative_die(ctx.state.options),
            modifiers=ways(ctx).initiative_modifiers(ctx.sheet(one)),
            rule=ways(ctx).initiative_rule,
        )
        for one in combatants
    )
    rolled: tuple[Total, ...] = yield Ask(rolls)
    for one, number in zip(combatants, rolled, strict=True):
        if ctx.knows(one):
            yield Record(InitiativeSet(one, number.total), (number.cause,))


@rule("UNI-INIT-1")
def initiative_modifiers(sheet: Sheet) -> Modifiers:
    """What initiative adds to the die."""
    return (Modifier("UNI-INIT-1", sheet.attribute("dexterity"), "dexterity"),)


def settle_order(ctx: Context) -> Procedure[None]:
    """The order of acting by the numbers of this Turn, written down where it is a new one.

    Whoever stands in the order without a number (a fight set up in the middle) stays in front.
    """
    fight = ctx.state.fight
    assert fight is not None, "an order is settled in a fight"
    numbers = numbers_that_count(fight)
    places = [place for place in fight.order if place.combatant not in numbers]
    for number in ways(ctx).highest_first(numbers):
        tied = tuple(one for one in numbers if numbers[one] == number and ctx.knows(one))
        places += yield from ranked(ctx, number, tied)
    if ctx.state.fight is not None and tuple(places) != ctx.state.fight.order:
        yield Record(OrderSettled(tuple(places)))


@rule("UNI-INIT-3", mutant=lambda fight: {n: v for n, v in fight.initiative.items() if n not in fight.stated})
def numbers_that_count(fight: Fight) -> Mapping[CombatantId, int]:
    """The numbers of this Turn: a number that the referee stated counts like a rolled one."""
    return fight.initiative


@rule("UNI-INIT-2", mutant=lambda numbers: sorted(set(numbers.values())))
def highest_first(numbers: Mapping[CombatantId, int]) -> list[int]:
    """The numbers in the order in which they act."""
    return sorted(set(numbers.values()), reverse=True)


def ranked(ctx: Context, number: int, tied: Names) -> Procedure[list[Place]]:
    """The places of all who have the same number. Those who have their places already keep them (UNI-INIT-5)."""
    if len(tied) == 1:
        return [_alone(ctx, tied[0], number)]
    settled = already_in_order(ctx.state, tied)
    kept = [Place(one, "UNI-INIT-5", f"{number}, as before") for one in settled]
    new = tuple(one for one in tied if one not in settled)
    if ties_are_rolled_off(ctx):
        return kept + (yield from rolled_off(ctx, number, new))
    return kept + by_dexterity(ctx, number, new)


def _alone(ctx: Context, one: CombatantId, number: int) -> Place:
    if ctx.state.fight is not None and one in ctx.state.fight.stated:
        return Place(one, "UNI-INIT-3", f"{number}, stated")
    return Place(one, ways(ctx).order_rule, str(number))


@rule("UNI-INIT-5", mutant=lambda state, tied: ())
def already_in_order(state: State, tied: Names) -> Names:
    """Who of them has a place in the order of a Turn whose actions are being played, in that order."""
    if state.fight is None or state.phase != "actions":
        return ()
    return tuple(place.combatant for place in state.fight.order if place.combatant in tied)


@rule("UNI-INIT-4", mutant=lambda ctx, number, tied: [Place(one, "UNI-INIT-2", str(number)) for one in tied])
def by_dexterity(ctx: Context, number: int, tied: Names) -> list[Place]:
    """Higher dexterity first, then whoever joined earlier."""
    levels = {one: ctx.sheet(one).attribute("dexterity") for one in tied}
    ordered = sorted(tied, key=lambda one: (-levels[one], ctx.combatant(one).joined))
    return [Place(one, "UNI-INIT-4", f"{number}, dexterity {levels[one]}, then by joining") for one in ordered]


@rule("UNI-INIT-4", mutant=lambda ctx: word(ctx.state.options, "initiative_tie") != "roll_off")
def ties_are_rolled_off(ctx: Context) -> bool:
    """Whether equal numbers are settled with dice now: where the table wants it, and once all numbers are in."""
    return word(ctx.state.options, "initiative_tie") == "roll_off" and not _numbers_missing(ctx.state)


def _numbers_missing(state: State) -> bool:
    if state.fight is None or state.phase in ("lobby", "declaration"):
        return True
    fighters = (one for one in state.combatants.values() if one.status == "in-fight" and takes_turns(state, one))
    return any(one.id not in state.fight.initiative for one in fighters)


def rolled_off(ctx: Context, number: int, tied: Names) -> Procedure[list[Place]]:
    """Those who are equal throw a plain d10 among themselves until the order is clear; a side throws once."""
    followers = _followers(ctx, tied)
    thrown: dict[CombatantId, tuple[int, ...]] = dict.fromkeys(followers, ())
    level = 0
    while equal := _equal(thrown):
        level += 1
        asked = tuple(
            Roll(one, "initiative", D10, Faces, rule="UNI-INIT-4", at=f"tie{number}-{level}") for one in equal
        )
        faces: tuple[Faces, ...] = yield Ask(asked)
        thrown |= {one: (*thrown[one], *face.faces) for one, face in zip(equal, faces, strict=True)}
    ordered = sorted(thrown, key=lambda one: thrown[one], reverse=True)
    why = {one: f"{number}, rolled off with {_listed(thrown[one])}" for one in ordered}
    return [
        Place(follower, "UNI-INIT-4", why[one]) for one in ordered for follower in followers[one] if ctx.knows(follower)
    ]


def _followers(ctx: Context, tied: Names) -> dict[CombatantId, Names]:
    """Who throws, and for whom: everybody for themselves, or where a side rolls once its first for all of it."""
    if ctx.option("initiative") != "by_side":
        return {one: (one,) for one in tied}
    sides: dict[str, list[CombatantId]] = {}
    for place in by_dexterity(ctx, 0, tied):
        sides.setdefault(ctx.combatant(place.combatant).side, []).append(place.combatant)
    return {names[0]: tuple(names) for names in sides.values()}


def _equal(thrown: Mapping[CombatantId, tuple[int, ...]]) -> Names:
    faces = list(thrown.values())
    return tuple(one for one in thrown if faces.count(thrown[one]) > 1)


def _listed(faces: tuple[int, ...]) -> str:
    return ", ".join(map(str, faces)) or "no die"
