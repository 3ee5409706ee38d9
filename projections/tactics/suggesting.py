"""Suggestions at a live table: what each combatant of a seat would do by a tactic, ready to be sent."""

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from engine.admission import ADMISSIONS
from engine.commands import Command, Done
from engine.flow import fighters
from engine.groups import those
from engine.ruleset import RuleSet
from engine.state import Combatant, State
from events.base import CombatantId
from projections.audience import Audience
from projections.odds.seen import as_seen
from projections.sight import Shown
from projections.tactics.choosing import WEIGHING, Choice, Reason, Tactic, act_of
from projections.tactics.sighted import Sighted

MOST_TARGETS: Final = 8
"""So many other targets are told at the most."""

MOST_SUGGESTED: Final = 20
"""Combatants that are told at once what they would do."""

MOST_WEIGHING: Final = 4
"""The same where attacks are weighed by their odds, which takes its time."""

_encoder: Final = msgspec.json.Encoder()


class Instead(Shown, frozen=True, kw_only=True):
    """The same against another target."""

    target: CombatantId
    name: str
    commands: tuple[dict[str, Any], ...]


class Suggestion(Shown, frozen=True, kw_only=True):
    """What somebody would do: commands as they are sent, in their order, and why, in words and as a code. `up`: it is
    its turn to act.

    `instead` are the same against others, the nearest first.
    """

    combatant: CombatantId
    name: str
    up: bool = False
    target: CombatantId | None = None
    why: str
    reason: Reason
    commands: tuple[dict[str, Any], ...]
    instead: tuple[Instead, ...] = ()


class Suggestions(Shown, frozen=True, kw_only=True):
    """One suggestion for each combatant that a seat plays and that has still to act, whoever is up first.

    `left_out` are those beyond the limit: ask for them by name.
    """

    tactic: str
    suggestions: tuple[Suggestion, ...]
    left_out: tuple[CombatantId, ...] = ()


def suggestions(
    ruleset: RuleSet,
    state: State,
    audience: Audience,
    name: str,
    tactic: Tactic,
    whom: CombatantId | None = None,
) -> Suggestions:
    """What the combatants of a seat would do by a tactic; `whom` names one of them, or a group."""
    named = those(state, whom) if whom is not None else None
    seats = {"gm"} if audience.kind == "gm" else {"player"}
    most = MOST_WEIGHING if name in WEIGHING else MOST_SUGGESTED
    asked = [one for one in _to_act(ruleset, state, audience) if named is None or one.id in named]
    return Suggestions(
        tactic=name,
        suggestions=tuple(_suggestion(ruleset, state, one, tactic, seats) for one in asked[:most]),
        left_out=tuple(one.id for one in asked[most:]),
    )


def _to_act(ruleset: RuleSet, state: State, audience: Audience) -> Iterator[Combatant]:
    """Whom the seat plays and who has still to act in this turn, in the order of the turn. The GM plays those that no
    player does."""
    fight = state.fight
    if fight is None:
        return
    able = {one.id: one for one in fighters(ruleset, state) if ruleset.inability(state, one) is None}
    order = [place.combatant for place in fight.order] or list(able)
    coming = [name for name in order if name in able and name not in fight.done]
    for name in sorted(coming, key=lambda name: name != fight.up):
        one = able[name]
        if (one.controller is None) if audience.kind == "gm" else audience.plays(name):
            yield one


def side_of(one: Combatant) -> Audience:
    """The eyes of somebody's own side."""
    sides = frozenset({one.side}) if one.side else frozenset()
    return Audience("player", controls=frozenset({one.id}), sides=sides)


def _suggestion(ruleset: RuleSet, state: State, one: Combatant, tactic: Tactic, seats: set[str]) -> Suggestion:
    at = Sighted(ruleset, as_seen(state, side_of(one), ruleset))
    choice = tactic(at, one.id)
    if not _may_give(choice, seats):
        choice = Choice((Done(combatant=one.id),), None, f"{choice.why}; ask the GM for that", choice.reason)
    fight = state.fight
    return Suggestion(
        combatant=one.id,
        name=one.name,
        up=fight is not None and fight.up == one.id,
        target=choice.target,
        why=choice.why,
        reason=choice.reason,
        commands=tuple(map(_written, choice.commands)),
        instead=tuple(_instead(at, one.id, choice)) if choice.target is not None else (),
    )


def _may_give(choice: Choice, seats: set[str]) -> bool:
    return all(seats & ADMISSIONS[type(command)].seats for command in choice.commands)


def _instead(at: Sighted, combatant: CombatantId, choice: Choice) -> Iterator[Instead]:
    """The plainest attack on each of the others; what comes before it stays as it is."""
    others = [foe for foe in at.foes(combatant) if foe.id != choice.target]
    for other in others[:MOST_TARGETS]:
        act = next(at.attacks(combatant, other.id), None)
        if act is not None:
            commands = (*choice.commands[:-1], act_of(combatant, act))
            yield Instead(target=other.id, name=other.name, commands=tuple(map(_written, commands)))


def _written(command: Command) -> dict[str, Any]:
    written: dict[str, Any] = msgspec.json.decode(_encoder.encode(command))
    return written
