"""How it is told what may be done: commands and kinds of action with their fields, or why not."""

from typing import Any, Literal

import msgspec

from engine.refusals import Refusal
from events.base import CombatantId
from projections.odds.told import Glance, Price
from projections.sight import Shown

Form = Literal["word", "text", "number", "yes-no", "faces", "several", "json"]
"""How a field is filled in: one of its values or a name, free text, a whole number, a switch, dice, a list of its
values, more JSON."""


class Field(Shown, frozen=True, kw_only=True):
    """A field of a command or an action.

    `values` are those that make sense now (empty: free). `default` is taken if the field is left out, `suggested` is
    what stands now or is meant most often, `by_target` the same for each target of which the scene says it. Where
    `only_for` is not empty, the field goes only with those targets; where `by_weapon` is not, each weapon has values of
    its own. `faces` stand beside the command in its body, and `dice` says which are thrown. Where prices are asked for,
    `prices` are those of the act with each value.
    """

    name: str
    title: str
    form: Form
    required: bool = False
    values: tuple[str, ...] = ()
    default: Any = None
    suggested: Any = None
    least: int | None = None
    most: int | None = None
    by_target: dict[CombatantId, Any] = {}
    only_for: tuple[CombatantId, ...] = ()
    by_weapon: dict[str, tuple[str, ...]] = {}
    dice: str = ""
    prices: dict[str, Price] = {}


class Possible(Shown, frozen=True, kw_only=True):
    """A kind of action: an act that would be accepted, or why none would be. `schema` is that of its fields.

    Where odds are asked for, `odds` are those of the act against each target that it may be aimed at; where prices are,
    `price` is what the act costs.
    """

    kind: str
    title: str
    rule: str = ""
    fields: tuple[Field, ...]
    act: dict[str, Any] = {}
    refusal: Refusal | None = None
    schema: msgspec.Raw
    odds: tuple[Glance, ...] = ()
    price: Price | None = None


class PossibleCommand(Shown, frozen=True, kw_only=True):
    """A command, or why not. `command` is one that would be accepted once its free required fields are filled in."""

    type: str
    title: str
    fields: tuple[Field, ...]
    command: dict[str, Any] = {}
    refusal: Refusal | None = None


class Legal(Shown, frozen=True, kw_only=True):
    """What may be done now with a combatant: the commands about it, and its actions."""

    combatant: CombatantId
    commands: tuple[PossibleCommand, ...]
    actions: tuple[Possible, ...]
