"""The patterns that what people write is held to, from its first character to its last."""

from typing import Final

_NOTHING_MORE: Final = r"(?!\n)"
"""What `$` lacks in Python: it is content before a line break at the end, and other dialects are not."""


def entire(pattern: str) -> str:
    """The pattern for a text that is all of this and nothing more."""
    return f"^{pattern}${_NOTHING_MORE}"


def as_elsewhere(pattern: str) -> str:
    """The same pattern as JSON Schema, JavaScript and Rust write it, whose `$` is the end alone."""
    return pattern.removesuffix(_NOTHING_MORE)
