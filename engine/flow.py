"""The turn as a machine: one table of phases, and the procedures that lead from station to station."""

from collections.abc import Iterable
from typing import Final

import msgspec

from engine.actions import procedure
from engine.context import Context
from engine.effects import time_ends
from engine.groups import leader as leads
from engine.groups import number_of_group, settle_order, united
from engine.requests import Call, Cause, Procedure, Record
from engine.ruleset import RuleSet
from engine.state import Combatant, Fight, State
from events.base import CombatantId
from events.flow import (
    CombatantDone,
    CombatantUp,
    CombatBegan,
    Delayed,
    InitiativeSet,
    PhaseEntered,
    TurnBegan,
    TurnEnded,
)


class Nothing(msgspec.Struct, frozen=True):
    """A procedure that is given nothing."""


class Title(msgspec.Struct, frozen=True, omit_defaults=True):
    """The title of a fight that begins, and whether its first initiative is thrown at once."""

    title: str = ""
    initiative: bool = False


class One(msgspec.Struct, frozen=True):
    """The combatant a procedure is about."""

    combatant: CombatantId


class Several(msgspec.Struct, frozen=True, omit_defaults=True):
    """The combatants a procedure is about; `everybody`: nobody was named, they are all whom it could be about."""

    combatants: tuple[CombatantId, ...]
    everybody: bool = False


class Stated(msgspec.Struct, frozen=True, omit_defaults=True):
    """An initiative number stated by hand; `others` are those of the same group, for whom it counts too."""

    combatant: CombatantId
    value: int
    others: tuple[CombatantId, ...] = ()


class Through(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far the next turn is carried."""

    initiative: bool = False


FIRST_TURN: Final = 1


@procedure("begin-combat", Title)
def begin_combat(ruleset: RuleSet, ctx: Context, given: Title) -> Procedure[str]:
    """A fight begins with everybody but the reserve and those who are out of it."""
    fighters = tuple(one.id for one in ctx.state.combatants.values() if one.status in ("party", "in-fight"))
    yield Record(CombatBegan(ctx.state.fights + 1, given.title, fighters))
    yield Record(TurnBegan(FIRST_TURN))
    yield from ruleset.begin_turn(ctx)
    yield Record(PhaseEntered(ruleset.stations()[0]))
    if given.initiative:
        yield from throw_initiative(ruleset, ctx, waiting_for_initiative(ruleset, ctx.state))
    return "begun"


@procedure("next-turn", Through)
def next_turn(ruleset: RuleSet, ctx: Context, given: Through) -> Procedure[str]:
    """The turn ends with all that falls due, the next begins; on request its initiative is thrown as well."""
    fight = _fight(ctx.state)
    kept = fight.initiative
    yield Call(ruleset.end_turn, (), at="end")
    yield Record(TurnEnded(fight.turn))
    yield from time_ends(ruleset, ctx)
    yield Record(TurnBegan(fight.turn + 1))
    yield from ruleset.begin_turn(ctx)
    yield Record(PhaseEntered(ruleset.stations()[0]))
    if ctx.option("initiative") == "once":
        for combatant in waiting_for_initiative(ruleset, ctx.state):
            if combatant in kept:
                yield Record(InitiativeSet(combatant, kept[combatant], stated=True))
    if given.initiative:
        yield from throw_initiative(ruleset, ctx, waiting_for_initiative(ruleset, ctx.state))
    return "turn"


@procedure("roll-initiative", Several)
def roll_initiative(ruleset: RuleSet, ctx: Context, given: Several) -> Procedure[str]:
    """Initiative of those named; with the last number the actions open."""
    yield from throw_initiative(ruleset, ctx, given.combatants)
    return "rolled"


@procedure("set-initiative", Stated)
def set_initiative(ruleset: RuleSet, ctx: Context, given: Stated) -> Procedure[str]:
    """A number stated by the referee counts like a rolled one and sorts the order at once."""
    yield from _enter_initiative(ruleset, ctx)
    for combatant in (given.combatant, *given.others):
        yield Record(InitiativeSet(combatant, given.value, stated=True, rule=ruleset.stated_rule))
    yield from _open_actions(ruleset, ctx)
    return "stated"


@procedure("done", One)
def done(ruleset: RuleSet, ctx: Context, given: One) -> Procedure[str]:
    """An activation ends; the next combatant comes up with what falls due then."""
    yield Record(CombatantDone(given.combatant))
    if _fight(ctx.state).up is None:
        yield from bring_up_next(ruleset, ctx)
    return "done"


@procedure("all-done", Several)
def all_done(ruleset: RuleSet, ctx: Context, given: Several) -> Procedure[str]:
    """The activations of several end, of those who have not come up yet too; the next who is none of them comes up."""
    for combatant in given.combatants:
        yield Record(CombatantDone(combatant))
    if _fight(ctx.state).up is None:
        yield from bring_up_next(ruleset, ctx)
    return "done"


@procedure("delay", One)
def delay(ruleset: RuleSet, ctx: Context, given: One) -> Procedure[str]:
    """A combatant waits until all others have acted."""
    yield Record(Delayed(given.combatant))
    if _fight(ctx.state).up is None:
        yield from bring_up_next(ruleset, ctx)
    return "delayed"


@procedure("jump", One)
def jump(ruleset: RuleSet, ctx: Context, given: One) -> Procedure[str]:
    """The turn pointer is set by name; whoever was up comes up again later."""
    yield from _bring_up(ruleset, ctx, given.combatant)
    return "up"


@procedure("bring-up-next", Nothing)
def next_up(ruleset: RuleSet, ctx: Context, given: Nothing) -> Procedure[str]:
    """Nobody is up and somebody could be: the next in the order comes up."""
    yield from bring_up_next(ruleset, ctx)
    return "up"


def throw_initiative(ruleset: RuleSet, ctx: Context, combatants: tuple[CombatantId, ...]) -> Procedure[None]:
    """Throw for everybody, once for each group that has one initiative, or once for each side where the table plays
    it so. Whoever is of a group brings in those of it who owe a number too."""
    yield from _enter_initiative(ruleset, ctx)
    by_side = ctx.option("initiative") == "by_side"
    shared = _number_of_side if by_side else _number_of_group
    owing = combatants if by_side else _with_their_groups(ruleset, ctx.state, combatants)
    throwing = _leaders(ctx.state, owing) if by_side else _throwers(ruleset, ctx.state, owing)
    if throwing:
        yield Call(ruleset.roll_initiative, (throwing,))
    for combatant in owing:
        if combatant not in throwing and ctx.knows(combatant):
            number = shared(ctx.state, combatant)
            if number is not None:
                yield Record(InitiativeSet(combatant, number))
    yield from _open_actions(ruleset, ctx)


def _with_their_groups(ruleset: RuleSet, state: State, combatants: tuple[CombatantId, ...]) -> tuple[CombatantId, ...]:
    """Those who are to have a number, in roster order: with somebody of a group all of it who have none yet."""
    groups = [group for one in combatants if (group := united(state, one)) is not None]
    if not groups:
        return combatants
    fellows = {name for group in groups for name in group.members}
    numbers = state.fight.initiative if state.fight else {}
    waits = "party" if state.phase == "lobby" else "in-fight"
    return tuple(
        one.id
        for one in state.combatants.values()
        if one.id in combatants
        or (one.id in fellows and one.id not in numbers and one.status == waits and ruleset.takes_turns(state, one))
    )


def _throwers(ruleset: RuleSet, state: State, combatants: tuple[CombatantId, ...]) -> tuple[CombatantId, ...]:
    """Who throws: everybody for themselves, and for a group that has no number yet whoever leads it."""
    return tuple(one for one in combatants if one == _thrower(ruleset, state, one, combatants))


def _thrower(
    ruleset: RuleSet, state: State, combatant: CombatantId, combatants: tuple[CombatantId, ...]
) -> CombatantId | None:
    group = united(state, combatant)
    if group is None:
        return combatant
    if number_of_group(state, group) is not None:
        return None
    first = leads(ruleset, state, group)
    asked = [name for name in combatants if name in group.members]
    return min(asked, key=lambda name: (name != first, state.combatants[name].unseen))


def _number_of_group(state: State, combatant: CombatantId) -> int | None:
    group = united(state, combatant)
    return number_of_group(state, group) if group is not None else None


def _leaders(state: State, combatants: tuple[CombatantId, ...]) -> tuple[CombatantId, ...]:
    """Who throws for a side: whoever of those asked joined first, if the side has no number yet."""
    first: dict[str, CombatantId] = {}
    for combatant in sorted(combatants, key=lambda one: state.combatants[one].joined):
        if _number_of_side(state, combatant) is None:
            first.setdefault(_side(state, combatant), combatant)
    return tuple(first.values())


def _number_of_side(state: State, combatant: CombatantId) -> int | None:
    """The number that the side of a combatant has already; one stated by the referee counts for that one alone."""
    if state.fight is None:
        return None
    side, stated = _side(state, combatant), state.fight.stated
    numbers = ((name, number) for name, number in state.fight.initiative.items() if name not in stated)
    return next((n for name, n in numbers if name in state.combatants and _side(state, name) == side), None)


def _side(state: State, combatant: CombatantId) -> str:
    return state.combatants[combatant].side


def _enter_initiative(ruleset: RuleSet, ctx: Context) -> Procedure[None]:
    """Who throws before the station of initiative ends the declaration."""
    stations = ruleset.stations()
    if ctx.state.phase == "declaration" and ctx.state.phase in stations:
        yield Record(PhaseEntered(stations[stations.index("declaration") + 1]))


def _open_actions(ruleset: RuleSet, ctx: Context) -> Procedure[None]:
    """Sort the order; when the last number is in, the first in it comes up."""
    if ctx.state.fight is None:
        return
    yield from settle_order(ruleset, ctx)
    if ctx.state.phase == "initiative" and not waiting_for_initiative(ruleset, ctx.state):
        yield Record(PhaseEntered("actions"))
        yield from bring_up_next(ruleset, ctx)


def bring_up_next(ruleset: RuleSet, ctx: Context) -> Procedure[None]:
    """The next who can act comes up; who cannot is passed over, who delays comes after all others."""
    while (combatant := _next_in_order(ruleset, ctx.state)) is not None:
        yield from _bring_up(ruleset, ctx, combatant)
        if _able(ruleset, ctx.state, combatant):
            return
        yield Record(CombatantDone(combatant))


def _bring_up(ruleset: RuleSet, ctx: Context, combatant: CombatantId) -> Procedure[Cause]:
    cause: Cause = yield Record(CombatantUp(combatant))
    yield Call(ruleset.begin_activation, (combatant,), at=f"up:{combatant}", because=(cause,))
    return cause


def _next_in_order(ruleset: RuleSet, state: State) -> CombatantId | None:
    fight = _fight(state)
    places = [place.combatant for place in fight.order if place.combatant not in fight.done]
    punctual = [name for name in places if name not in fight.delaying]
    late = [name for name in places if name in fight.delaying]
    return next((name for name in (*punctual, *late) if _comes_up(ruleset, state, name)), None)


def _comes_up(ruleset: RuleSet, state: State, combatant: CombatantId) -> bool:
    one = state.combatants.get(combatant)
    down = ruleset.stays_down or ruleset.inability
    return one is not None and one.status == "in-fight" and down(state, one) is None


def _able(ruleset: RuleSet, state: State, combatant: CombatantId) -> bool:
    one = state.combatants.get(combatant)
    return one is not None and one.status == "in-fight" and ruleset.inability(state, one) is None


def still_to_act(ruleset: RuleSet, state: State) -> CombatantId | None:
    """Who holds this turn open: whoever is up and able to act, else the next who would come up; None: nobody."""
    fight = _fight(state)
    if fight.up is None:
        return None
    return fight.up if _able(ruleset, state, fight.up) else _next_in_order(ruleset, state)


def fighters(ruleset: RuleSet, state: State) -> Iterable[Combatant]:
    """Those in the fight who take turns: neither dead nor unconscious, by the rule set's word."""
    return (one for one in state.combatants.values() if one.status == "in-fight" and ruleset.takes_turns(state, one))


def waiting_for_initiative(ruleset: RuleSet, state: State) -> tuple[CombatantId, ...]:
    """Who still owes a number this turn, in roster order; a place in the order without one is as good as a number."""
    fight = state.fight
    settled = {*fight.initiative, *(place.combatant for place in fight.order)} if fight else set()
    return tuple(one.id for one in fighters(ruleset, state) if one.id not in settled)


def _fight(state: State) -> Fight:
    assert state.fight is not None, "the phase table admits this only in a fight"
    return state.fight
