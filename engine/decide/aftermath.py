"""Decisions after a fight: who is down is cleared away, weapons are filled."""

from typing import Final

from engine.actions import begin
from engine.commands import ClearFallen, ReloadAll
from engine.decide.verdicts import decides
from engine.draft import Draft
from engine.flow import Nothing
from engine.groups import those
from engine.refusals import Refused, refusal
from engine.state import Combatant, State
from events.base import CombatantId
from events.play import Reloaded
from events.roster import CombatantLeft, StatusSet

DOWN: Final = ("dead", "dying", "doomed", "unconscious", "destroyed", "down")
"""Conditions and wound words of those who lie there."""


@decides(ClearFallen)
def clear_fallen(draft: Draft, command: ClearFallen) -> None:
    """Who is down is set out of the fight or taken off the table; if one of them was up, the next comes up."""
    state = draft.state
    named = tuple(state.combatants[name] for name in whom(state, command.combatants))
    standing = [one.name for one in named if not is_down(draft, one)]
    if standing:
        raise Refused(refusal("invalid", f"{', '.join(standing)}: not down"))
    fallen = named or tuple(one for one in state.combatants.values() if not one.controller and is_down(draft, one))
    fallen = tuple(one for one in fallen if command.remove or one.status != "out")
    if not fallen:
        raise Refused(refusal("invalid", "nobody is down whom the GM runs; name the combatants of players"))
    was_up = state.fight is not None and state.fight.up in {one.id for one in fallen}
    for one in fallen:
        draft.record(CombatantLeft(one.id) if command.remove else StatusSet(one.id, "out"))
    if was_up and command.remove:
        begin(draft, "bring-up-next", Nothing())


def whom(state: State, named: tuple[str, ...]) -> tuple[CombatantId, ...]:
    """Those who are named, and the members of groups that are, each once."""
    return tuple(dict.fromkeys(one for name in named for one in those(state, name)))


def is_down(draft: Draft, one: Combatant) -> bool:
    """Whether somebody lies there: dead or dying, unconscious, or down by the rules' word; a thing: broken."""
    return any(map(one.has, DOWN)) or draft.ruleset.wound_word(draft.state, one) in DOWN


@decides(ReloadAll)
def reload_all(draft: Draft, command: ReloadAll) -> None:
    """Every weapon whose rounds are counted is full again, of those named or of all who are on their feet."""
    state = draft.state
    who = whom(state, command.combatants) or tuple(
        one.id for one in state.combatants.values() if not is_down(draft, one)
    )
    emptied = [
        Reloaded(name, weapon, full)
        for name in who
        for weapon, full in draft.ruleset.full_loads(draft.context().sheet(name)).items()
        if state.combatants[name].ammo.get(weapon, full) != full
    ]
    if not emptied:
        raise Refused(refusal("invalid", "every weapon is loaded"))
    for fact in emptied:
        draft.record(fact)
