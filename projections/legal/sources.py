"""What makes sense in the fields of commands: whom a command is for now, and the words the table has for a field."""

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Any, Final

import msgspec

from engine import commands as c
from engine.decide.correction import OPENING
from engine.flow import waiting_for_initiative
from engine.ledger import Proposal
from engine.state import Combatant, Fight
from events.base import CombatantId
from projections.legal.forms import words_of
from projections.legal.trying import Desk

NEWEST: Final = 5
"""How many of the newest actions are offered to be taken back."""

LOOKED_AT: Final = 20
"""How many commands are looked at for that: what is no step, such as a note, is passed over."""

Whom = Callable[[Desk, Combatant], bool]
Words = Callable[[Desk, Combatant | None], Iterable[str] | None]
Value = Callable[[Desk, Combatant | None], Any]


def whom(desk: Desk, command: type[c.Command]) -> tuple[CombatantId, ...]:
    """Whom a command is for, as things stand: among those who are seen."""
    if command is c.RollInitiative:
        return _owing(desk)
    wanted = _WHOM.get(command)
    return tuple(one.id for one in desk.seen if wanted is None or wanted(desk, one))


def words(desk: Desk, command: type[c.Command], field: str, about: Combatant | None) -> tuple[str, ...] | None:
    """The words for a field of a command; None: any word goes, or the type says which."""
    source = _WORDS.get(f"{c.wire_name(command)}.{field}") or _WORDS.get(field)
    found = source(desk, about) if source is not None else None
    return tuple(dict.fromkeys(found)) if found is not None else None


def suggested(desk: Desk, command: type[c.Command], field: str, about: Combatant | None) -> Any:
    """What stands now, or is meant most often; None: nothing."""
    source = _SUGGESTED.get(f"{c.wire_name(command)}.{field}")
    return source(desk, about) if source is not None else None


def _owing(desk: Desk) -> tuple[CombatantId, ...]:
    """Who has no number yet; before a fight, whoever of the party takes turns."""
    state, seen = desk.state, {one.id for one in desk.seen}
    if state.phase != "lobby":
        return tuple(name for name in waiting_for_initiative(desk.ruleset, state) if name in seen)
    numbers = state.fight.initiative if state.fight else {}
    waiting = (one for one in desk.seen if one.status == "party" and one.id not in numbers)
    return tuple(one.id for one in waiting if desk.ruleset.takes_turns(state, one))


def _acts_now(desk: Desk, one: Combatant) -> bool:
    return desk.is_up(one.id) if desk.state.phase != "lobby" else desk.able(one)


def _may_jump(desk: Desk, one: Combatant) -> bool:
    fight = desk.state.fight
    if fight is None or fight.up == one.id or one.id not in desk.placed:
        return False
    return desk.able(one) and (desk.is_gm or one.id in fight.delaying)


def _mendable(desk: Desk, one: Combatant) -> bool:
    rising = desk.ruleset.rising_pools
    hurt = any(pool.now > 0 if name in rising else pool.now < pool.full for name, pool in one.pools.items())
    return hurt and desk.ruleset.unmendable(desk.state, one) is None


_WHOM: Final[Mapping[type[c.Command], Whom]] = {
    c.Act: _acts_now,
    c.Declare: lambda desk, one: one.status == "in-fight" and desk.able(one),
    c.SetInitiative: lambda desk, one: desk.ruleset.takes_turns(desk.state, one),
    c.Done: lambda desk, one: desk.is_up(one.id),
    c.Delay: lambda desk, one: desk.is_up(one.id),
    c.Jump: _may_jump,
    c.Show: lambda desk, one: one.hidden,
    c.Hide: lambda desk, one: not one.hidden,
    c.Restore: _mendable,
    c.ClearCondition: lambda desk, one: any(one.conditions.values()),
}
"""Whom a command makes sense for; where it says nothing, for everybody."""


def _of(about: Combatant | None, everybody: Desk) -> tuple[Combatant, ...]:
    return (about,) if about is not None else everybody.seen


def _weapons(desk: Desk, about: Combatant | None) -> Iterable[str] | None:
    return msgspec.json.decode(about.sheet).get("weapons", ()) if about is not None else None


def _modes(desk: Desk, about: Combatant | None) -> Iterable[str]:
    return (word for kind in desk.ruleset.actions.values() for word in words_of(kind.fields).get("mode", ()))


def _pools(desk: Desk, about: Combatant | None) -> Iterable[str]:
    return (pool for one in _of(about, desk) for pool in one.pools)


def _conditions(desk: Desk, about: Combatant | None) -> Iterable[str]:
    return (name for one in _of(about, desk) for name, causes in one.conditions.items() if causes)


def _kinds(desk: Desk, about: Combatant | None) -> Iterable[str]:
    lobby = desk.state.phase == "lobby"
    return (kind.kind for kind in desk.ruleset.actions.values() if kind.in_the_lobby or not lobby)


def _players(desk: Desk, about: Combatant | None) -> Iterable[str]:
    return (seat.id for seat in desk.history.ledger.seats.values() if seat.kind == "player" and not seat.closed)


def _open_seats(desk: Desk, about: Combatant | None) -> Iterable[str]:
    return (seat.id for seat in desk.history.ledger.seats.values() if not seat.closed)


def _proposals(desk: Desk) -> tuple[Proposal, ...]:
    known = desk.history.ledger.proposals.values()
    return tuple(one for one in known if one.waits(desk.state) and desk.audience.is_of(one.seat))


def _closed_keys(desk: Desk, about: Combatant | None) -> Iterable[str]:
    ledger = desk.history.ledger
    return (str(one.number) for one in ledger.epochs.values() if one.number != ledger.epoch and one.closed_key is None)


def _actions(desk: Desk, about: Combatant | None) -> Iterable[str]:
    return _newest(desk, "" if desk.is_gm else f"{desk.seat}/")


def _own_actions(desk: Desk, about: Combatant | None) -> Iterable[str]:
    return _newest(desk, f"{desk.seat}/")


def _asked_back(desk: Desk) -> tuple[str, ...]:
    """What players asked to have taken back and what still counts."""
    history = desk.history
    return tuple(one for one in history.ledger.undo_asked if history.counts(history.commands[one]))


def _newest(desk: Desk, whose: str) -> tuple[str, ...]:
    """The newest commands that count. Only those of the seat are looked at: what others did crowds none of them out."""
    history = desk.history
    lately = islice((one for one in reversed(history.commands.items()) if one[0].startswith(whose)), LOOKED_AT)
    named = {first: name for name, first in lately if first > OPENING}
    found: list[str] = []
    at = history.at
    while named and at >= min(named) and len(found) < NEWEST:
        if history.begins[at] in named:
            found.append(named[history.begins[at]])
        at = history.before_step(at)
    return tuple(found)


def _last(desk: Desk, about: Combatant | None) -> str | None:
    return None if desk.is_gm else next(iter(_own_actions(desk, about)), None)


_WORDS: Final[Mapping[str, Words]] = {
    "reaction": lambda desk, about: desk.ruleset.reactions,
    "weapon": _weapons,
    "mode": _modes,
    "zone": lambda desk, about: desk.state.scene.zones,
    "light": lambda desk, about: desk.ruleset.lights,
    "pool": _pools,
    "pass_time.doing": lambda desk, about: desk.ruleset.activities,
    "clear_condition.condition": _conditions,
    "hazard.kind": lambda desk, about: desk.ruleset.damage_kinds,
    "hazard.location": lambda desk, about: desk.ruleset.locations,
    "act.action": _kinds,
    "controller": _players,
    "template": lambda desk, about: desk.ruleset.samples.by_id,
    "give_control.seat": _players,
    "close_seat.seat": _open_seats,
    "hand_over_seat.seat": lambda desk, about: _open_seats(desk, about) if desk.is_gm else (desk.seat,),
    "accept_combatant.seat": lambda desk, about: (one.seat for one in _proposals(desk)),
    "accept_combatant.combatant": lambda desk, about: (one.combatant for one in _proposals(desk)),
    "refuse_combatant.seat": lambda desk, about: (one.seat for one in _proposals(desk)),
    "refuse_combatant.combatant": lambda desk, about: (one.combatant for one in _proposals(desk)),
    "option": lambda desk, about: desk.state.options,
    "epoch": _closed_keys,
    "undo.action": _actions,
    "request_undo.action": _own_actions,
    "decline_undo.action": lambda desk, about: _asked_back(desk),
}
"""By field, or by command and field where the name means several things."""


def _fight(read: Callable[[Fight], Any]) -> Value:
    return lambda desk, about: read(desk.state.fight) if desk.state.fight is not None else None


def _own(read: Callable[[Combatant], Any]) -> Value:
    return lambda desk, about: read(about) if about is not None else None


_SUGGESTED: Final[Mapping[str, Value]] = {
    "next_turn.turn": _fight(lambda fight: fight.turn),
    "pass_time.minutes": lambda desk, about: 1,
    "roll.dice": lambda desk, about: "1d10",
    "apply_damage.amount": lambda desk, about: 1,
    "restore.amount": lambda desk, about: 1,
    "hazard.dice": lambda desk, about: "1d6",
    "undo.action": _last,
    "declare.reaction": _own(lambda one: one.reaction),
    "set_status.status": _own(lambda one: one.status),
    "give_control.seat": _own(lambda one: one.controller),
    "give_control.dice": _own(lambda one: one.dice),
    "place.zone": _own(lambda one: one.position.zone),
    "place.cover": _own(lambda one: one.position.cover),
    "place.posture": _own(lambda one: one.position.posture),
    "place.motion": _own(lambda one: one.position.motion),
    "set_scene.title": lambda desk, about: desk.state.scene.title or None,
    "set_scene.light": lambda desk, about: desk.state.scene.light or None,
    "set_scene.smoke": lambda desk, about: desk.state.scene.smoke,
    "set_scene.cover": lambda desk, about: desk.state.scene.cover,
}
