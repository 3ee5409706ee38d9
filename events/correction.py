"""Facts that correct the record. Nothing is deleted: they say what counts from now on."""

from typing import Literal

from events.base import Fact, Part, Version


class Span(Part, frozen=True, array_like=True):
    """Versions from first to last, both included."""

    first: Version
    last: Version


class Retracted(Fact, frozen=True, tag="retracted"):
    """Versions that no longer count. Undo, redo and switch: the table stands again as it stood at `stands_at`."""

    how: Literal["undo", "redo", "switch"]
    stands_at: Version
    versions: tuple[Span, ...]
