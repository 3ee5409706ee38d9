"""docs/reference/frames.md: what seats are sent that are not the GM's."""

from collections.abc import Iterator
from typing import Any

from api.reference.shapes import fields_of, meaning_of, parts_of
from projections import frames
from projections.frames import FRAME_FACTS, Frame


def page() -> Iterator[str]:
    """The page, line by line."""
    own = [kind for kind in FRAME_FACTS if kind.__module__ == frames.__name__]
    passed = [kind for kind in FRAME_FACTS if kind not in own]
    yield "# Frames"
    yield ""
    yield "What a seat is sent of a table's events, cut for what it may see, under numbers of its own without a hole."
    yield "A GM's frame holds the whole entry. `docs/audiences.md` tells who sees what."
    yield ""
    yield meaning_of(Frame)
    yield ""
    for row in fields_of(Frame):
        yield "| `fact` | one of the facts below | **needed** |" if row.startswith("| `fact` |") else row
    yield ""
    yield f"These events pass as they are: {', '.join(f'[`{_tag(kind)}`](events.md#{_tag(kind)})' for kind in passed)}."
    for kind in own:
        yield ""
        yield f"## {_tag(kind)}"
        yield ""
        yield meaning_of(kind)
        yield ""
        yield from fields_of(kind)
    yield ""
    yield "## Parts"
    for part in parts_of(own):
        if part not in FRAME_FACTS:
            yield ""
            yield f"### {part.__name__}"
            yield ""
            yield meaning_of(part)
            yield ""
            yield from fields_of(part)


def _tag(kind: Any) -> str:
    return str(kind.__struct_config__.tag)
