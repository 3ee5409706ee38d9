"""Kinds of action: what of each field the rules admit now, found by asking their checks, and an act that would go."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Final

import msgspec
from msgspec.inspect import BoolType

from engine.commands import Act
from engine.refusals import Refusal
from engine.ruleset import ActionKind
from engine.state import Combatant
from events.base import CombatantId
from projections.legal.forms import fields_of, form_of, least_of, nearest_first, schema_of, told, words_of
from projections.legal.offers import Field, Possible
from projections.legal.trying import HOPELESS, Desk

PLACES: Final = 6
"""Targets are asked about by where they stand and who plays them: one of each sort, so many sorts at the most."""

MISFIT: Final = frozenset({"invalid", "no-such-weapon"})
"""Codes against something that an action is never done with."""

Objections = frozenset[tuple[str, str]]


def possible(desk: Desk, kind: ActionKind, one: Combatant) -> Possible:
    """A kind of action of a combatant: its fields, and an act that would be accepted or why none would be."""
    form = _Form(desk, kind, one)
    act, refusal = form.first_that_goes()
    return Possible(
        kind=kind.kind,
        title=kind.title,
        rule=kind.rule,
        fields=form.told(act),
        act=act,
        refusal=refusal,
        schema=schema_of(kind.fields),
    )


class _Form:
    """The fields of a kind of action while it is worked out what they may be."""

    def __init__(self, desk: Desk, kind: ActionKind, one: Combatant) -> None:
        self.desk, self.kind, self.one = desk, kind, one
        self.fields = fields_of(kind.fields)
        sheet = msgspec.json.decode(one.sheet)
        self.values: dict[str, tuple[Any, ...]] = dict(words_of(kind.fields))
        self.values["skill"] = _skills(self.values.get("skill", ()), tuple(sheet.get("skills", ())))
        self.values["target"] = tuple(other.id for other in self.targets)
        self.needed = tuple(
            field.name for field in self.fields if (field.required or field.name in kind.usual) and field.name != "kind"
        )
        self.values |= {field.name: (least_of(field),) for field in self.fields if least_of(field) is not None}
        if "weapon" in self.needed:
            self._keep_fitting_weapons(tuple(sheet.get("weapons", ())))
        if "target" in self.needed and not any(field.name == "range" for field in self.fields):
            self._put_those_in_reach_first()

    @cached_property
    def targets(self) -> tuple[Combatant, ...]:
        """Who is seen, those in the fight before others. Whoever a player plays cannot aim at the unseen.

        What takes a weapon is done to other sides first; all else to one's own, oneself at last.
        """
        armed = any(field.name == "weapon" for field in self.fields)
        others = [
            other
            for other in self.desk.seen
            if not (armed and other.id == self.one.id) and not (other.unseen and self.one.controller is not None)
        ]

        def far(other: Combatant) -> tuple[bool, bool, bool]:
            own_side = other.side == self.one.side
            return own_side if armed else not own_side, other.id == self.one.id, other.status != "in-fight"

        return tuple(sorted(others, key=far))

    def _keep_fitting_weapons(self, weapons: tuple[str, ...]) -> None:
        """The weapons that are for this kind of action; if none is, those that are with a skill that is named."""
        loaded = sorted(weapons, key=lambda weapon: self.one.ammo.get(weapon, 1) <= 0)
        self.values["weapon"] = tuple(weapon for weapon in loaded if self._fits(weapon=weapon))
        named = next((field for field in self.fields if field.name == "skill" and not field.required), None)
        if self.values["weapon"] or named is None:
            return
        with_skill = {"skill": self.values["skill"][0]} if self.values["skill"] else {}
        self.values["weapon"] = tuple(
            weapon for weapon in loaded if with_skill and self._fits(weapon=weapon, **with_skill)
        )
        if self.values["weapon"]:
            self.needed = (*self.needed, "skill")

    def _put_those_in_reach_first(self) -> None:
        """At arm's length the scene alone says who is near enough. A GM is told the others too, behind those."""
        base = next(nearest_first({name: self.values.get(name, ()) for name in self.needed}), None)
        if base is None or len(sorts := self._sorts_of_target()) < 2:
            return
        far = {
            name
            for one, alike in sorts.items()
            if any(code == "out-of-range" for code, _ in self.against({**base, "target": one}))
            for name in alike
        }
        targets = self.values["target"]
        near = tuple(name for name in targets if name not in far)
        if near:
            self.values["target"] = near + tuple(name for name in targets if name in far and self.desk.is_gm)

    def _fits(self, **named: str) -> bool:
        rest = {name: self.values.get(name, ()) for name in self.needed if name not in named}
        chosen = next(nearest_first(rest), None)
        return chosen is None or not any(code in MISFIT for code, _ in self.against({**chosen, **named}))

    def against(self, action: Mapping[str, Any]) -> Objections:
        """What the rules have against an action, turn and phase apart."""
        try:
            read = msgspec.convert({"kind": self.kind.kind, **action}, self.kind.fields)
        except msgspec.ValidationError as unread:
            return frozenset({("invalid", str(unread))})
        return frozenset((no.code, no.sentence) for no in self.kind.check(self.desk.context, self.one.id, read))

    def first_that_goes(self) -> tuple[dict[str, Any], Refusal | None]:
        """The nearest choice of what is needed that would be accepted; else what speaks against the very first."""
        why: Refusal | None = None
        for chosen in nearest_first({name: self.values.get(name, ()) for name in self.needed}):
            act = {"kind": self.kind.kind, **chosen}
            no = self.desk.why_not(Act(combatant=self.one.id, action=msgspec.Raw(msgspec.json.encode(act))))
            if no is None:
                return act, None
            why = why or no
            if no.code in HOPELESS:
                break
        return {}, why or Refusal("invalid", "there is nothing to do this with, or nobody to do it to")

    # the fields

    def told(self, act: Mapping[str, Any]) -> tuple[Field, ...]:
        """The fields that the seat may fill in, each with what makes sense in it."""
        base = {name: value for name, value in act.items() if name != "kind"} or next(
            nearest_first({name: self.values.get(name, ()) for name in self.needed}), {}
        )
        sorts = self._sorts_of_target() if "target" in base else {}
        fields: list[Field] = []
        for field in self.fields:
            if field.name in self.needed or field.name == "kind":
                more = {"suggested": base.get(field.name), "required": True}
                words = () if least_of(field) is not None else self.values.get(field.name, ())
                fields.append(told(field, words, **more))
            elif (offered := self._optional(field, base, sorts)) is not None:
                fields.append(offered)
        return tuple(fields)

    def _sorts_of_target(self) -> dict[CombatantId, tuple[CombatantId, ...]]:
        """One target of each sort, with all that are like it: in the same light, as far off, of the same player."""
        sorts: dict[Any, list[CombatantId]] = {}
        standings = self.desk.standings(self.one)
        for other in self.targets:
            sort = (self.desk.audience.plays(other.id), *standings[other.id].items())
            sorts.setdefault(sort, []).append(other.id)
        return {alike[0]: tuple(alike) for alike in list(sorts.values())[:PLACES]}

    def _optional(
        self, field: Any, base: Mapping[str, Any], sorts: Mapping[CombatantId, tuple[CombatantId, ...]]
    ) -> Field | None:
        """A field that may be left out, with the values that bring no new objection; None: with any value one comes."""
        probes = self._probes(field)
        values = self.values.get(field.name, ())
        if not probes or not base:
            return told(field, values, by_target=self._by_target(field.name))
        alike = {} if field.name == "skill" else sorts
        at = [{**base, "target": target} for target in alike] or self._with_each_weapon(base)
        admitted = [self._admitted(one, field.name, probes) for one in at]
        by_weapon = self._by_weapon(field.name, base, probes) if values else {}
        if not any(admitted) and not any(by_weapon.values()):
            return None
        closed = [one for one, held in zip(at, admitted, strict=True) if not held]
        shut = {name for one in closed for name in alike.get(one.get("target", ""), ())}
        return told(
            field,
            tuple(value for value in probes if any(value in held for held in admitted)) if values else (),
            by_target=self._by_target(field.name),
            only_for=tuple(name for name in self.values["target"] if name not in shut)
            if shut and any(admitted)
            else (),
            by_weapon=by_weapon,
        )

    def _probes(self, field: Any) -> tuple[Any, ...]:
        """What to try in a field: its words, or for a number or a switch something else than what it is anyway."""
        if form_of(field) == "number":
            return ((field.default or 0) + 1,)
        return (True,) if isinstance(field.type, BoolType) else self.values.get(field.name, ())

    def _admitted(self, base: Mapping[str, Any], name: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
        before = self.against(base)
        return tuple(value for value in values if self.against({**base, name: value}) <= before)

    def _by_weapon(self, name: str, base: Mapping[str, Any], probes: tuple[Any, ...]) -> dict[str, tuple[Any, ...]]:
        """What the field admits with each weapon, where that is not the same with all of them."""
        weapons = self.values.get("weapon", ())[:PLACES] if "weapon" in base else ()
        held = {weapon: self._admitted({**base, "weapon": weapon}, name, probes) for weapon in weapons}
        return held if len(set(held.values())) > 1 else {}

    def _with_each_weapon(self, base: Mapping[str, Any]) -> list[dict[str, Any]]:
        """Where the target makes no difference, the weapon may: a skill goes with some and not with others."""
        return [{**base, "weapon": weapon} for weapon in self.values.get("weapon", ())[:PLACES]] or [dict(base)]

    def _by_target(self, name: str) -> dict[CombatantId, Any]:
        if "target" not in self.needed:
            return {}
        standings = self.desk.standings(self.one)
        return {target: standings[target][name] for target in self.values["target"] if name in standings[target]}


def _skills(words: Iterable[str], own: tuple[str, ...]) -> tuple[str, ...]:
    """The skills of the sheet; of words that the action names, those on the sheet, or all where none is."""
    named = tuple(words)
    return tuple(word for word in named if word in own) or named or own
