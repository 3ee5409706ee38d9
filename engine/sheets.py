"""Reading a sheet: from its JSON by the form of a rule set to what the rules read, or a sentence that says why not."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from engine.plainly import in_plain_words

Sheet = TypeVar("Sheet")


class SheetProblem(msgspec.Struct, frozen=True):
    """Why this is no sheet, in a sentence."""

    sentence: str


class WrongSheet(Exception):
    """Ends the reading of a sheet with a sentence."""


def reader_of(form: type[Any], resolve: Callable[[Any], Sheet]) -> Callable[[bytes], Sheet | SheetProblem]:
    """A reader of sheets that are written as `form`. It remembers the sheets it read last.

    `resolve` makes the sheet of the form, or raises WrongSheet.
    """
    form_of = msgspec.json.Decoder(form)

    @lru_cache(maxsize=4096)
    def read(raw: bytes) -> Sheet | SheetProblem:
        try:
            return resolve(form_of.decode(raw))
        except msgspec.DecodeError as wrong:
            return SheetProblem(_told(str(wrong)))
        except (WrongSheet, UnicodeDecodeError, RecursionError) as wrong:
            return SheetProblem(f"sheet: {wrong}")

    return read


def sound(sheet: Sheet | SheetProblem) -> Sheet:
    """A sheet that was read.

    Raises:
        ValueError: it was none; the message is a sentence for people.
    """
    if isinstance(sheet, SheetProblem):
        raise ValueError(sheet.sentence)
    return sheet


def _told(message: str) -> str:
    words = in_plain_words(message)
    return f"sheet, {words}" if " - at `" in message else f"sheet: {words}"
