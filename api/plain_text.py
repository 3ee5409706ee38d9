"""Plain text: which characters nobody needs at a table and nobody may send, since they steer what shows them."""

import re
from typing import Any, Final

CONTROL: Final = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""Control characters but for line breaks and tabs, and those that turn the direction in which all that follows runs."""

Keys = tuple[str | int, ...]


def control_in(document: Any, above: Keys = ()) -> Keys | None:
    """The keys that lead to a text (or to a key) of a document with such a character; None: it holds none."""
    match document:
        case str():
            return above if CONTROL.search(document) else None
        case dict():
            parts = (part for key, one in document.items() for part in ((key, above), (one, (*above, key))))
        case list():
            parts = ((one, (*above, place)) for place, one in enumerate(document))
        case _:
            return None
    return next((found for one, keys in parts if (found := control_in(one, keys)) is not None), None)
