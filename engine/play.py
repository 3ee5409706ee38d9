"""The procedures of play that the log can name: acts, stated damage, restoring, time, free rolls."""

from typing import Any

import msgspec

from engine.actions import procedure
from engine.context import Context
from engine.effects import time_ends
from engine.flow import bring_up_next
from engine.hazard import Danger, Harm, who_sees_the_dice
from engine.kernel import rules_changed
from engine.plainly import in_plain_words
from engine.refusals import Refused, refusal
from engine.requests import Call, Dice, Procedure, Record, Roll
from engine.ruleset import ActionKind, RuleSet
from engine.span import Span
from events.base import CombatantId, Fact, GroupId
from events.flow import CombatantDone, TimePassed
from events.play import ConditionGained, ConditionLost, Effect, Level, Modifier


class ActGiven(msgspec.Struct, frozen=True, omit_defaults=True):
    """An act: who, which action with its fields, the referee's own labelled modifiers, and whether the activation ends
    with it."""

    combatant: CombatantId
    action: msgspec.Raw
    modifiers: tuple[Modifier, ...] = ()
    done: bool = False


class Loss(msgspec.Struct, frozen=True, omit_defaults=True):
    """Points off a pool as they stand; of a `group` that is named all of it (`members`, the target among them)."""

    target: CombatantId
    amount: int
    pool: str
    attribute: str = ""
    rule: str = ""
    group: GroupId = ""
    members: tuple[CombatantId, ...] = ()


class OfAGroup(msgspec.Struct, frozen=True, omit_defaults=True):
    """A condition that all of a group have from now on, or no longer: `over`."""

    group: GroupId
    members: tuple[CombatantId, ...]
    condition: str
    rule: str = ""
    note: str = ""
    effect: Effect | None = None
    over: bool = False


class Endangered(msgspec.Struct, frozen=True, omit_defaults=True):
    """A hazard and whom it meets; `shared`: one throw for all of them."""

    targets: tuple[CombatantId, ...]
    danger: Danger
    shared: bool = False


class Gain(msgspec.Struct, frozen=True, omit_defaults=True):
    """Points back into a pool."""

    target: CombatantId
    amount: int
    pool: str
    rule: str = ""


class Thrown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A free roll."""

    count: int
    sides: int
    plus: int
    purpose: str
    level: Level
    combatant: CombatantId | None = None
    modifiers: tuple[Modifier, ...] = ()
    target_number: int | None = None


class Kind(msgspec.Struct, frozen=True):
    """The one field that every action has."""

    kind: str


def kind_of(ruleset: RuleSet, action: bytes) -> ActionKind:
    """The kind of an action that is written down.

    Raises:
        Refused: it names none, or none that there is.
    """
    try:
        name = msgspec.json.decode(action, type=Kind).kind
    except msgspec.MsgspecError as problem:
        raise Refused(refusal("invalid", f"an action needs its kind: {in_plain_words(str(problem))}")) from problem
    kind = ruleset.actions.get(name)
    if kind is None:
        names = ", ".join(ruleset.actions)
        raise Refused(refusal("invalid", f"there is no action {name!r}; there are {names}"))
    return kind


def fields_of(kind: ActionKind, action: bytes) -> Any:
    """An action that is written down, as its kind reads it.

    Raises:
        Refused: it has other fields or values than its kind.
    """
    try:
        return msgspec.json.decode(action, type=kind.fields)
    except msgspec.MsgspecError as problem:
        raise Refused(refusal("invalid", f"{kind.kind}: {in_plain_words(str(problem), kind.fields)}")) from problem


@procedure("act", ActGiven)
def act(ruleset: RuleSet, ctx: Context, given: ActGiven) -> Procedure[str]:
    """An action of the rule set, from its own procedure. It was read when it began, so only other rules cannot."""
    try:
        kind = ruleset.actions[msgspec.json.decode(given.action, type=Kind).kind]
        action = msgspec.json.decode(given.action, type=kind.fields)
    except (KeyError, msgspec.ValidationError) as unread:
        raise Refused(rules_changed(f"its action cannot be read: {unread}")) from unread
    ctx.modifiers = given.modifiers
    was_up = ctx.state.fight is not None and ctx.state.fight.up == given.combatant
    outcome: str = yield from kind.procedure(ctx, given.combatant, action)
    if given.done and ctx.state.fight is not None and ctx.state.fight.up == given.combatant:
        yield Record(CombatantDone(given.combatant))
    if was_up and ended_activation(ctx, given.combatant):
        yield from bring_up_next(ruleset, ctx)
    return outcome


def ended_activation(ctx: Context, combatant: CombatantId) -> bool:
    """Whether an act has itself ended the activation it was made in: whoever made it is done, or waits."""
    fight = ctx.state.fight
    return fight is not None and fight.up is None and combatant in (*fight.done, *fight.delaying)


@procedure("apply-damage", Loss)
def apply_damage(ruleset: RuleSet, ctx: Context, given: Loss) -> Procedure[str]:
    """A loss as it stands, with every test that it asks for."""
    for target in given.members or (given.target,):
        if ctx.knows(target):
            yield from ruleset.suffer(ctx, target, given.amount, given.pool, given.attribute)
    return "suffered"


@procedure("group-condition", OfAGroup)
def group_condition(ruleset: RuleSet, ctx: Context, given: OfAGroup) -> Procedure[str]:
    """A condition for all of a group, or its end for all who have it."""
    for one in given.members:
        for fact in _condition(ctx, one, given) if ctx.knows(one) else ():
            yield Record(fact)
            for more in tuple(ruleset.brings(ctx, one, given.condition, not given.over)):
                yield Record(more)
    return "over" if given.over else "given"


def _condition(ctx: Context, one: CombatantId, given: OfAGroup) -> tuple[Fact, ...]:
    if not given.over:
        return (ConditionGained(one, given.condition, given.rule, given.note, given.effect),)
    causes = ctx.combatant(one).conditions.get(given.condition, ())
    return (ConditionLost(one, given.condition, causes, stated=True),) if causes else ()


@procedure("hazard", Endangered)
def hazard(ruleset: RuleSet, ctx: Context, given: Endangered) -> Procedure[str]:
    """Harm that is nobody's attack, target by target in the order they were named."""
    shared: Harm | None = None
    if given.shared:
        level = who_sees_the_dice(ctx, given.danger, *given.targets)
        shared = yield Call(ruleset.throw_hazard, (given.danger, level))
    for target in given.targets:
        if ctx.knows(target):
            yield Call(ruleset.endanger, (target, given.danger, shared), at=f"on:{target}")
    return "suffered"


@procedure("restore", Gain)
def restore(ruleset: RuleSet, ctx: Context, given: Gain) -> Procedure[str]:
    """Points given back."""
    yield from ruleset.restore(ctx, given.target, given.amount, given.pool)
    return "restored"


@procedure("pass-time", Span)
def pass_time(ruleset: RuleSet, ctx: Context, given: Span) -> Procedure[str]:
    """Time passes and what falls due comes."""
    yield Record(TimePassed(given.in_minutes, given.turns))
    yield from ruleset.pass_time(ctx, given)
    yield from time_ends(ruleset, ctx)
    return "passed"


@procedure("roll", Thrown)
def free_roll(ruleset: RuleSet, ctx: Context, given: Thrown) -> Procedure[str]:
    """Dice for whatever reason."""
    yield Roll(
        given.combatant,
        given.purpose,
        Dice(given.count, given.sides, given.plus),
        modifiers=given.modifiers,
        target_number=given.target_number,
        level=given.level,
    )
    return "rolled"
