"""Commands: for each that a seat may give, what to put into its fields, and whether it would be accepted."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import inspect

from engine import commands as c
from engine.admission import ADMISSIONS, Admission
from engine.commands import COMMANDS, Command, wire_name
from engine.refusals import Refusal
from engine.state import Combatant
from projections.legal import sources
from projections.legal.forms import fields_of, form_of, nearest_first, title_of, told, words_of
from projections.legal.offers import Field, PossibleCommand
from projections.legal.trying import HOPELESS, Desk

ELSEWHERE: Final = frozenset(
    {c.Amend, c.Answer, c.CarryOut, c.Dispute, c.Override, c.Queue, c.RevealRoll, c.Rule, c.Strike, c.TakeSeat}
)
"""Commands told otherwise: answers question by question; what corrects, contests or shows begins at a line of the past;
a seat is taken by opening its link; what is queued is one of the actions that are told anyway, and the service itself
carries it out."""

FREE: Final[Mapping[str, Any]] = {
    "word": "free",
    "text": "free",
    "number": 1,
    "yes-no": True,
    "several": [],
    "json": {},
}
"""What stands in a free field while a command is tried."""

PROBES: Final[Mapping[str, tuple[Any, ...]]] = {"modifiers": ([{"value": 1, "label": "free"}],)}
"""What to try in fields that hold more JSON, to see whether the seat may fill them in at all."""

ALSO_SAID: Final[Mapping[type[Command], tuple[str, ...]]] = {
    c.PassTime: ("minutes",),
    c.Hazard: ("dice",),
    c.NextTurn: ("turn",),
    c.Undo: ("action",),
}
"""Fields that need not be given, but without which a command says too little where there is something to say."""

NEEDED: Final = frozenset({(c.EnterCombatant, "sheet")})
"""Fields that have a default, with which the command would be refused."""


def about_the_table(desk: Desk) -> Iterator[PossibleCommand]:
    """The commands of a seat that name no combatant of its own; a GM's all, with whom each is for."""
    for command in COMMANDS:
        admission = ADMISSIONS[command]
        bound = admission.own and not desk.is_gm
        if desk.kind in admission.seats and not bound and command not in ELSEWHERE:
            yield _Order(desk, command, admission, None).told()


def about_one(desk: Desk, one: Combatant) -> Iterator[PossibleCommand]:
    """The commands of a seat about one combatant, acts apart: those are told kind by kind."""
    for command in COMMANDS:
        admission = ADMISSIONS[command]
        names_it = admission.combatants and command not in (c.Act, c.Note)
        if desk.kind in admission.seats and names_it and command not in ELSEWHERE:
            yield _Order(desk, command, admission, one).told()


class _Order:
    """One command while it is worked out what to put into it."""

    def __init__(self, desk: Desk, command: type[Command], admission: Admission, about: Combatant | None) -> None:
        self.desk, self.command, self.about = desk, command, about
        self.whose = admission.combatants[0] if admission.combatants else ""
        self.fixed: dict[str, Any] = {self.whose: self._as_whose(about)} if about is not None else {}
        self.fields = tuple(field for field in fields_of(command) if field.name not in self.fixed)
        self.needed = tuple(one for one in self.fields if one.required or (command, one.name) in NEEDED)
        self.values = {field.name: self._values(field) for field in self.fields}
        self.suggested = {field.name: self._suggested(field) for field in self.fields}

    def _as_whose(self, about: Combatant) -> Any:
        """Somebody as the field takes it that says whom a command is about."""
        field = next(field for field in fields_of(self.command) if field.name == self.whose)
        return [about.id] if form_of(field) == "several" else about.id

    def _values(self, field: inspect.Field) -> tuple[str, ...] | None:
        """The values for a field; None: it is free."""
        if field.name == self.whose:
            return sources.whom(self.desk, self.command)
        found = sources.words(self.desk, self.command, field.name, self.about)
        return words_of(self.command).get(field.name) if found is None else found

    def _suggested(self, field: inspect.Field) -> Any:
        found = sources.suggested(self.desk, self.command, field.name, self.about)
        values = self.values[field.name]
        if found is not None or field not in self.needed or not values:
            return found
        return [values[0]] if form_of(field) == "several" else values[0]

    def told(self) -> PossibleCommand:
        """The command with its fields, and whether it goes."""
        base, refusal = self._first_that_goes()
        said = {name: value for name, value in base.items() if name not in self._placeholders()}
        return PossibleCommand(
            type=wire_name(self.command),
            title=title_of(wire_name(self.command)),
            fields=tuple(told for field in self.fields if (told := self._field(field, base, refusal)) is not None),
            command={"type": wire_name(self.command), **said} if refusal is None else {},
            refusal=refusal,
        )

    def _placeholders(self) -> frozenset[str]:
        """Required fields that nobody but the seat can fill in."""
        free = (
            field.name
            for field in self.needed
            if self.values[field.name] is None and self.suggested[field.name] is None
        )
        return frozenset({*free, "action"} if self.command is c.Act else free)

    def _first_that_goes(self) -> tuple[dict[str, Any], Refusal | None]:
        """The nearest choice of what is needed that would be accepted; else what speaks against the very first."""
        needed = {field.name: self._tries(field) for field in self.needed}
        also = {name: said for name in ALSO_SAID.get(self.command, ()) if (said := self.suggested[name]) is not None}
        first: tuple[dict[str, Any], Refusal] | None = None
        for chosen in nearest_first(needed):
            base = {**self.fixed, **also, **chosen}
            refusal = self._why_not(base)
            if refusal is None:
                return base, None
            first = first or (base, refusal)
            if refusal.code in HOPELESS:
                break
        return first or ({**self.fixed, **also}, self._nobody())

    def _tries(self, field: inspect.Field) -> tuple[Any, ...]:
        values, first = self.values[field.name], self.suggested[field.name]
        if values is None:
            return (FREE[form_of(field)] if first is None else first,)
        if form_of(field) == "several":
            return tuple([value] for value in values)
        nearest = sorted(values, key=lambda value: value != first)
        return tuple(map(int, nearest) if form_of(field) == "number" else nearest)

    def _nobody(self) -> Refusal:
        """Why a command goes with nobody: what speaks against it anyway, else that there is nobody."""
        anybody = next((one.id for one in self.desk.seen), "nobody")
        needed = {
            f.name: (self._tries(f) or _somebody(f, anybody if f.name == self.whose else "none"))[0]
            for f in self.fields
            if f.required
        }
        refusal = self._why_not({**self.fixed, **needed})
        if refusal is None or refusal.code in ("invalid", "unknown-id", "not-yours"):
            return Refusal("invalid", "there is nothing or nobody to do this with")
        return refusal

    def _why_not(self, said: Mapping[str, Any]) -> Refusal | None:
        """Why a command would be refused; that a placeholder is no good answer is no reason."""
        body = dict(said)
        if self.command is c.Act:
            body["action"] = {"kind": body["action"]}
        try:
            command = msgspec.json.decode(
                msgspec.json.encode({"type": wire_name(self.command), **body}), type=self.command
            )
        except msgspec.ValidationError as unread:
            return Refusal("invalid", str(unread)) if not self._placeholders() else None
        refusal = self.desk.why_not(command)
        return None if refusal is not None and refusal.code == "invalid" and self._placeholders() else refusal

    def _field(self, field: inspect.Field, base: Mapping[str, Any], refusal: Refusal | None) -> Field | None:
        """A field with what makes sense in it; None: nothing does but leaving it out."""
        needed, values, suggested = field in self.needed, self.values[field.name], self.suggested[field.name]
        if values == () and not needed and field.name != self.whose:
            return None
        if refusal is None:
            suggested = base.get(field.name, suggested) if values else suggested
            values = self._admitted(field, base)
            if values == () and not needed and field.name != self.whose:
                return None
        kept = () if form_of(field) == "yes-no" else tuple(str(value) for value in values or ())
        return told(field, kept, suggested=suggested, required=needed)

    def _admitted(self, field: inspect.Field, base: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """The words of a field or the switch that would be accepted; only the default left: none; None: it is free."""
        words = (True,) if form_of(field) == "yes-no" else words_of(self.command).get(field.name)
        probes = PROBES.get(field.name, words)
        if probes is None:
            return self.values[field.name]
        admitted = tuple(word for word in probes if self._goes(base, field, word))
        if field.name in PROBES:
            return None if admitted else ()
        return () if field not in self.needed and set(admitted) <= {field.default} else admitted

    def _goes(self, base: Mapping[str, Any], field: inspect.Field, word: Any) -> bool:
        return self._why_not({**base, field.name: word}) is None


def _somebody(field: inspect.Field, name: str) -> tuple[Any, ...]:
    """A name for a field that needs one where there is nobody to name."""
    return ([name],) if form_of(field) == "several" else (name,)
