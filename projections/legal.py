"""What a combatant may do now: each command and kind of action, its fields with values and defaults, or why not."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import islice, product
from typing import Any, Final

import msgspec

from engine.commands import Act, Command, Declare, Delay, Done, Given, Jump, RollInitiative, wire_name
from engine.history import History
from engine.preview import preview
from engine.refusals import Refusal
from engine.ruleset import ActionKind, RuleSet
from engine.state import Combatant
from events.base import CombatantId, SeatId
from projections.audience import Audience
from projections.cut import cut_refusal
from projections.sight import Shown
from projections.wounds import roster

TRIES: Final = 24
"""How many choices of weapon and target are tried before an action is said to be impossible."""


class Field(Shown, frozen=True, kw_only=True):
    """A field of an action. `values` are those that make sense now (empty: free), `default` is taken if left out."""

    name: str
    required: bool = False
    values: tuple[str, ...] = ()
    default: Any = None


class Possible(Shown, frozen=True, kw_only=True):
    """A kind of action: an act that would be accepted, or why none would be. `schema` is that of its fields."""

    kind: str
    title: str
    rule: str = ""
    fields: tuple[Field, ...] = ()
    act: dict[str, str] = {}
    refusal: Refusal | None = None
    schema: msgspec.Raw


class PossibleCommand(Shown, frozen=True, kw_only=True):
    """A command about the combatant besides acting, or why not."""

    type: str
    refusal: Refusal | None = None


class Legal(Shown, frozen=True, kw_only=True):
    """What a combatant may do now."""

    combatant: CombatantId
    commands: tuple[PossibleCommand, ...] = ()
    actions: tuple[Possible, ...] = ()


def legal_actions(
    history: History, ruleset: RuleSet, seat: SeatId, audience: Audience, combatant: CombatantId
) -> Legal | None:
    """What a seat may do now with a combatant it plays; None: it plays no such combatant."""
    one = history.state.combatants.get(combatant)
    if one is None or not audience.plays(combatant):
        return None
    desk = _Desk(history, ruleset, seat, audience)
    return Legal(
        combatant=combatant,
        commands=tuple(PossibleCommand(type=wire_name(type(c)), refusal=desk.why_not(c)) for c in _commands(combatant)),
        actions=tuple(_possible(desk, kind, one) for kind in ruleset.actions.values()),
    )


class _Desk:
    """Where commands are tried without dice and without being kept."""

    def __init__(self, history: History, ruleset: RuleSet, seat: SeatId, audience: Audience) -> None:
        self.history = history
        self.ruleset = ruleset
        self.audience = audience
        self.given = Given(table="", seat=seat, command="is-it-legal", digest="", now=history.time)

    def why_not(self, command: Command) -> Refusal | None:
        """Why a command would be refused, as the audience may read it."""
        refusal = preview(self.history, self.ruleset, command, self.given).refusal
        return cut_refusal(refusal, self.history.state, self.audience) if refusal else None


def _commands(combatant: CombatantId) -> tuple[Command, ...]:
    return (
        Declare(combatant=combatant),
        RollInitiative(combatant=combatant),
        Done(combatant=combatant),
        Delay(combatant=combatant),
        Jump(combatant=combatant),
    )


def _possible(desk: _Desk, kind: ActionKind, one: Combatant) -> Possible:
    choices = _choices(desk, kind, one)
    act, refusal = _first_that_goes(desk, kind, one, choices)
    return Possible(
        kind=kind.kind,
        title=kind.title,
        rule=kind.rule,
        fields=tuple(_field(field, choices) for field in _fields_of(kind.fields)),
        act=act,
        refusal=refusal,
        schema=_schema(kind.fields),
    )


def _first_that_goes(
    desk: _Desk, kind: ActionKind, one: Combatant, choices: Mapping[str, tuple[str, ...]]
) -> tuple[dict[str, str], Refusal | None]:
    """The first choice of required fields that would be accepted; else what speaks against the very first."""
    why: Refusal | None = None
    for chosen in islice(_required(kind, choices), TRIES):
        act = {"kind": kind.kind, **chosen}
        against = desk.why_not(Act(combatant=one.id, action=msgspec.Raw(msgspec.json.encode(act))))
        if against is None:
            return act, None
        why = why or against
    return {}, why or Refusal("invalid", "there is nothing to do this with, or nobody to do it to")


def _required(kind: ActionKind, choices: Mapping[str, tuple[str, ...]]) -> Iterator[dict[str, str]]:
    wanted = (field for field in _fields_of(kind.fields) if field.required or field.name == "target")
    names = [field.name for field in wanted if field.name != "kind"]
    for values in product(*(choices.get(name, ()) for name in names)):
        yield dict(zip(names, values, strict=True))


def _choices(desk: _Desk, kind: ActionKind, one: Combatant) -> dict[str, tuple[str, ...]]:
    """The values of each field that make sense now: own weapons, people who are seen, the words of the type."""
    choices = {field.name: words for field in _fields_of(kind.fields) if (words := _words(field.type))}
    choices["weapon"] = tuple(msgspec.json.decode(one.sheet).get("weapons", {}))
    choices["target"] = _targets(desk, one)
    return choices


def _targets(desk: _Desk, one: Combatant) -> tuple[CombatantId, ...]:
    """Who is seen, other sides first, those in the fight before those outside."""
    state = desk.history.state
    others = [other for other in roster(state, desk.audience) if other.id != one.id]
    others.sort(key=lambda other: (other.side == one.side, other.status != "in-fight"))
    return tuple(other.id for other in others)


def _words(kind: Any) -> tuple[str, ...]:
    """The words that a field's type admits; empty where it admits any."""
    match kind:
        case msgspec.inspect.LiteralType(values=values):
            return tuple(str(value) for value in values)
        case msgspec.inspect.UnionType(types=types):
            return next((words for one in types if (words := _words(one))), ())
        case _:
            return ()


def _field(field: msgspec.inspect.Field, choices: Mapping[str, tuple[str, ...]]) -> Field:
    default = None if field.default is msgspec.NODEFAULT else field.default
    return Field(
        name=field.encode_name,
        required=field.required,
        values=choices.get(field.name, ()),
        default=default,
    )


@lru_cache
def _fields_of(kind: type[msgspec.Struct]) -> tuple[msgspec.inspect.Field, ...]:
    shape = msgspec.inspect.type_info(kind)
    assert isinstance(shape, msgspec.inspect.StructType)
    return shape.fields


@lru_cache
def _schema(kind: type[msgspec.Struct]) -> msgspec.Raw:
    return msgspec.Raw(msgspec.json.encode(msgspec.json.schema(kind)))
