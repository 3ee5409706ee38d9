"""docs/reference/frames.md: what seats are sent that are not the GM's."""

from collections.abc import Iterator
from typing import Any

from api.reference.shapes import Shape, fields_of, meaning_of, parts_of
from projections import frames
from projections.frames import FRAME_FACTS, Frame, Overruled, Whole


def page() -> Iterator[str]:
    """The page, line by line."""
    own = _own()
    passed = [kind for kind in FRAME_FACTS if kind not in own]
    yield "# Frames"
    yield ""
    yield "What a seat is sent of a table's events, cut for what it may see, under numbers of its own without a hole."
    yield "A GM's frame holds the whole entry. `docs/audiences.md` tells who sees what."
    yield ""
    yield meaning_of(Frame)
    yield ""
    yield from _fields(Frame)
    yield ""
    yield f"These events pass as they are: {', '.join(f'[`{_tag(kind)}`](events.md#{_tag(kind)})' for kind in passed)}."
    for kind in own:
        yield ""
        yield f"## {_tag(kind)}"
        yield ""
        yield meaning_of(kind)
        yield ""
        yield from _fields(kind)
    yield ""
    yield "## Parts"
    for part in parts():
        yield ""
        yield f"### {part.__name__}"
        yield ""
        yield meaning_of(part)
        yield ""
        yield from map(_to_their_pages, fields_of(part))


def parts() -> tuple[Shape, ...]:
    """The structs inside frames that this page tells."""
    inside: tuple[Shape, ...] = (Overruled, *parts_of(kind for kind in _own() if kind is not Whole))
    return tuple(part for part in inside if part not in FRAME_FACTS)


def _own() -> list[Shape]:
    return [kind for kind in FRAME_FACTS if kind.__module__ == frames.__name__]


def _fields(shape: Shape) -> Iterator[str]:
    """The fields of a frame or a fact in it; what would lead to all events at once leads to their page."""
    for row in fields_of(shape):
        if row.startswith("| `fact` |"):
            yield "| `fact` | one of the facts below | **needed** |"
        elif row.startswith("| `entry` |"):
            yield "| `entry` | [an entry of the log](events.md#the-envelope) | **needed** |"
        else:
            yield _to_their_pages(row)


def _to_their_pages(row: str) -> str:
    """A row in which facts lead to where they are told: those of frames here, the others on the page of events."""
    for kind in FRAME_FACTS:
        page = "" if kind.__module__ == frames.__name__ else "events.md"
        row = row.replace(f"[{kind.__name__}](#{kind.__name__.lower()})", f"[{_tag(kind)}]({page}#{_tag(kind)})")
    return row


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)
