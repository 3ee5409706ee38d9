"""What may stand in a scenario file: one strict type per mapping, its fields are the keys."""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType, field

from engine.commands.base import Face, Id, Name, Text
from engine.patterns import entire
from engine.refusals import Code
from events.base import OptionValue
from events.flow import Phase
from events.play import Level, Outcome
from events.roster import DiceHabit, Status

Faces = Annotated[tuple[Face, ...], Meta(max_length=2000)]
StepId = Annotated[str, Meta(pattern=entire("[A-Za-z0-9][A-Za-z0-9_-]{0,79}"))]
TurnNumber = Annotated[int, Meta(ge=1, le=100_000)]


class Form(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A mapping of a scenario file. A key that is no field of it is an error."""


class Newcomer(Form, frozen=True, kw_only=True):
    """The keys of a combatant beside its sheet. Without a name its id is its name.

    With a `template` or `gear` the sheet says only what is different.
    """

    name: Name | None = None
    template: Id | None = None
    gear: Annotated[tuple[Id, ...], Meta(max_length=50)] = ()
    side: Annotated[str, Meta(max_length=80)] | None = None
    status: Status = "party"
    hidden: bool = False
    controller: Id | None = None
    dice: DiceHabit = "table"


class Start(Form, frozen=True, kw_only=True):
    """A fight that is going on: who stands in the order, which turn, and who is up (the first of the order)."""

    order: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=500)]
    turn: TurnNumber = 1
    up: Id | UnsetType | None = UNSET


class ModifierForm(Form, frozen=True, kw_only=True):
    """A modifier of a roll; only the fields given are compared."""

    rule: str | UnsetType = UNSET
    value: int | UnsetType = UNSET
    note: str | UnsetType = UNSET


class RollForm(Form, frozen=True, kw_only=True):
    """A roll; only the fields given are compared, `modifiers` as a complete list."""

    purpose: str | UnsetType = UNSET
    combatant: str | UnsetType | None = UNSET
    dice: str | UnsetType = UNSET
    faces: tuple[int, ...] | UnsetType = UNSET
    counts: tuple[int, ...] | UnsetType = UNSET
    modifiers: tuple[ModifierForm, ...] | UnsetType = UNSET
    total: int | UnsetType = UNSET
    target_number: int | UnsetType | None = UNSET
    success_level: int | UnsetType | None = UNSET
    outcome: Outcome | UnsetType = UNSET
    location: str | UnsetType | None = UNSET
    rule: str | UnsetType = UNSET
    level: Level | UnsetType = UNSET
    typed_by: str | UnsetType | None = UNSET


class AskedForm(Form, frozen=True, kw_only=True):
    """An open question; only the fields given are compared."""

    combatant: str | UnsetType = UNSET
    purpose: str | UnsetType = UNSET
    options: tuple[str, ...] | UnsetType = UNSET
    dice: str | UnsetType = UNSET
    default: str | UnsetType = UNSET


class RefusedForm(Form, frozen=True, kw_only=True):
    """A refusal by its code and, where given, the rule behind it and whether a GM could force it."""

    code: Code
    rule: str | UnsetType = UNSET
    forceable: bool | UnsetType = UNSET


class ForcedForm(Form, frozen=True, kw_only=True):
    """A rule that was overruled; only the fields given are compared."""

    code: Code | UnsetType = UNSET
    rule: str | UnsetType = UNSET
    reason: str | UnsetType = UNSET


EventForm = str | dict[str, Any]
"""A type of fact, or some fields of one."""


class Expect(Form, frozen=True, kw_only=True):
    """What must hold after a step. Whatever is not named is not compared."""

    pools: dict[str, dict[str, int]] = {}
    conditions: dict[str, tuple[str, ...]] = {}
    ammo: dict[str, dict[str, int]] = {}
    initiative: dict[str, int | None] = {}
    wounds: dict[str, str] = {}
    groups: dict[str, str] = {}
    stats: dict[str, dict[str, int]] = {}
    order: tuple[str, ...] | UnsetType = UNSET
    up: str | UnsetType | None = UNSET
    turn: int | UnsetType | None = UNSET
    phase: Phase | UnsetType = UNSET
    asked: tuple[AskedForm, ...] | UnsetType = UNSET
    waiting: tuple[str, ...] | UnsetType = UNSET
    rolls: tuple[RollForm, ...] | UnsetType = UNSET
    events: tuple[EventForm, ...] | UnsetType = UNSET
    refused: Code | RefusedForm | UnsetType = UNSET
    forced: tuple[Code | ForcedForm, ...] | UnsetType = UNSET


class Step(Form, frozen=True, kw_only=True):
    """One command: who gives it, the faces thrown in answer to it, and what must come of it."""

    do: dict[str, Any]
    note: str = ""
    id: StepId | None = None
    seat: Id = field(name="as", default="gm")
    dice: Faces = ()
    faces: Faces = ()
    force: Annotated[Text, Meta(min_length=1)] | None = None
    expect: Expect = Expect()


class Scenario(Form, frozen=True, kw_only=True):
    """A situation, the steps taken in it, and what comes of them; `rules` are those it is about."""

    title: Annotated[str, Meta(min_length=1, max_length=200)]
    ruleset: Id
    rules: tuple[str, ...] = ()
    case: Annotated[str, Meta(max_length=80)] = ""
    note: str = ""
    preset: str = ""
    options: dict[str, OptionValue] = {}
    combatants: dict[Id, dict[str, Any]] = {}
    players: dict[Id, tuple[Id, ...]] = {}
    start: Start | None = None
    steps: Annotated[tuple[Step, ...], Meta(min_length=1, max_length=1000)]

    def step_id(self, number: int) -> str:
        """The command id of a step, numbered from 1."""
        return self.steps[number - 1].id or f"step-{number}"


GM: Literal["gm"] = "gm"
"""The seat that acts where a step names none."""
