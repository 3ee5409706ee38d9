"""Old entries read by new code: one function per schema step, from plain JSON to plain JSON."""

from collections.abc import Callable
from typing import Any, Final

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]

UPCASTERS: Final[dict[int, Upcaster]] = {}
"""Schema number an entry was written under -> the function that lifts it one step. Filled as schemas change."""


def lift(document: dict[str, Any], schema: int) -> dict[str, Any]:
    """The entry as the newest schema has it; the `schema` field keeps saying what it was written under."""
    while step := UPCASTERS.get(schema):
        document = step(document)
        schema += 1
    return document
