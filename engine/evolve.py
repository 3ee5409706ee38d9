"""How facts make state: one small reducer per type, found in a table. No rules live here, only sums."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from engine.state import (
    Causes,
    Clock,
    Combatant,
    Declaration,
    Fight,
    Group,
    Lasting,
    Parked,
    Position,
    Scene,
    State,
    StatedRange,
    pair,
)
from events import correction, flow, play, roster, table
from events.base import Fact
from events.envelope import Entry
from events.roster import Pool

Reducer = Callable[[State, Entry, Any], State]
Held = TypeVar("Held")


def evolve(state: State, entry: Entry) -> State:
    """The state after one fact of play. Facts of the ledger and retractions are no business of this fold."""
    reducer = REDUCERS.get(type(entry.fact))
    if reducer is None:
        return state
    if state.parked:
        state = _on_the_tapes(state, entry)
    return reducer(state, entry, entry.fact)


def _on_the_tapes(state: State, entry: Entry) -> State:
    """Write the entry on the tape of every action that has begun and not ended; nearly always there is just one."""
    if len(state.parked) == 1:
        one = state.parked[0]
        return replace(state, parked=(Parked(one.action, one.before, (*one.tape, entry)),))
    return replace(state, parked=tuple([Parked(one.action, one.before, (*one.tape, entry)) for one in state.parked]))


# roster and scene


def _opened(state: State, entry: Entry, fact: table.TableOpened) -> State:
    return replace(state, ruleset=fact.ruleset, options=fact.options)


def _entered(state: State, entry: Entry, fact: roster.CombatantEntered) -> State:
    newcomer = Combatant(
        id=fact.combatant,
        name=fact.name,
        joined=entry.version,
        sheet=fact.sheet,
        pools=fact.pools,
        ammo=fact.ammo,
        side=fact.side,
        status=fact.status,
        controller=fact.controller,
        dice=fact.dice,
        hidden=fact.hidden,
    )
    return replace(state, combatants={**state.combatants, fact.combatant: newcomer})


def _left(state: State, entry: Entry, fact: roster.CombatantLeft) -> State:
    """Nothing of the departed stays, so that whoever comes under the same id begins anew."""
    gone = fact.combatant
    state = replace(
        state,
        combatants=_without(state.combatants, gone),
        ranges={key: said for key, said in state.ranges.items() if gone not in key.split("|")},
        groups=_fewer_members(state.groups, (gone,)),
    )
    return _out_of_the_fight(state, gone)


def _out_of_the_fight(state: State, gone: str) -> State:
    fight = state.fight
    if fight is None:
        return state
    return state.with_fight(
        order=tuple(place for place in fight.order if place.combatant != gone),
        initiative=_without(fight.initiative, gone),
        stated=tuple(name for name in fight.stated if name != gone),
        up=None if fight.up == gone else fight.up,
        done=tuple(name for name in fight.done if name != gone),
        delaying=tuple(name for name in fight.delaying if name != gone),
        declared=_without(fight.declared, gone),
    )


def _without(held: dict[str, Held], gone: str) -> dict[str, Held]:
    return {name: value for name, value in held.items() if name != gone}


def _of_one(change: Callable[[Combatant, Entry, Any], Combatant]) -> Reducer:
    """A reducer that changes one combatant, and nothing where that combatant is no longer known."""

    def reduce(state: State, entry: Entry, fact: Any) -> State:
        combatant = state.combatants.get(fact.combatant)
        if combatant is None:
            return state
        changed = change(combatant, entry, fact)
        return replace(state, combatants={**state.combatants, combatant.id: changed})

    return reduce


def _shown(one: Combatant, entry: Entry, fact: roster.CombatantShown) -> Combatant:
    return replace(one, hidden=False)


def _hidden(one: Combatant, entry: Entry, fact: roster.CombatantHidden) -> Combatant:
    return replace(one, hidden=True)


def _controlled(one: Combatant, entry: Entry, fact: roster.ControlGiven) -> Combatant:
    return replace(one, controller=fact.seat, dice=fact.dice)


def _new_sheet(one: Combatant, entry: Entry, fact: roster.SheetChanged) -> Combatant:
    pools = {
        name: Pool(pool.now + fact.gained.get(name, 0), pool.full + fact.fuller.get(name, 0))
        for name, pool in one.pools.items()
    }
    return replace(one, sheet=fact.sheet, pools={**fact.new_pools, **pools}, ammo={**fact.new_ammo, **one.ammo})


def _status(one: Combatant, entry: Entry, fact: roster.StatusSet) -> Combatant:
    return replace(one, status=fact.status)


def _formed(state: State, entry: Entry, fact: roster.GroupFormed) -> State:
    formed = Group(fact.group, fact.title, fact.members, fact.each, fact.leader, fact.one_initiative)
    return replace(state, groups={**state.groups, fact.group: formed})


def _regrouped(state: State, entry: Entry, fact: roster.GroupChanged) -> State:
    group = state.groups.get(fact.group)
    if group is None:
        return state
    stays = tuple(name for name in group.members if name not in (*fact.left, *fact.joined))
    changed = replace(
        group,
        title=fact.title or group.title,
        members=(*stays, *fact.joined),
        leader=fact.leader or (None if group.leader in fact.left else group.leader),
        one_initiative=group.one_initiative if fact.one_initiative is None else fact.one_initiative,
    )
    return replace(state, groups=_fewer_members({**state.groups, group.id: changed}, ()))


def _fewer_members(groups: dict[str, Group], gone: tuple[str, ...]) -> dict[str, Group]:
    """The groups without those who are gone; one that nobody is left of is none."""
    if not groups:
        return groups
    left = {
        name: replace(
            group,
            members=tuple(one for one in group.members if one not in gone),
            leader=None if group.leader in gone else group.leader,
        )
        for name, group in groups.items()
    }
    return {name: group for name, group in left.items() if group.members}


def _placed(one: Combatant, entry: Entry, fact: roster.Placed) -> Combatant:
    said = {name: value for name in Position.__struct_fields__ if (value := getattr(fact, name)) is not None}
    return replace(one, position=replace(one.position, **said))


def _scene(state: State, entry: Entry, fact: roster.SceneSet) -> State:
    return replace(state, scene=Scene(fact.title, fact.light, fact.smoke, fact.cover, fact.zones, fact.distances))


def _range(state: State, entry: Entry, fact: roster.RangeStated) -> State:
    stated = StatedRange(fact.range, fact.distance)
    return replace(state, ranges={**state.ranges, pair(fact.one, fact.other): stated})


def _option(state: State, entry: Entry, fact: roster.OptionChanged) -> State:
    return replace(state, options={**state.options, fact.option: fact.value})


# flow


def _combat_began(state: State, entry: Entry, fact: flow.CombatBegan) -> State:
    """Numbers rolled or set in the lobby stay, since a fight prepared there is carried over."""
    fighting = {
        name: replace(one, status="in-fight") if name in fact.combatants else one
        for name, one in state.combatants.items()
    }
    prepared = state.fight or Fight(number=fact.fight, title=fact.title)
    fight = replace(prepared, number=fact.fight, title=fact.title)
    return replace(state, combatants=fighting, fights=fact.fight, fight=fight)


def _turn_began(state: State, entry: Entry, fact: flow.TurnBegan) -> State:
    """A first turn keeps numbers set before it; every later one starts with what its procedure sets again."""
    if fact.turn == 1:
        return state.with_fight(turn=1)
    return state.with_fight(
        turn=fact.turn, order=(), initiative={}, stated=(), up=None, done=(), delaying=(), declared={}
    )


def _phase(state: State, entry: Entry, fact: flow.PhaseEntered) -> State:
    return replace(state, phase=fact.phase)


def _initiative(state: State, entry: Entry, fact: flow.InitiativeSet) -> State:
    fight = state.fight or Fight(number=state.fights + 1, title="")
    stated = tuple(name for name in fight.stated if name != fact.combatant)
    fight = replace(
        fight,
        initiative={**fight.initiative, fact.combatant: fact.value},
        stated=(*stated, fact.combatant) if fact.stated else stated,
    )
    return replace(state, fight=fight)


def _order(state: State, entry: Entry, fact: flow.OrderSettled) -> State:
    return state.with_fight(order=fact.places)


def _up(state: State, entry: Entry, fact: flow.CombatantUp) -> State:
    if state.fight is None:
        return state
    waiting = tuple(name for name in state.fight.delaying if name != fact.combatant)
    done = tuple(name for name in state.fight.done if name != fact.combatant)
    return state.with_fight(up=fact.combatant, delaying=waiting, done=done)


def _done(state: State, entry: Entry, fact: flow.CombatantDone) -> State:
    if state.fight is None:
        return state
    up = None if state.fight.up == fact.combatant else state.fight.up
    done = tuple(name for name in state.fight.done if name != fact.combatant)
    return state.with_fight(up=up, done=(*done, fact.combatant))


def _delayed(state: State, entry: Entry, fact: flow.Delayed) -> State:
    if state.fight is None:
        return state
    up = None if state.fight.up == fact.combatant else state.fight.up
    delaying = tuple(name for name in state.fight.delaying if name != fact.combatant)
    return state.with_fight(up=up, delaying=(*delaying, fact.combatant))


def _same(state: State, entry: Entry, fact: Fact) -> State:
    return state


def _turn_ended(state: State, entry: Entry, fact: flow.TurnEnded) -> State:
    return replace(state, clock=Clock(state.clock.turns + 1, state.clock.minutes))


def _time_passed(state: State, entry: Entry, fact: flow.TimePassed) -> State:
    return replace(state, clock=Clock(state.clock.turns + fact.turns, state.clock.minutes + fact.minutes))


def _combat_ended(state: State, entry: Entry, fact: flow.CombatEnded) -> State:
    home = {
        name: replace(one, status="party") if one.status == "in-fight" else one
        for name, one in state.combatants.items()
    }
    return replace(state, combatants=home, fight=None, phase="lobby")


# play


def _declared(state: State, entry: Entry, fact: play.Declared) -> State:
    combatant = state.combatants.get(fact.combatant)
    if combatant is not None and fact.reaction is not None:
        changed = replace(combatant, reaction=fact.reaction)
        state = replace(state, combatants={**state.combatants, combatant.id: changed})
    if state.fight is None:
        return state
    declaration = Declaration(fact.intention, fact.attacks, fact.weapon, fact.mode, fact.haste, fact.reaction or "")
    return state.with_fight(declared={**state.fight.declared, fact.combatant: declaration})


def _action_began(state: State, entry: Entry, fact: play.ActionBegan) -> State:
    began = Parked(action=entry.action or "", before=_without_tapes(state), tape=(entry,))
    return replace(state, parked=(*state.parked, began))


def _without_tapes(state: State) -> State:
    return replace(state, parked=()) if state.parked else state


def _action_ended(state: State, entry: Entry, fact: play.ActionEnded) -> State:
    return replace(state, parked=tuple(parked for parked in state.parked if parked.action != entry.action))


def _pool_changed(one: Combatant, entry: Entry, fact: play.DamageApplied | play.PoolRestored) -> Combatant:
    pool = one.pools.get(fact.pool)
    if pool is None:
        return one
    return replace(one, pools={**one.pools, fact.pool: Pool(pool.now + fact.change, pool.full)})


def _condition_gained(state: State, entry: Entry, fact: play.ConditionGained) -> State:
    one = state.combatants.get(fact.combatant)
    if one is None:
        return state
    causes = (*one.conditions.get(fact.condition, ()), entry.version)
    effects = one.effects
    if fact.effect is not None:
        effects = (*effects, Lasting(entry.version, fact.condition, fact.effect, state.clock))
    changed = replace(one, conditions={**one.conditions, fact.condition: causes}, effects=effects)
    return replace(state, combatants={**state.combatants, one.id: changed})


def _condition_lost(one: Combatant, entry: Entry, fact: play.ConditionLost) -> Combatant:
    effects = tuple(lasting for lasting in one.effects if lasting.cause not in fact.causes)
    return replace(one, conditions=_fewer(one.conditions, {fact.condition: fact.causes}), effects=effects)


def _counter_raised(one: Combatant, entry: Entry, fact: play.CounterRaised) -> Combatant:
    causes = (*one.counters.get(fact.counter, ()), entry.version)
    return replace(one, counters={**one.counters, fact.counter: causes})


def _counters_lapsed(one: Combatant, entry: Entry, fact: play.CountersLapsed) -> Combatant:
    return replace(one, counters=_fewer(one.counters, fact.counters))


def _tally_changed(one: Combatant, entry: Entry, fact: play.TallyChanged) -> Combatant:
    """A tally that comes to nothing is forgotten."""
    sums = {name: one.tallies.get(name, 0) + change for name, change in fact.changes.items()}
    return replace(one, tallies={name: sum_ for name, sum_ in {**one.tallies, **sums}.items() if sum_})


def _fewer(held: dict[str, Causes], gone: dict[str, Causes]) -> dict[str, Causes]:
    left = {name: tuple(cause for cause in causes if cause not in gone.get(name, ())) for name, causes in held.items()}
    return {name: causes for name, causes in left.items() if causes}


def _ammo_spent(one: Combatant, entry: Entry, fact: play.AmmoSpent) -> Combatant:
    return replace(one, ammo={**one.ammo, fact.weapon: one.ammo.get(fact.weapon, 0) - fact.rounds})


def _overridden(state: State, entry: Entry, fact: correction.Overridden) -> State:
    """Who is not at the table any more is not changed."""
    changed = {
        name: _changed(state.combatants[name], entry, change)
        for name, change in fact.changes.items()
        if name in state.combatants
    }
    return replace(state, combatants={**state.combatants, **changed})


def _changed(one: Combatant, entry: Entry, change: correction.Change) -> Combatant:
    pools = {
        name: Pool(pool.now + change.pools[name], pool.full) for name, pool in one.pools.items() if name in change.pools
    }
    ammo = {name: one.ammo.get(name, 0) + rounds for name, rounds in change.ammo.items()}
    conditions = _fewer(one.conditions, change.lost)
    gained = {name: (*conditions.get(name, ()), entry.version) for name in change.gained}
    return replace(one, pools={**one.pools, **pools}, ammo={**one.ammo, **ammo}, conditions={**conditions, **gained})


def _reloaded(one: Combatant, entry: Entry, fact: play.Reloaded) -> Combatant:
    return replace(one, ammo={**one.ammo, fact.weapon: fact.rounds})


REDUCERS: Final[dict[type[Fact], Reducer]] = {
    table.TableOpened: _opened,
    roster.CombatantEntered: _entered,
    roster.CombatantLeft: _left,
    roster.CombatantShown: _of_one(_shown),
    roster.CombatantHidden: _of_one(_hidden),
    roster.ControlGiven: _of_one(_controlled),
    roster.SheetChanged: _of_one(_new_sheet),
    roster.StatusSet: _of_one(_status),
    roster.GroupFormed: _formed,
    roster.GroupChanged: _regrouped,
    roster.SceneSet: _scene,
    roster.Placed: _of_one(_placed),
    roster.RangeStated: _range,
    roster.OptionChanged: _option,
    flow.CombatBegan: _combat_began,
    flow.TurnBegan: _turn_began,
    flow.PhaseEntered: _phase,
    flow.InitiativeSet: _initiative,
    flow.OrderSettled: _order,
    flow.CombatantUp: _up,
    flow.CombatantDone: _done,
    flow.Delayed: _delayed,
    flow.TurnEnded: _turn_ended,
    flow.TimePassed: _time_passed,
    flow.CombatEnded: _combat_ended,
    play.Declared: _declared,
    play.ActionBegan: _action_began,
    play.RuleOverruled: _same,
    play.Asked: _same,
    play.Answered: _same,
    play.Rolled: _same,
    play.DamageApplied: _of_one(_pool_changed),
    play.PoolRestored: _of_one(_pool_changed),
    play.ConditionGained: _condition_gained,
    play.ConditionLost: _of_one(_condition_lost),
    play.CounterRaised: _of_one(_counter_raised),
    play.CountersLapsed: _of_one(_counters_lapsed),
    play.TallyChanged: _of_one(_tally_changed),
    play.AmmoSpent: _of_one(_ammo_spent),
    play.Reloaded: _of_one(_reloaded),
    play.ActionEnded: _action_ended,
    correction.Overridden: _overridden,
}
"""The complete table: a test holds it to the union of the facts of play, and the opening of the table."""
