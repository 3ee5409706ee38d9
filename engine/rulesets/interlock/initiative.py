"""Initiative: d10 + REF and what speeds somebody up, the highest first, and how ties are broken."""

from collections.abc import Iterator, Mapping

from engine.context import Context
from engine.options import number, word
from engine.refusals import Refusal, refusal
from engine.registry import rule
from engine.requests import Ask, Faces, Procedure, Record, Roll, Total
from engine.rulesets.interlock.dice import initiative_die, plain_d10
from engine.rulesets.interlock.harm import Modifiers
from engine.rulesets.interlock.sheet import Sheet
from engine.rulesets.interlock.tables import TABLES
from engine.rulesets.interlock.tasks import add_up, in_haste
from engine.rulesets.interlock.wounds import in_force, takes_turns
from engine.state import State
from events.base import CombatantId
from events.flow import InitiativeSet, OrderSettled, Place
from events.play import Modifier

Names = tuple[CombatantId, ...]


@rule("INT-INIT-2")
def roll_initiative(ctx: Context, combatants: Names) -> Procedure[None]:
    """Everybody rolls d10 + REF and modifiers, in the order of the roster."""
    rolls = tuple(
        Roll(
            combatant=one,
            purpose="initiative",
            dice=initiative_die(ctx.state.options),
            modifiers=initiative_modifiers(ctx, one),
            rule="INT-INIT-2",
        )
        for one in combatants
    )
    rolled: tuple[Total, ...] = yield Ask(rolls)
    for one, thrown in zip(combatants, rolled, strict=True):
        if ctx.knows(one):
            yield Record(InitiativeSet(one, thrown.total), (thrown.cause,))


def initiative_modifiers(ctx: Context, who: CombatantId) -> Modifiers:
    """What initiative adds to the die."""
    sheet: Sheet = ctx.sheet(who)
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


def settle_order(ctx: Context) -> Procedure[None]:
    """The order of acting by the numbers of this turn, written down where it is a new one.

    Whoever stands in the order without a number (a fight set up in the middle) stays in front.
    """
    fight = ctx.state.fight
    assert fight is not None, "an order is settled in a fight"
    places = [place for place in fight.order if place.combatant not in fight.initiative]
    for value in highest_first(fight.initiative):
        tied = tuple(one for one in fight.initiative if fight.initiative[one] == value and ctx.knows(one))
        places += yield from ranked(ctx, value, tied)
    if ctx.state.fight is not None and tuple(places) != ctx.state.fight.order:
        yield Record(OrderSettled(tuple(places)))


@rule("INT-INIT-6", mutant=lambda numbers: sorted(set(numbers.values())))
def highest_first(numbers: Mapping[CombatantId, int]) -> list[int]:
    """The numbers in the order in which they act."""
    return sorted(set(numbers.values()), reverse=True)


def ranked(ctx: Context, value: int, tied: Names) -> Procedure[list[Place]]:
    """The places of all who have the same number. Those who have their places already keep them (INT-INIT-11)."""
    if len(tied) == 1:
        return [Place(tied[0], "INT-INIT-6", str(value))]
    settled = already_in_order(ctx.state, tied)
    kept = [Place(one, "INT-INIT-11", f"{value}, as before") for one in settled]
    new = tuple(one for one in tied if one not in settled)
    if ties_are_rolled_off(ctx):
        return kept + (yield from rolled_off(ctx, value, new))
    return kept + by_ref(ctx, value, new)


@rule("INT-INIT-11", mutant=lambda state, tied: ())
def already_in_order(state: State, tied: Names) -> Names:
    """Who of them has a place in the order of a turn whose actions are being played, in that order."""
    if state.fight is None or state.phase != "actions":
        return ()
    return tuple(place.combatant for place in state.fight.order if place.combatant in tied)


def _as_they_come(ctx: Context, value: int, tied: Names) -> list[Place]:
    return [Place(one, "INT-INIT-6", str(value)) for one in tied]


@rule("INT-INIT-8", mutant=_as_they_come)
def by_ref(ctx: Context, value: int, tied: Names) -> list[Place]:
    """Higher REF first, then whoever joined earlier."""
    levels = {one: in_force(ctx, one, "ref") for one in tied}
    ordered = sorted(tied, key=lambda one: (-levels[one], ctx.combatant(one).joined))
    return [Place(one, "INT-INIT-8", f"{value}, REF {levels[one]}, then by joining") for one in ordered]


def ties_are_rolled_off(ctx: Context) -> bool:
    """Whether equal numbers are settled with dice now: where the table wants it, and once all numbers are in."""
    return word(ctx.state.options, "initiative_tie") == "roll_off" and not _numbers_missing(ctx.state)


def _numbers_missing(state: State) -> bool:
    if state.fight is None or state.phase in ("lobby", "declaration"):
        return True
    fighters = (one for one in state.combatants.values() if one.status == "in-fight" and takes_turns(state, one))
    return any(one.id not in state.fight.initiative for one in fighters)


def rolled_off(ctx: Context, value: int, tied: Names) -> Procedure[list[Place]]:
    """Those who are equal throw a plain d10 among themselves until the order is clear; a side throws once."""
    followers = _followers(ctx, tied)
    thrown: dict[CombatantId, tuple[int, ...]] = dict.fromkeys(followers, ())
    again = 0
    while equal := _equal(thrown):
        again += 1
        asked = tuple(
            Roll(one, "initiative", plain_d10(), Faces, rule="INT-INIT-8", at=f"tie{value}-{again}") for one in equal
        )
        faces: tuple[Faces, ...] = yield Ask(asked)
        thrown |= {one: (*thrown[one], *face.faces) for one, face in zip(equal, faces, strict=True)}
    ordered = sorted(thrown, key=lambda one: thrown[one], reverse=True)
    why = {one: f"{value}, rolled off with {', '.join(map(str, thrown[one])) or 'no die'}" for one in ordered}
    return [Place(one, "INT-INIT-8", why[first]) for first in ordered for one in followers[first] if ctx.knows(one)]


def _followers(ctx: Context, tied: Names) -> dict[CombatantId, Names]:
    """Who throws, and for whom: everybody for themselves, or where a side rolls once its first for all of it."""
    if ctx.option("initiative") != "by_side":
        return {one: (one,) for one in tied}
    sides: dict[str, list[CombatantId]] = {}
    for place in by_ref(ctx, 0, tied):
        sides.setdefault(ctx.combatant(place.combatant).side, []).append(place.combatant)
    return {names[0]: tuple(names) for names in sides.values()}


def _equal(thrown: Mapping[CombatantId, tuple[int, ...]]) -> Names:
    faces = list(thrown.values())
    return tuple(one for one in thrown if faces.count(thrown[one]) > 1)


@rule("INT-INIT-7", mutant=lambda: False)
def players_may_wait() -> bool:
    """Whether the action can be put off to a later point of the turn."""
    return True


def against_delay(ctx: Context, who: CombatantId) -> Iterator[Refusal]:
    """What speaks against waiting."""
    if not players_may_wait():
        yield refusal("cannot-act", "nobody waits under these rules", "INT-INIT-7")
