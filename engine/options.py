"""The options of a table: which readings of the rules are in force, each named with its value."""

from collections.abc import Mapping

import msgspec

from engine.rulebook import Rulebook, permits
from events.base import OptionValue

Options = Mapping[str, OptionValue]
"""A value for every option of the rule set."""


class BadOption(msgspec.Struct, frozen=True):
    """An option or a value that the rule set does not have, and what it has instead."""

    name: str
    value: object
    permitted: tuple[OptionValue, ...]
    sentence: str


def settle(book: Rulebook, given: Mapping[str, object]) -> dict[str, OptionValue] | BadOption:
    """All options in force: the given values, and the rulebook's defaults for the rest.

    The whole set belongs into the first fact of a table, so that a replay never reads a newer default.
    """
    for name, value in given.items():
        option = book.by_name.get(name)
        if option is None:
            names = tuple(sorted(book.by_name))
            return BadOption(name, value, names, f"there is no option {name!r}; options are {_listed(names)}")
        if not permits(option, value):
            sentence = f"option {name} can be {_listed(option.values)}, not {_word(value)}"
            return BadOption(name, value, option.values, sentence)
    return {option.name: _settled(given.get(option.name, option.default)) for option in book.options}


def _settled(value: object) -> OptionValue:
    assert isinstance(value, bool | int | float | str), value
    return value


def _listed(values: tuple[OptionValue, ...]) -> str:
    return ", ".join(_word(value) for value in values)


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value)[:80] if not isinstance(value, str) else value[:80]


def flag(options: Options, name: str) -> bool:
    """The value of an option that is yes or no.

    Raises:
        TypeError: the option has values of another type, so the rule that reads it is wrong.
    """
    value = options[name]
    if not isinstance(value, bool):
        raise TypeError(f"option {name} is not yes or no but {value!r}")
    return value


def number(options: Options, name: str) -> int:
    """The value of an option that is a number.

    Raises:
        TypeError: the option has values of another type, so the rule that reads it is wrong.
    """
    value = options[name]
    if isinstance(value, bool) or not isinstance(value, int):
        raise TypeError(f"option {name} is not a number but {value!r}")
    return value


def word(options: Options, name: str) -> str:
    """The value of an option that is a word.

    Raises:
        TypeError: the option has values of another type, so the rule that reads it is wrong.
    """
    value = options[name]
    if not isinstance(value, str):
        raise TypeError(f"option {name} is not a word but {value!r}")
    return value
