"""docs/reference/events.md: every event with its tag, fields and meaning."""

from collections.abc import Iterator
from typing import Final

import events.correction
import events.dispute
import events.flow
import events.play
import events.roster
import events.table
from api.reference.shapes import fields_of, meaning_of, parts_of
from events.base import Fact
from events.envelope import SCHEMA, Entry
from events.facts import FACTS, LEDGER, PLAY, AnyFact

MODULES: Final = (events.table, events.roster, events.flow, events.play, events.dispute, events.correction)
ORDER: Final[tuple[type[Fact], ...]] = AnyFact.__args__


def page() -> Iterator[str]:
    """The page, line by line."""
    yield "# Events"
    yield ""
    yield f"What a table's log is made of: {len(FACTS)} kinds of event. An entry is an envelope with one event in its"
    yield f"`fact`, stored as JSON; the event's `type` is its tag. The schema is number {SCHEMA}. Fields that say"
    yield "nothing"
    yield "are left out. `docs/stream.md` tells how the log is kept and read from outside."
    yield ""
    yield "An undo can take back events of the scene, the flow and play. Seats, keys, notes and corrections are"
    yield "never taken"
    yield "back."
    yield ""
    yield "## The envelope"
    yield ""
    yield meaning_of(Entry)
    yield ""
    yield from fields_of_envelope()
    for module in MODULES:
        yield ""
        yield f"## {_title(module.__doc__)}"
        for fact in ORDER:
            if fact.__module__ == module.__name__:
                yield from _fact(fact)
    yield ""
    yield "## Parts"
    yield ""
    yield "Values inside events."
    for part in parts_of(ORDER):
        yield ""
        yield f"### {part.__name__}"
        yield ""
        yield meaning_of(part)
        yield ""
        yield from fields_of(part)


def fields_of_envelope() -> Iterator[str]:
    """The envelope's fields; its `fact` is told as one of the events, not as all of them."""
    for row in fields_of(Entry):
        yield "| `fact` | one of the events below | **needed** |" if row.startswith("| `fact` |") else row


def _fact(fact: type[Fact]) -> Iterator[str]:
    yield ""
    yield f"### {fact.__struct_config__.tag}"
    yield ""
    yield meaning_of(fact)
    yield ""
    yield (
        "Can be undone."
        if fact in PLAY
        else "Never undone: it is kept apart from play."
        if fact in LEDGER
        else "It is what undoes."
    )
    yield ""
    yield from fields_of(fact)


def _title(docstring: str | None) -> str:
    first = (docstring or "").split(".")[0].split(":")[0]
    return first.removesuffix(" ").strip()
