"""One line for a fact of a log, with every number of rolls and damage explained."""

from typing import Any, Final

import msgspec

from events.base import Fact
from events.play import DamageApplied, Rolled

_LONGEST: Final = 160
_LEFT_OUT: Final = ("type", "sheet")
"""A sheet is a page of its own; `fracas events` is for one line each."""


def what(fact: Fact) -> str:
    """A fact by its wire name and fields."""
    match fact:
        case Rolled():
            return f"rolled  {_roll(fact)}"
        case DamageApplied():
            return f"damage-applied  {_damage(fact)}"
        case _:
            return f"{fact.__struct_config__.tag}  {_fields(fact)}".rstrip()


def _roll(roll: Rolled) -> str:
    who = roll.combatant or "somebody"
    parts = [f"{who} {roll.purpose} {roll.dice} {list(roll.faces)}"]
    if roll.counts != roll.faces:
        parts.append(f"counts {list(roll.counts)}")
    parts += [f"{one.value:+d} {one.note or one.rule}" for one in roll.modifiers]
    parts.append(f"= {roll.total}")
    if roll.target_number is not None:
        parts.append(f"against {roll.target_number}: {roll.outcome}")
    if roll.success_level is not None:
        parts.append(f"(level {roll.success_level})")
    if roll.level != "open":
        parts.append(f"[{roll.level}]")
    if roll.typed_by:
        parts.append(f"[typed by {roll.typed_by}]")
    return " ".join(parts)


def _damage(damage: DamageApplied) -> str:
    steps = ", ".join(f"{step.step} {step.op} {step.by} -> {step.result} ({step.rule})" for step in damage.steps)
    return f"{damage.combatant} {damage.pool} {damage.change:+d}: {steps}"


def _fields(fact: Fact) -> str:
    said: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(fact))
    return listed(said)


def listed(said: dict[str, Any]) -> str:
    """Fields and their values, those that are too long cut."""
    return " ".join(f"{name}={_value(value)}" for name, value in said.items() if name not in _LEFT_OUT)


def _value(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    if isinstance(value, str) and (" " in value or not value):
        text = msgspec.json.encode(value).decode()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
