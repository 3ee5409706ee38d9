"""How intent makes events: a command and the history in, entries or a refusal out. Pure; nothing is half done."""

from typing import Final

import msgspec

from engine.actions import give_defaults, refuse_what_is_left
from engine.admission import ADMISSIONS, Admission
from engine.commands import Answer, Command, Given, OpenTable, Redo, Switch, Undo, wire_name
from engine.decide import (
    aftermath,
    amend,
    conditions,
    correction,
    dispute,
    flow,
    groups,
    override,
    play,
    proposals,
    queue,
    roster,
    strike,
    table,
)
from engine.decide.admitting import LETS_SOMEBODY_GO, WEIGHED_WITH_THE_RULES, what_the_table_forbids
from engine.decide.verdicts import DECISIONS
from engine.dice import DiceBox
from engine.draft import Draft
from engine.history import History, Past
from engine.ledger import Seat
from engine.refusals import Refusal, Refused, refusal
from engine.ruleset import RuleSet
from events.envelope import Entry

__all__ = [
    "Accepted",
    "aftermath",
    "amend",
    "conditions",
    "correction",
    "decide",
    "decide_in",
    "dispute",
    "flow",
    "groups",
    "open_table",
    "override",
    "play",
    "proposals",
    "queue",
    "reopen",
    "roster",
    "strike",
    "table",
]


CORRECTIONS: Final = (Undo, Redo, Switch)
"""Commands after which another state stands than the one they were decided on."""


class Accepted(msgspec.Struct, frozen=True):
    """A command that was accepted: its entries, and whether an action waits for an answer after it."""

    entries: tuple[Entry, ...]
    parked: bool = False


def decide(
    history: History, ruleset: RuleSet, command: Command, given: Given, dice: DiceBox, past: Past | None = None
) -> Accepted | Refusal:
    """Decide a command. A refusal comes before the first fact: nothing is appended and no die is thrown.

    Checks come in this order: unknown id, owner, able to act, phase, waiting, the rules. The token was checked before.
    `past` reads past entries, for commands that correct them.
    """
    return decide_in(Draft(history, ruleset, given, dice, past), command)


def decide_in(draft: Draft, command: Command) -> Accepted | Refusal:
    """Decide a command in a draft that the caller keeps: it holds what was written if a die is not to be had."""
    given = draft.given
    try:
        _admit(draft, command, ADMISSIONS[type(command)])
        if not isinstance(command, WEIGHED_WITH_THE_RULES):
            draft.weigh(*draft.against)
        DECISIONS[type(command)](draft, command)
        if not isinstance(command, CORRECTIONS):
            give_defaults(draft)
        if isinstance(command, LETS_SOMEBODY_GO):
            roster.go_on(draft)
        refuse_what_is_left(draft)
    except Refused as refused:
        return refused.refusal
    waiting = any(parked.action == f"{given.seat}/{given.command}" for parked in draft.state.parked)
    return Accepted(tuple(draft.entries), waiting or (isinstance(command, Answer) and bool(draft.state.parked)))


def open_table(
    history: History, ruleset: RuleSet, opening: OpenTable, given: Given, gm_link: str, dice: DiceBox
) -> Accepted | Refusal:
    """Open a table: its rules, its GM's seat, its first dice key."""
    draft = Draft(history, ruleset, given, dice)
    try:
        table.opened(draft, opening, gm_link)
    except Refused as refused:
        return refused.refusal
    return Accepted(tuple(draft.entries))


def bring_in(history: History, ruleset: RuleSet, given: Given, entropy: str, dice: DiceBox) -> tuple[Entry, ...]:
    """A table was brought in from a copy of its log: new entropy (hex) and new keys, whoever made those before."""
    draft = Draft(history, ruleset, given, dice)
    table.brought_in(draft, entropy)
    return tuple(draft.entries)


def reopen(history: History, ruleset: RuleSet, given: Given, dice: DiceBox) -> Accepted | Refusal:
    """The host takes a table out of the archive."""
    draft = Draft(history, ruleset, given, dice)
    try:
        table.reopened(draft)
    except Refused as refused:
        return refused.refusal
    return Accepted(tuple(draft.entries))


def _admit(draft: Draft, command: Command, admission: Admission) -> None:
    seat = _speaker(draft)
    if draft.ledger.closed:
        raise Refused(refusal("wrong-phase", "this table is closed"))
    _seat_may(admission, seat)
    _fields_are_its_own(command, admission, seat)
    _combatants_are_known(draft, command, admission)
    _combatant_is_own(draft, command, admission, seat)
    _may_force(draft, seat)
    draft.against = what_the_table_forbids(draft, command, admission)


def _speaker(draft: Draft) -> Seat:
    """Whoever speaks; a program speaks for the seats it was given, and both are recorded."""
    seat = draft.ledger.seats.get(draft.given.seat)
    if seat is None or seat.closed:
        raise Refused(refusal("unauthorized", "this seat is closed or was never offered"))
    if draft.given.label and seat.kind != "service":
        raise Refused(refusal("unauthorized", "only a program's seat names somebody else who speaks"))
    if draft.given.on_behalf is None:
        return seat
    spoken_for = draft.ledger.seats.get(draft.given.on_behalf)
    if seat.kind != "service" or draft.given.on_behalf not in seat.speaks_for or spoken_for is None:
        raise Refused(refusal("unauthorized", "this seat does not speak for another"))
    if spoken_for.closed:
        raise Refused(refusal("unauthorized", "the seat it would speak for is closed"))
    return spoken_for


def _seat_may(admission: Admission, seat: Seat) -> None:
    if seat.kind not in admission.seats:
        raise Refused(refusal("unauthorized", f"a {seat.kind} seat may not do this"))


def _fields_are_its_own(command: Command, admission: Admission, seat: Seat) -> None:
    if seat.kind == "gm":
        return
    said = [field for field in admission.of_the_gm if getattr(command, field) not in (None, False, "", ())]
    if said:
        raise Refused(refusal("unauthorized", f"only a GM says {' and '.join(said)} in {wire_name(type(command))}"))


def _combatants_are_known(draft: Draft, command: Command, admission: Admission) -> None:
    """A hidden combatant and one that does not exist are refused alike."""
    named = (getattr(command, field) for field in admission.combatants)
    for combatant_id in (one for ids in named for one in ((ids,) if isinstance(ids, str) else ids or ())):
        meant = draft.meant(combatant_id) if admission.groups else (combatant_id,)
        if not any(map(draft.is_there, meant)):
            raise Refused(refusal("unknown-id", f"there is no combatant {combatant_id!r} at this table"))


def _combatant_is_own(draft: Draft, command: Command, admission: Admission, seat: Seat) -> None:
    if not admission.own or seat.kind == "gm":
        return
    named = getattr(command, admission.own)
    if named is None and admission.unnamed:
        return
    meant = draft.meant(named) if named and admission.groups else (named or "",)
    combatants = tuple(draft.state.combatants.get(name) for name in meant)
    if any(one is None or one.controller != seat.id for one in combatants):
        sentence = "you do not play this combatant" if named else f"name a {admission.own} that you play"
        raise Refused(refusal("not-yours", sentence))


def _may_force(draft: Draft, seat: Seat) -> None:
    if draft.given.force is not None and seat.kind != "gm":
        raise Refused(refusal("unauthorized", "only the GM can overrule a rule"))
