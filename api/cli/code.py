"""A link as a picture in the terminal, for phones to read."""

from itertools import zip_longest
from typing import Final

import segno
from rich.console import Console

_QUIET: Final = 2
"""Light modules around the picture: enough for a phone, and the picture stays small."""

_HALVES: Final = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}
"""Two modules above each other, as the light ones show on a dark ground."""


def show_code(console: Console, text: str) -> None:
    """The picture of a text, two modules to a character, light on dark in whatever colours the terminal has."""
    rows = [[bool(dark) for dark in row] for row in segno.make(text, micro=False, error="l").matrix_iter(border=_QUIET)]
    blank = [True] * len(rows[0])
    for upper, lower in zip_longest(rows[::2], rows[1::2], fillvalue=blank):
        line = "".join(_HALVES[pair] for pair in zip(upper, lower, strict=True))
        console.print(line, style="#ffffff on #000000")
