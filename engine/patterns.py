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


_BREAKS: Final = r"\t\n\r\x0b\x0c\x85\u2028\u2029"
_UNSEEN: Final = (
    r"\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2060-\u2064\u206a-\u206f\u2800\u3164"
    r"\ufe00-\ufe0f\ufeff\uffa0"
)
_STEERS: Final = r"\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069"
_SEEN: Final = rf"(?:[^\S{_BREAKS}]|[{_UNSEEN}])*[^\s{_UNSEEN}{_STEERS}][^{_BREAKS}]*"

ONE_LINE: Final = entire(_SEEN)
"""What somebody or something may be called: one line, and something in it that can be seen."""

ONE_LINE_OR_NONE: Final = entire(f"(?:{_SEEN})?")
"""The same of what may go without a name."""
