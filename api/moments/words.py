"""What was said, by what came of it: for each kind of fact and procedure the command that leads to it again."""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from engine.flow import One, Several, Stated, Through, Title
from engine.hazard import Danger
from engine.play import ActGiven, Endangered, Gain, Loss, OfAGroup, Thrown
from engine.span import Span
from events.base import Fact
from events.correction import Overridden
from events.flow import CombatEnded
from events.play import ActionBegan, Answered, ConditionGained, ConditionLost, Declared, Modifier
from events.roster import (
    CombatantEntered,
    CombatantHidden,
    CombatantLeft,
    CombatantShown,
    ControlGiven,
    GroupChanged,
    GroupFormed,
    OptionChanged,
    Placed,
    SceneSet,
    SheetChanged,
    StatusSet,
)

Command = dict[str, Any]


class NotRecalled(Exception):
    """No command is known that leads to these facts."""


def _struct(tag: str) -> Callable[[Any], Command]:
    """A fact whose fields are those of its command."""

    def word(fact: Fact) -> Command:
        said: Command = msgspec.json.decode(msgspec.json.encode(fact))
        return {**said, "type": tag}

    return word


def _entered(fact: CombatantEntered) -> Command:
    if any(pool.now not in (0, pool.full) for pool in fact.pools.values()):
        raise NotRecalled(f"{fact.name}, who came from another table as they stood there")
    said: Command = msgspec.json.decode(msgspec.json.encode(fact))
    left_out = ("pools", "ammo")
    return {**{name: value for name, value in said.items() if name not in left_out}, "type": "enter_combatant"}


def _answer(fact: Answered) -> Command:
    told: Command = {"type": "answer", "combatant": fact.combatant, "question": fact.path}
    if fact.given_by is None:
        return {**told, "default": True}
    return {**told, "choice": fact.choice} if fact.choice is not None else told


def _option(fact: OptionChanged) -> Command:
    return {"type": "set_option", "option": fact.option, "value": fact.value}


def _sheet(fact: SheetChanged) -> Command:
    rule = {"rule": fact.rule} if fact.rule else {}
    return {"type": "change_sheet", "combatant": fact.combatant, "sheet": msgspec.json.decode(fact.sheet), **rule}


def _condition(fact: ConditionGained) -> Command:
    return _gained(fact.combatant, fact)


def _of_a_group(given: OfAGroup) -> Command:
    if given.over:
        return {"type": "clear_condition", "combatant": given.group, "condition": given.condition}
    return _gained(given.group, given)


def _gained(who: str, fact: ConditionGained | OfAGroup) -> Command:
    note = {name: said for name in ("note", "rule") if (said := getattr(fact, name))}
    told = {"type": "set_condition", "combatant": who, "condition": fact.condition, **note}
    if fact.effect is None:
        return told
    does: Command = msgspec.json.decode(msgspec.json.encode(fact.effect))
    until = {"until": "end_of_fight"} if does.pop("fight", False) else {}
    return {**told, **{name: value for name, value in does.items() if value}, **until}


def _grouped(fact: GroupFormed) -> Command:
    leader = {"leader": fact.leader} if fact.leader is not None else {}
    told = {"group": fact.group, "title": fact.title, "name": fact.each or fact.title, "members": list(fact.members)}
    return {"type": "form_group", **told, "one_initiative": fact.one_initiative, **leader}


def _regrouped(fact: GroupChanged) -> Command:
    told = {"join": list(fact.joined), "leave": list(fact.left), "leader": fact.leader, "title": fact.title}
    one = {"one_initiative": fact.one_initiative} if fact.one_initiative is not None else {}
    return {
        "type": "change_group",
        "group": fact.group,
        **{name: value for name, value in told.items() if value},
        **one,
    }


def _stated_change(fact: Overridden) -> Command:
    """A change that stands by itself, also the one that an amend of the present came to."""
    changes = {
        who: {
            **({"pools": change.pools} if change.pools else {}),
            **({"ammo": change.ammo} if change.ammo else {}),
            **({"gained": list(change.gained)} if change.gained else {}),
            **({"lost": list(change.lost)} if change.lost else {}),
        }
        for who, change in fact.changes.items()
    }
    rule = {"rule": fact.rule} if fact.rule else {}
    return {"type": "override", "changes": changes, "reason": fact.reason or "as it was put right", **rule}


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


WORDS: Final[dict[type[Fact], Callable[[Any], Command]]] = {
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
    OptionChanged: _option,
    Overridden: _stated_change,
    ConditionGained: _condition,
    ConditionLost: _cleared,
    Declared: _struct("declare"),
    CombatEnded: _ended,
    GroupFormed: _grouped,
    GroupChanged: _regrouped,
}
"""How the first fact of a command that has a word here is said; what follows it came of that."""

OF_EACH: Final = frozenset(
    {
        CombatantEntered,
        CombatantLeft,
        CombatantShown,
        CombatantHidden,
        ControlGiven,
        StatusSet,
        Placed,
        Declared,
    }
)
"""Facts of which one command may make several: each is said by itself."""


def _modifiers(of: tuple[Modifier, ...]) -> Command:
    return {"modifiers": [_modifier(one) for one in of]} if of else {}


def _modifier(one: Modifier) -> Command:
    return {"value": one.value, "label": one.note} | ({"rule": one.rule} if one.rule else {})


def _act(given: ActGiven) -> Command:
    action = msgspec.json.decode(given.action)
    done = {"done": True} if given.done else {}
    return {"type": "act", "combatant": given.combatant, "action": action, **_modifiers(given.modifiers), **done}


def _roll(given: Thrown) -> Command:
    plus = f"{given.plus:+d}" if given.plus else ""
    who = {"combatant": given.combatant} if given.combatant else {}
    target = {"target_number": given.target_number} if given.target_number is not None else {}
    told = {"type": "roll", "dice": f"{given.count}d{given.sides}{plus}", **who, **target}
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


def _fight(given: Title) -> Command:
    title = {"title": given.title} if given.title else {}
    return {"type": "begin_combat", **title, **({"through": "initiative"} if given.initiative else {})}


def _stated(given: Stated) -> Command:
    if given.others:
        raise NotRecalled("an initiative that was stated for a whole group")
    return {"type": "set_initiative", "combatant": given.combatant, "value": given.value}


def _initiative(given: Several) -> Command:
    who = {"combatant": given.combatants[0]} if len(given.combatants) == 1 and not given.everybody else {}
    return {"type": "roll_initiative", **who}


_PROCEDURES: Final[dict[str, tuple[type[Any], Callable[[Any], Command]]]] = {
    "act": (ActGiven, _act),
    "apply-damage": (
        Loss,
        lambda given: (
            {"type": "apply_damage", "target": given.group or given.target, "amount": given.amount, "pool": given.pool}
            | {name: said for name in ("attribute", "rule") if (said := getattr(given, name))}
        ),
    ),
    "group-condition": (OfAGroup, _of_a_group),
    "hazard": (Endangered, _hazard),
    "restore": (
        Gain,
        lambda given: (
            {"type": "restore", "target": given.target, "amount": given.amount, "pool": given.pool}
            | ({"rule": given.rule} if given.rule else {})
        ),
    ),
    "pass-time": (Span, _time),
    "roll": (Thrown, _roll),
    "begin-combat": (Title, _fight),
    "next-turn": (
        Through,
        lambda given: {"type": "next_turn", "through": "initiative" if given.initiative else "declaration"},
    ),
    "roll-initiative": (Several, _initiative),
    "set-initiative": (Stated, _stated),
    "done": (One, _one("done")),
    "delay": (One, _one("delay")),
    "jump": (One, _one("jump")),
}
"""What each procedure was given, and the command that gives it that."""
