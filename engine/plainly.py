"""What people read where something written cannot be read: what is expected, with an example, and no pattern."""

import re
from ast import literal_eval
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, Final, get_args, get_type_hints

from engine.patterns import ONE_LINE, ONE_LINE_OR_NONE, as_elsewhere

_NAME: Final = "letters, digits, - and _, beginning with a letter or digit"
_ID: Final = "letters, digits and hyphens"

PATTERNS: Final[Mapping[str, str]] = {
    "^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$": f"an id of at most 40 {_NAME}, such as `rico-2`",
    "^[A-Za-z0-9][A-Za-z0-9_-]*$": f"a name of {_NAME}, such as `rifle-2`",
    "^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$": f"an id of at most 80 {_NAME}, such as `step-2`",
    "^[A-Za-z0-9][A-Za-z0-9-]{0,35}$": "an id of at most 36 letters, digits and hyphens, such as `ambush-2`",
    "^[A-Za-z0-9-]{1,40}$": f"an id of at most 40 {_ID}, such as `c-12`",
    "^[A-Za-z0-9-]{16,40}$": f"an id of 16 to 40 {_ID} at random, such as `k3v9xq2m-8d2f7a1c`",
    "^[a-z][a-z0-9_]*$": "a word of small letters, digits and _, such as `first_aid`",
    "^[a-z][a-z0-9-]{0,39}$": "an id of small letters, digits and hyphens, such as `pistol-10mm`",
    "^[A-Z]+-[A-Z]+-[1-9][0-9]*$": "the id of a rule, such as `UNI-DMG-3`",
    "^[0-9a-f]{2,128}$": "2 to 128 of the digits 0 to 9 and a to f, such as `9f86d081`",
    "^[0-9a-f]{64}$": "64 of the digits 0 to 9 and a to f",
    "^([0-9]{0,3}d[0-9]{1,4}([+-][0-9]{1,4})?([*][0-9]{1,4})?)?$": "dice such as `2d6`, `d10+1` or `1d6*5`",
    "^[0-9]{0,3}d[0-9]{1,4}([+-][0-9]{1,4})?$": "dice such as `2d6`, `d10` or `1d6+1`",
    "^[A-Za-z0-9:-]{1,50}:[0-9]{1,11}:[0-9a-f]{64}$": (
        "AUDIENCE:NUMBER:CHAIN as the feed said last, the chain in 64 of the digits 0 to 9 and a to f"
    ),
    "^(json|yaml)$": "`json` or `yaml`",
    as_elsewhere(ONE_LINE): "a name of one line in which something can be seen, such as `Rico`,",
    as_elsewhere(ONE_LINE_OR_NONE): "one line in which something can be seen, or nothing,",
}
"""Every pattern that what people write is held to, in words; a test holds it complete."""

_OF_ANOTHER_FORM: Final = "text of another form"
_TYPES: Final = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "named fields",
    "array": "a list",
    "null": "nothing",
}
_REGEX: Final = re.compile(r"Expected `str` matching regex ('.*')", re.DOTALL)
_UNKNOWN: Final = re.compile(r"Object contains unknown field `(.*)`", re.DOTALL)
_MISSING: Final = re.compile(r"Object missing required field `(.*)`")
_NO_SUCH_WORD: Final = re.compile(r"Invalid enum value (.*)", re.DOTALL)
_EXPECTED: Final = re.compile(r"Expected `([^`]*)`(.*)", re.DOTALL)


def form_of(pattern: str) -> str:
    """What text of a pattern is, with an example."""
    pattern = as_elsewhere(pattern)
    choice = re.fullmatch(r"\^\(([a-z_-]+(?:\|[a-z_-]+)*)\)\$", pattern)
    return PATTERNS.get(pattern) or (one_of(choice[1].split("|")) if choice else _OF_ANOTHER_FORM)


def one_of(values: Iterable[Any]) -> str:
    """One of several words."""
    return f"one of {', '.join(map(str, values))}"


def no_such_field(name: str, fields: Iterable[str]) -> str:
    """The sentence about a field that is not there: which one may be meant, or which there are."""
    there = tuple(fields)
    near = get_close_matches(name, there, 1)
    hint = f"; is {near[0]} meant?" if near else f"; there are {', '.join(there)}" if there else ""
    return f"there is no field {name!r}{hint}"


def in_plain_words(message: str, shape: type[Any] | None = None) -> str:
    """A message of msgspec in words that say what is expected; `shape` is what was to be read."""
    what, _, where = message.partition(" - at `")
    place = where.rstrip("`").replace("key` in `", "").removeprefix("$").removeprefix(".")
    said = _in_words(what, place, shape)
    return f"{place}: {said}" if place else said


def _in_words(what: str, place: str, shape: type[Any] | None) -> str:
    if pattern := _REGEX.fullmatch(what):
        return f"{form_of(literal_eval(pattern[1]))} is expected"
    if unknown := _UNKNOWN.fullmatch(what):
        return no_such_field(unknown[1], getattr(shape, "__struct_encode_fields__", ()) if not place else ())
    if missing := _MISSING.fullmatch(what):
        return f"{missing[1]} is missing"
    if word := _NO_SUCH_WORD.fullmatch(what):
        words = _words_of(shape, place)
        return f"there is no {word[1]}" + (f"; there are {', '.join(words)}" if words else "")
    if expected := _EXPECTED.fullmatch(what):
        return _expected(expected[1], expected[2])
    return f"{what[:1].lower()}{what[1:]}"


def _expected(types: str, rest: str) -> str:
    """What is expected in place of what was given: kinds of values, or bounds of them."""
    wanted = " or ".join(_TYPES.get(one, one) for one in types.split(" | ") if one != "null") or "nothing"
    if got := re.fullmatch(r", got `([^`]*)`", rest):
        return f"{wanted} is expected, not {'a fraction' if got[1] == 'float' else _TYPES.get(got[1], got[1])}"
    if long := re.fullmatch(r" of length ([<>]=) ([0-9]+)", rest):
        bound = "at least" if long[1] == ">=" else "at most"
        return f"{wanted} ({bound} {long[2]}{' characters' if types == 'str' else ''}) is expected"
    return f"{wanted}{rest.replace('>=', 'from').replace('<=', 'up to')} is expected"


def _words_of(shape: type[Any] | None, place: str) -> tuple[str, ...]:
    """The words that a field of a struct may hold."""
    hint = get_type_hints(shape).get(place) if shape is not None else None
    return tuple(str(word) for one in (hint, *get_args(hint)) for word in get_args(one) if isinstance(word, str))
