"""The table as somebody knows it, as a state that the rules can be asked about: strangers stand in for enemies."""

from collections.abc import Mapping
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from engine.ruleset import RuleSet
from engine.state import Combatant, Fight, State
from events.base import CombatantId
from projections.audience import Audience
from projections.wounds import conditions_seen, roster

Held = TypeVar("Held")

_SEEN: tuple[int, ...] = (1,)


def as_seen(state: State, audience: Audience, ruleset: RuleSet) -> State:
    """What an audience knows of a state, and nothing else: no action that waits, nobody unseen, no enemy's numbers.

    An enemy whose numbers are not seen stands there as the rule set's stranger, with its place and the conditions that
    are plain to see. Everything worked out on this can be told.
    """
    if audience.kind == "gm":
        return replace(state, parked=())
    combatants = {
        one.id: one if audience.reads(one) else stranger(one, audience, ruleset) for one in roster(state, audience)
    }
    seen = combatants.keys()
    return State(
        ruleset=state.ruleset,
        options=state.options,
        combatants=combatants,
        scene=state.scene,
        ranges={key: said for key, said in state.ranges.items() if seen >= set(key.split("|"))},
        phase=state.phase,
        fights=state.fights,
        fight=_fight(state.fight, state, audience) if state.fight is not None else None,
        clock=state.clock,
    )


def stranger(one: Combatant, audience: Audience, ruleset: RuleSet) -> Combatant:
    """Somebody of whom only the outside is known."""
    entrance = ruleset.entrance(ruleset.decode_sheet(ruleset.stranger))
    return Combatant(
        id=one.id,
        name=one.name,
        joined=0,
        sheet=msgspec.Raw(ruleset.stranger),
        pools=entrance.pools,
        side=one.side,
        status=one.status,
        controller=one.controller,
        conditions=dict.fromkeys(conditions_seen(one, audience), _SEEN),
        position=one.position,
    )


def _fight(fight: Fight, state: State, audience: Audience) -> Fight:
    def read(name: CombatantId) -> bool:
        one = state.combatants.get(name)
        return one is not None and audience.sees(one) and audience.reads(one)

    def own(said: Mapping[CombatantId, Held]) -> dict[CombatantId, Held]:
        return {name: held for name, held in said.items() if read(name)}

    return Fight(
        number=fight.number,
        title=fight.title,
        turn=fight.turn,
        order=tuple(place for place in fight.order if read(place.combatant)),
        initiative=own(fight.initiative),
        up=fight.up if fight.up is not None and read(fight.up) else None,
        done=tuple(name for name in fight.done if read(name)),
        delaying=tuple(name for name in fight.delaying if read(name)),
        declared=own(fight.declared),
    )
