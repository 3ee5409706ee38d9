"""One line for each fact of a log, for people who read logs."""

from datetime import UTC, datetime
from typing import Any, Final

import msgspec

from events.base import Fact
from events.codec import decode
from events.envelope import Entry
from events.play import DamageApplied, Rolled

_LONGEST: Final = 160
_LEFT_OUT: Final = ("type", "sheet")
"""A sheet is a page of its own; `fracas events` is for one line each."""


def told(entry: Entry) -> str:
    """`version time seat/command what-happened its-fields`; rolls and damage with every number explained."""
    spoken_for = " ".join(filter(None, (entry.on_behalf, f"({entry.label})" if entry.label else "")))
    who = f"{entry.seat}/{entry.command}" + (f" for {spoken_for}" if spoken_for else "")
    causes = f" because of {', '.join(map(str, entry.because))}" if entry.because else ""
    return f"{entry.version:>6}  {_moment(entry.time)}  {who:<18}  {what(entry.fact)}{causes}"


def told_frame(frame: dict[str, Any]) -> str:
    """A frame as its seat sees it, under the seat's own number; a GM's frame is the entry itself."""
    fact = frame["fact"]
    if fact["type"] == "entry":
        return told(decode(msgspec.json.encode(fact["entry"])))
    seat = f"{frame.get('seat', '')}/{frame['command']}" if frame.get("command") else frame.get("seat", "")
    return f"{frame['number']:>6}  {_moment(frame['time'])}  {seat:<18}  {fact['type']}  {_listed(fact)}".rstrip()


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
    return _listed(said)


def _moment(time: int) -> str:
    return datetime.fromtimestamp(time / 1000, UTC).astimezone().strftime("%H:%M:%S")


def _listed(said: dict[str, Any]) -> str:
    return " ".join(f"{name}={_value(value)}" for name, value in said.items() if name not in _LEFT_OUT)


def _value(value: Any) -> str:
    text = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    if isinstance(value, str) and (" " in value or not value):
        text = msgspec.json.encode(value).decode()
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
