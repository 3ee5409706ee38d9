"""Decisions about the flow of a fight: begin, declare, initiative, done, next turn, end."""

from collections.abc import Iterator

import msgspec

from engine.actions import begin
from engine.commands import (
    BeginCombat,
    Declare,
    Delay,
    Done,
    EndCombat,
    Jump,
    NextTurn,
    PassTime,
    RollInitiative,
    SetInitiative,
)
from engine.decide.left_open import left_open
from engine.decide.sheets import DEFENDING, cannot_be_rolled
from engine.decide.verdicts import decides
from engine.draft import Draft
from engine.effects import ends_with_the_fight, lapses
from engine.flow import One, Several, Stated, Through, Title, fighters, still_to_act, waiting_for_initiative
from engine.groups import those
from engine.refusals import Refusal, Refused, refusal
from engine.span import Span
from events.flow import CombatEnded
from events.play import Declared


@decides(BeginCombat)
def begin_combat(draft: Draft, command: BeginCombat) -> None:
    """A fight begins."""
    begin(draft, "begin-combat", Title(command.title, command.through == "initiative"))


@decides(Declare)
def declare(draft: Draft, command: Declare) -> None:
    """What somebody means to do this turn, or everybody of a group who can act."""
    declaring = _declaring(draft, command)
    said = tuple(msgspec.structs.replace(command, combatant=name) for name in declaring)
    rules = (against for one in said for against in draft.ruleset.check_declaration(draft.context(), one))
    draft.weigh(*draft.against, *_unknown_reaction(draft, command), *_undefended(draft, said), *rules)
    for one in said:
        _declared(draft, one)


def _undefended(draft: Draft, said: tuple[Declare, ...]) -> Iterator[Refusal]:
    """A reaction needs numbers to roll it with, which a minimal sheet does not have."""
    for one in said:
        if one.reaction in DEFENDING:
            yield from cannot_be_rolled(draft.state, draft.ruleset, one.combatant, "which a defense needs")


def _declaring(draft: Draft, command: Declare) -> tuple[str, ...]:
    members = draft.meant(command.combatant)
    if members == (command.combatant,):
        return members
    combatants = draft.state.combatants
    return tuple(name for name in members if draft.ruleset.inability(draft.state, combatants[name]) is None)


def _declared(draft: Draft, command: Declare) -> None:
    draft.record(
        Declared(
            combatant=command.combatant,
            intention=command.intention,
            attacks=command.attacks,
            weapon=command.weapon,
            mode=command.mode,
            reaction=command.reaction,
            haste=command.haste,
        )
    )


def _unknown_reaction(draft: Draft, command: Declare) -> Iterator[Refusal]:
    if command.reaction is not None and command.reaction not in draft.ruleset.reactions:
        yield refusal("invalid", f"a reaction is one of {', '.join(draft.ruleset.reactions)}")


@decides(RollInitiative)
def roll_initiative(draft: Draft, command: RollInitiative) -> None:
    """Initiative of one, or of everybody without a number."""
    numbers = draft.state.fight.initiative if draft.state.fight else {}
    if command.combatant in draft.state.groups:
        _roll_for_a_group(draft, command.combatant)
        return
    if command.combatant is not None and command.combatant in numbers:
        raise Refused(
            refusal(
                "already-answered",
                f"{draft.state.name(command.combatant)} has a number this turn",
                draft.ruleset.turn_rule,
            )
        )
    if command.combatant is not None:
        combatant = draft.state.combatants[command.combatant]
        stands_aside = draft.state.phase != "lobby" and combatant.status != "in-fight"
        if stands_aside or not draft.ruleset.takes_turns(draft.state, combatant):
            raise Refused(refusal("cannot-act", f"{combatant.name} rolls no initiative"))
        begin(draft, "roll-initiative", Several((command.combatant,)))
        return
    waiting = _everybody(draft)
    if not waiting and draft.state.phase not in ("declaration", "initiative"):
        raise Refused(refusal("already-answered", "everybody has a number", draft.ruleset.turn_rule))
    begin(draft, "roll-initiative", Several(waiting, everybody=True))


def _roll_for_a_group(draft: Draft, group: str) -> None:
    """Initiative of all of a group who owe a number."""
    members = draft.meant(group)
    owing = tuple(one for one in _everybody(draft) if one in members)
    if not owing:
        name = draft.state.name(group)
        raise Refused(refusal("already-answered", f"nobody of {name} owes a number", draft.ruleset.turn_rule))
    begin(draft, "roll-initiative", Several(owing))


def _everybody(draft: Draft) -> tuple[str, ...]:
    """Who owes a number: the fighters, or before the fight all who will be in it."""
    if draft.state.phase != "lobby":
        return waiting_for_initiative(draft.ruleset, draft.state)
    numbers = draft.state.fight.initiative if draft.state.fight else {}
    return tuple(
        one.id
        for one in draft.state.combatants.values()
        if one.status == "party" and one.id not in numbers and draft.ruleset.takes_turns(draft.state, one)
    )


@decides(SetInitiative)
def set_initiative(draft: Draft, command: SetInitiative) -> None:
    """A number stated by the referee."""
    first, *others = those(draft.state, command.combatant)
    begin(draft, "set-initiative", Stated(first, command.value, tuple(others)))


@decides(Done)
def done(draft: Draft, command: Done) -> None:
    """An activation ends; that of a group with all of its members who have not acted yet."""
    if command.combatant in draft.state.groups:
        _group_is_done(draft, command.combatant)
        return
    _is_up(draft, command.combatant)
    begin(draft, "done", One(command.combatant), command.combatant)


def _group_is_done(draft: Draft, group: str) -> None:
    fight, members = draft.state.fight, draft.meant(group)
    assert fight is not None
    if fight.up not in members:
        _is_up(draft, group)
    coming = {place.combatant for place in fight.order} - {*fight.done}
    begin(draft, "all-done", Several(tuple(name for name in members if name in coming)))


@decides(Delay)
def delay(draft: Draft, command: Delay) -> None:
    """Whoever is up waits."""
    _is_up(draft, command.combatant)
    if not _others_to_come(draft, command.combatant):
        raise Refused(refusal("invalid", "nobody is left to wait for"))
    draft.weigh(*draft.ruleset.against_delay(draft.context(), command.combatant))
    begin(draft, "delay", One(command.combatant), command.combatant)


def _others_to_come(draft: Draft, combatant: str) -> bool:
    """Whether somebody is left to wait for, as far as the speaker can know: the unseen count for the GM alone."""
    fight = draft.state.fight
    assert fight is not None
    acted = {combatant, *fight.done, *fight.delaying}
    coming = (draft.state.combatants[place.combatant] for place in fight.order if place.combatant not in acted)
    speaker = draft.speaker
    return any(speaker.kind == "gm" or not one.unseen or one.controller == speaker.id for one in coming)


@decides(Jump)
def jump(draft: Draft, command: Jump) -> None:
    """The GM names who acts; a player may only bring in a combatant of theirs that delays."""
    fight = draft.state.fight
    assert fight is not None
    if command.combatant not in {place.combatant for place in fight.order}:
        raise Refused(
            refusal("invalid", f"{draft.state.name(command.combatant)} has no place in the order of this turn")
        )
    if fight.up == command.combatant:
        raise Refused(refusal("invalid", f"{draft.state.name(command.combatant)} is up already"))
    if draft.speaker.kind != "gm" and command.combatant not in fight.delaying:
        raise Refused(
            refusal("not-your-turn", f"{draft.state.name(command.combatant)} does not delay", draft.ruleset.turn_rule)
        )
    begin(draft, "jump", One(command.combatant), command.combatant)


def _is_up(draft: Draft, combatant: str) -> None:
    fight = draft.state.fight
    up = fight.up if fight else None
    if up != combatant:
        sentence = f"{draft.state.name(up)} is up" if up else "nobody is up"
        draft.weigh(
            refusal("not-your-turn", f"{draft.state.name(combatant)} is not up: {sentence}", draft.ruleset.turn_rule)
        )


@decides(NextTurn)
def next_turn(draft: Draft, command: NextTurn) -> None:
    """The turn ends, the next begins; refused while somebody is up, and when nobody is able to act."""
    draft.weigh(*_against_next_turn(draft, command.turn))
    begin(draft, "next-turn", Through(command.through == "initiative"))


def _against_next_turn(draft: Draft, ending: int | None) -> Iterator[Refusal]:
    """What speaks against ending the turn; somebody struck down while up does not hold it open."""
    fight = draft.state.fight
    assert fight is not None
    coming = still_to_act(draft.ruleset, draft.state)
    if coming is not None:
        yield refusal("wrong-phase", f"{draft.state.name(coming)} has still to act or be done", draft.ruleset.turn_rule)
    if not any(True for _ in fighters(draft.ruleset, draft.state)):
        yield refusal("nobody-able", "nobody in this fight is able to act", draft.ruleset.passing_rule)
    if ending is not None and ending != fight.turn:
        yield refusal("moved", f"turn {ending} is not the one being played: it is turn {fight.turn}")


@decides(EndCombat)
def end_combat(draft: Draft, command: EndCombat) -> None:
    """The fight ends, and what was to last no longer; no end of turn is run."""
    fight = draft.state.fight
    assert fight is not None
    draft.record(CombatEnded(fight.number))
    for one in tuple(draft.state.combatants.values()):
        for fact in tuple(lapses(draft.ruleset, draft.context(), one, ends_with_the_fight)):
            draft.record(fact)


@decides(PassTime)
def pass_time(draft: Draft, command: PassTime) -> None:
    """Time passes, in the lobby or while nobody is up."""
    span = Span(command.minutes, command.hours, command.days, command.turns, command.doing)
    draft.weigh(*_against_time(draft, span), *draft.ruleset.check_time(draft.context(), span))
    begin(draft, "pass-time", span, left_open=left_open(draft, span))


def _against_time(draft: Draft, span: Span) -> Iterator[Refusal]:
    """What speaks against letting time pass, whatever the rules."""
    coming = still_to_act(draft.ruleset, draft.state) if draft.state.fight is not None else None
    if coming is not None:
        name = draft.state.name(coming)
        yield refusal("wrong-phase", f"{name} has still to act or be done", draft.ruleset.turn_rule)
    if span.in_minutes < 1 and span.turns < 1:
        yield refusal("invalid", "say how much time passes: turns, minutes, hours or days")
    if isinstance(span.doing, dict):
        unknown = [one for one in span.doing if one not in draft.state.combatants]
        yield from (refusal("unknown-id", f"there is no combatant {one!r} at this table") for one in unknown)
    activities = draft.ruleset.activities
    for word in dict.fromkeys(word for word in span.words if word not in activities):
        offered = f"there are {', '.join(activities)}" if activities else "these rules know no such words"
        yield refusal("invalid", f"nobody can be doing {word!r}; {offered}")
