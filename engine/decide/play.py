"""Decisions of play: acts, answers, stated damage, free rolls."""

from collections.abc import Iterator
from typing import Final, NoReturn

import msgspec

from engine import notation
from engine.actions import all_open, answer, begin, default_of
from engine.commands import Act, Answer, ApplyDamage, FreeRoll, Hazard, Restore
from engine.decide.admitting import NOW
from engine.decide.left_open import left_open, named
from engine.decide.sheets import against_minimal_sheets
from engine.decide.verdicts import decides
from engine.draft import Draft
from engine.groups import present, those
from engine.hazard import Danger
from engine.play import ActGiven, Endangered, Gain, Loss, Thrown, fields_of, kind_of
from engine.refusals import Refusal, Refused, refusal
from engine.ruleset import ActionKind
from engine.state import Parked
from events.play import Answered, Modifier, Question

LIMITS_OF_A_ROLL: Final = (
    f"a roll has 1 to {notation.MOST_DICE} dice of 2 to {notation.MOST_SIDES} sides, "
    f"and at most {notation.MOST_ADDED} added"
)


@decides(Act)
def act(draft: Draft, command: Act) -> None:
    """Carry out an action; everything that speaks against it is found before its first die."""
    draft.weigh(*draft.against, *against_act(draft, command))
    carry(draft, command)


def against_act(draft: Draft, command: Act) -> tuple[Refusal, ...]:
    """Everything that turn and rules have against an act."""
    try:
        kind, action = read_act(draft, command)
    except Refused as malformed:
        return (*_turn_forbids(draft, command, in_the_lobby=True), malformed.refusal)
    return (
        *_turn_forbids(draft, command, kind.in_the_lobby),
        *against_minimal_sheets(draft.state, draft.ruleset, command.combatant, kind, action),
        *kind.check(draft.context(), command.combatant, action),
    )


def read_act(draft: Draft, command: Act) -> tuple[ActionKind, msgspec.Struct]:
    """The kind of an act and its fields.

    Raises:
        Refused: there is no such kind, or it has other fields.
    """
    kind = kind_of(draft.ruleset, command.action)
    return kind, fields_of(kind, command.action)


def carry(draft: Draft, command: Act) -> None:
    """Do what nothing speaks against."""
    _, action = read_act(draft, command)
    compact = msgspec.Raw(msgspec.json.encode(msgspec.json.decode(command.action)))
    given = ActGiven(command.combatant, compact, _modifiers(draft, command), command.done)
    ctx = draft.context()
    ctx.modifiers = given.modifiers
    begin(draft, "act", given, command.combatant, left_open(draft, action, command.combatant, ctx=ctx))


def _modifiers(draft: Draft, command: Act | FreeRoll) -> tuple[Modifier, ...]:
    """The referee's own modifiers, each under the rule that leaves it to them if one does."""
    return tuple(Modifier(named(draft, one.rule), one.value, one.label) for one in command.modifiers)


def _turn_forbids(draft: Draft, command: Act, in_the_lobby: bool) -> tuple[Refusal, ...]:
    state = draft.state
    if state.phase == "lobby" and in_the_lobby:
        return ()
    if state.phase != "actions" or state.fight is None:
        rule = "" if state.phase == "lobby" else draft.ruleset.turn_rule
        return (refusal("wrong-phase", f"nobody acts now: {NOW[state.phase]}", rule),)
    if state.fight.up != command.combatant:
        up = state.name(state.fight.up) if state.fight.up else "nobody"
        sentence = f"{state.name(command.combatant)} is not up: {up} is"
        return (refusal("not-your-turn", sentence, draft.ruleset.turn_rule),)
    return ()


@decides(Answer)
def give_answer(draft: Draft, command: Answer) -> None:
    """An answer to an open question: a choice, faces of real dice, or the default; of a group one for all of it."""
    if command.combatant not in draft.state.groups:
        _answer_for_one(draft, command)
        return
    if draft.given.faces:
        raise Refused(refusal("invalid", "real dice are typed for one combatant at a time"))
    asked = {question.combatant for _, question in all_open(draft.state)}
    members = tuple(one for one in draft.meant(command.combatant) if one in asked)
    if not members:
        _nothing_is_asked(draft, command)
    for member in members:
        _answer_for_one(draft, msgspec.structs.replace(command, combatant=member))


def _answer_for_one(draft: Draft, command: Answer) -> None:
    parked, question = _open(draft, command)
    if command.default:
        answer(draft, parked, default_of(question))
        return
    speaker = draft.given.speaker
    if question.options:
        if command.choice not in question.options:
            options = ", ".join(question.options)
            raise Refused(refusal("invalid", f"the choice is one of {options}"))
        answer(draft, parked, Answered(question.path, question.combatant, command.choice, (), speaker))
        return
    if not draft.given.faces:
        raise Refused(refusal("invalid", f"{question.purpose} needs the faces of {question.dice}"))
    answer(draft, parked, Answered(question.path, question.combatant, None, draft.given.faces, speaker))


def _open(draft: Draft, command: Answer) -> tuple[Parked, Question]:
    for parked, question in all_open(draft.state):
        if (
            question.combatant == command.combatant
            and command.question in (None, question.path)
            and command.action in (None, parked.action)
        ):
            return parked, question
    _nothing_is_asked(draft, command)


def _nothing_is_asked(draft: Draft, command: Answer) -> NoReturn:
    name = draft.state.name(command.combatant)
    raise Refused(refusal("already-answered", f"nothing is asked of {name} that is still open"))


@decides(FreeRoll)
def free_roll(draft: Draft, command: FreeRoll) -> None:
    """Dice for whatever reason; a GM's may be hidden."""
    dice = notation.read_dice(command.dice)
    if dice is None:
        raise Refused(refusal("limit-exceeded", LIMITS_OF_A_ROLL))
    if command.level not in ("open", "blind") and draft.speaker.kind != "gm":
        raise Refused(refusal("unauthorized", "only a GM rolls in secret; a player may throw blind"))
    of_the_dice = (dice.count, dice.sides, dice.plus, command.purpose, command.level)
    thrown = Thrown(*of_the_dice, command.combatant, _modifiers(draft, command), command.target_number)
    begin(draft, "roll", thrown, command.combatant)


@decides(ApplyDamage)
def apply_damage(draft: Draft, command: ApplyDamage) -> None:
    """Points off a pool as they stand; the id of a group stands for all of it."""
    targets = present(draft.state, command.target)
    pool = _pool(draft, targets[0], command.pool)
    for target in targets:
        _pool(draft, target, pool)
        one = msgspec.structs.replace(command, target=target)
        draft.weigh(*draft.ruleset.check_loss(draft.context(), one))
    loss = Loss(targets[0], command.amount, pool, command.attribute, command.rule)
    if command.target in draft.state.groups:
        loss = msgspec.structs.replace(loss, group=command.target, members=targets)
    words = f"{command.amount} off {pool}"
    by = None if loss.group else loss.target
    begin(draft, "apply-damage", loss, by, left_open(draft, loss, rule=command.rule, words=words))


@decides(Hazard)
def hazard(draft: Draft, command: Hazard) -> None:
    """Harm that is nobody's attack, by the rules' own damage procedure."""
    danger = Danger(
        label=command.label,
        dice=command.dice,
        amount=command.amount,
        kind=command.kind,
        location=command.location,
        armor=command.stopped_by in ("armor", "armor_and_cover"),
        cover=command.stopped_by in ("cover", "armor_and_cover"),
        stops=command.stops,
        secret=command.secret,
    )
    draft.weigh(*_against_hazard(draft, command, danger), *draft.ruleset.check_hazard(draft.context(), danger))
    begin(draft, "hazard", Endangered(_met(draft, command), danger, command.shared))


def _met(draft: Draft, command: Hazard) -> tuple[str, ...]:
    """Whom a hazard meets: those named, and all of a group that is."""
    return tuple(one for name in command.targets for one in those(draft.state, name))


def _against_hazard(draft: Draft, command: Hazard, danger: Danger) -> Iterator[Refusal]:
    """What speaks against a hazard whatever the rules: its words, and what is said twice or not at all."""
    ruleset = draft.ruleset
    if not ruleset.damage_kinds:
        yield refusal("invalid", "these rules know no harm that is nobody's attack")
    for what, said, known in (
        ("kind of damage", danger.kind, ruleset.damage_kinds),
        ("location", danger.location, ruleset.locations),
    ):
        if said and said not in known:
            yield refusal("invalid", f"there is no {what} {said!r} here; there are {', '.join(known) or 'none'}")
    if len(set(_met(draft, command))) != len(_met(draft, command)):
        yield refusal("invalid", "a target is named twice")
    if bool(command.dice) == (command.amount is not None):
        yield refusal("invalid", "say either the dice or the amount of damage")
    elif command.dice and danger.thrown is None:
        yield refusal("limit-exceeded", LIMITS_OF_A_ROLL)
    if command.stops is not None and command.stopped_by != "armor":
        yield refusal("invalid", "a stated value stands in place of armor and cover; say one of them")


@decides(Restore)
def restore(draft: Draft, command: Restore) -> None:
    """Points of a pool given back, never beyond what it holds; death is final."""
    pool = _pool(draft, command.target, command.pool)
    against = draft.ruleset.unmendable(draft.state, draft.state.combatants[command.target])
    if against is not None:
        raise Refused(against)
    gain = Gain(command.target, command.amount, pool, command.rule)
    words = f"{command.amount} back to {pool}"
    begin(draft, "restore", gain, command.target, left_open(draft, gain, rule=command.rule, words=words))


def _pool(draft: Draft, target: str, pool: str) -> str:
    one = draft.state.combatants[target]
    pools = one.pools
    name = pool or next(iter(pools), "")
    if name not in pools:
        raise Refused(refusal("invalid", f"{one.name} has no pool {name!r}; it has {', '.join(pools)}"))
    return name
