"""The commands behind a log: what was said, told back from the facts that came of it, as a step of a scenario."""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import Any, Final

import msgspec

from engine.flow import One, Several, Stated, Through, Title
from engine.hazard import Danger
from engine.play import ActGiven, Endangered, Gain, Loss, Thrown
from engine.span import Span
from events.base import Fact, SeatId
from events.envelope import Entry
from events.flow import CombatEnded
from events.play import ActionBegan, Answered, ConditionGained, ConditionLost, Declared, Modifier, Rolled, RuleOverruled
from events.roster import (
    CombatantEntered,
    CombatantHidden,
    CombatantLeft,
    CombatantShown,
    ControlGiven,
    OptionChanged,
    Placed,
    SceneSet,
    SheetChanged,
    StatusSet,
)

Command = dict[str, Any]


class NotRecalled(Exception):
    """No command is known that leads to these facts."""


class Recalled(msgspec.Struct, frozen=True):
    """A step of the log: its entries, and the command that leads to them again."""

    entries: tuple[Entry, ...]
    do: Command
    seat: SeatId
    dice: tuple[int, ...]
    faces: tuple[int, ...]
    force: str | None

    def step(self) -> dict[str, Any]:
        """The step as it stands in a scenario file, without what is expected of it."""
        more = {"dice": list(self.dice), "faces": list(self.faces), "force": self.force}
        seat = {} if self.seat == "gm" else {"as": self.seat}
        return {"do": self.do, **seat, **{name: value for name, value in more.items() if value}}


def by_command(entries: Iterable[Entry]) -> list[tuple[Entry, ...]]:
    """The entries of each command together."""
    return [tuple(group) for _, group in groupby(entries, key=lambda entry: (entry.seat, entry.command))]


def recalled(entries: Sequence[Entry], answered: set[str], seat: SeatId) -> tuple[Recalled, ...]:
    """The steps that lead to the entries of one command; `answered` are the paths of questions answered so far.

    Raises:
        NotRecalled: it is a kind of command that scenarios have no word for.
    """
    facts = [entry.fact for entry in entries]
    overruled = next((fact.reason for fact in facts if isinstance(fact, RuleOverruled)), None)
    newcomers = [fact for fact in facts if isinstance(fact, CombatantEntered)]
    if len(newcomers) > 1:
        return tuple(Recalled((), _entered(one), seat, (), (), overruled) for one in newcomers)
    told = next((fact for fact in facts if type(fact) in _WORDS), None)
    if told is None:
        raise NotRecalled(f"version {entries[0].version} ({type(facts[0]).__struct_config__.tag})")
    dice: list[int] = []
    faces = list(told.faces) if isinstance(told, Answered) else []
    answered.update(fact.path for fact in facts if isinstance(fact, Answered))
    for entry in entries:
        if isinstance(entry.fact, Rolled) and not entry.instead_of:
            _sort(entry.fact, dice, faces, answered)
    return (Recalled(tuple(entries), _WORDS[type(told)](told), seat, tuple(dice), tuple(faces), overruled),)


def _sort(roll: Rolled, dice: list[int], faces: list[int], answered: set[str]) -> None:
    """Faces that the table threw, and those that came with the command; an answer brings its own."""
    if roll.typed_by is None:
        dice.extend(roll.faces)
    elif roll.path not in answered:
        faces.extend(roll.faces)


def _struct(tag: str) -> Callable[[Any], Command]:
    """A fact whose fields are those of its command."""

    def word(fact: Fact) -> Command:
        said: Command = msgspec.json.decode(msgspec.json.encode(fact))
        return {**said, "type": tag}

    return word


def _entered(fact: CombatantEntered) -> Command:
    said: Command = msgspec.json.decode(msgspec.json.encode(fact))
    left_out = ("pools", "ammo")
    return {**{name: value for name, value in said.items() if name not in left_out}, "type": "enter_combatant"}


def _answer(fact: Answered) -> Command:
    told: Command = {"type": "answer", "combatant": fact.combatant, "question": fact.path}
    if fact.given_by is None:
        return {**told, "default": True}
    return {**told, "choice": fact.choice} if fact.choice is not None else told


def _sheet(fact: SheetChanged) -> Command:
    return {"type": "change_sheet", "combatant": fact.combatant, "sheet": msgspec.json.decode(fact.sheet)}


def _condition(fact: ConditionGained) -> Command:
    note = {"note": fact.note} if fact.note else {}
    return {"type": "set_condition", "combatant": fact.combatant, "condition": fact.condition, **note}


def _cleared(fact: ConditionLost) -> Command:
    return {"type": "clear_condition", "combatant": fact.combatant, "condition": fact.condition}


def _ended(fact: CombatEnded) -> Command:
    return {"type": "end_combat"}


def _began(fact: ActionBegan) -> Command:
    word = _PROCEDURES.get(fact.procedure)
    if word is None:
        raise NotRecalled(fact.procedure)
    kind, tell = word
    return tell(msgspec.json.decode(fact.given, type=kind))


_WORDS: Final[dict[type[Fact], Callable[[Any], Command]]] = {
    ActionBegan: _began,
    Answered: _answer,
    CombatantEntered: _entered,
    CombatantLeft: _struct("remove_combatant"),
    CombatantShown: _struct("show"),
    CombatantHidden: _struct("hide"),
    ControlGiven: _struct("give_control"),
    SheetChanged: _sheet,
    StatusSet: _struct("set_status"),
    SceneSet: _struct("set_scene"),
    Placed: _struct("place"),
    OptionChanged: _struct("set_option"),
    ConditionGained: _condition,
    ConditionLost: _cleared,
    Declared: _struct("declare"),
    CombatEnded: _ended,
}
"""How the first fact of a command that has a word here is said; what follows it came of that."""


def _modifiers(of: tuple[Modifier, ...]) -> Command:
    return {"modifiers": [{"value": one.value, "label": one.note} for one in of]} if of else {}


def _act(given: ActGiven) -> Command:
    action = msgspec.json.decode(given.action)
    return {"type": "act", "combatant": given.combatant, "action": action, **_modifiers(given.modifiers)}


def _roll(given: Thrown) -> Command:
    plus = f"{given.plus:+d}" if given.plus else ""
    who = {"combatant": given.combatant} if given.combatant else {}
    told = {"type": "roll", "dice": f"{given.count}d{given.sides}{plus}", **who}
    return {**told, "purpose": given.purpose, "level": given.level, **_modifiers(given.modifiers)}


def _hazard(given: Endangered) -> Command:
    danger: Danger = given.danger
    names = ("label", "dice", "amount", "kind", "location", "stops", "secret")
    told = {name: value for name in names if (value := getattr(danger, name)) not in ("", None, False)}
    with_cover = {True: "armor_and_cover", False: "cover"} if danger.cover else {True: "armor", False: "nothing"}
    shared = {"shared": True} if given.shared else {}
    return {"type": "hazard", "targets": list(given.targets), **told, "stopped_by": with_cover[danger.armor], **shared}


def _time(given: Span) -> Command:
    fields = {name: getattr(given, name) for name in ("turns", "minutes", "hours", "days", "doing")}
    return {"type": "pass_time", **{name: value for name, value in fields.items() if value}}


def _one(tag: str) -> Callable[[Any], Command]:
    return lambda given: {"type": tag, "combatant": given.combatant}


def _initiative(given: Several) -> Command:
    who = {"combatant": given.combatants[0]} if len(given.combatants) == 1 else {}
    return {"type": "roll_initiative", **who}


_PROCEDURES: Final[dict[str, tuple[type[Any], Callable[[Any], Command]]]] = {
    "act": (ActGiven, _act),
    "apply-damage": (
        Loss,
        lambda given: (
            {"type": "apply_damage", "target": given.target, "amount": given.amount, "pool": given.pool}
            | ({"attribute": given.attribute} if given.attribute else {})
        ),
    ),
    "hazard": (Endangered, _hazard),
    "restore": (
        Gain,
        lambda given: {"type": "restore", "target": given.target, "amount": given.amount, "pool": given.pool},
    ),
    "pass-time": (Span, _time),
    "roll": (Thrown, _roll),
    "begin-combat": (Title, lambda given: {"type": "begin_combat", **({"title": given.title} if given.title else {})}),
    "next-turn": (
        Through,
        lambda given: {"type": "next_turn", "through": "initiative" if given.initiative else "declaration"},
    ),
    "roll-initiative": (Several, _initiative),
    "set-initiative": (
        Stated,
        lambda given: {"type": "set_initiative", "combatant": given.combatant, "value": given.value},
    ),
    "done": (One, _one("done")),
    "delay": (One, _one("delay")),
    "jump": (One, _one("jump")),
}
"""What each procedure was given, and the command that gives it that."""
