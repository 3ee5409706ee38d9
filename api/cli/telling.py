"""One line for each fact of a log, for people who read logs."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from api.moments.one_line import listed, what
from events.codec import decode
from events.envelope import Entry


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
    return f"{frame['number']:>6}  {_moment(frame['time'])}  {seat:<18}  {fact['type']}  {listed(fact)}".rstrip()


def _moment(time: int) -> str:
    return datetime.fromtimestamp(time / 1000, UTC).astimezone().strftime("%H:%M:%S")
