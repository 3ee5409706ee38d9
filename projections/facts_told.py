"""Sentences of facts that are told by themselves, outside an act."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from engine.ledger import GM_NAME
from engine.play import Kind
from events import flow
from events.base import Fact, SeatId
from events.play import PoolRestored, Reloaded
from events.roster import StatusSet
from events.table import ActionQueued, CombatantProposed, ProposalSettled, QueueSettled, UndoDeclined
from projections.acts_told import as_before, lost, no_harm, stopped_by
from projections.frames import (
    CombatantGone,
    CombatantSeen,
    ConditionOver,
    ConditionSeen,
    DisputeSeen,
    FightBegan,
    GroupSeen,
    HitSeen,
    NoteSeen,
    RollSeen,
    RulingSeen,
)
from projections.names import Names, name_of, seat_of
from projections.phrases import NOTHING, Saying, Value, Word, is_now, listed, phrase, roll_word, said, time_passes


def _hit(fact: HitSeen, names: Names) -> Saying:
    name = name_of(names, fact.combatant)
    looks_as_before = names.looked(fact.combatant) == fact.wound
    if looks_as_before and fact.change == 0:
        return phrase("is-hit", name=name), no_harm(name, stopped_by(fact.steps))
    how = is_now(name, fact.wound)
    if looks_as_before and fact.change is None:
        return phrase("is-hit", name=name), as_before(how, fact.wound)
    return phrase("is-hit", name=name), lost(how, abs(fact.change or 0))


def _condition(fact: ConditionSeen, names: Names) -> Saying:
    return (is_now(name_of(names, fact.combatant), fact.condition),)


def _no_longer(fact: ConditionOver, names: Names) -> Saying:
    """The end of a condition is told where the referee ends it, or said when it would end."""
    return (is_now(name_of(names, fact.combatant), fact.condition, over=True),) if fact.stated else NOTHING


def _gained(fact: PoolRestored, names: Names) -> Saying:
    points = abs(fact.change)
    gained = said("gains", name=name_of(names, fact.combatant), points=points, pool=Word(fact.pool))
    return gained if points else NOTHING


def _reloaded(fact: Reloaded, names: Names) -> Saying:
    weapon = phrase("the-weapon", weapon=Word(fact.weapon))
    return said("act-reload", actor=name_of(names, fact.combatant), weapon=weapon)


def _roll(fact: RollSeen, names: Names) -> Saying:
    """Rolls outside an act are told where they were thrown for themselves, or shown."""
    if not fact.shown and fact.outcome == "none" and fact.total is None and not fact.faces:
        return NOTHING
    if fact.purpose == "initiative":
        return NOTHING
    number = str(fact.total) if fact.total is not None else ", ".join(map(str, fact.faces))
    purpose = roll_word(fact.purpose)
    if fact.combatant is None:
        return said("table-rolls", purpose=purpose, number=number or Word(fact.outcome))
    told = Word(fact.outcome) if fact.outcome != "none" or not number else number
    return said("rolls", name=name_of(names, fact.combatant), purpose=purpose, number=told)


def _group(fact: GroupSeen, names: Names) -> Saying:
    """Who is together in a group; of one that was there before, who joins or leaves it."""
    joined = tuple(name_of(names, one) for one in fact.joined)
    left = tuple(name_of(names, one) for one in fact.left)
    group = fact.group.title
    if fact.joined == fact.group.members and not left:
        return said("gathers", group=group, members=listed(joined)) if joined[1:] else NOTHING
    return tuple(
        phrase(key, members=listed(who), group=group, n=len(who))
        for key, who in (("join-group", joined), ("leave-group", left))
        if who
    )


def _arrives(fact: CombatantSeen, names: Names) -> Saying:
    """Who comes into sight while a fight goes on; whom players do not see yet is no news to the GM either."""
    return said("arrives", name=fact.seen.name) if names.appears(fact.seen.id) else NOTHING


def _late(fact: flow.InitiativeSet, names: Names) -> Saying:
    """A number in a turn that is being played; all others are the order itself."""
    who = names.comes_late(fact.combatant)
    return said("comes-late", name=who, number=fact.value) if who else NOTHING


def _began(fact: FightBegan, names: Names) -> Saying:
    return said("fight-named", title=fact.title) if fact.title else said("fight-begins")


def _time(fact: flow.TimePassed, names: Names) -> Saying:
    return (time_passes(fact.minutes, fact.turns),)


def _status(fact: StatusSet, names: Names) -> Saying:
    """Who is in reserve is gone from sight, which is what is told of it."""
    return said(f"status-{fact.status}", name=name_of(names, fact.combatant)) if fact.status != "reserve" else NOTHING


def _proposed(fact: CombatantProposed, names: Names) -> Saying:
    return said("proposes", seat=seat_of(names, fact.seat), name=fact.name)


def _settled(fact: ProposalSettled, names: Names) -> Saying:
    settled = phrase(f"proposal-{fact.verdict}", seat=seat_of(names, fact.seat), name=fact.name)
    return said("because", what=settled, reason=fact.reason) if fact.reason else (settled,)


def _queued(fact: ActionQueued, names: Names) -> Saying:
    kind = msgspec.json.decode(fact.action, type=Kind).kind
    return said("queues", name=name_of(names, fact.combatant), kind=Word(kind))


def _unqueued(fact: QueueSettled, names: Names) -> Saying:
    """What is carried out is told by what it is."""
    name = name_of(names, fact.combatant)
    match fact.end:
        case "carried-out":
            return NOTHING
        case "refused":
            return said("queue-refused", name=name, why=fact.sentence)
        case "withdrawn":
            return said("queue-withdrawn", name=name)


def _undo_declined(fact: UndoDeclined, names: Names) -> Saying:
    stays = phrase("undo-declined", seat=seat_of(names, fact.seat))
    return said("because", what=stays, reason=fact.reason) if fact.reason else (stays,)


def noted(fact: NoteSeen, seat: SeatId | None, names: Names) -> Saying:
    """A remark and whose it is; what the GM decides under a rule that leaves it open is a sentence of its own."""
    if fact.rule:
        return said("decided", text=fact.text.rstrip("."), rule=fact.rule)
    whose: dict[str, Value] = {} if fact.gm_only else {"seat": seat_of(names, seat or GM_NAME)}
    about: dict[str, Value] = {"name": name_of(names, fact.about)} if fact.about else {}
    key = f"notes{'-apart' if fact.gm_only else ''}{'-about' if about else ''}"
    return said(key, text=fact.text, **whose, **about)


def _disputed(fact: DisputeSeen, names: Names) -> Saying:
    claimed = tuple(phrase("claimed", field=Word(field), value=_claim(value)) for field, value in fact.claim.items())
    claim = listed(claimed, by="comma") if claimed else fact.text
    seat = seat_of(names, fact.seat)
    return said("claims", seat=seat, claim=claim) if claim else said("contests", seat=seat)


def _claim(value: object) -> Value:
    return Word(value) if isinstance(value, str) else str(value)


def _ruled(fact: RulingSeen, names: Names) -> Saying:
    ruling = phrase(f"ruled-{fact.verdict}", reason=fact.reason)
    return said("ruled-for-good", ruling=ruling, rule=fact.rule) if fact.kept else (ruling,)


BY_THEMSELVES: Final[Mapping[type[Fact], Callable[[Any, Names], Saying]]] = {
    HitSeen: _hit,
    ConditionSeen: _condition,
    ConditionOver: _no_longer,
    PoolRestored: _gained,
    RollSeen: _roll,
    Reloaded: _reloaded,
    CombatantSeen: _arrives,
    flow.InitiativeSet: _late,
    CombatantGone: lambda fact, names: said("goes", name=name_of(names, fact.combatant)),
    GroupSeen: _group,
    FightBegan: _began,
    flow.TurnBegan: lambda fact, names: said("turn", turn=fact.turn),
    flow.Delayed: lambda fact, names: said("waits", name=name_of(names, fact.combatant)),
    flow.TimePassed: _time,
    flow.CombatEnded: lambda fact, names: said("fight-ends"),
    StatusSet: _status,
    CombatantProposed: _proposed,
    ProposalSettled: _settled,
    ActionQueued: _queued,
    QueueSettled: _unqueued,
    UndoDeclined: _undo_declined,
    DisputeSeen: _disputed,
    RulingSeen: _ruled,
}
"""Facts that make a sentence outside an act. A card is no sentence, but where somebody comes into sight in a fight."""
